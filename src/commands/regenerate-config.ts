import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Answers } from '../answers/answers';
import { droppedAnswers } from '../answers/dropped';
import { refuseUnknownIds } from '../answers/validate';
import { CliError } from '../base/errors';
import { planChanges } from '../changes/plan-changes';
import type { Run } from '../cli/run';
import { ANSWERS_FILE } from '../plan/managed';
import { bundledFiles } from '../site/bundled';
import { readState, type SiteState } from '../site/state';
import { applyChanges, type PlanWith } from './changes/apply';
import { askAnswers } from './changes/ask';
import { refuseInterrupted, undoInterrupted } from './changes/interrupted';
import { modesOf } from './changes/modes';
import { reportDone, reportLook } from './changes/report';
import { sayUpgrade } from './changes/say-upgrade';

/**
 * Writes the managed files of a site again from the answers of today. The site stays what its own version made it.
 * @returns 0; 4 when `--check` finds something out of date; 5 when `--merge` wrote markers
 * @throws {CliError} `merge` when the owner's text and the new text do not go together; nothing is touched then
 */
export async function regenerateConfig(run: Run): Promise<number> {
  const root = path.resolve(run.cwd, run.directory ?? '.');
  const modes = modesOf('regenerate-config', run.flags);
  if (modes.look) refuseInterrupted(root, modes.command);
  else undoInterrupted(run, root);
  const before = readState(root);
  const answers = await askAnswers(run, before, modes);
  refuseUnknownIds(answers, ANSWERS_FILE);
  sayDropped(run, before, answers);
  const bundled = bundledFiles();
  const planWith: PlanWith = (state, resolve) => planChanges(state, { answers, ...modes, resolve }, bundled);
  sayUpgrade(run, before);
  if (modes.look) {
    const state = readState(root);
    return reportLook(run, state, planWith(state, modes.resolve), modes);
  }
  const { state, plan } = await applyChanges(run, root, modes, (now, resolve) => {
    refuseOvertaken(before, now);
    return planWith(now, resolve);
  });
  return reportDone(run, state, plan, modes);
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
