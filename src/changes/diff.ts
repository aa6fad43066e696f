import { diffIndices } from 'node-diff3';

const CONTEXT = 3;

/**
 * The difference between two texts as `diff -u` and Git write it: `git apply` takes it.
 * @param before undefined: there is no such file yet
 * @param after undefined: the file goes away
 * @returns lines; none when nothing differs
 */
export function unifiedDiff(file: string, before: string | undefined, after: string | undefined): string[] {
  const lines = hunks(before ?? '', after ?? '');
  if (lines.length === 0) return [];
  const name = (side: string, text: string | undefined) =>
    text === undefined ? '/dev/null' : `${side}/${file}`;
  return [`--- ${name('a', before)}`, `+++ ${name('b', after)}`, ...lines];
}

/** The same without the names of the files. */
export function hunks(before: string, after: string): string[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const changes = diffIndices(a, b).map(({ buffer1, buffer2 }) => ({ from: buffer1, to: buffer2 }));
  return grouped(changes).flatMap((group) => hunk(a, b, group));
}

/** Start and length, in the text before and in the text after. */
interface Change {
  from: [number, number];
  to: [number, number];
}

/** Changes whose context would overlap stand in one hunk. */
function grouped(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const change of changes) {
    if (change.from[0] - end <= CONTEXT * 2) groups.at(-1)?.push(change);
    else groups.push([change]);
    end = change.from[0] + change.from[1];
  }
  return groups;
}

function hunk(a: readonly string[], b: readonly string[], changes: readonly Change[]): string[] {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return [];
  const lead = Math.min(CONTEXT, first.from[0]);
  let at = first.from[0] - lead;
  const stop = Math.min(a.length, last.from[0] + last.from[1] + CONTEXT);
  const body: string[] = [];
  for (const { from, to } of changes) {
    body.push(...a.slice(at, from[0]).map((line) => ` ${line}`));
    at = from[0] + from[1];
    body.push(...a.slice(from[0], at).map((line) => `-${line}`));
    body.push(...b.slice(to[0], to[0] + to[1]).map((line) => `+${line}`));
  }
  body.push(...a.slice(at, stop).map((line) => ` ${line}`));
  const start = first.from[0] - lead;
  const grown = changes.reduce((sum, { from, to }) => sum + to[1] - from[1], 0);
  const length = stop - start;
  const head = `@@ -${range(start, length)} +${range(first.to[0] - lead, length + grown)} @@`;
  return [head, ...body].flatMap((line) => line.split('\n'));
}

function range(start: number, length: number): string {
  // By the format an empty range names the line before it.
  return `${length === 0 ? start : start + 1},${length}`;
}

/** Lines without their ends; one that is not ended says so, as the format wants it. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop();
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}
