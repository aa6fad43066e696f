/** Figures of the benches, beside their goals: printed at once, and gathered for the table that `npm run bench` ends with. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

/** `of` names whose value the goal is a share of. Without it the goal is of `ours` itself. */
export type Goal = ({ most: number } | { least: number }) & { of?: Peer };
export type Peer = 'bare' | 'nextWp';

export interface Figure {
  /** Name of the figure, with its unit. */
  name: string;
  /** Undefined where it was not to be had, which misses each goal. */
  ours: number | undefined;
  /** The same of a bare Next app with the same texts; missing where it does no such thing, or was left out. */
  bare?: number | undefined;
  /** The same of next-wp. */
  nextWp?: number | undefined;
  goal?: Goal;
}

/** Names the file that figures are gathered in, one a line. */
const GATHERED = 'BENCH_FIGURES';
/** How a process ends that missed a goal. 1 is Node's own, for an error. */
export const MISSED = 2;

/** Prints a figure. A goal that is missed ends the process with `MISSED`. */
export function figure(found: Figure): void {
  const { name, goal } = found;
  const kept = isKept(found);
  const file = process.env[GATHERED];
  if (file) appendFileSync(file, `${JSON.stringify(found)}\n`);
  const values = columns(found).filter(([, value]) => value !== '');
  const text = values.map(([of, value]) => `${of} ${value}`).join(', ');
  console.log(`  ${verdict(kept).padEnd(6)} ${name}: ${text}${goal ? ` (${goalText(goal)})` : ''}`);
  if (kept === false) process.exitCode = MISSED;
}

/**
 * Gathers what every process that `run` starts finds.
 * @param file is written anew
 * @returns the table as Markdown, and the names of the goals that were missed
 */
export async function gather(
  file: string,
  run: () => Promise<void>,
): Promise<{ table: string; missed: string[] }> {
  process.env[GATHERED] = file;
  writeFileSync(file, '');
  await run();
  const figures: Figure[] = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    // JSON has no NaN.
    .map((line) => JSON.parse(line, (_, value) => value ?? Number.NaN));
  const rows = figures.map((found) => {
    const { name, goal } = found;
    const values = columns(found).map(([, value]) => value);
    return [name, ...values, goal ? goalText(goal) : '', verdict(isKept(found))];
  });
  const head = ['figure', 'ours', 'bare', 'next-wp', 'ratio', 'goal', ''];
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return { table, missed: figures.filter((found) => isKept(found) === false).map(({ name }) => name) };
}

/** @returns undefined where there is no goal, or nobody to compare with */
function isKept(found: Figure): boolean | undefined {
  const { goal, ours = Number.NaN } = found;
  if (!goal || (goal.of && found[goal.of] === undefined)) return undefined;
  const value = goal.of ? ratio(found) : ours;
  return 'most' in goal ? value <= goal.most : value >= goal.least;
}

/** @returns NaN where there is nobody to compare with */
function ratio({ ours = Number.NaN, goal, ...peers }: Figure): number {
  return ours / ((goal?.of && peers[goal.of]) ?? Number.NaN);
}

function columns(found: Figure): [string, string][] {
  const of = found.goal?.of;
  return [
    ['ours', shown(found.ours ?? Number.NaN)],
    ['bare', shown(found.bare)],
    ['next-wp', shown(found.nextWp)],
    ['ratio', of ? shown(ratio(found)) : ''],
  ];
}

function goalText(goal: Goal): string {
  const of = { bare: ' of bare', nextWp: ' of next-wp' };
  const text = 'most' in goal ? `at most ${goal.most}` : `at least ${goal.least}`;
  return goal.of ? `${text}${of[goal.of]}` : text;
}

function verdict(kept: boolean | undefined): string {
  if (kept === undefined) return '';
  return kept ? 'ok' : 'MISSED';
}

/** Three digits that say something, none of thousands left out. */
function shown(value: number | undefined): string {
  if (value === undefined) return '';
  if (!Number.isFinite(value)) return 'not measured';
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/** @returns undefined where there are none */
export function median(all: readonly number[] = []): number | undefined {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
}
