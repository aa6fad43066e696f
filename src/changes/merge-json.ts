import { isDeepStrictEqual } from 'node:util';
import { isTree } from '../answers/answers';

export interface JsonMerge {
  value: unknown;
  /** Dotted keys that both sides changed, to different values, however they were resolved. */
  conflicts: string[];
}

/**
 * Brings two changes of the same JSON together: objects key by key, lists of plain values as sets.
 * @param resolve the side that a conflict goes to
 */
export function mergeJson(
  base: unknown,
  ours: unknown,
  theirs: unknown,
  resolve: 'ours' | 'theirs' = 'ours',
  key = '',
): JsonMerge {
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(base, theirs))
    return { value: ours, conflicts: [] };
  // Key by key also where ours is unchanged: its keys may stand in another order, which is kept.
  if (isTree(ours) && isTree(theirs)) return mergeKeys(isTree(base) ? base : {}, ours, theirs, resolve, key);
  if (isDeepStrictEqual(base, ours)) return { value: theirs, conflicts: [] };
  if (isPlainList(ours) && isPlainList(theirs)) {
    return { value: mergeLists(isPlainList(base) ? base : [], ours, theirs), conflicts: [] };
  }
  return { value: resolve === 'ours' ? ours : theirs, conflicts: [key || '(all of it)'] };
}

type Tree = Record<string, unknown>;

function mergeKeys(
  base: Tree,
  ours: Tree,
  theirs: Tree,
  resolve: 'ours' | 'theirs',
  parent: string,
): JsonMerge {
  const value: Tree = {};
  const conflicts: string[] = [];
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const path = parent ? `${parent}.${key}` : key;
    const merged = mergeJson(base[key], ours[key], theirs[key], resolve, path);
    conflicts.push(...merged.conflicts);
    if (merged.value !== undefined) value[key] = merged.value;
  }
  return { value, conflicts };
}

export function isPlainList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
}

/** What the owner has, without what we took away, with what we added. */
function mergeLists(base: unknown[], ours: unknown[], theirs: unknown[]): unknown[] {
  const kept = ours.filter((item) => theirs.includes(item) || !base.includes(item));
  const added = theirs.filter((item) => !base.includes(item) && !ours.includes(item));
  return [...kept, ...added];
}
