import { diffPatch } from 'node-diff3';

/** Lines of the base, from the one and before the other, and what becomes of them. */
interface Change {
  from: number;
  to: number;
  lines: string[];
}

/**
 * Brings changes together that a merge by lines calls a conflict only because no unchanged line stands between them: imports,
 * words and entries stand side by side. Where lines were taken out, what stands beside them may have belonged to them, and
 * where both add lines, nobody knows which come first: both stay conflicts.
 * @returns the lines of both; undefined where they conflict
 */
export function mergeNear(base: string[], ours: string[], theirs: string[]): string[] | undefined {
  const own = changes(base, ours);
  const fresh = changes(base, theirs).map((change) => withoutCopies(change, own));
  if (own.some((one) => fresh.some((other) => conflict(one, other)))) return undefined;
  const both = [...own, ...fresh].sort((one, other) => one.from - other.from || one.to - other.to);
  let at = 0;
  const lines: string[] = [];
  for (const change of both) {
    lines.push(...base.slice(at, change.from), ...change.lines);
    at = change.to;
  }
  return [...lines, ...base.slice(at)];
}

function changes(base: string[], text: string[]): Change[] {
  return diffPatch(base, text).map(({ buffer1: { offset, length }, buffer2: { chunk } }) => ({
    from: offset,
    to: offset + length,
    lines: chunk,
  }));
}

const isImports = ({ from, to, lines }: Change) =>
  from === to && lines.length > 0 && lines.every((line) => IMPORT.test(line));
const IMPORT = /^import\b.*;$/;

/** An import that the owner has added too is there once. */
function withoutCopies(fresh: Change, own: readonly Change[]): Change {
  if (!isImports(fresh)) return fresh;
  const known = new Set(own.flatMap(({ lines }) => lines));
  return { ...fresh, lines: fresh.lines.filter((line) => !known.has(line)) };
}

function conflict(one: Change, other: Change): boolean {
  if (one.to < other.from || other.to < one.from) return false;
  const isSamePlace = one.from === one.to && other.from === other.to;
  if (isSamePlace)
    return other.lines.length > 0 && !(isImports(one) && isImports(other) && differ(one, other));
  const overlap = one.from < other.to && other.from < one.to;
  return overlap || shrinks(one) || shrinks(other);
}

const shrinks = ({ from, to, lines }: Change) => lines.length < to - from;

/** Whether two lists of imports bring no name twice. */
function differ(one: Change, other: Change): boolean {
  const names = new Set(namesOf(one));
  return !namesOf(other).some((name) => names.has(name));
}

const namesOf = ({ lines }: Change) =>
  lines.flatMap((line) => line.replace(/\bfrom\b.*$/, '').match(/[\w$]+(?=\s*(?:[,}]|$))/g) ?? []);
