import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { quote } from '../answers/equivalent';
import { scriptCommand } from '../answers/manager';
import { CliError } from '../base/errors';
import { cliVersion } from '../base/package';
import { type Advice, adviceOn, hiddenAdvice, missingTypes } from '../cms/detect/advice';
import { hostsOf } from '../cms/detect/detected';
import { isSameAddress } from '../cms/url';
import { ANSWERS_FILE } from '../plan/managed';
import { diagnoses } from '../runtime/cms/diagnosis';
import { isTrue } from '../runtime/config';
import { ANY_HTTPS, originAmong, pictureOrigins, withScheme } from '../runtime/images/origins';
import { unshownTemplates } from '../runtime/pages/unshown';
import type { SiteOnDisk } from '../site/site-on-disk';
import { imageHostsOf } from './checks-here';
import { NO_ADDRESS } from './checks-site';
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

/** One that the CMS lacks keeps the site from being built. Of those that GraphQL lacks the plugin knows all, REST some. */
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

/** Of a slug or a number nobody says here whether it is there. */
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
  const origins = pictureOrigins({ ...config.wordpress, graphqlUrl: endpoint }, allowed);
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

/** What only the plugin can say, to a site whose secrets it knows. */
export function checksOfCompanion(
  site: SiteOnDisk,
  facts: WordPressFacts,
  siteUrl: string | undefined,
): Finding[] {
  const secrets = check('secrets', 'Secrets of WordPress');
  const { report } = facts;
  if (report === null) return withoutReport(secrets.skipped(whyNoReport(site, facts)));
  if (report instanceof CliError) return withoutReport(secrets.fault(report.message, report.fix ?? ''));
  if (report === 'too-old') {
    return withoutReport(
      secrets.fault(
        'The companion plugin does not answer: it is an old version, or something keeps its REST route from the public.',
        'Update it from wordpress/companion.zip, and allow /wp-json/companion/v1/ in security plugins.',
      ),
    );
  }
  if (report === 'unknown-site') {
    const far = Math.abs(facts.clockAhead ?? 0) > 300;
    return withoutReport(
      far
        ? secrets.skipped('The clocks are too far apart to compare.')
        : secrets.fault(
            'WordPress has neither of this site’s secrets.',
            `Copy .env.local from where the site was made; or, where WordPress should serve this site: ${CONNECT}`,
          ),
    );
  }
  const wrong = Object.entries(report.secrets).filter(([, fit]) => fit === 'different' || fit === 'missing');
  const former = Object.entries(report.secrets).filter(([, fit]) => fit === 'previous');
  const found =
    wrong.length > 0
      ? secrets.fault(
          wrong.map(([name, fit]) => `The ${name} secret of WordPress is ${fit}.`).join(' '),
          `Give it both: ${CONNECT}`,
        )
      : former.length > 0
        ? secrets.warning(
            'WordPress has newer secrets, and accepts those of this site as the former ones.',
            `Bring ${site.secretsPlace} up to date from where the secrets were changed.`,
          )
        : secrets.ok('They are the same, shown by a proof; none was sent.');
  const rules = report.redirects ? [redirects(report.redirects)] : [];
  return [
    found,
    address(site, report, siteUrl),
    webhooks(report),
    deliveries(report),
    ...rules,
    searchEngines(site, report),
    notShown(report),
  ];
}

const CONNECT = 'npx create-headless-site connect';

/** connect sends what the answers say: where the site is elsewhere, they have to be changed first. */
function address({ config }: SiteOnDisk, { settings }: Report, asked: string | undefined): Finding {
  const { ok, fault, warning, skipped } = check('address', 'Address of the site in WordPress');
  const { serviceUrl: theirs } = settings;
  if (asked === undefined) return skipped(NO_ADDRESS);
  if (isSameAddress(theirs, asked)) return ok(theirs);
  const answered = config.site.url;
  const isAnswered = (url: string) => answered !== undefined && isSameAddress(url, answered);
  const found = `WordPress has ${theirs || 'none'}, `;
  if (isAnswered(asked))
    return fault(`${found}the site is at ${asked}.`, `Send it the right one: ${CONNECT}`);
  const change = `npx create-headless-site regenerate-config --site-url ${quote(asked)} && ${CONNECT}`;
  // A second address of a site, of a deployment that is not public yet: nothing has to be wrong.
  if (isAnswered(theirs)) {
    return warning(
      `${found}as ${ANSWERS_FILE} has; what was looked at is ${asked}.`,
      `Where the site is there for good: ${change}`,
    );
  }
  return fault(`${found}${ANSWERS_FILE} ${answered ?? 'none'}, the site is at ${asked}.`, change);
}

type Report = Extract<WordPressFacts['report'], { queue: object }>;

const isReport = (report: WordPressFacts['report']): report is Report =>
  typeof report === 'object' && report !== null && 'queue' in report;

function webhooks({ settings, connection }: Report): Finding {
  const { ok, fault } = check('webhook-out', 'WordPress to site');
  if (!settings.webhooksEnabled) {
    return fault('Webhooks are off: the site hears of no change.', `Switch them on: ${CONNECT}`);
  }
  if (connection.status === 'connected') return ok(connection.message);
  return fault(connection.message, connection.fix ?? 'Look at Headless Site > Dashboard in WordPress.');
}

function deliveries({ queue: { failed, pending } }: Report): Finding {
  const { ok, warning } = check('deliveries', 'Deliveries');
  if (failed === 0) return ok(pending === 0 ? 'Nothing waits.' : `${pending} wait.`);
  return warning(
    `${failed} changes could not be delivered.`,
    'Replay them under Headless Site > Dashboard in WordPress, once the site is reached.',
  );
}

/** Two settings that look like one. */
function searchEngines({ config: { site }, variable }: SiteOnDisk, { discouraged }: Report): Finding {
  const { ok, warning } = check('search-engines', 'Search engines');
  if (site.noindex || isTrue(variable('SITE_NOINDEX')))
    return ok('The site is closed to them, as its configuration says.');
  if (!discouraged) return ok('Neither side closes itself to them.');
  return warning(
    'WordPress discourages them (Settings > Reading); the site does not follow that.',
    'To close the site, too: "noindex": true under "site" in site.config.json, or SITE_NOINDEX=true in one deployment. Then build it again.',
  );
}

/** A visitor finds a notice there, and the way to WordPress. */
function notShown({ notShown: pages }: Report): Finding {
  const { ok, warning, skipped } = check('not-shown', 'Content that is not shown');
  if (!pages) return skipped('The companion plugin is an older version, which does not say it.');
  if (pages.length === 0)
    return ok('All forms, frames and scripts of the pages that were looked at are shown.');
  const named = pages.slice(0, MOST_PAGES).map(({ path, has }) => `${path} (${has.map(nameOf).join(', ')})`);
  const more = pages.length > MOST_PAGES ? ` and ${pages.length - MOST_PAGES} more` : '';
  return warning(
    `A notice stands in its place: ${named.join(', ')}${more}.`,
    'What is shown, and what else can be done: node_modules/headless-site/docs/forms.md and html.md.',
  );
}

/** Of a list that nobody reads to its end. */
const MOST_PAGES = 5;

const reasons: Record<string, string> = {
  captcha: 'has a captcha',
  payment: 'takes payments',
  field: 'has a field that the site does not know',
  members: 'is for those who are logged in',
  dom: 'PHP lacks its extension "dom"',
  broken: 'its plugin fails',
};

function nameOf({ kind, plugin, reason }: NonNullable<Report['notShown']>[number]['has'][number]): string {
  const why = reasons[reason ?? ''];
  return `${kind}${plugin ? ` of ${plugin}` : ''}${why ? `: ${why}` : ''}`;
}

/** Why the site cannot follow a rule, by the companion plugin's words. */
const ruleReasons: Record<string, string> = {
  visitor: 'it depends on who asks',
  code: 'its answer is made by PHP',
  external: 'it shows a page of another server',
  random: 'it leads to a random post',
  pattern: 'its pattern is not valid, or not known here',
  status: 'its status is not that of a redirect or an error',
  target: 'whoever asks could choose where it leads',
  loop: 'it leads in a circle',
  own: 'the site has a route of its own there',
  scheme: 'it leads neither to a page nor to a mail or a telephone number',
  host: 'it is about host names, for which the site’s server answers',
};

/** How many rules of redirect plugins are named. */
const NAMED = 5;

function redirects({ rules, left, named }: NonNullable<Report['redirects']>): Finding {
  const { ok, warning } = check('redirects', 'Redirects');
  const followed = `The site follows ${rules} of WordPress’s plugins`;
  if (left === 0) return ok(`${followed}.`);
  const list = named.slice(0, NAMED).map(({ from, reason }) => `${from} (${ruleReasons[reason] ?? reason})`);
  const more = left > list.length ? `, and ${left - list.length} more (see the dashboard in WordPress)` : '';
  return warning(
    `${followed}, and cannot follow ${left}: ${list.join(', ')}${more}.`,
    'Change them in the plugin, or write them into next.config.ts: docs/redirects.md of headless-site.',
  );
}

function whyNoReport({ secrets }: SiteOnDisk, { problem }: WordPressFacts): string {
  if (problem) return 'WordPress does not answer.';
  return secrets ? 'The companion plugin is not active.' : 'This site has no secrets to compare.';
}

function withoutReport(secrets: Finding, why = 'The plugin could not be asked.'): Finding[] {
  return [
    secrets,
    check('address', 'Address of the site in WordPress').skipped(why),
    check('webhook-out', 'WordPress to site').skipped(why),
    check('deliveries', 'Deliveries').skipped(why),
    check('search-engines', 'Search engines').skipped(why),
    check('not-shown', 'Content that is not shown').skipped(why),
  ];
}
