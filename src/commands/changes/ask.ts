import { type Answers, layer, nothing, settled, valueAt } from '../../answers/answers';
import type { Detected } from '../../answers/question';
import { questions } from '../../answers/questions';
import { fromFlags, missing } from '../../answers/sources';
import { CliError } from '../../base/errors';
import type { Resolution } from '../../changes/merge-text';
import type { Run } from '../../cli/run';
import { missingTypes } from '../../cms/detect/advice';
import { hostsOf } from '../../cms/detect/detected';
import type { SiteState } from '../../site/state';
import { lookAtCms } from '../cms/look-at-cms';
import { findCms } from '../cms/resolve-cms';
import type { Modes } from './modes';

/**
 * Today's answers: those of the site, with what flags or prompts change.
 * @throws {CliError} `usage` for answers that need more, `cms` for a new address that cannot be used
 */
export async function askAnswers(run: Run, state: SiteState, { look, rotation }: Modes): Promise<Answers> {
  const { prompts } = run;
  const changed = fromFlags(run.flags);
  const fixed = layer(state.answers, changed);
  const detected: Detected = { packageManager: fixed.cli?.packageManager ?? 'npm' };
  if (prompts && !look && !rotation && Object.keys(changed).length === 0) {
    prompts.intro('regenerate-config');
    const decision = await prompts.select('Which answers?', [
      { value: 'file', label: 'site.config.json as it stands' },
      { value: 'change', label: 'Change some', hint: 'every question, with its current answer' },
    ]);
    return settled(decision === 'file' ? fixed : await askAll(run, fixed, detected));
  }
  const open = missing(fixed);
  if (open.length > 0 && valueAt(fixed, 'wordpress.graphqlUrl') !== undefined) {
    throw new CliError('usage', 'These answers are incomplete:', {
      details: open.map(({ flags, help }) => `${flags[0]}: ${help}`),
    });
  }
  if (changed.wordpress?.graphqlUrl === undefined) return settled(fixed);
  const quiet = look ? { ...run, flags: { ...run.flags, skipProbe: true } } : run;
  return settled(await moveCms(quiet, fixed, changed.cli?.imageHosts !== undefined));
}

/**
 * Resolution of the places where both sides meet, from whoever answered the questions and can be asked this as well.
 * @throws {CliError} the conflict, where nobody can be asked, it was said already, or the answer is to stop
 */
export async function askResolution(
  { prompts }: Run,
  conflict: CliError,
  { resolve }: Modes,
): Promise<Resolution> {
  if (!prompts || resolve) throw conflict;
  prompts.problem([conflict.message, ...conflict.details].join('\n'));
  const next = await prompts.select('What now?', [
    { value: 'stop', label: 'Stop', hint: 'nothing is changed' },
    { value: 'ours', label: 'Keep my side of each conflict' },
    { value: 'theirs', label: 'Take the new side of each conflict' },
    { value: 'markers', label: 'Write both with conflict markers', hint: 'texts only' },
  ]);
  if (next === 'stop') throw conflict;
  return next;
}

async function askAll(run: Run, today: Answers, detected: Detected): Promise<Answers> {
  let answers = today;
  for (const question of questions) {
    if (!run.prompts || question.kind === 'shortcut' || question.group === 'Setup') continue;
    if (question.when?.(answers) === false) continue;
    answers = layer(answers, await run.prompts.ask(question, answers, detected));
  }
  const moved = answers.wordpress?.graphqlUrl !== today.wordpress?.graphqlUrl;
  const ownHosts = answers.cli?.imageHosts !== today.cli?.imageHosts;
  return moved ? moveCms(run, answers, ownHosts) : answers;
}

/**
 * Another CMS: what it has is shown, and its hosts of pictures take the place of those of the former one.
 * @param ownHosts whether these were answered in this run: then they stay
 */
async function moveCms(run: Run, given: Answers, ownHosts: boolean): Promise<Answers> {
  const { answers, answered } = await findCms(run, given);
  if (!answered) return answers;
  const seen = await lookAtCms(run, answers.wordpress?.graphqlUrl ?? '');
  for (const { problem, fix } of missingTypes(answers.rendering?.custom, seen.cms.typeNames))
    run.output.warn(`${problem} ${fix}`);
  // The former hosts may still be right for a CMS that does not say where its pictures are.
  if (ownHosts || seen.cms.imageHosts === null) return answers;
  const hosts = hostsOf(seen.cms);
  return layer(answers, {
    cli: { imageHosts: hosts.length > 0 ? hosts : (nothing as unknown as string[]) },
  });
}
