import { diffPatch } from 'node-diff3';

/** Lines of the base, from the one and before the other, and what becomes of them. */
interface Change {
  from: number;
  to: number;
  lines: string[];
}

/** Both changes in one text. */
export interface NearMerge {
  lines: string[];
  /** Places where ours was kept and theirs left out. */
  kept: number;
}

/**
 * Brings changes together that a merge by lines calls a conflict only because no unchanged line stands between them:
 * imports stand side by side, so do words and entries. Here two changes meet only in a line that both changed, or where both
 * add lines. And some that meet need no answer: see `staysOurs`.
 * @param all every line that the owner has, to tell what was moved from what was taken out
 * @param keeps whether ours may be kept; otherwise every meeting is a conflict
 * @returns undefined where they conflict
 */
export function mergeNear(
  base: string[],
  ours: string[],
  theirs: string[],
  all: ReadonlySet<string>,
  keeps: boolean,
): NearMerge | undefined {
  const own = changes(base, ours);
  const fresh = changes(base, theirs);
  const met = (one: Change) => own.filter((other) => meet(one, other));
  const left = fresh.filter((one) => {
    const others = met(one);
    return keeps && others.length > 0 && others.every((other) => staysOurs(base, other, one, all));
  });
  const taken = fresh.filter((one) => !left.includes(one));
  if (taken.some((one) => met(one).some((other) => !areImports(one, other)))) return undefined;
  const both = [...own, ...taken].sort((one, other) => one.from - other.from || one.to - other.to);
  let at = 0;
  const lines: string[] = [];
  for (const change of both) {
    lines.push(...base.slice(at, change.from), ...change.lines);
    at = change.to;
  }
  return { lines: [...lines, ...base.slice(at)], kept: left.length };
}

function changes(base: string[], text: string[]): Change[] {
  return diffPatch(base, text).flatMap(({ buffer1: { offset, length }, buffer2: { chunk } }) =>
    lineByLine(base, { from: offset, to: offset + length, lines: chunk }),
  );
}

/** Lines that begin with the same word are the same lines, changed: translated words, another class of an element. */
function lineByLine(base: string[], change: Change): Change[] {
  const { from, to, lines } = change;
  const was = base.slice(from, to);
  const most = Math.min(was.length, lines.length);
  const isPair = (one = '', other = '') => firstWord(one) === firstWord(other);
  let head = 0;
  while (head < most && isPair(was[head], lines[head])) head += 1;
  let tail = 0;
  while (tail < most - head && isPair(was.at(-1 - tail), lines.at(-1 - tail))) tail += 1;
  const single = (at: number, line = '') => ({ from: at, to: at + 1, lines: [line] });
  const rest = { from: from + head, to: to - tail, lines: lines.slice(head, lines.length - tail) };
  return [
    ...lines.slice(0, head).map((line, index) => single(from + index, line)),
    ...(rest.from < rest.to || rest.lines.length > 0 ? [rest] : []),
    ...lines.slice(lines.length - tail).map((line, index) => single(to - tail + index, line)),
  ].filter((one) => one.lines.length !== 1 || one.to - one.from !== 1 || one.lines[0] !== base[one.from]);
}

const firstWord = (line: string) => /^\s*<?[\w$-]+/.exec(line)?.[0] ?? line;

function meet(one: Change, other: Change): boolean {
  if (one.from === one.to && other.from === other.to) return one.from === other.from;
  return one.from < other.to && other.from < one.to;
}

/** Whose lines come first is of no matter. */
function areImports(...both: Change[]): boolean {
  return both.every(
    ({ from, to, lines }) => from === to && lines.every((line) => /^import\b.*;$/.test(line)),
  );
}

/**
 * Where what is new is of no use, because the owner has decided already: a comment of ours that became another one, something
 * that the owner took out, words or classes in quotes in place of which the owner wrote others.
 */
function staysOurs(base: string[], own: Change, fresh: Change, all: ReadonlySet<string>): boolean {
  const was = base.slice(fresh.from, fresh.to);
  if ([...was, ...fresh.lines].every((line) => COMMENT.test(line))) return true;
  if (own.lines.length === 0) {
    // What was moved is still there, and what is new may belong to it.
    const isMoved = base.slice(own.from, own.to).some((line) => NAMES.test(line) && all.has(line.trim()));
    return own.from <= fresh.from && fresh.to <= own.to && !isMoved;
  }
  const sides = [was, own.lines, fresh.lines];
  if (own.from !== fresh.from || own.to !== fresh.to || was.some((line) => /\bfrom\b|^import\b/.test(line)))
    return false;
  return new Set(sides.map((lines) => lines.join('\n').replace(QUOTED, "''"))).size === 1;
}

/** Lines that are more than brackets and closing tags. */
const NAMES = /^(?!\s*<\/).*\w/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*(?:\s(?!\{)|\/|$)|#\s)/;
const QUOTED = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g;
