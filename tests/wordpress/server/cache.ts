import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../../support/lock.mjs';

/** @returns where downloads and templates are kept between runs: `~/.cache/create-headless-site`, or below XDG_CACHE_HOME */
export function cacheFolder(): string {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'create-headless-site');
}

/**
 * Makes a folder that does not exist yet, once, however many processes ask for it at the same time.
 * @param make fills an empty folder, which is then renamed: a half-made one never bears the name
 * @throws what `make` throws; the next caller tries again
 */
export async function makeOnce(folder: string, make: (empty: string) => Promise<void>): Promise<void> {
  mkdirSync(path.dirname(folder), { recursive: true });
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!takeLock(lock)) {
      await sleep(100);
      continue;
    }
    const part = mkdtempSync(`${folder}.part-`);
    try {
      await make(part);
      rename(part, folder);
    } finally {
      rmSync(part, { recursive: true, force: true });
      rmSync(lock, { force: true });
    }
  }
}

/** The lock only saves work: should two processes both take it from a dead owner, the first rename wins. */
function rename(part: string, folder: string): void {
  try {
    renameSync(part, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
