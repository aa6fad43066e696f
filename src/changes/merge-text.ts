import { diff3Merge, diffComm } from 'node-diff3';
import { mergeNear } from './merge-near';

/** What becomes of a place that both sides changed: one of them, or both between markers. */
export type Resolution = 'ours' | 'theirs' | 'markers';

export interface TextMerge {
  text: string;
  /** Places that both sides changed, however they were resolved. */
  conflicts: number;
  /** Places that both sides changed and where ours stays without a question. */
  kept: number;
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
  const parts = base === undefined ? compare(ours, theirs) : merge(base, ours, theirs, resolve !== 'theirs');
  const lines = parts.flatMap((part) => ('theirs' in part ? resolved(part, resolve) : part.lines));
  const settled = parts.filter((part) => 'kept' in part);
  return {
    text: lines.join('\n'),
    conflicts: parts.filter((part) => 'theirs' in part).length,
    kept: settled.reduce((sum, part) => sum + part.kept, 0),
  };
}

interface Conflict {
  ours: string[];
  base: string[];
  theirs: string[];
}

/** Lines that are settled, or a place that is not. */
type Part = { lines: string[]; kept: number } | Conflict;

function merge(base: string, ours: string, theirs: string, keeps: boolean): Part[] {
  const all = new Set(ours.split('\n').map((line) => line.trim()));
  const regions = diff3Merge(ours.split('\n'), base.split('\n'), theirs.split('\n'), {
    excludeFalseConflicts: true,
  });
  return regions.map(({ ok, conflict }) => {
    if (!conflict) return { lines: ok ?? [], kept: 0 };
    const { a: ours, o: was, b: theirs } = conflict;
    return mergeNear(was, ours, theirs, all, keeps) ?? { ours, base: was, theirs };
  });
}

function compare(ours: string, theirs: string): Part[] {
  return diffComm(ours.split('\n'), theirs.split('\n')).map(({ common, buffer1, buffer2 }) =>
    common ? { lines: common, kept: 0 } : { ours: buffer1 ?? [], base: [], theirs: buffer2 ?? [] },
  );
}

/** Markers as `git merge` writes them in its style `diff3`. */
function resolved({ ours, base, theirs }: Conflict, resolve: Resolution): string[] {
  if (resolve === 'ours') return ours;
  if (resolve === 'theirs') return theirs;
  return ['<<<<<<< yours', ...ours, '||||||| base', ...base, '=======', ...theirs, '>>>>>>> new'];
}
