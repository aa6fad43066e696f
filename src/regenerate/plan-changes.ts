import { isDeepStrictEqual } from 'node:util';
import type { Answers } from '../answers/answers';
import { newSecret, type Secrets } from '../answers/secrets';
import { toSiteConfig } from '../answers/validate';
import { cliVersion } from '../base/package';
import { secretValues } from '../plan/environment';
import { parseJson } from '../plan/json';
import {
  ANSWERS_FILE,
  ARCHIVE_FILE,
  COMPANION_FILE,
  ENV_FILE,
  isCustomRoute,
  type ManagedFile,
  managedFiles,
} from '../plan/managed';
import { MANIFEST_FILE, manifestText } from '../plan/manifest';
import { baseFiles, basePath } from '../plan/plan';
import type { Brought } from '../site/brought-along';
import { setEnv } from '../site/env-file';
import { readText, type SiteState, secretsProblem } from '../site/state';
import { resolveInside } from '../write/inside';
import type { Change } from '../write/journal';
import { type Decision, decide } from './decide';
import { decideArchive } from './decide-archive';
import { Hider } from './hide';
import { likeOwners, plain } from './line-ends';
import type { Resolution } from './merge-text';
import { type Rotation, rotated } from './rotate';

export interface ChangePlan {
  decisions: readonly Decision[];
  /** In the order of writing: the manifest is last. */
  changes: readonly Change[];
  /** What is shown of the files passes it. */
  hider: Hider;
  /** What is generated of each file, without the values of secrets. */
  bases: ReadonlyMap<string, string>;
}

export interface Wanted {
  /** Those of `site.config.json` with what flags or prompts changed. */
  answers: Answers;
  resolve?: Resolution | undefined;
  rotation?: Rotation | undefined;
}

/**
 * What must change so that the managed files follow from the answers. Reads the site, writes nothing.
 * @throws {CliError} `usage` for invalid answers, for a manifest that points out of the site and for secrets that cannot
 *   be rotated now
 */
export function planChanges(state: SiteState, wanted: Wanted, { routes, archive }: Brought): ChangePlan {
  const { answers, resolve, rotation } = wanted;
  const known = rotation ? rotated(state.secrets, rotation) : state.secrets;
  const problem = known && secretsProblem(known);
  if (problem) throw problem;
  // Without the site's secrets (a fresh clone) the answers are still checked; the stand-ins are never written.
  const secrets = known ?? { revalidation: newSecret(), preview: newSecret() };
  const inputFor = (from: Answers) => {
    return { config: toSiteConfig(from, secrets, ANSWERS_FILE, routes), answers: from, secrets };
  };
  const unchanged = managedFiles(inputFor(state.answers));
  const input = inputFor(answers);
  const next = managedFiles(input);
  const decisions = pathsOf(state, next).map((path): Decision => {
    const ours = readText(state.root, path);
    const theirs = next.get(path);
    if (!known && (path === ENV_FILE || path === COMPANION_FILE)) {
      return { path, state: ours === undefined ? 'missing' : 'edited' };
    }
    if (rotation && path === ENV_FILE && ours !== undefined)
      return decideRotated(state, ours, theirs, known, resolve);
    // What the owner wrote there is the truth, so it is what the answers start from.
    const generated = path === ANSWERS_FILE ? unchanged.get(path)?.contents : baseOf(state, path);
    // Nothing else can hand the plugin its new secrets, so a settings file that was deleted comes back.
    const base = rotation && ours === undefined && path === COMPANION_FILE ? undefined : generated;
    return decide({ path, base, ours, theirs, resolve });
  });
  decisions.push(decideArchive(state, archive, resolve));
  const bases = baseFiles(next);
  const hider = new Hider([secrets, state.secrets].flatMap((pair) => Object.values(pair ?? {})));
  return {
    decisions: decisions.map((decision) => withoutSecrets(decision, hider)),
    changes: changesFor(
      state,
      next,
      bases,
      decisions,
      manifestText(input, next, [archive, ...runtimesOf(state)]),
    ),
    hider,
    bases,
  };
}

/** The one time that a run changes secrets in `.env.local`: they are put into the owner's text first. */
function decideRotated(
  state: SiteState,
  ours: string,
  theirs: ManagedFile | undefined,
  secrets: Secrets | undefined,
  resolve: Resolution | undefined,
): Decision {
  const turned = likeOwners(ours, setEnv(plain(ours), secrets ? secretValues(secrets) : {}));
  const decision = decide({ path: ENV_FILE, base: baseOf(state, ENV_FILE), ours: turned, theirs, resolve });
  if (decision.state === 'conflict' || decision.contents !== undefined || turned === ours) return decision;
  return { path: ENV_FILE, state: 'outdated', contents: turned };
}

/** The runtime stays as it is: answers change no version. */
function runtimesOf({ manifest }: SiteState): { path: string; sha256: string }[] {
  return Object.entries(manifest.files).flatMap(([path, { sha256 }]) =>
    path.startsWith('vendor/') ? [{ path, sha256 }] : [],
  );
}

function withoutSecrets(decision: Decision, hider: Hider): Decision {
  const { difference } = decision;
  return difference ? { ...decision, difference: difference.map((line) => hider.line(line)) } : decision;
}

function baseOf({ root, manifest }: SiteState, path: string): string | undefined {
  return Object.hasOwn(manifest.files, path) ? readText(root, basePath(path)) : undefined;
}

/** Files of today, and those of the last time that are made no more. */
function pathsOf({ root, manifest }: SiteState, next: ReadonlyMap<string, ManagedFile>): string[] {
  const listed = Object.keys(manifest.files);
  for (const path of [...next.keys(), ...listed]) resolveInside(root, path);
  return [...next.keys(), ...listed.filter((path) => !next.has(path) && mayFallAway(path))];
}

/** Routes of custom types, and what only an older version made. Other paths of a manifest are never removed. */
function mayFallAway(path: string): boolean {
  if (path === ARCHIVE_FILE || path === MANIFEST_FILE || path.startsWith(basePath(''))) return false;
  return isCustomRoute(path) || /^(wordpress|\.headless-site)\//.test(path);
}

function changesFor(
  state: SiteState,
  next: ReadonlyMap<string, ManagedFile>,
  bases: ReadonlyMap<string, string>,
  decisions: readonly Decision[],
  manifest: string,
): Change[] {
  const changes: Change[] = [];
  for (const { path, contents, remove } of decisions) {
    const mode = next.get(path)?.mode ?? 0o644;
    if (contents !== undefined) changes.push({ path, contents, mode });
    else if (remove) changes.push({ path, remove });
  }
  for (const [path, contents] of bases) {
    // Bases of this machine's own files: nothing was brought into those where the secrets are not known.
    if (!state.secrets && (path === ENV_FILE || path === COMPANION_FILE)) continue;
    addIfNew(state, changes, basePath(path), contents);
  }
  for (const path of Object.keys(state.manifest.files)) {
    const base = basePath(path);
    if (mayFallAway(path) && !next.has(path) && readText(state.root, base) !== undefined) {
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
  if (plain(readText(state.root, path)) !== contents) changes.push({ path, contents, mode: 0o644 });
}

/** A newer version of this program that makes the same files is no change, nor is how a formatter left it. */
function sameManifest(before: string | undefined, after: string): boolean {
  const values = (text: string) => ({ ...(parseJson(text) as object), cliVersion });
  return before !== undefined && isDeepStrictEqual(values(before), values(after));
}
