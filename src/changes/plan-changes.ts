import { isDeepStrictEqual } from 'node:util';
import type { Answers } from '../answers/answers';
import { newSecret, type Secrets } from '../answers/secrets';
import { toSiteConfig } from '../answers/validate';
import { cliVersion } from '../base/package';
import type { Bundled } from '../plan/bundled';
import { secretValues } from '../plan/environment';
import { parseJson } from '../plan/json';
import {
  ANSWERS_FILE,
  BASE_FILE,
  COMPANION_FILE,
  ENV_FILE,
  isCustomRoute,
  isLocalFile,
  LOCAL_BASE_FILE,
  type ManagedFile,
  managedFiles,
  PACKAGE_FILE,
  SETTINGS_FILES,
} from '../plan/managed';
import type { ManagedInput } from '../plan/managed-input';
import { MANIFEST_FILE, manifestText } from '../plan/manifest';
import { archivesOf } from '../plan/package-json';
import { baseCopies, baseFiles } from '../plan/plan';
import { setEnv } from '../site/env-file';
import { readText, type SiteState, secretsProblem } from '../site/state';
import { isArchive } from '../write/archives';
import { resolveInside } from '../write/inside';
import type { Change } from '../write/journal';
import { type Decision, decide } from './decide';
import { decideArchives } from './decide-archives';
import { decideTemplate } from './decide-template';
import { Hider } from './hide';
import { inItsVersion } from './in-its-version';
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
  /** Files that come along and that nothing manages: a runtime that the owner takes over. */
  copies?: ReadonlyMap<string, Buffer> | undefined;
  /** To this version of the program. Otherwise the site stays as its own version made it, and only follows its answers. */
  upgrade?: boolean;
}

/**
 * What must change so that the managed files follow from the answers and, in an upgrade, all files from this version.
 * Reads the site, writes nothing.
 * @throws {CliError} `usage` for invalid answers, for a manifest that points out of the site and for secrets that cannot
 *   be rotated now
 */
export function planChanges(state: SiteState, wanted: Wanted, bundled: Bundled): ChangePlan {
  const { answers, resolve, rotation, copies = new Map<string, Buffer>(), upgrade = false } = wanted;
  const known = rotation ? rotated(state.secrets, rotation) : state.secrets;
  const problem = known && secretsProblem(known);
  if (problem) throw problem;
  // Without the site's secrets (a fresh clone) the answers are still checked; the stand-ins are never written.
  const secrets = known ?? { revalidation: newSecret(), preview: newSecret() };
  const inputFor = (from: Answers): ManagedInput => {
    const config = toSiteConfig(from, secrets, ANSWERS_FILE, bundled.routes);
    const { inWorkspace } = state;
    return { config, answers: from, secrets, packageName: packageNameOf(state), inWorkspace, bundled };
  };
  const unchanged = managedFiles(inputFor(state.answers));
  const input = inputFor(answers);
  const made = managedFiles(input);
  const lastInput = { ...inputFor(lastAnswers(state)), inWorkspace: wasInWorkspace(state) };
  const next = upgrade ? made : inItsVersion(made, managedFiles(lastInput), (path) => baseOf(state, path));
  const managed = pathsOf(state, next).map((path): Decision => {
    const ours = readText(state.root, path);
    const theirs = next.get(path);
    if (!known && isLocalFile(path)) {
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
  const { archives, decisions: packed } = decideArchives(state, archivesOf(input), { upgrade, resolve });
  const template = upgrade ? decideTemplate(state, bundled.archives.template, made, resolve) : [];
  const decisions = [...managed, ...template, ...packed];
  const bases = baseFiles(next);
  const hider = new Hider([secrets, state.secrets].flatMap((pair) => Object.values(pair ?? {})));
  const version = upgrade ? cliVersion : state.manifest.cliVersion;
  return {
    decisions: decisions.map((decision) => withoutSecrets(decision, hider)),
    changes: [
      ...[...copies].map(([path, contents]) => ({ path, contents, mode: 0o644 })),
      ...changesFor(state, next, decisions, manifestText(input, next, archives, version)),
    ],
    hider,
    bases,
  };
}

/** The answers that the managed files were last made from. */
function lastAnswers({ manifest, answers }: SiteState): Answers {
  return { ...(manifest.answers as Answers), cli: answers.cli ?? {} };
}

/** Whether it was in one the last time: an owner may move the site. */
function wasInWorkspace({ manifest }: SiteState): boolean {
  return !SETTINGS_FILES.some((file) => Object.hasOwn(manifest.files, file));
}

/** As it was created: the owner may have renamed the package since. */
function packageNameOf(state: SiteState): string {
  const text = baseOf(state, PACKAGE_FILE) ?? readText(state.root, PACKAGE_FILE) ?? '';
  const made = parseJson(text) as { name?: unknown } | undefined;
  return typeof made?.name === 'string' ? made.name : 'my-site';
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

function withoutSecrets(decision: Decision, hider: Hider): Decision {
  const { difference } = decision;
  return difference ? { ...decision, difference: difference.map((line) => hider.line(line)) } : decision;
}

function baseOf({ bases, manifest }: SiteState, path: string): string | undefined {
  return Object.hasOwn(manifest.files, path) ? bases.get(path) : undefined;
}

/** Files of today, and those of the last time that are made no more. */
function pathsOf({ root, manifest }: SiteState, next: ReadonlyMap<string, ManagedFile>): string[] {
  const listed = Object.keys(manifest.files);
  for (const path of [...next.keys(), ...listed]) resolveInside(root, path);
  return [...next.keys(), ...listed.filter((path) => !next.has(path) && mayFallAway(path))];
}

/** Routes of custom types, and what only an older version made. Other paths of a manifest are never removed. */
function mayFallAway(path: string): boolean {
  if (isArchive(path) || [MANIFEST_FILE, BASE_FILE, LOCAL_BASE_FILE].includes(path)) return false;
  return isCustomRoute(path) || /^(wordpress|\.headless-site)\//.test(path);
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
  for (const [path, contents] of baseCopies(next)) {
    // Nothing was brought into the files of this machine where the secrets are not known.
    if (path !== LOCAL_BASE_FILE || state.secrets) addIfNew(state, changes, path, contents);
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

/** How a formatter left it is no change. */
function sameManifest(before: string | undefined, after: string): boolean {
  return before !== undefined && isDeepStrictEqual(parseJson(before), parseJson(after));
}
