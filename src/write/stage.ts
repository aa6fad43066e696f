import fs from 'node:fs';
import path from 'node:path';
import tmp from 'tmp';
import { CliError } from '../base/errors';
import { onAbort } from '../base/signals';
import type { Plan } from '../plan/plan';
import { isAlive } from './alive';
import { rename } from './rename';

const OWNER_WRITES = 0o200;
const STAGED = 'site';

/**
 * Writes a plan as a new directory: everything into a sibling temporary directory, then one rename. Whatever fails,
 * and whenever a signal comes, nothing is left.
 * @throws {CliError} `target` when the directory appeared in the meantime
 */
export async function writeNewDirectory(plan: Plan, directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const firstMade = makeParents(parent);
  const forgetParents = onAbort(() => removeEmptyUpTo(parent, firstMade));
  const holder = tmp.dirSync({
    tmpdir: fs.realpathSync(parent),
    prefix: `.${path.basename(directory)}`,
    unsafeCleanup: true,
  });
  const forgetHolder = onAbort(() => fs.rmSync(holder.name, { recursive: true, force: true, maxRetries: 3 }));
  // A directory inside: the temporary one is private (0700), a site gets the user's usual mode.
  const staged = path.join(holder.name, STAGED);
  writeFiles(plan, staged);
  // Signals that came while we wrote are handled here, before anything is visible.
  await new Promise(setImmediate);
  try {
    await rename(staged, directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    throw new CliError('target', `The directory was made by something else in the meantime: ${directory}`);
  }
  forgetHolder();
  forgetParents();
  fs.rmSync(holder.name, { recursive: true, force: true, maxRetries: 3 });
}

/** Takes away what a run that was killed left beside the directory it was making: there may be secrets in it. */
export function removeStaged(directory: string): void {
  const parent = path.dirname(directory);
  const prefix = `.${path.basename(directory)}-`;
  try {
    for (const name of fs.readdirSync(parent)) {
      const pid = name.startsWith(prefix) && /^(\d+)-[A-Za-z0-9]{12}$/.exec(name.slice(prefix.length))?.[1];
      if (!pid || isAlive(Number(pid))) continue;
      const holder = path.join(parent, name);
      if (fs.readdirSync(holder).every((entry) => entry === STAGED)) fs.rmSync(holder, { recursive: true });
    }
  } catch {
    // Whatever is wrong with that folder is told where the site is written.
  }
}

/** Synchronous on purpose: for some hundred small files it is the fastest way, and no signal can come in between. */
function writeFiles(plan: Plan, root: string): void {
  const made = new Set<string>();
  for (const [file, { contents, copyFrom, mode }] of plan) {
    const target = path.join(root, file);
    const folder = path.dirname(target);
    if (!made.has(folder)) {
      fs.mkdirSync(folder, { recursive: true });
      made.add(folder);
    }
    if (contents !== undefined) fs.writeFileSync(target, contents, { mode, flag: 'wx' });
    else if (copyFrom !== undefined) copy(copyFrom, target);
  }
}

/** copyFile takes a fifth of the time of reading and writing. It keeps the mode, and a package cache may be read-only. */
function copy(source: string, target: string): void {
  fs.copyFileSync(source, target, fs.constants.COPYFILE_EXCL);
  if ((fs.statSync(target).mode & OWNER_WRITES) === 0) fs.chmodSync(target, 0o644);
}

/** @returns the first directory that had to be made, if any */
function makeParents(parent: string): string | undefined {
  return fs.mkdirSync(parent, { recursive: true });
}

function removeEmptyUpTo(from: string, first: string | undefined): void {
  if (!first) return;
  for (let directory = from; directory.startsWith(first); directory = path.dirname(directory)) {
    fs.rmdirSync(directory);
  }
}
