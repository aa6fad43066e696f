import { diagnoses } from '../../templates/site/lib/cms/diagnosis';
import { getPreviewConfig } from '../../templates/site/lib/config';
import type { PackageManager } from '../answers/answers';
import { scriptCommand } from '../answers/manager';
import { asker } from '../cms/detect/parts';
import type { CmsAccess } from '../cms/post';
import type { SiteOnDisk } from '../commands/site-on-disk';
import { check, type Finding } from './finding';
import { openPreview, type SiteFacts } from './site';
import type { WordPressFacts } from './wordpress';

const ENV_CURE = 'Give it the secrets of .env.local where it runs, and start or deploy it again.';

/** Whether the site that runs is this one. */
export function checksOfSite(facts: SiteFacts | null, manager: PackageManager = 'npm'): Finding[] {
  const site = check('site', 'Running site');
  const webhook = check('webhook-in', 'Revalidate route');
  if (!facts) return [site, webhook].map(({ skipped }) => skipped('This site has no secrets to show.'));
  const { url, problem, revalidate, isOurs } = facts;
  if (problem) {
    const { problem: text, cure } = diagnoses[problem];
    const start = isLocal(url) ? `Start it: ${scriptCommand(manager, 'dev')}. Another address: --url` : cure;
    return [site.fault(text.replace('%', url), start), webhook.skipped('The site does not answer.')];
  }
  if (!isOurs) {
    return [
      site.fault(
        `Something else answers at ${url} (${revalidate}).`,
        'Give the address of the deployed site with --url, and correct site.url with npx create-headless-site regenerate-config --site-url.',
      ),
      webhook.skipped('It is another site.'),
    ];
  }
  return [
    site.ok(`It answers at ${url}`),
    revalidate === 400
      ? webhook.ok('It accepts the secret of .env.local.')
      : webhook.fault(`It does not accept the secret of .env.local (${revalidate}).`, ENV_CURE),
  ];
}

/** A preview from the link to the page, as an editor opens it. */
export async function checkPreview(
  { config, secrets, endpoint }: SiteOnDisk,
  facts: SiteFacts | null,
  wordpress: WordPressFacts | null,
  access: CmsAccess,
): Promise<Finding> {
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
  if (!secrets || !facts?.isOurs) return skipped('The site does not answer.');
  try {
    const id = await newestPost(endpoint, access);
    if (id === undefined) return skipped('WordPress has no published post to preview.');
    const seen = await openPreview(facts.url, secrets, id);
    if (seen.step === 'shown') {
      return wordpress?.report === 'unknown-site' || /different|missing/.test(report?.secrets.preview ?? '')
        ? skipped('The site shows them, but not with links of WordPress, which has another secret.')
        : ok(`Post ${id} was opened and shown.`);
    }
    if (seen.step === 'open' && seen.status === 401) {
      return fault('The site does not accept a link with the secret of .env.local.', ENV_CURE);
    }
    return fault(
      seen.step === 'open'
        ? `The site did not open a preview of post ${id} (${seen.status}).`
        : `The site opened a preview of post ${id} and did not show it (${seen.status}).`,
      'Look into the log of the site; a CMS that it cannot reach is the usual cause.',
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

/** Seconds by which a site may be ahead of WordPress: a read grant lives a minute, and five seconds are forgiven. */
const AHEAD = 5;
const BEHIND = 55;

/** A preview proves itself by the time, so both clocks must agree. The site's counts, else this machine's. */
export function checkClocks(wordpress: WordPressFacts | null, site: SiteFacts | null): Finding {
  const { ok, fault, skipped } = check('clocks', 'Clocks');
  if (wordpress?.clockAhead == null) return skipped('WordPress did not say what time it has.');
  const siteAhead = (site?.clockAhead ?? 0) - wordpress.clockAhead;
  const seconds = Math.abs(siteAhead);
  // The Date header has whole seconds, and each answer took its time.
  if (siteAhead <= AHEAD + 2 && -siteAhead <= BEHIND) return ok('Site and WordPress agree.');
  return fault(
    `The site is ${seconds} seconds ${siteAhead > 0 ? 'ahead of' : 'behind'} WordPress: previews of drafts fail.`,
    'Let both keep time by NTP; on most servers: timedatectl set-ntp true',
  );
}

function isLocal(url: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(url);
}
