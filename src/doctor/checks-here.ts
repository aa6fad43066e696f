import { readFileSync } from 'node:fs';
import path from 'node:path';
import { quote } from '../answers/equivalent';
import { CliError } from '../base/errors';
import { isNewer } from '../base/version';
import { planChanges } from '../changes/plan-changes';
import { isRotating } from '../changes/rotate';
import { isSameAddress } from '../cms/url';
import { envValue } from '../plan/env-value';
import { publicValues } from '../plan/environment';
import { ANSWERS_FILE, ENV_FILE } from '../plan/managed';
import { SAMPLE_CMS_URL } from '../runtime/base/sample-cms-url';
import { getPreviewConfig, isTrue } from '../runtime/config';
import { analyticsProblems, originOfDsn } from '../runtime/config/analytics';
import { bundledFiles } from '../site/bundled';
import type { SiteOnDisk } from '../site/site-on-disk';
import { readText } from '../site/state';
import { isOpen } from '../write/journal';
import { check, type Finding } from './finding';

/**
 * Findings in the folder of the site, without asking anybody.
 * @param refused what is wrong with the site's secrets
 */
export function checksHere(site: SiteOnDisk, refused: CliError | undefined): Finding[] {
  return [nodeVersion(site.state.root), environment(site, refused), analytics(site), drift(site)];
}

function nodeVersion(root: string): Finding {
  const { ok, fault, skipped } = check('node', 'Node');
  const engines = readEngines(path.join(root, 'package.json'));
  const [, wanted] = /^>=\s*(\d+(?:\.\d+){0,2})/.exec(engines ?? '') ?? [];
  if (!wanted) return skipped('package.json does not say which version the site needs.');
  const { node } = process.versions;
  if (!isNewer(wanted, node)) return ok(`${node}; the site needs ${wanted} or newer.`);
  return fault(
    `This is Node ${node}, the site needs ${wanted} or newer.`,
    `Install Node ${wanted} or newer, or correct "engines" in package.json.`,
  );
}

function readEngines(file: string): string | undefined {
  try {
    const { engines } = JSON.parse(readFileSync(file, 'utf8')) as { engines?: { node?: unknown } };
    return typeof engines?.node === 'string' ? engines.node : undefined;
  } catch {
    return undefined;
  }
}

function environment(site: SiteOnDisk, refused: CliError | undefined): Finding {
  const { ok, fault, warning } = check('environment', 'Environment of the site');
  if (refused) return fault(refused.message, refused.fix ?? '');
  const lacking = missingVariables(site);
  if (lacking.length > 0) {
    return fault(
      `${ENV_FILE} lacks ${lacking.join(', ')}.`,
      `Copy ${ENV_FILE} from where the site runs, or write what is missing: .env.example says how.`,
    );
  }
  const { text, fix } = otherThanAnswers(site) ?? odditiesOfSecrets(site) ?? {};
  if (text && fix) return warning(text, fix);
  const previews = getPreviewConfig(site.config).enabled ? '' : ', previews are off';
  const place = site.secretsPlace === ENV_FILE ? '' : ` in ${site.secretsPlace}`;
  return ok(`Both secrets are set${place}${previews}.`);
}

/** On a machine without the file the site does not run, and only the secrets are needed to look at it. */
function missingVariables({ state, secrets, variable }: SiteOnDisk): string[] {
  const needed = [
    ...(secrets ? [] : ['REVALIDATION_SECRET', 'PREVIEW_SECRET']),
    ...(state.env ? Object.keys(addressFlags) : []),
  ];
  return needed.filter((name) => !variable(name));
}

/** The variables of the site that win over an answer, with the flag that changes the answer. */
const addressFlags: Record<string, (value: string) => string> = {
  NEXT_PUBLIC_CMS_API_URL: (value) => (value === SAMPLE_CMS_URL ? '--sample' : `--cms-url ${quote(value)}`),
  NEXT_PUBLIC_SITE_URL: (value) => `--site-url ${quote(value)}`,
};

interface Oddity {
  text: string;
  fix: string;
}

/** Each deployment may differ, so it is no fault; but what is looked at here, and sent by connect, are the answers. */
function otherThanAnswers({ state, config, variable }: SiteOnDisk): Oddity | undefined {
  const answered = publicValues({ config, answers: state.answers });
  const others = Object.entries(addressFlags).flatMap(([name, flag]) => {
    const [here = '', answer] = [variable(name), answered[name]];
    return here === '' || (answer && isSameAddress(here, answer)) ? [] : [{ name, here, answer, flag }];
  });
  if (others.length === 0) return undefined;
  const lines = others.flatMap(({ name, answer }) => (answer ? [`${name}=${envValue(answer)}`] : []));
  const flags = others.map(({ flag, here }) => flag(here)).join(' ');
  const adopt = `npx create-headless-site regenerate-config ${flags}`;
  return {
    text: others
      .map(({ name, here, answer }) => `${name} is ${here}, ${ANSWERS_FILE} says ${answer ?? 'nothing'}.`)
      .join(' '),
    fix:
      lines.length === others.length
        ? `Write ${lines.join(' and ')} into ${ENV_FILE}. Or, where its own value is meant: ${adopt}`
        : `Answer it: ${adopt}`,
  };
}

function odditiesOfSecrets({ secrets, hasSampleCms }: SiteOnDisk): Oddity | undefined {
  if (isRotating(secrets)) {
    return {
      text: 'A rotation of the secrets is in progress: both routes also accept the former ones.',
      fix: 'When site and WordPress have the new ones: npx create-headless-site regenerate-config --finish-rotation',
    };
  }
  if (!hasSampleCms && secrets && secrets.revalidation === secrets.preview) {
    return {
      text: 'One secret serves both purposes.',
      fix: 'Give each its own: npx create-headless-site regenerate-config --rotate-secrets',
    };
  }
  return undefined;
}

/** Checks the ids as the site has them: a variable that is set goes before the answer. */
function analytics({ config, variable }: SiteOnDisk): Finding {
  const { ok, fault } = check('analytics', 'Analytics');
  const answered = config.features.analytics;
  const idOf = ({ key, name }: AnalyticsId) => variable(name) ?? answered[key];
  const configured = Object.fromEntries(analyticsIds.map((id) => [id.key, idOf(id)]));
  const [wrong] = analyticsProblems(configured);
  const id = analyticsIds.find(({ key }) => key === wrong?.key);
  if (wrong && id) {
    const inEnvironment = variable(id.name) !== undefined;
    return fault(
      `${inEnvironment ? id.name : `features.analytics.${id.key}`} ${wrong.problem}. It does nothing.`,
      inEnvironment
        ? `Correct or remove it in ${ENV_FILE} or in the environment.`
        : `npx create-headless-site regenerate-config ${id.flag} <id>`,
    );
  }
  const { web_analytics: google, error_tracking: sentry } = configured;
  const on = [
    ...(answered.hosting || isTrue(variable('NEXT_PUBLIC_HOSTING_ANALYTICS')) ? ['Vercel Analytics'] : []),
    ...(google ? [`Google Analytics, ${google}`] : []),
    ...(sentry ? [`Sentry at ${originOfDsn(sentry)}`] : []),
  ];
  return ok(on.length > 0 ? `${on.join('; ')}.` : 'None is configured.');
}

type AnalyticsId = (typeof analyticsIds)[number];
const analyticsIds = [
  { key: 'web_analytics', name: 'NEXT_PUBLIC_WEB_ANALYTICS_ID', flag: '--web-analytics' },
  { key: 'error_tracking', name: 'NEXT_PUBLIC_ERROR_TRACKING_DSN', flag: '--error-tracking' },
] as const;

function drift({ state }: SiteOnDisk): Finding {
  const { ok, fault } = check('drift', 'Managed files');
  if (isOpen(state.root))
    return fault(
      'A run in this site was interrupted, or is still at work.',
      'Restore the files: npx create-headless-site regenerate-config',
    );
  const fix =
    'See what: npx create-headless-site regenerate-config --dry-run. Then run it without --dry-run.';
  try {
    const { changes, decisions } = planChanges(state, { answers: state.answers }, bundledFiles());
    const conflicts = decisions.filter(({ state: found }) => found === 'conflict');
    if (changes.length === 0 && conflicts.length === 0) return ok('They follow from site.config.json.');
    const files = [...new Set([...conflicts, ...changes].map((change) => change.path))];
    return fault(
      `Out of date: ${files.filter((file) => !file.startsWith('.headless-site/base.')).join(', ')}`,
      fix,
    );
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return fault(error.message, error.fix ?? fix);
  }
}

/** `image-hosts.json` as it is; undefined where it cannot be read. */
export function imageHostsOf(root: string): string[] | undefined {
  try {
    const entries: unknown = JSON.parse(readText(root, 'image-hosts.json') ?? '');
    return Array.isArray(entries) && entries.every((entry) => typeof entry === 'string')
      ? entries
      : undefined;
  } catch {
    return undefined;
  }
}
