import type { PackageManager } from '../answers/answers';
import { scriptCommand } from '../answers/manager';
import { asker } from '../cms/detect/parts';
import type { CmsAccess } from '../cms/post';
import { isLocalAddress } from '../cms/url';
import { getPreviewConfig } from '../runtime/config';
import { type Diagnosis, diagnoses } from '../runtime/wordpress/client/diagnosis';
import type { SiteOnDisk } from '../site/site-on-disk';
import { check, type Finding } from './finding';
import { openPreview, type SiteFacts } from './site';
import type { WordPressFacts } from './wordpress';

/** Opens what HTTP authentication keeps closed. It is not sent over plain http, except on this machine. */
const AUTHORIZE =
  'Set SITE_AUTHORIZATION in the environment to `Basic <base64 of user:password>`, and give an https address.';

/** Why the site was not looked at. */
export const NO_ADDRESS = 'The address of the site is not known: give it with --url.';

const envFix = ({ secretsPlace }: SiteOnDisk) =>
  `Give it the secrets of ${secretsPlace} where it runs, and start or deploy it again.`;

/** Whether the site that runs is this one. */
export function checksOfSite(site: SiteOnDisk, facts: SiteFacts | null): Finding[] {
  const running = check('site', 'Running site');
  const webhook = check('webhook-in', 'Revalidate route');
  if (!facts) return [running, webhook].map(({ skipped }) => skipped(NO_ADDRESS));
  const wrong = wrongWith(facts, site.state.answers.cli?.packageManager);
  if (wrong) {
    const why = facts.problem ? 'The site does not answer.' : 'It is not this site that answers.';
    return [running.fault(wrong.text, wrong.fix), webhook.skipped(why)];
  }
  return [running.ok(`It answers at ${facts.url}`), webhookIn(site, facts)];
}

function webhookIn(site: SiteOnDisk, { url, revalidate }: SiteFacts): Finding {
  const { ok, fault, skipped } = check('webhook-in', 'Revalidate route');
  if (revalidate === null) return skipped('This site has no secrets to show.');
  if (revalidate === 'unsafe') {
    return fault(
      'The secret was not sent: without encryption everybody on the way to it could read it.',
      `Serve the site with https, and give that address: --url ${url.replace('http:', 'https:')}`,
    );
  }
  if (revalidate === 400) return ok(`It accepts the secret of ${site.secretsPlace}.`);
  return fault(`It does not accept the secret of ${site.secretsPlace} (${revalidate}).`, envFix(site));
}

interface Wrong {
  text: string;
  fix: string;
}

/** Why what answers, or does not, is not this site. */
function wrongWith(facts: SiteFacts, manager: PackageManager = 'npm'): Wrong | undefined {
  const { url, problem, status, isOurs, guard, movedTo } = facts;
  if (problem) return silence(url, problem, manager);
  if (isOurs) return undefined;
  if (guard) {
    return {
      text: `Something in front of ${url} asks for a password (${status}).`,
      fix:
        guard === 'basic'
          ? `${AUTHORIZE} WordPress takes both under Headless Site > Settings.`
          : 'Let requests to /api/revalidate and /api/preview through without it: WordPress has none either, and both ask for a secret of their own.',
    };
  }
  if (movedTo) {
    return {
      text: `${url} sends requests on to ${movedTo} (${status}). They are not followed, because the secret would go along.`,
      fix: `Give the address that answers itself: --url ${movedTo}`,
    };
  }
  if (status !== null && status >= 500) {
    return {
      text: `What answers at ${url} fails (${status}).`,
      fix: 'Check the log of the site: a variable of its environment that is missing is the usual cause.',
    };
  }
  return {
    text: `Something else answers at ${url} (${status}).`,
    fix: 'Give the address of the deployed site with --url, and correct site.url with npx create-headless-site regenerate-config --site-url.',
  };
}

/** The table speaks of a CMS; where a site is meant, these do. */
const ofSite: Partial<Record<Diagnosis, Wrong>> = {
  tls: {
    text: 'The certificate of the site is not accepted: %',
    fix: diagnoses.tls.fix,
  },
  unknown: { text: 'The site could not be asked at %', fix: diagnoses.unknown.fix },
};

function silence(url: string, problem: Diagnosis, manager: PackageManager): Wrong {
  const { problem: text, fix } = diagnoses[problem];
  const known = ofSite[problem] ?? { text, fix };
  return { text: known.text.replace('%', url), fix: isLocalAddress(url) ? local() : known.fix };

  function local(): string {
    if (problem === 'tls') return known.fix;
    if (problem === 'timeout')
      return 'It takes requests and answers none: look into its log, and start it again.';
    return `Start it: ${scriptCommand(manager, 'dev')}. Another address: --url`;
  }
}

/** A preview from the link to the page, as an editor opens it. */
export async function checkPreview(
  site: SiteOnDisk,
  facts: SiteFacts | null,
  wordpress: WordPressFacts | null,
  access: CmsAccess,
  authorization?: string,
): Promise<Finding> {
  const { config, secrets, secretsPlace, endpoint } = site;
  const { ok, fault, warning, skipped } = check('preview', 'Preview');
  const { enabled } = getPreviewConfig(config);
  const report =
    typeof wordpress?.report === 'object' && wordpress.report && 'settings' in wordpress.report
      ? wordpress.report
      : null;
  const theirs = report?.settings;
  if (!enabled && theirs?.previewEnabled) {
    return warning(
      'WordPress previews on the site, which has previews off.',
      'Send the settings again: npx create-headless-site connect',
    );
  }
  if (!enabled) return skipped('Previews are off.');
  if (theirs && !theirs.previewEnabled) {
    return fault(
      'Previews are off in WordPress.',
      'Send the settings again: npx create-headless-site connect',
    );
  }
  if (!facts) return skipped(NO_ADDRESS);
  if (!secrets) return skipped('This site has no secrets to show.');
  if (!facts.isOurs) return skipped('The site does not answer.');
  try {
    const id = await newestPost(endpoint, access);
    if (id === undefined) return skipped('WordPress has no published post to preview.');
    const seen = await openPreview(facts.url, secrets, id, authorization);
    if (seen.step === 'guarded') return skipped(`A password is in front of previews. ${AUTHORIZE}`);
    if (seen.step === 'shown') {
      return wordpress?.report === 'unknown-site' || /different|missing/.test(report?.secrets.preview ?? '')
        ? skipped('The site shows them, but not with links of WordPress, which has another secret.')
        : ok(`Post ${id} was opened and shown.`);
    }
    if (seen.step === 'open' && seen.status === 401) {
      return fault(`The site does not accept a link with the secret of ${secretsPlace}.`, envFix(site));
    }
    return fault(
      seen.step === 'open'
        ? `The site did not open a preview of post ${id} (${seen.status}).`
        : `The site opened a preview of post ${id} and did not show it (${seen.status}).`,
      'Check the log of the site; a CMS that it cannot reach is the usual cause.',
    );
  } catch {
    return skipped('The site or WordPress stopped answering.');
  }
}

async function newestPost(endpoint: string, access: CmsAccess): Promise<number | undefined> {
  const ask = asker(endpoint, { timeoutMs: 20_000, ...access });
  const { data } = await ask('{ posts(first: 1, where: { hasPassword: false }) { nodes { databaseId } } }');
  const posts = data?.posts as { nodes?: { databaseId?: number }[] } | undefined;
  return posts?.nodes?.[0]?.databaseId;
}

/** Seconds that the clocks may be apart: the companion plugin allows a read grant as much (CLOCK_SECONDS). */
const APART = 300;
/** Seconds from which on no slow answer explains the difference, and a clock is likely to drift further. */
const DRIFTS = 30;

/** A preview proves itself by the time, so both clocks must agree. The site's counts, otherwise this machine's. */
export function checkClocks(wordpress: WordPressFacts | null, site: SiteFacts | null): Finding {
  const { ok, fault, warning, skipped } = check('clocks', 'Clocks');
  if (wordpress?.clockAhead == null) return skipped('WordPress did not say what time it has.');
  const siteAhead = ((site?.isOurs && site.clockAhead) || 0) - wordpress.clockAhead;
  const seconds = Math.abs(siteAhead);
  const apart = `The site is ${seconds} seconds ${siteAhead > 0 ? 'ahead of' : 'behind'} WordPress`;
  const fix = 'Let both keep time by NTP; on most servers: timedatectl set-ntp true';
  if (seconds > APART) return fault(`${apart}: previews of drafts fail.`, fix);
  if (seconds > DRIFTS) return warning(`${apart}; beyond five minutes previews of drafts fail.`, fix);
  return ok('Site and WordPress agree.');
}
