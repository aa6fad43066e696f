import fs from 'node:fs';
import path from 'node:path';
import { onAbort, rollBack } from '../base/signals';
import { resolveInside } from './inside';
import { type Change, claimDirectory, closeJournal, openJournal, undoChanges } from './journal';
import { rename } from './rename';

const SECRET = 0o600;

/**
 * Changes files in a directory that exists, in order: each is written beside its place and renamed into it. When one
 * fails, or a signal comes, what was changed is put back as it was and what was made is removed; when the process is
 * killed, `undoChanges` of the next run does it.
 * @param isNew there is no site yet, and none of the files
 * @throws {CliError} `target` when another run makes a site there
 */
export async function commitChanges(
  root: string,
  changes: readonly Change[],
  { isNew = false } = {},
): Promise<void> {
  if (changes.length === 0) return;
  // Before anything can be undone: it would be the work of the other run.
  if (isNew) claimDirectory(root);
  const forget = onAbort(() => undoChanges(root));
  try {
    const suffix = openJournal(root, changes, isNew);
    for (const change of changes) {
      if ('remove' in change) removeFile(root, change.path);
      else await writeFile(root, change, suffix);
    }
    // Signals that came while we wrote are handled here: nothing before gives them a chance.
    await new Promise(setImmediate);
    closeJournal(root);
  } catch (error) {
    rollBack();
    throw error;
  }
  forget();
}

async function writeFile(
  root: string,
  { path: file, contents, mode }: Extract<Change, { mode: number }>,
  suffix: string,
): Promise<void> {
  const target = resolveInside(root, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const before = fs.statSync(target, { throwIfNoEntry: false });
  const temporary = `${target}${suffix}`;
  fs.writeFileSync(temporary, contents, { mode, flag: 'wx' });
  // The file to be replaced keeps the mode that its owner gave it, but one with secrets is never opened up.
  if (before && mode !== SECRET) fs.chmodSync(temporary, before.mode & 0o777);
  await rename(temporary, target);
}

function removeFile(root: string, file: string): void {
  const target = resolveInside(root, file);
  fs.rmSync(target, { force: true });
  for (let folder = path.dirname(target); folder !== root; folder = path.dirname(folder)) {
    if (fs.readdirSync(folder).length > 0) break;
    fs.rmdirSync(folder);
  }
}
