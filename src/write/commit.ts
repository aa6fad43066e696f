import fs from 'node:fs';
import path from 'node:path';
import { onAbort, rollBack } from '../cli/signals';
import { rename } from './rename';

export type Change =
  | { path: string; contents: string | Buffer; mode: number }
  /** Removes a file of ours. */
  | { path: string; remove: true };

/**
 * Changes files in a directory that exists, in order: each is written beside its place and renamed into it. When one
 * fails, or a signal comes, what was changed is put back as it was and what was made is removed.
 */
export async function commitChanges(root: string, changes: readonly Change[]): Promise<void> {
  const journal: (() => void)[] = [];
  const undo = () => {
    for (let step = journal.pop(); step; step = journal.pop()) step();
  };
  const forget = onAbort(undo);
  try {
    for (const change of changes) {
      if ('remove' in change) removeFile(root, change.path, journal);
      else await writeFile(root, change, journal);
    }
  } catch (error) {
    rollBack();
    throw error;
  }
  forget();
}

async function writeFile(
  root: string,
  { path: file, contents, mode }: Extract<Change, { mode: number }>,
  journal: (() => void)[],
): Promise<void> {
  const target = path.join(root, file);
  makeFolders(root, path.dirname(target), journal);
  const before = readIfThere(target);
  const temporary = `${target}.${process.pid}.tmp`;
  journal.push(() => fs.rmSync(temporary, { force: true }));
  fs.writeFileSync(temporary, contents, { mode, flag: 'wx' });
  // The file to be replaced keeps the mode that its owner gave it, but one with secrets is never opened up.
  if (before && mode !== 0o600) fs.chmodSync(temporary, before.mode);
  journal.push(() => putBack(target, before));
  await rename(temporary, target);
}

function removeFile(root: string, file: string, journal: (() => void)[]): void {
  const target = path.join(root, file);
  const before = readIfThere(target);
  journal.push(() => {
    fs.mkdirSync(path.dirname(target), { recursive: true });
    putBack(target, before);
  });
  fs.rmSync(target, { force: true });
  for (let folder = path.dirname(target); folder !== root; folder = path.dirname(folder)) {
    if (fs.readdirSync(folder).length > 0) break;
    fs.rmdirSync(folder);
  }
}

interface Before {
  bytes: Buffer;
  mode: number;
}

function readIfThere(file: string): Before | undefined {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats && { bytes: fs.readFileSync(file), mode: stats.mode & 0o777 };
}

function putBack(file: string, before: Before | undefined): void {
  if (before) fs.writeFileSync(file, before.bytes, { mode: before.mode });
  else fs.rmSync(file, { force: true });
}

function makeFolders(root: string, folder: string, journal: (() => void)[]): void {
  if (folder === root || fs.existsSync(folder)) return;
  makeFolders(root, path.dirname(folder), journal);
  fs.mkdirSync(folder);
  journal.push(() => fs.rmdirSync(folder));
}
