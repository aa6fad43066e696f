import path from 'node:path';
import { type Answers, layer, settled, valueAt } from '../answers/answers';
import { fromFlags, missing } from '../answers/sources';
import { CliError, failures } from '../cli/errors';
import { packageRoot } from '../cli/package';
import { onSignalSay } from '../cli/signals';
import { type Detected, questions } from '../questions';
import type { Decision } from '../regenerate/decide';
import { lock } from '../regenerate/lock';
import { type ChangePlan, planChanges } from '../regenerate/plan-changes';
import { readState, type SiteState } from '../regenerate/state';
import { commitChanges } from '../write/commit';
import { routesOf, templateFiles } from '../write/template-files';
import { refuseInterrupted, undoInterrupted } from './regenerate/interrupted';
import { resolveCms } from './resolve-cms';
import type { Run } from './run';

/**
 * Writes the managed files of a site again from the answers of today.
 * @returns 0, or 4 when `--check` finds something out of date
 * @throws {CliError} `merge` when the owner's text and the new text do not go together; nothing is touched then
 */
export async function regenerateConfig(run: Run): Promise<number> {
  const root = path.resolve(run.cwd, run.directory ?? '.');
  const onlyLook = run.flags.check === true || run.flags.dryRun === true;
  if (onlyLook) refuseInterrupted(root);
  else undoInterrupted(run, root);
  const asked = settled(await askAnswers(run, readState(root), onlyLook));
  const work = () => planChanges(readState(root), asked, siteRoutes());
  if (onlyLook) return reportLook(run, work());

  const unlock = lock(root);
  try {
    const plan = work();
    refuseConflicts(plan.decisions);
    await commitChanges(root, plan.changes);
    onSignalSay('Stopped. All changes were written.');
    return reportDone(run, plan);
  } finally {
    unlock();
  }
}

function siteRoutes(): string[] {
  return routesOf(templateFiles(path.join(packageRoot, 'templates', 'site')));
}

/** Today's answers: those of the site, with what flags or prompts change. */
async function askAnswers(run: Run, state: SiteState, onlyLook: boolean): Promise<Answers> {
  const { prompts } = run;
  const changed = fromFlags(run.flags);
  const fixed = layer(state.answers, changed);
  const detected: Detected = { packageManager: fixed.cli?.packageManager ?? 'npm' };
  if (prompts && !onlyLook && Object.keys(changed).length === 0) {
    prompts.intro('regenerate-config');
    const decision = await prompts.select('Which answers?', [
      { value: 'file', label: 'site.config.json as it stands' },
      { value: 'change', label: 'Change some', hint: 'every question, with the answer of today' },
    ]);
    if (decision === 'file') return fixed;
    return askAll(run, fixed, detected);
  }
  const open = missing(fixed);
  if (open.length > 0 && valueAt(fixed, 'wordpress.graphqlUrl') !== undefined) {
    throw new CliError('usage', 'These answers need more:', {
      details: open.map(({ flags, help }) => `${flags[0]}: ${help}`),
    });
  }
  const moved = changed.wordpress?.graphqlUrl !== undefined;
  return moved
    ? resolveCms(onlyLook ? { ...run, flags: { ...run.flags, skipProbe: true } } : run, fixed)
    : fixed;
}

async function askAll(run: Run, today: Answers, detected: Detected): Promise<Answers> {
  let answers = today;
  for (const question of questions) {
    if (!run.prompts || question.kind === 'shortcut' || question.group === 'Setup') continue;
    if (question.when?.(answers) === false) continue;
    answers = layer(answers, await run.prompts.ask(question, answers, detected));
  }
  const moved = answers.wordpress?.graphqlUrl !== today.wordpress?.graphqlUrl;
  return moved ? resolveCms(run, answers) : answers;
}

function refuseConflicts(decisions: readonly Decision[]): void {
  const conflicts = decisions.filter(({ state }) => state === 'conflict');
  if (conflicts.length === 0) return;
  throw new CliError('merge', 'Your changes and the new answers meet in the same place.', {
    details: conflicts.flatMap(({ path: file, difference }) => [
      `${file}  (- is yours, + would come)`,
      ...(difference ?? []).map((line) => `  ${line}`),
    ]),
  });
}

/** `--check` and `--dry-run`: what a run would do. Only `--check` has its own exit code. */
function reportLook(run: Run, plan: ChangePlan): number {
  const { output, flags } = run;
  const check = flags.check === true;
  const drift = plan.changes.length > 0 || plan.decisions.some(({ state }) => state === 'conflict');
  listFiles(run, plan);
  // A dry run ends as the real one would.
  if (!check) refuseConflicts(plan.decisions);
  if (!drift) output.done('Everything is up to date.');
  else if (check) output.warn(`Out of date. ${failures.drift.cure}`);
  else output.line(`${plan.changes.length} files would change; nothing was written.`);
  const exitCode = check && drift ? failures.drift.exitCode : 0;
  output.result({ ok: exitCode === 0, exitCode, upToDate: !drift, files: filesOf(plan) });
  return exitCode;
}

function reportDone(run: Run, plan: ChangePlan): number {
  listFiles(run, plan);
  const { changes, decisions } = plan;
  if (changes.length === 0) run.output.done('Everything was up to date.');
  else run.output.done(`Changed ${changes.length} files.`);
  const settings = decisions.find(
    ({ path: file, contents }) => contents && file.includes('companion-settings'),
  );
  if (settings) run.output.line(`Import ${settings.path} into the companion plugin again.`);
  run.output.result({ ok: true, changed: changes.map((change) => change.path), files: filesOf(plan) });
  return 0;
}

const words: Record<Exclude<Decision['state'], 'clean'>, string> = {
  edited: 'yours, kept',
  outdated: 'new answers',
  missing: 'deleted by you, left out',
  conflict: 'conflict',
};

function listFiles({ output }: Run, plan: ChangePlan): void {
  for (const { path: file, state, remove } of plan.decisions) {
    if (state !== 'clean') output.line(`  ${file}: ${remove ? 'removed, no longer needed' : words[state]}`);
  }
}

/** State of every managed file, and of the manifest when only that is behind. */
function filesOf({ decisions, changes }: ChangePlan): { path: string; state: string }[] {
  const known = new Set(decisions.map((decision) => decision.path));
  const behind = changes.filter((change) => !known.has(change.path));
  return [
    ...decisions.map(({ path: file, state }) => ({ path: file, state })),
    ...behind.map((change) => ({ path: change.path, state: 'outdated' })),
  ];
}
