import { quote } from '../answers/equivalent';
import { CliError } from '../base/errors';
import { isSameAddress } from '../cms/url';
import { ANSWERS_FILE } from '../plan/managed';
import { isTrue } from '../runtime/config';
import type { SiteOnDisk } from '../site/site-on-disk';
import { NO_ADDRESS } from './checks-site';
import { check, type Finding } from './finding';
import type { WordPressFacts } from './wordpress';

/** Judges the plugin's report, which it gives to a site whose secrets it knows. */
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

export type Report = Extract<WordPressFacts['report'], { queue: object }>;

export const isReport = (report: WordPressFacts['report']): report is Report =>
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
  if (pages.length === 0) return ok('Everything on the pages that were looked at is shown.');
  const named = pages.slice(0, MOST_PAGES).map(({ path, has }) => `${path} (${has.map(nameOf).join(', ')})`);
  const rest = pages.length < MOST_KNOWN ? `${pages.length - MOST_PAGES} more` : 'others';
  const more = pages.length > MOST_PAGES ? ` and ${rest}` : '';
  return warning(
    `A notice stands in its place: ${named.join(', ')}${more}.`,
    'What is shown, and what else can be done: node_modules/headless-site/docs/forms.md and html.md.',
  );
}

/** Pages that are named: nobody reads a longer list to its end. */
const MOST_PAGES = 5;

/** Pages that the plugin names; there may be more. */
const MOST_KNOWN = 20;

const reasons: Record<string, string> = {
  captcha: 'has a captcha',
  payment: 'takes payments',
  field: 'has a field that the site does not know',
  members: 'is for those who are logged in',
  dom: 'PHP lacks its extension "dom"',
  broken: 'its plugin fails',
};

const kinds: Record<string, string> = {
  cut: 'some of a very long text',
  design: 'all but the words of a very long text',
};

function nameOf({ kind, plugin, reason }: NonNullable<Report['notShown']>[number]['has'][number]): string {
  const why = reasons[reason ?? ''];
  return `${kinds[kind] ?? kind}${plugin ? ` of ${plugin}` : ''}${why ? `: ${why}` : ''}`;
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

/** The lines of the plugin where it said nothing. */
export function withoutReport(secrets: Finding, why = 'The plugin could not be asked.'): Finding[] {
  return [
    secrets,
    check('address', 'Address of the site in WordPress').skipped(why),
    check('webhook-out', 'WordPress to site').skipped(why),
    check('deliveries', 'Deliveries').skipped(why),
    check('search-engines', 'Search engines').skipped(why),
    check('not-shown', 'Content that is not shown').skipped(why),
  ];
}
