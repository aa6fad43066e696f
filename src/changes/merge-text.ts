import { diff3Merge, diffComm } from 'node-diff3';
import { mergeNear } from './merge-near';

/** What becomes of a place that both sides changed: one of them, or both between markers. */
export type Resolution = 'ours' | 'theirs' | 'markers';

export interface TextMerge {
  text: string;
  /** Places that both sides changed, however they were resolved. */
  conflicts: number;
}

/**
 * Brings two changes of a text together by lines.
 * @param base what both started from; undefined: nothing is known of it, so that every difference is a conflict
 * @param resolve without it, the text of a merge with conflicts is of no use
 */
export function mergeText(
  base: string | undefined,
  ours: string,
  theirs: string,
  resolve: Resolution = 'ours',
): TextMerge {
  const parts = base === undefined ? compare(ours, theirs) : merge(base, ours, theirs);
  const lines = parts.flatMap((part) => (Array.isArray(part) ? part : resolved(part, resolve)));
  return { text: lines.join('\n'), conflicts: parts.filter((part) => !Array.isArray(part)).length };
}

interface Conflict {
  ours: string[];
  base: string[];
  theirs: string[];
}

/** Lines that are settled, or a place that is not. */
type Part = string[] | Conflict;

function merge(base: string, ours: string, theirs: string): Part[] {
  const regions = diff3Merge(ours.split('\n'), base.split('\n'), theirs.split('\n'), {
    excludeFalseConflicts: true,
  });
  return regions.map(({ ok, conflict }) => {
    if (!conflict) return ok ?? [];
    const { a: ours, o: was, b: theirs } = conflict;
    return mergeNear(was, ours, theirs) ?? { ours, base: was, theirs };
  });
}

function compare(ours: string, theirs: string): Part[] {
  return diffComm(ours.split('\n'), theirs.split('\n')).map(
    ({ common, buffer1, buffer2 }) => common ?? { ours: buffer1 ?? [], base: [], theirs: buffer2 ?? [] },
  );
}

/** Markers as `git merge` writes them in its style `diff3`. */
function resolved({ ours, base, theirs }: Conflict, resolve: Resolution): string[] {
  if (resolve === 'ours') return ours;
  if (resolve === 'theirs') return theirs;
  return ['<<<<<<< yours', ...ours, '||||||| base', ...base, '=======', ...theirs, '>>>>>>> new'];
}
