import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Builds the bundle when it is missing or older than what it is made from; several test files wait for one build. */
export function ensureBuilt(): void {
  const lock = path.join(os.tmpdir(), `chs-build-${Buffer.from(root).toString('hex').slice(-24)}.lock`);
  for (let waited = 0; isStale(); waited += 100) {
    if (take(lock)) {
      try {
        execFileSync(process.execPath, [path.join(root, 'esbuild.config.mjs')], { stdio: 'pipe' });
      } finally {
        rmSync(lock, { force: true });
      }
      return;
    }
    if (waited > 60_000) rmSync(lock, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function isStale(): boolean {
  // Written last by the build.
  const built = path.join(root, 'dist', 'LICENSES.txt');
  if (!existsSync(built)) return true;
  const sources = ['src', 'templates/answers', 'templates/site/lib', 'esbuild.config.mjs', 'package.json'];
  return sources.some((source) => newest(path.join(root, source)) > statSync(built).mtimeMs);
}

function newest(at: string): number {
  const stats = statSync(at);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(at).map((entry) => newest(path.join(at, entry))));
}
