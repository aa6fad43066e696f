import { isDeepStrictEqual } from 'node:util';
import { isTree } from '../answers/answers';
import { isSecretKey } from '../plan/companion-settings';
import { parseJson } from '../plan/json';
import { COMPANION_FILE, ENV_FILE, type ManagedFile, PACKAGE_FILE } from '../plan/managed';
import { environmentTable } from '../runtime/config';
import { mergeEnv, readEnv } from '../site/env-file';
import { findMarkers } from '../site/markers';
import { hunks } from './diff';
import { editJson } from './edit-json';
import { likeOwners, plain } from './line-ends';
import { languageOf } from './look';
import { mergeJson } from './merge-json';
import { mergeText, type Resolution } from './merge-text';
import { settlePins } from './pins';
import { mergeInFormat } from './same-format';

/** `outdated` would be written, `missing` was deleted by its owner and stays so, `edited` is the owner's and is kept. */
export type FileState = 'clean' | 'edited' | 'outdated' | 'missing' | 'conflict';

export interface Decision {
  path: string;
  state: FileState;
  /** What to write; undefined: nothing. With `conflict` it holds markers. */
  contents?: string | Buffer;
  remove?: true;
  /** Kept, though the answers do not ask for it any more. */
  unneeded?: true;
  /** A file that imports this one: it stays though this version has no more of it, or comes back though it was deleted. */
  importedBy?: string;
  /** Lines of this version that were left out, because the owner has other words or another look there. */
  left?: readonly string[];
  /** Why two changes do not go together. */
  difference?: readonly string[];
  /** The line with conflict markers that an earlier merge left. */
  markers?: number;
}

export interface Sides {
  path: string;
  /** What was generated last. */
  base: string | undefined;
  /** What the owner has. */
  ours: string | undefined;
  /** What is generated now; undefined: the file is not needed any more. */
  theirs: ManagedFile | undefined;
  /** What becomes of conflicts; undefined: they are left, with nothing to write. */
  resolve?: Resolution | undefined;
}

/** What stands in place of bytes that are no UTF-8. */
const UNREADABLE = '\uFFFD';

const secretNames = new Set<string>(
  environmentTable.filter(({ kind }) => kind === 'secret').map(({ name }) => name),
);

/**
 * Takes the side that changed; merges when both did. Line ends never count, and the owner's are kept. Pure.
 * Markers go into texts only: in JSON and env files, which programs read, they would stop the site.
 */
export function decide({ path, base, ours, theirs, resolve }: Sides): Decision {
  const decision = decidePlain({ path, base: plain(base), ours: plain(ours), theirs, resolve });
  if (typeof decision.contents !== 'string' || ours === undefined) return decision;
  return { ...decision, contents: likeOwners(ours, decision.contents) };
}

function decidePlain({ path, base, ours, theirs, resolve }: Sides): Decision {
  if (theirs === undefined) {
    if (ours === undefined) return { path, state: 'clean' };
    return ours === base
      ? { path, state: 'outdated', remove: true }
      : { path, state: 'edited', unneeded: true };
  }
  const next = theirs.contents;
  if (ours === undefined) {
    return base === undefined ? { path, state: 'outdated', contents: next } : { path, state: 'missing' };
  }
  if (ours === next) return { path, state: 'clean' };
  const markers = findMarkers(ours);
  if (markers !== undefined) return { path, state: 'conflict', markers };
  const changed: Changed = { path, base, ours, next, resolve };
  if (ours.includes(UNREADABLE)) return fromUnreadable(changed);
  // Without a base (a clone whose owner wrote the file) every value there is the owner's.
  if (path === ENV_FILE) return fromEnv({ ...changed, base: base ?? next });
  if (path === COMPANION_FILE) return fromCompanion(changed);
  if (ours === base) return { path, state: 'outdated', contents: next };
  if (next === base) return { path, state: 'edited' };
  if (theirs.merge === 'keep') return { path, state: 'edited' };
  if (theirs.merge === 'text') return fromText(changed);
  if (base === undefined) return fromUnknown(changed);
  return theirs.merge === 'env' ? fromEnv({ ...changed, base }) : fromJson(changed);
}

interface Changed {
  path: string;
  base: string | undefined;
  ours: string;
  next: string;
  resolve: Resolution | undefined;
}

function fromText({ path, base, ours, next, resolve }: Changed): Decision {
  const language = languageOf(path);
  const plainly = mergeText(base, ours, next, resolve, language);
  const isCode = plainly.conflicts > 0 && base !== undefined && language !== undefined;
  const inFormat = isCode ? mergeInFormat(base, ours, next, language, resolve) : undefined;
  // One that leaves a conflict would bring the format of its guesses into places that are settled.
  const { text, conflicts, left, places: difference } = inFormat?.conflicts === 0 ? inFormat : plainly;
  if (conflicts === 0) return { ...settled(path, ours, text), ...(left.length > 0 && { left }) };
  if (resolve === undefined) return { path, state: 'conflict', difference };
  return resolve === 'markers'
    ? { path, state: 'conflict', contents: text, difference }
    : settled(path, ours, text);
}

/** Bytes in another encoding would not survive being read and written, so such a file is kept or replaced as a whole. */
function fromUnreadable({ path, base, ours, next, resolve }: Changed): Decision {
  const side = sideOf(resolve);
  if (next === base || side === 'ours') return { path, state: 'edited' };
  // That file holds more than ours; nobody means all of it.
  if (side === 'theirs' && path !== ENV_FILE) return settled(path, ours, next);
  return { path, state: 'conflict', difference: [`${path} is not encoded as UTF-8`] };
}

/** A file that is there and was not generated: all of it is the place where both sides meet. */
function fromUnknown({ path, ours, next, resolve }: Changed): Decision {
  const side = sideOf(resolve);
  if (side) return settled(path, ours, side === 'ours' ? ours : next);
  return { path, state: 'conflict', difference: hunks(ours, next) };
}

function fromEnv({ path, base, ours, next, resolve }: Changed & { base: string }): Decision {
  const side = sideOf(resolve);
  const merged = mergeEnv(base, ours, next, (name) => secretNames.has(name), side);
  const same = isDeepStrictEqual(readEnv(ours), readEnv(next));
  if (merged.conflicts.length === 0 || side) return settled(path, ours, merged.text, same);
  return { path, state: 'conflict', difference: merged.conflicts.map(bothChanged) };
}

function fromJson({ path, base, ours, next, resolve }: Changed): Decision {
  const side = sideOf(resolve);
  const own = parseJson(ours);
  if (own === undefined) return notJson(path, next, side);
  const sides = { base: parseJson(base ?? ''), ours: own, theirs: parseJson(next) };
  const { base: was, theirs } = path === PACKAGE_FILE ? settlePins(sides) : sides;
  const { value, conflicts } = mergeJson(was, own, theirs, side);
  if (conflicts.length === 0 || side) return settled(path, ours, editJson(ours, value));
  return { path, state: 'conflict', difference: conflicts.map(bothChanged) };
}

/** The plugin's settings must match the secrets and the answers whatever else was done to them. */
function fromCompanion({ path, base, ours, next, resolve }: Changed): Decision {
  const [own, fresh, was] = [parseJson(ours), parseJson(next), parseJson(base ?? '{}')];
  if (!isTree(own) || !isTree(fresh)) return notJson(path, next, sideOf(resolve));
  const before = isTree(was) ? was : {};
  const value = Object.fromEntries(
    Object.keys({ ...own, ...fresh })
      .filter((key) => key in fresh || !isSecretKey(key))
      .map((key) => {
        const keeps = !isSecretKey(key) && key in own && (!(key in fresh) || before[key] === fresh[key]);
        return [key, keeps ? own[key] : fresh[key]];
      }),
  );
  return settled(path, ours, editJson(ours, value), isDeepStrictEqual(own, fresh));
}

/** Keeping what nobody can read would be no answer: only the new text settles it. */
function notJson(path: string, next: string, side: 'ours' | 'theirs' | undefined): Decision {
  if (side === 'theirs') return { path, state: 'outdated', contents: next };
  return { path, state: 'conflict', difference: [`${path} is not valid JSON`] };
}

function sideOf(resolve: Resolution | undefined): 'ours' | 'theirs' | undefined {
  return resolve === 'markers' ? undefined : resolve;
}

/** @param same whether what stands there already means the same as what is generated */
function settled(path: string, ours: string, merged: string, same = false): Decision {
  if (ours !== merged) return { path, state: 'outdated', contents: merged };
  return { path, state: same ? 'clean' : 'edited' };
}

function bothChanged(key: string): string {
  return `${key}: changed by you and by create-headless-site`;
}
