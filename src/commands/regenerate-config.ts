import path from 'node:path';
import { whenStopped } from '../cli/signals';
import { lock } from '../regenerate/lock';
import { planChanges } from '../regenerate/plan-changes';
import { readState } from '../regenerate/state';
import { commitChanges } from '../write/commit';
import { broughtAlong } from './brought-along';
import { askAnswers, askResolution } from './regenerate/ask';
import { conflictIn } from './regenerate/conflicts';
import { refuseInterrupted, undoInterrupted } from './regenerate/interrupted';
import { modesOf } from './regenerate/modes';
import { reportDone, reportLook } from './regenerate/report';
import type { Run } from './run';

/**
 * Writes the managed files of a site again from the answers of today.
 * @returns 0; 4 when `--check` finds something out of date; 5 when `--merge` wrote markers
 * @throws {CliError} `merge` when the owner's text and the new text do not go together; nothing is touched then
 */
export async function regenerateConfig(run: Run): Promise<number> {
  const root = path.resolve(run.cwd, run.directory ?? '.');
  const modes = modesOf(run.flags);
  if (modes.look) refuseInterrupted(root);
  else undoInterrupted(run, root);
  const answers = await askAnswers(run, readState(root), modes);
  const brought = broughtAlong();
  if (modes.look) {
    const state = readState(root);
    return reportLook(run, state, planChanges(state, { answers, ...modes }, brought), modes);
  }
  const unlock = lock(root);
  try {
    const state = readState(root);
    let plan = planChanges(state, { answers, ...modes }, brought);
    const conflict = conflictIn(plan.decisions, modes.resolve);
    if (conflict) {
      const resolve = await askResolution(run, conflict, modes);
      plan = planChanges(state, { answers, ...modes, resolve }, brought);
      const left = conflictIn(plan.decisions, resolve);
      if (left) throw left;
    }
    await commitChanges(root, plan.changes);
    whenStopped('All changes were written.');
    return reportDone(run, state, plan, modes);
  } finally {
    unlock();
  }
}
