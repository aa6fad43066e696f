import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../cli/errors';
import { broughtAlong } from '../commands/brought-along';
import type { SiteOnDisk } from '../commands/site-on-disk';
import { ENV_FILE } from '../plan/managed';
import { isNewer } from '../plan/version';
import { planChanges } from '../regenerate/plan-changes';
import { readText } from '../regenerate/state';
import { check, type Finding } from './finding';

/** What can be seen in the folder of the site, without asking anybody. */
export function checksHere(site: SiteOnDisk): Finding[] {
  return [nodeVersion(site.state.root), environment(site), drift(site)];
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

function environment({ secrets, hasSampleCms, config }: SiteOnDisk): Finding {
  const { ok, fault, warning } = check('environment', 'Secrets of the site');
  if (!secrets) {
    return fault(
      `${ENV_FILE} lacks REVALIDATION_SECRET or PREVIEW_SECRET.`,
      `Copy ${ENV_FILE} from where the site runs, or write both lines: .env.example says how.`,
    );
  }
  if (secrets.revalidationPrevious || secrets.previewPrevious) {
    return warning(
      'The secrets are being changed: the former ones open both routes, too.',
      'When site and WordPress have the new ones: npx create-headless-site regenerate-config --finish-rotation',
    );
  }
  if (!hasSampleCms && secrets.revalidation === secrets.preview) {
    return warning(
      'One secret serves both purposes.',
      'Give each its own: npx create-headless-site regenerate-config --rotate-secrets',
    );
  }
  return ok(`Both are set${config.features.preview ? '' : ', previews are off'}.`);
}

function drift({ state }: SiteOnDisk): Finding {
  const { ok, fault } = check('drift', 'Managed files');
  const cure =
    'See what: npx create-headless-site regenerate-config --dry-run. Then run it without --dry-run.';
  try {
    const { changes, decisions } = planChanges(state, { answers: state.answers }, broughtAlong());
    const conflicts = decisions.filter(({ state: found }) => found === 'conflict');
    if (changes.length === 0 && conflicts.length === 0) return ok('They follow from site.config.json.');
    const files = [...new Set([...conflicts, ...changes].map((change) => change.path))];
    return fault(
      `Out of date: ${files.filter((file) => !file.startsWith('.headless-site/base/')).join(', ')}`,
      cure,
    );
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return fault(error.message, error.cure ?? cure);
  }
}

/** Hosts whose pictures the site shows. Undefined where the file cannot be read. */
export function imageHostsOf(root: string): string[] | undefined {
  try {
    return JSON.parse(readText(root, 'image-hosts.json') ?? '') as string[];
  } catch {
    return undefined;
  }
}
