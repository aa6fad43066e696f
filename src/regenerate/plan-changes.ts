import type { Answers } from '../answers/answers';
import { newSecret } from '../answers/secrets';
import { toSiteConfig } from '../answers/validate';
import {
  ANSWERS_FILE,
  COMPANION_FILE,
  ENV_FILE,
  isCustomRoute,
  type ManagedFile,
  managedFiles,
} from '../plan/managed';
import { MANIFEST_FILE, manifestText } from '../plan/manifest';
import { baseFiles, basePath } from '../plan/plan';
import type { Change } from '../write/commit';
import { resolveInside } from '../write/inside';
import { type Decision, decide } from './decide';
import { readText, type SiteState } from './state';

export interface ChangePlan {
  decisions: readonly Decision[];
  /** In the order of writing: the manifest is last. */
  changes: readonly Change[];
}

/**
 * What must change so that the managed files follow from the answers. Reads the site, writes nothing.
 * @param answers those of `site.config.json` with what flags or prompts changed
 * @throws {CliError} `usage` for invalid answers and for a manifest that points out of the site
 */
export function planChanges(state: SiteState, answers: Answers, routes: readonly string[]): ChangePlan {
  // Without the site's secrets (a fresh clone) the answers are still checked; the stand-ins are never written.
  const secrets = state.secrets ?? { revalidation: newSecret(), preview: newSecret() };
  const inputFor = (from: Answers) => {
    return { config: toSiteConfig(from, secrets, ANSWERS_FILE, routes), answers: from, secrets };
  };
  const unchanged = managedFiles(inputFor(state.answers));
  const input = inputFor(answers);
  const next = managedFiles(input);
  const decisions = pathsOf(state, next).map((path): Decision => {
    const ours = readText(state.root, path);
    const theirs = next.get(path);
    if (!state.secrets && (path === ENV_FILE || path === COMPANION_FILE)) {
      return { path, state: ours === undefined ? 'missing' : 'edited' };
    }
    // What the owner wrote there is the truth, so it is what the answers start from.
    const generated = path === ANSWERS_FILE ? unchanged.get(path)?.contents : baseOf(state, path);
    return decide({ path, base: generated, ours, theirs });
  });
  return { decisions, changes: changesFor(state, next, decisions, manifestText(input, next)) };
}

function baseOf({ root, manifest }: SiteState, path: string): string | undefined {
  return Object.hasOwn(manifest.files, path) ? readText(root, basePath(path)) : undefined;
}

/** Files of today and of the last time. Of the latter only routes of custom types can fall away. */
function pathsOf({ root, manifest }: SiteState, next: ReadonlyMap<string, ManagedFile>): string[] {
  const listed = Object.keys(manifest.files);
  for (const path of [...next.keys(), ...listed]) resolveInside(root, path);
  return [...next.keys(), ...listed.filter((path) => !next.has(path) && isCustomRoute(path))];
}

function changesFor(
  state: SiteState,
  next: ReadonlyMap<string, ManagedFile>,
  decisions: readonly Decision[],
  manifest: string,
): Change[] {
  const changes: Change[] = [];
  for (const { path, contents, remove } of decisions) {
    const mode = next.get(path)?.mode ?? 0o644;
    if (contents !== undefined) changes.push({ path, contents, mode });
    else if (remove) changes.push({ path, remove });
  }
  const bases = new Map(next);
  // Bases of this machine's own files: nothing was brought into those where the secrets are not known.
  if (!state.secrets) for (const path of [ENV_FILE, COMPANION_FILE]) bases.delete(path);
  for (const [path, contents] of baseFiles(bases)) addIfNew(state, changes, path, contents);
  for (const path of Object.keys(state.manifest.files)) {
    const base = basePath(path);
    if (isCustomRoute(path) && !next.has(path) && readText(state.root, base) !== undefined) {
      changes.push({ path: base, remove: true });
    }
  }
  if (!sameManifest(readText(state.root, MANIFEST_FILE), manifest)) {
    changes.push({ path: MANIFEST_FILE, contents: manifest, mode: 0o644 });
  }
  return changes;
}

function addIfNew(state: SiteState, changes: Change[], path: string, contents: string): void {
  resolveInside(state.root, path);
  if (readText(state.root, path)?.replaceAll('\r\n', '\n') !== contents) {
    changes.push({ path, contents, mode: 0o644 });
  }
}

/** A newer version of this program that makes the same files is no change. */
function sameManifest(before: string | undefined, after: string): boolean {
  const withoutVersion = (text: string) => text.replaceAll('\r\n', '\n').replace(/"cliVersion": ".*"/, '');
  return before !== undefined && withoutVersion(before) === withoutVersion(after);
}
