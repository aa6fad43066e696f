import { environmentTable } from '../../templates/site/lib/config';
import { isTree } from '../answers/answers';
import { isSecretKey } from '../plan/companion-settings';
import { jsonText } from '../plan/json';
import { COMPANION_FILE, ENV_FILE, type ManagedFile } from '../plan/managed';
import { mergeEnv } from './env-file';
import { mergeJson } from './merge-json';
import { mergeText, showDifference } from './merge-text';

/** `outdated` would be written, `missing` was deleted by its owner and stays so, `edited` is the owner's and is kept. */
export type FileState = 'clean' | 'edited' | 'outdated' | 'missing' | 'conflict';

export interface Decision {
  path: string;
  state: FileState;
  /** What to write; undefined: nothing. */
  contents?: string;
  remove?: true;
  /** Why two changes do not go together. Never holds a secret. */
  difference?: readonly string[];
}

export interface Sides {
  path: string;
  /** What was generated last. */
  base: string | undefined;
  /** What the owner has. */
  ours: string | undefined;
  /** What is generated now; undefined: the file is not needed any more. */
  theirs: ManagedFile | undefined;
}

const secretNames = new Set<string>(
  environmentTable.filter(({ kind }) => kind === 'secret').map(({ name }) => name),
);

/** Takes the side that changed; merges when both did. Line ends never count, and the owner's kind is kept. */
export function decide({ path, base, ours, theirs }: Sides): Decision {
  const [b, u, n] = [unix(base), unix(ours), unix(theirs?.contents)];
  const decision = decideUnix(path, b, u, n, theirs);
  const crlf = ours?.includes('\r\n') === true;
  if (decision.contents === undefined || !crlf) return decision;
  return { ...decision, contents: decision.contents.replaceAll('\n', '\r\n') };
}

function decideUnix(
  path: string,
  base: string | undefined,
  ours: string | undefined,
  next: string | undefined,
  theirs: ManagedFile | undefined,
): Decision {
  if (theirs === undefined || next === undefined) {
    if (ours === undefined) return { path, state: 'clean' };
    return ours === base ? { path, state: 'outdated', remove: true } : { path, state: 'edited' };
  }
  if (ours === undefined) {
    return base === undefined ? { path, state: 'outdated', contents: next } : { path, state: 'missing' };
  }
  if (ours === next) return { path, state: 'clean' };
  // Without a base (a clone whose owner wrote the file) every value there is the owner's.
  if (path === ENV_FILE) return fromEnv(path, base ?? next, ours, next);
  if (path === COMPANION_FILE) return fromCompanion(path, base, ours, next);
  if (ours === base) return { path, state: 'outdated', contents: next };
  if (next === base) return { path, state: 'edited' };
  if (base === undefined) return conflict(path, showDifference(ours, next));
  if (theirs.merge === 'env') return fromEnv(path, base, ours, next);
  if (theirs.merge === 'json') return fromJson(path, base, ours, next);
  const merged = mergeText(base, ours, next);
  return merged === undefined ? conflict(path, showDifference(ours, next)) : settled(path, ours, merged);
}

function fromEnv(path: string, base: string, ours: string, next: string): Decision {
  const merged = mergeEnv(base, ours, next, (name) => secretNames.has(name));
  if (merged.conflicts.length === 0) return settled(path, ours, merged.text);
  return conflict(path, merged.conflicts.map(bothChanged));
}

function fromJson(path: string, base: string, ours: string, next: string): Decision {
  const [own, was] = [parse(ours), parse(base)];
  if (own === undefined) return conflict(path, ['it is not valid JSON']);
  const { value, conflicts } = mergeJson(was, own, parse(next));
  if (conflicts.length > 0) return conflict(path, conflicts.map(bothChanged));
  return settled(path, ours, jsonText(value), JSON.stringify(value) === JSON.stringify(own));
}

/** The plugin's settings must match the secrets and the answers whatever else was done to them. */
function fromCompanion(path: string, base: string | undefined, ours: string, next: string): Decision {
  const [own, fresh, was] = [parse(ours), parse(next), parse(base ?? '{}')];
  if (!isTree(own) || !isTree(fresh)) return { path, state: 'outdated', contents: next };
  const before = isTree(was) ? was : {};
  const value = Object.fromEntries(
    Object.keys({ ...own, ...fresh })
      .filter((key) => key in fresh || !isSecretKey(key))
      .map((key) => {
        const keeps = !isSecretKey(key) && key in own && (!(key in fresh) || before[key] === fresh[key]);
        return [key, keeps ? own[key] : fresh[key]];
      }),
  );
  return settled(path, ours, jsonText(value), JSON.stringify(value) === JSON.stringify(own));
}

function settled(path: string, ours: string, merged: string, same = ours === merged): Decision {
  return same ? { path, state: 'edited' } : { path, state: 'outdated', contents: merged };
}

function conflict(path: string, difference: readonly string[]): Decision {
  return { path, state: 'conflict', difference };
}

function bothChanged(key: string): string {
  return `${key}: changed by you and by the answers`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unix(text: string | undefined): string | undefined {
  return text?.replaceAll('\r\n', '\n');
}
