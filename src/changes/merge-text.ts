import { diff3Merge, diffComm } from 'node-diff3';
import { holdsTogether } from './holds-together';
import type { Language } from './look';
import { mergeNear } from './merge-near';

/** What becomes of a place that both sides changed: one of them, or both between markers. */
export type Resolution = 'ours' | 'theirs' | 'markers';

export interface TextMerge {
  text: string;
  /** Places that both sides changed, however they were resolved. */
  conflicts: number;
  /** These places as a diff shows them: the line of the owner's text, their lines, the new ones. */
  places: readonly string[];
  /** Lines of the new side that were left out, because the owner has other words or another look there. */
  left: readonly string[];
}

/**
 * Brings two changes of a text together by lines.
 * @param base what both started from; undefined: nothing is known of it, so that every difference is a conflict
 * @param resolve without it, the text of a merge with conflicts is of no use
 * @param language of code, in which more is known of changes that are near each other
 */
export function mergeText(
  base: string | undefined,
  ours: string,
  theirs: string,
  resolve: Resolution = 'ours',
  language?: Language,
): TextMerge {
  if (base === undefined) return joined(compare(ours, theirs), resolve);
  const parts = merge(base, ours, theirs);
  const plainly = joined(parts, resolve);
  if (plainly.conflicts === 0) return plainly;
  // Whoever asks for the new side wants its words as well.
  const known = resolve === 'theirs' ? undefined : language;
  const near = joined(
    parts.map((part) => (isConflict(part) ? settled(part, known) : part)),
    resolve,
  );
  const isUsable = !language || near.conflicts > 0 || holdsTogether(near.text, [base, ours, theirs]);
  return isUsable ? near : plainly;
}

interface Conflict {
  /** The first of the owner's lines, from 0. */
  at: number;
  ours: string[];
  base: string[];
  theirs: string[];
}

/** Lines that are settled, with those that were left out, or a place that is not. */
type Part = { lines: string[]; left?: string[] } | Conflict;

const isConflict = (part: Part): part is Conflict => 'theirs' in part;

function merge(base: string, ours: string, theirs: string): Part[] {
  const regions = diff3Merge(ours.split('\n'), base.split('\n'), theirs.split('\n'), {
    excludeFalseConflicts: true,
  });
  return regions.map(({ ok, conflict }) =>
    conflict
      ? { at: conflict.aIndex, ours: conflict.a, base: conflict.o, theirs: conflict.b }
      : { lines: ok ?? [] },
  );
}

function settled(part: Conflict, language: Language | undefined): Part {
  return mergeNear(part.base, part.ours, part.theirs, language) ?? part;
}

function compare(ours: string, theirs: string): Part[] {
  let at = 0;
  return diffComm(ours.split('\n'), theirs.split('\n')).map(({ common, buffer1 = [], buffer2 = [] }) => {
    const part = common ? { lines: common } : { at, ours: buffer1, base: [], theirs: buffer2 };
    at += (common ?? buffer1).length;
    return part;
  });
}

function joined(parts: readonly Part[], resolve: Resolution): TextMerge {
  return {
    text: parts.flatMap((part) => (isConflict(part) ? resolved(part, resolve) : part.lines)).join('\n'),
    conflicts: parts.filter(isConflict).length,
    places: parts.filter(isConflict).flatMap(shown),
    left: parts.flatMap((part) => (isConflict(part) ? [] : (part.left ?? []))),
  };
}

function shown({ at, ours, theirs }: Conflict): string[] {
  return [`@@ line ${at + 1} @@`, ...ours.map((line) => `-${line}`), ...theirs.map((line) => `+${line}`)];
}

/** Markers as `git merge` writes them in its style `diff3`. */
function resolved({ ours, base, theirs }: Conflict, resolve: Resolution): string[] {
  if (resolve === 'ours') return ours;
  if (resolve === 'theirs') return theirs;
  return ['<<<<<<< yours', ...ours, '||||||| base', ...base, '=======', ...theirs, '>>>>>>> new'];
}
