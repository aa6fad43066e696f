import { whenStopped } from '../../base/signals';
import { lock } from '../../changes/lock';
import type { Resolution } from '../../changes/merge-text';
import type { ChangePlan } from '../../changes/plan-changes';
import type { Run } from '../../cli/run';
import { readState, type SiteState } from '../../site/state';
import { commitChanges } from '../../write/commit';
import { askResolution } from './ask';
import { conflictIn } from './conflicts';
import type { Modes } from './modes';

export type PlanWith = (state: SiteState, resolve: Resolution | undefined) => ChangePlan;

/**
 * Plans and writes, while nobody else does. Conflicts that nothing was said about are asked for.
 * @returns the site as it was before, and what was written
 * @throws {CliError} `merge` for conflicts without a resolution; nothing is touched then
 */
export async function applyChanges(
  run: Run,
  root: string,
  modes: Modes,
  planWith: PlanWith,
): Promise<{ state: SiteState; plan: ChangePlan }> {
  const unlock = lock(root);
  try {
    const state = readState(root);
    let plan = planWith(state, modes.resolve);
    const conflict = conflictIn(plan.decisions, modes.resolve, modes.command);
    if (conflict) {
      const resolve = await askResolution(run, conflict, modes);
      plan = planWith(state, resolve);
      const left = conflictIn(plan.decisions, resolve, modes.command);
      if (left) throw left;
    }
    await commitChanges(root, plan.changes);
    whenStopped('All changes were written.');
    return { state, plan };
  } finally {
    unlock();
  }
}
