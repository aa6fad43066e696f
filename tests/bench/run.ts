/**
 * Runs all that has a goal and ends with one table of it, ours beside a bare Next app with the same texts and next-wp (NEXT_WP_DIR, see
 * `peers.ts`). Ends with 1 when a goal is missed. Not a test: times depend on the machine, their ratios much less. It takes
 * three quarters of an hour on two cores and wants them for itself.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../support/built';
import { gather, MISSED } from './figures';

const programs = [
  ['cli.ts'],
  ['pages.ts'],
  ['build-time.ts'],
  ['publish-everywhere.ts'],
  ['large-build.ts'],
  ['memory.ts', '100000', '30', '10000'],
];

ensureBuilt();
const scratch = mkdtempSync(path.join(os.tmpdir(), 'chs-bench-'));
const broken: string[] = [];
try {
  const { table, missed } = await gather(path.join(scratch, 'figures'), run);
  console.log(`\n${table}`);
  if (missed.length + broken.length > 0) {
    console.error(`\nMissed: ${[...missed, ...broken].join('; ')}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Each in a process of its own: what one leaves in memory is nothing to the next. */
async function run(): Promise<void> {
  for (const [name = '', ...args] of programs) {
    console.log(`\n${name}`);
    const command = ['--import', 'tsx', path.join(import.meta.dirname, name), ...args];
    const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
    if (status !== 0 && status !== MISSED) broken.push(`${name} ended with ${status}`);
  }
}
