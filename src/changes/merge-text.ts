import { diff3Merge, diffComm } from 'node-diff3';
import { holdsTogether } from './holds-together';
import { type Language, outlines } from './look';
import { type Lines, mergeNear, type Sides, slice } from './merge-near';

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
  const isWhole = ({ text }: TextMerge) => !language || holdsTogether(text, [base, ours, theirs]);
  // Lines far from each other may still depend on each other. Which of them do, a person has to say.
  if (plainly.conflicts === 0) return isWhole(plainly) ? plainly : joined(compare(ours, theirs), resolve);
  const near = joined(settled(parts, [base, ours, theirs], language), resolve);
  return near.conflicts > 0 || isWhole(near) ? near : plainly;
}

interface Conflict {
  /** The first of the owner's lines, from 0, and of the others. */
  at: number;
  baseAt: number;
  theirsAt: number;
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
      ? {
          ...{ at: conflict.aIndex, baseAt: conflict.oIndex, theirsAt: conflict.bIndex },
          ...{ ours: conflict.a, base: conflict.o, theirs: conflict.b },
        }
      : { lines: ok ?? [] },
  );
}

/** Settles conflicts of changes that are only near each other. */
function settled(
  parts: readonly Part[],
  texts: readonly [string, string, string],
  language: Language | undefined,
): Part[] {
  const sides = texts.map((text): Lines => ({ lines: text.split('\n'), outlines: outlines(text, language) }));
  const counts = sides.map((side) => countsOf(side.outlines));
  const isUnique: Sides['isUnique'] = (outline) => counts.every((count) => count.get(outline) === 1);
  const owned = new Set(texts[1].split('\n').map((line) => line.trim()));
  const isGone: Sides['isGone'] = (line) => !owned.has(line.trim());
  const [base, ours, theirs] = sides as [Lines, Lines, Lines];
  return parts.map((part) => {
    if (!isConflict(part)) return part;
    const near = mergeNear({
      base: slice(base, part.baseAt, part.base.length),
      ours: slice(ours, part.at, part.ours.length),
      theirs: slice(theirs, part.theirsAt, part.theirs.length),
      ...{ language, isUnique, isGone },
    });
    return near ?? part;
  });
}

function countsOf(outlines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const outline of outlines) counts.set(outline, (counts.get(outline) ?? 0) + 1);
  return counts;
}

function compare(ours: string, theirs: string): Part[] {
  let at = 0;
  return diffComm(ours.split('\n'), theirs.split('\n')).map(({ common, buffer1 = [], buffer2 = [] }) => {
    const part = common
      ? { lines: common }
      : { at, baseAt: 0, theirsAt: 0, ours: buffer1, base: [], theirs: buffer2 };
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
