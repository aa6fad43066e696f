import { CliError } from '../../base/errors';
import { lock } from '../../changes/lock';
import type { Run } from '../../cli/run';
import { hasRemains, isOpen, undoChanges } from '../../write/journal';
import type { Modes } from './modes';

/**
 * Puts back what an earlier run left half done, before anything is read.
 * @throws {CliError} `unexpected` while that run is still at work
 */
export function undoInterrupted({ output }: Run, root: string): void {
  if (!hasRemains(root)) return;
  const unlock = lock(root);
  try {
    const undone = undoChanges(root);
    if (!undone) return;
    output.warn(`An earlier run was interrupted. ${undone.restored.length} files were restored.`);
    for (const file of undone.kept) output.warn(`${file} was changed since and stays as it is.`);
  } finally {
    unlock();
  }
}

/**
 * For a run that only looks and must leave things as they are.
 * @throws {CliError} `drift` when an earlier run left changes half done
 */
export function refuseInterrupted(root: string, command: Modes['command']): void {
  if (!isOpen(root)) return;
  throw new CliError('drift', 'A run in this site was interrupted, or is still at work.', {
    fix: `Run \`npx create-headless-site ${command}\`: it restores the files first.`,
  });
}
