import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { takeLock } from './lock.mjs';
import { patience } from './patience';

const root = path.resolve(import.meta.dirname, '../..');

let built = false;

/**
 * Builds the bundle when it is missing or older than what it is made from, as it is when a test file first asks; several
 * files wait for one build.
 */
export function ensureBuilt(): void {
  if (built) return;
  const lock = path.join(os.tmpdir(), `chs-build-${Buffer.from(root).toString('hex').slice(-24)}.lock`);
  for (let waited = 0; isStale(); waited += 100) {
    if (waited > patience) throw new Error(`another process has held ${lock} for ten minutes`);
    if (takeLock(lock)) {
      try {
        execFileSync(process.execPath, [path.join(root, 'esbuild.config.mjs')], { stdio: 'pipe' });
      } finally {
        rmSync(lock, { force: true });
      }
    } else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  built = true;
}

function isStale(): boolean {
  // Written last by the build.
  const last = path.join(root, 'dist', 'companion.zip');
  if (!existsSync(last)) return true;
  const sources = [
    'src',
    'companion-plugin',
    'templates/answers',
    'templates/site',
    'esbuild.config.mjs',
    'editor.config.mjs',
    'package.json',
  ];
  return sources.some((source) => newest(path.join(root, source)) > statSync(last).mtimeMs);
}

function newest(at: string): number {
  const stats = statSync(at);
  if (!stats.isDirectory()) return stats.mtimeMs;
  // Builds of the template where it stands are no sources.
  const entries = readdirSync(at).filter((entry) => !/^\.|^node_modules$/.test(entry));
  return Math.max(0, ...entries.map((entry) => newest(path.join(at, entry))));
}
