import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Answers } from '../answers/answers';
import { droppedAnswers } from '../answers/dropped';
import { refuseUnknownIds } from '../answers/validate';
import { CliError } from '../base/errors';
import { whenStopped } from '../base/signals';
import type { Run } from '../cli/run';
import { ANSWERS_FILE } from '../plan/managed';
import { lock } from '../regenerate/lock';
import { planChanges } from '../regenerate/plan-changes';
import { broughtAlong } from '../site/brought-along';
import { readState, type SiteState } from '../site/state';
import { commitChanges } from '../write/commit';
import { askAnswers, askResolution } from './regenerate/ask';
import { conflictIn } from './regenerate/conflicts';
import { refuseInterrupted, undoInterrupted } from './regenerate/interrupted';
import { modesOf } from './regenerate/modes';
import { reportDone, reportLook } from './regenerate/report';

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
  const before = readState(root);
  const answers = await askAnswers(run, before, modes);
  refuseUnknownIds(answers, ANSWERS_FILE);
  sayDropped(run, before, answers);
  const brought = broughtAlong();
  if (modes.look) {
    const state = readState(root);
    return reportLook(run, state, planChanges(state, { answers, ...modes }, brought), modes);
  }
  const unlock = lock(root);
  try {
    const state = readState(root);
    refuseOvertaken(before, state);
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

/** An answer may go because of another one, or because of another CMS: never without a word. */
function sayDropped({ output }: Run, before: SiteState, answers: Answers): void {
  const dropped = droppedAnswers(before.answers, answers);
  if (dropped.length > 0) output.warn(`No longer answered: ${dropped.join('; ')}`);
}

/** @throws {CliError} when the answers were changed while new ones were asked for: to write these would undo that */
function refuseOvertaken(before: SiteState, now: SiteState): void {
  if (isDeepStrictEqual(before.answers, now.answers)) return;
  throw new CliError('unexpected', `${ANSWERS_FILE} was changed while this ran. Nothing was written.`, {
    fix: 'Run it again.',
  });
}
