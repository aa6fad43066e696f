import { diffIndices, diffPatch } from 'node-diff3';
import { areImports, areIndependent } from './additions';
import { isWhole } from './brackets';
import { type Language, withLookOf } from './look';

/** Lines of the base, from the one and before the other, and what becomes of them. */
interface Change {
  from: number;
  to: number;
  lines: string[];
  /** One line, of which nothing but the look changed. */
  isLook?: boolean;
}

/** Lines of a text, and what each is without its look. */
export interface Lines {
  lines: string[];
  outlines: string[];
}

export interface Sides {
  base: Lines;
  ours: Lines;
  theirs: Lines;
  language: Language | undefined;
  /** Whether an outline stands once in each of the whole texts: such a line is the same line in all of them. */
  isUnique: (outline: string) => boolean;
  /** Whether the owner has this line of the base nowhere any more. */
  isGone: (line: string) => boolean;
}

export interface NearMerge {
  lines: string[];
  /** Lines of the new side that were left out, because the owner has another look there, or no such lines. */
  left: string[];
}

/**
 * Brings changes together that a merge by lines calls a conflict only because no unchanged line stands between them, or because
 * one side changed nothing but the look of a line, or because the owner took out what the other side changed. Where both add
 * lines, nobody knows which come first: that stays a conflict, unless their order says nothing.
 * @returns undefined where the changes conflict
 */
export function mergeNear(sides: Sides): NearMerge | undefined {
  const base = sides.base.lines;
  let own = changes(sides, sides.ours);
  const fresh: Change[] = [];
  const left: string[] = [];
  for (const change of changes(sides, sides.theirs)) {
    const settled = settle(sides, own, withoutCopies(change, own));
    if (!settled) return undefined;
    own = settled.own;
    if (settled.fresh) fresh.push(settled.fresh);
    else left.push(...(settled.left ?? []));
  }
  return { lines: applied(base, [...own, ...fresh]), left };
}

function applied(base: string[], both: Change[]): string[] {
  both.sort((one, other) => one.from - other.from || one.to - other.to);
  let at = 0;
  const lines: string[] = [];
  for (const change of both) {
    lines.push(...base.slice(at, change.from), ...change.lines);
    at = change.to;
  }
  return [...lines, ...base.slice(at)];
}

function changes({ base, isUnique }: Sides, side: Lines): Change[] {
  return diffPatch(base.lines, side.lines).flatMap(({ buffer1, buffer2 }) => {
    const was = slice(base, buffer1.offset, buffer1.length);
    return parted(was, slice(side, buffer2.offset, buffer2.length), buffer1.offset, isUnique);
  });
}

export const slice = ({ lines, outlines }: Lines, from: number, length: number): Lines => ({
  lines: lines.slice(from, from + length),
  outlines: outlines.slice(from, from + length),
});

/** Parts a change where lines surely are the same lines with another look, so that each of these stands for itself. */
function parted(was: Lines, now: Lines, from: number, isUnique: Sides['isUnique']): Change[] {
  const isAllLook = was.outlines.join('\n') === now.outlines.join('\n');
  const names = ({ outlines }: Lines, side: string) =>
    outlines.map((outline, index) => (isAllLook || isUnique(outline) ? outline : `${side} ${index}`));
  const parts: Change[] = [];
  let [at, there] = [0, 0];
  const looks = (until: number) => {
    for (; at < until; at++, there++) {
      const line = now.lines[there] ?? '';
      if (line !== was.lines[at])
        parts.push({ from: from + at, to: from + at + 1, lines: [line], isLook: true });
    }
  };
  for (const { buffer1, buffer2 } of diffIndices(names(was, 'was'), names(now, 'now'))) {
    looks(buffer1[0]);
    at = buffer1[0] + buffer1[1];
    there = buffer2[0] + buffer2[1];
    parts.push({ from: from + buffer1[0], to: from + at, lines: now.lines.slice(buffer2[0], there) });
  }
  looks(was.lines.length);
  return parts;
}

interface Settled {
  own: Change[];
  /** Undefined: it is in the owner's lines now, or left out. */
  fresh?: Change;
  left?: string[];
}

/** @returns undefined where the new change conflicts with one of the owner's */
function settle(sides: Sides, own: Change[], change: Change): Settled | undefined {
  const { language } = sides;
  const base = sides.base.lines;
  let fresh = change;
  const kept: Change[] = [];
  for (const one of own) {
    const isOverlap = one.from < fresh.to && fresh.from < one.to;
    if (isOverlap && fresh.isLook)
      return { own, left: fresh.lines, ...broughtInto(base, own, one, fresh, language) };
    if (isOverlap && tookOut(sides, one, fresh)) return { own, left: fresh.lines };
    const carried =
      isOverlap && one.isLook ? withLookOf(base[one.from], one.lines[0], fresh.lines, language) : undefined;
    if (carried) fresh = { ...fresh, lines: carried };
    else if (conflict(base, one, fresh, language)) return undefined;
    else kept.push(one);
  }
  return { own: kept, fresh };
}

/** Whether the owner took out, and did not move, all lines that the new side changes: in what is gone there is nothing to change. */
function tookOut({ base, isGone, language }: Sides, one: Change, fresh: Change): boolean {
  const isWithin = one.from <= fresh.from && fresh.from < fresh.to && fresh.to <= one.to;
  const lines = base.lines.slice(one.from, one.to).filter((line) => /\w{2}/.test(line));
  return language !== undefined && isWithin && one.lines.length === 0 && lines.every(isGone);
}

/** A new look of a line that the owner has changed otherwise. */
function broughtInto(
  base: string[],
  own: Change[],
  one: Change,
  fresh: Change,
  language: Language | undefined,
): Settled | undefined {
  const lines = one.isLook ? undefined : withLookOf(base[fresh.from], fresh.lines[0], one.lines, language);
  return lines && { own: own.map((other) => (other === one ? { ...one, lines } : other)), left: [] };
}

function conflict(base: string[], one: Change, other: Change, language: Language | undefined): boolean {
  if (one.to < other.from || other.to < one.from) return false;
  const isSamePlace = one.from === one.to && other.from === other.to;
  if (isSamePlace) return other.lines.length > 0 && !areIndependent(one.lines, other.lines, language);
  const overlap = one.from < other.to && other.from < one.to;
  return overlap || [one, other].some((change) => !standsAlone(base, change, language));
}

/** Whether what stands beside a change does not belong to it. Where lines were taken out it may, unless they were code that was complete. */
function standsAlone(base: string[], { from, to, lines }: Change, language: Language | undefined): boolean {
  const was = base.slice(from, to);
  return lines.length >= was.length || (language !== undefined && isWhole(was) && isWhole(lines));
}

/** An import that the owner has added too is there once. */
function withoutCopies(fresh: Change, own: readonly Change[]): Change {
  if (fresh.from < fresh.to || !areImports(fresh.lines)) return fresh;
  const known = new Set(own.flatMap(({ lines }) => lines));
  return { ...fresh, lines: fresh.lines.filter((line) => !known.has(line)) };
}
