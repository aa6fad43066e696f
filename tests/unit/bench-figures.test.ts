import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type Figure, figure, gather } from '../bench/figures';

afterEach(() => {
  process.exitCode = undefined;
  vi.unstubAllEnvs();
});

async function tableOf(...found: Figure[]) {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.stubEnv('BENCH_FIGURES', '');
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'chs-figures-')), 'figures');
  return gather(file, async () => found.forEach(figure));
}

test('figures become rows in their order, with the ratio that a goal is about', async () => {
  const { table, missed } = await tableOf(
    { name: 'scripts, KiB', ours: 1.0283, bare: 131, goal: { most: 3 } },
    { name: 'requests', ours: 20376, bare: 1000, nextWp: 900, goal: { least: 8, of: 'bare' } },
    { name: 'disk', ours: 54 },
  );
  expect(table.split('\n').slice(2)).toEqual([
    '| scripts, KiB | 1.03 | 131 |  |  | at most 3 | ok |',
    '| requests | 20376 | 1000 | 900 | 20.4 | at least 8 of bare | ok |',
    '| disk | 54 |  |  |  |  |  |',
  ]);
  expect([missed, process.exitCode]).toEqual([[], undefined]);
});

test.for<[string, Figure]>([
  ['too much', { name: 'it', ours: 3.01, goal: { most: 3 } }],
  ['too little', { name: 'it', ours: 2.99, goal: { least: 3 } }],
  ['too much of what a peer needs', { name: 'it', ours: 81, nextWp: 100, goal: { most: 0.8, of: 'nextWp' } }],
  ['not measured', { name: 'it', ours: Number.NaN, goal: { most: 3 } }],
])('a goal is missed by what is %s', async ([, found]) => {
  const { missed } = await tableOf(found);
  expect([missed, process.exitCode]).toEqual([['it'], 2]);
});

test('a peer that was left out misses no goal, and the table says so', async () => {
  const { table, missed } = await tableOf({ name: 'paint', ours: 400, goal: { most: 0.8, of: 'nextWp' } });
  expect([missed, process.exitCode]).toEqual([[], undefined]);
  expect(table).toContain('| paint | 400 |  |  | not measured | at most 0.8 of next-wp |  |');
});
