import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { scriptCommand } from '../answers/manager';
import { cliVersion } from '../base/package';
import { type Advice, adviceOn, hiddenAdvice, missingTypes } from '../cms/detect/advice';
import { hostsOf } from '../cms/detect/detected';
import { ANY_HTTPS, imageOrigins, originAmong, withScheme } from '../runtime/content/images/origins';
import { unshownTemplates } from '../runtime/pages/unshown';
import { diagnoses } from '../runtime/wordpress/client/diagnosis';
import type { SiteOnDisk } from '../site/site-on-disk';
import { isReport, withoutReport } from './checks-companion';
import { imageHostsOf } from './checks-here';
import { check, type Finding } from './finding';
import { installedVersion } from './installed';
import type { WordPressFacts } from './wordpress';

/**
 * Judges what WordPress says to anybody, without a login.
 * @param slash whether the running site ends its addresses with one; null where that is not known
 */
export function checksOfWordPress(site: SiteOnDisk, facts: WordPressFacts, slash: boolean | null): Finding[] {
  const { problem, cms } = facts;
  const answers = check('cms', 'GraphQL');
  if (problem) {
    const { problem: text, fix } = diagnoses[problem];
    const rest = unseen('WordPress does not answer.');
    // There is one reason for a GraphQL that is elsewhere.
    const rules = check('permalinks', 'Permalinks').fault('"Plain", or their rules are stale.', fix);
    return [
      answers.fault(text.replace('%', site.endpoint), fix),
      ...rest.map((line) => (line.id === rules.id && problem === 'rewrites' ? rules : line)),
    ];
  }
  const advice = cms ? adviceOn(cms, cliVersion) : [];
  const about = (what: Advice['about']) => advice.filter((entry) => entry.about === what);
  return [
    answers.ok(`It answers at ${site.endpoint}`),
    one('companion', 'Companion plugin', about('companion'), cms?.companion?.version ?? 'active'),
    permalinks(about('permalinks'), cms?.permalinks ?? null, slash),
    menus(about('menus')),
    types(site, facts),
    templates(site, facts),
    one('reserved', 'Reserved addresses', about('reserved'), 'No page of the CMS conflicts with them.'),
    imageHosts(site, facts),
  ];
}

/** All lines about a WordPress where the sample CMS takes its place. */
export function withoutWordPress({ state }: SiteOnDisk): Finding[] {
  const why = 'The site has the built-in sample CMS.';
  const cms = check('cms', 'GraphQL');
  // Where nothing is installed yet, that is not what is wrong.
  const isInstalled = (name: string) => installedVersion(state.root, name) !== undefined;
  const isThere = isInstalled('headless-site-sample-cms') || !isInstalled('headless-site');
  return [
    isThere
      ? cms.skipped(why)
      : cms.fault(
          `${why} Its package headless-site-sample-cms is not installed.`,
          `${scriptCommand(state.answers.cli?.packageManager ?? 'npm', 'install')}. Or give it a WordPress: npx create-headless-site regenerate-config --cms-url <address>.`,
        ),
    ...unseen(why),
    ...withoutReport(check('secrets', 'Secrets of WordPress').skipped(why), why),
  ];
}

function unseen(why: string): Finding[] {
  return Object.entries({
    companion: 'Companion plugin',
    permalinks: 'Permalinks',
    menus: 'Menus',
    types: 'Content types',
    templates: 'Templates',
    reserved: 'Reserved addresses',
    'image-hosts': 'Image hosts',
  }).map(([id, title]) => check(id, title).skipped(why));
}

function one(
  id: string,
  title: string,
  advice: readonly Advice[],
  well: string,
  state: 'fault' | 'warning' = 'fault',
): Finding {
  const make = check(id, title);
  if (advice.length === 0) return make.ok(well);
  const join = (part: 'problem' | 'fix') => [...new Set(advice.map((entry) => entry[part]))].join(' ');
  return make[state](join('problem'), join('fix'));
}

/** A site without a footer menu may be meant so; without a main one hardly. */
function menus(advice: readonly Advice[]): Finding {
  const isMain = advice.some(({ problem }) => problem.includes('PRIMARY'));
  return one('menus', 'Menus', advice, 'Header and footer have one.', isMain ? 'fault' : 'warning');
}

/** One that the CMS lacks keeps the site from being built. The plugin knows all of those that GraphQL lacks, REST some. */
function types({ config }: SiteOnDisk, { cms, report }: WordPressFacts): Finding {
  const missing = missingTypes(config.rendering?.custom, cms?.typeNames ?? null);
  const well = 'The CMS has them, and what is public is in GraphQL.';
  return one(
    'types',
    'Content types',
    [...missing, ...hiddenAdvice((isReport(report) && report.hidden) || (cms?.hidden ?? null))],
    well,
    missing.length > 0 ? 'fault' : 'warning',
  );
}

/** Slugs and numbers are not checked: nobody says here whether they are there. */
function templates({ state: { root } }: SiteOnDisk, { cms }: WordPressFacts): Finding {
  const { ok, warning, skipped } = check('templates', 'Templates');
  if (!cms?.typeNames || !cms.taxonomies) return skipped('WordPress did not say which types it has.');
  const types = cms.typeNames.map((name) => ({ name }));
  const folder = path.join(root, 'components/templates');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const shown = { types: [{ name: 'post' }, ...types], taxonomies: cms.taxonomies };
  const lines = unshownTemplates(files, shown, root);
  if (lines.length === 0) return ok('WordPress has what they are for.');
  const [problems, fixes] = [0, 1].map((part) => lines.map((line) => line.split(' Fix: ')[part]));
  return warning(
    `${problems?.join(' ')}`,
    `${fixes?.join('; ')}.`.replace(/^[cw]/, (letter) => letter.toUpperCase()),
  );
}

/** The slash is part of what is built: where WordPress has changed it, each visit is sent on to the other form. */
function permalinks(advice: readonly Advice[], structure: string | null, slash: boolean | null): Finding {
  const line = one('permalinks', 'Permalinks', advice, structure ?? 'not plain');
  if (line.state !== 'ok' || structure === null || slash === null || structure.endsWith('/') === slash)
    return line;
  return check('permalinks', 'Permalinks').fault(
    `${structure} ends ${slash ? 'without' : 'with'} a slash, and the running site was built ${slash ? 'with' : 'without'} one: it sends each visit on to the other form.`,
    'Build the site again, and start or deploy it.',
  );
}

function imageHosts({ state, config, endpoint }: SiteOnDisk, { cms }: WordPressFacts): Finding {
  const { ok, fault, warning, skipped } = check('image-hosts', 'Image hosts');
  const allowed = imageHostsOf(state.root);
  if (!cms?.imageHosts) return skipped('WordPress did not say where its pictures are.');
  if (!allowed) return fault('image-hosts.json is no list of hosts.', 'Restore the file from Git.');
  const hosts = hostsOf(cms);
  const origins = imageOrigins({ ...config.wordpress, graphqlUrl: endpoint }, allowed);
  const isShown = (host: string) => originAmong(origins, new URL(withScheme(host))) !== undefined;
  const left = allowed.includes(ANY_HTTPS) ? [] : hosts.filter((host) => !isShown(host));
  const fix = `Add ${left.map((host) => JSON.stringify(host)).join(', ')} to image-hosts.json, and build the site again.`;
  if (left.some((host) => cms.imageHosts?.includes(host)))
    return fault(`Pictures from ${left.join(', ')} are not shown.`, fix);
  // Whom to show pictures of is the owner's to decide.
  if (left.length > 0)
    return warning(
      `Pictures in posts and pages from ${left.join(', ')} are not shown.`,
      `Where they should be: ${fix}`,
    );
  const unseen = cms.contentHosts === null ? ' The texts could not be looked at.' : '';
  return ok(`${hosts.length > 0 ? `Its own, ${hosts.join(', ')}: all are shown.` : 'Its own.'}${unseen}`);
}
