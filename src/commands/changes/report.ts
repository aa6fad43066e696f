import { scriptCommand } from '../../answers/manager';
import { failures } from '../../base/errors';
import type { Decision, FileState } from '../../changes/decide';
import type { ChangePlan } from '../../changes/plan-changes';
import { isRotating } from '../../changes/rotate';
import type { Run } from '../../cli/run';
import { ANSWERS_FILE, ARCHIVE_FILE, COMPANION_FILE, PACKAGE_FILE, STATE_FOLDER } from '../../plan/managed';
import { EJECTED } from '../../plan/package-json';
import { MARKERS_FIX } from '../../site/markers';
import type { SiteState } from '../../site/state';
import { conflictIn, markersIn } from './conflicts';
import { colored, differencesOf } from './differences';
import type { Modes } from './modes';
import { rotationSteps } from './rotation-steps';

/**
 * `--check` and `--dry-run`: what a run would do.
 * @returns the exit code: a check has its own, a dry run ends as the real one would
 */
export function reportLook(
  run: Run,
  { root }: SiteState,
  plan: ChangePlan,
  { command, look, resolve }: Modes,
): number {
  const { output } = run;
  const check = look === 'check';
  const drift = plan.changes.length > 0 || plan.decisions.some(({ state }) => state === 'conflict');
  const marked = plan.decisions.some(({ markers }) => markers !== undefined);
  listFiles(run, plan, 'out of date');
  const differences = check ? new Map<string, string[]>() : differencesOf(root, plan);
  for (const line of [...differences.values()].flat()) output.line(colored(line));
  const files = filesOf(plan).map((file) => {
    const diff = differences.get(file.path);
    return diff ? { ...file, diff: diff.join('\n') } : file;
  });
  const conflict = check
    ? undefined
    : (conflictIn(plan.decisions, resolve, command) ?? markersIn(plan.decisions));
  if (conflict) {
    output.failure(conflict, { upToDate: false, files });
    return conflict.exitCode;
  }
  if (!drift) output.done('Everything is up to date.');
  else if (check)
    output.warn(
      `Out of date. ${marked ? MARKERS_FIX : `Run \`npx create-headless-site ${command}\` and commit the result.`}`,
    );
  else output.line(`${plan.changes.length} files would change; nothing was written.`);
  const exitCode = check && drift ? failures.drift.exitCode : 0;
  output.result({ ok: exitCode === 0, exitCode, upToDate: !drift, files });
  return exitCode;
}

/** Reports the changes, and what is to be done now and where. @returns the exit code */
export function reportDone(run: Run, state: SiteState, plan: ChangePlan, { rotation }: Modes): number {
  const { output } = run;
  listFiles(run, plan, 'updated');
  const idle = rotation === 'finish' && !isRotating(state.secrets);
  if (idle) output.line('No rotation of the secrets is in progress; there is nothing to finish.');
  sayChanged(run, plan);
  const steps = rotation && !idle ? rotationSteps(rotation) : nextSteps(state, plan.decisions);
  return end(run, plan, steps);
}

/** Counts the files that were listed; the records of this tool go with them. */
function sayChanged({ output }: Run, { changes, decisions }: ChangePlan): void {
  const listed = new Set(decisions.map((decision) => decision.path));
  const count = changes.filter((change) => listed.has(change.path)).length;
  if (changes.length === 0) output.done('Everything was up to date.');
  else if (count === 0) output.done(`Changed only what ${STATE_FOLDER} records.`);
  else output.done(`Changed ${count} ${count === 1 ? 'file' : 'files'}, and what ${STATE_FOLDER} records.`);
  const copies = changes.filter(({ path: file }) => file.startsWith(`${EJECTED}/`)).length;
  if (copies > 0) output.line(`  ${EJECTED}/: the runtime, ${copies} files, yours from now on`);
}

/** The steps to take now, and conflicts that were written into files. @returns the exit code */
function end({ output }: Run, plan: ChangePlan, next: string[]): number {
  const changed = plan.changes.map((change) => change.path);
  const conflict = markersIn(plan.decisions);
  if (conflict) {
    output.failure(conflict, { changed, files: filesOf(plan) });
    return conflict.exitCode;
  }
  if (next.length > 0) output.line('\nNext:');
  for (const [index, step] of next.entries()) output.line(`  ${index + 1}. ${step}`);
  output.result({ ok: true, exitCode: 0, changed, next, files: filesOf(plan) });
  return 0;
}

/** Reports an upgrade's changes, and what the owner does next. @returns the exit code */
export function reportUpgraded(run: Run, { answers }: SiteState, plan: ChangePlan, ejects: boolean): number {
  listFiles(run, plan, 'updated');
  const { changes, decisions } = plan;
  sayChanged(run, plan);
  const manager = answers.cli?.packageManager ?? 'npm';
  const next = [
    ...(wrote(decisions, PACKAGE_FILE) ? [`${manager} install`] : []),
    ...(ejects ? [`After you change sources in ${EJECTED}/: npx tsc -p ${EJECTED}`] : []),
    ...(changes.length > 0
      ? [`${scriptCommand(manager, 'build')} and ${scriptCommand(manager, 'test')}`]
      : []),
    ...(wrote(decisions, ARCHIVE_FILE)
      ? [`WordPress: upload ${ARCHIVE_FILE} under Plugins > Add New > Upload Plugin.`]
      : []),
    ...importSteps(decisions),
  ];
  return end(run, plan, next);
}

/** After answers changed. */
function nextSteps({ answers }: SiteState, decisions: readonly Decision[]): string[] {
  const manager = answers.cli?.packageManager ?? 'npm';
  return [
    ...(wrote(decisions, PACKAGE_FILE) ? [`${manager} install`] : []),
    ...importSteps(decisions),
    ...(wrote(decisions, ANSWERS_FILE)
      ? [`Build and deploy the site again: ${scriptCommand(manager, 'build')}`]
      : []),
  ];
}

/** Whether a run writes, or has written, a file. */
function wrote(decisions: readonly Decision[], file: string): boolean {
  return decisions.some(({ path, contents }) => path === file && contents !== undefined);
}

function importSteps(decisions: readonly Decision[]): string[] {
  return wrote(decisions, COMPANION_FILE)
    ? [
        `Tell WordPress: npx create-headless-site connect (or import ${COMPANION_FILE} into the companion plugin).`,
      ]
    : [];
}

const words: Record<Exclude<Decision['state'], 'clean' | 'outdated'>, string> = {
  edited: 'yours, kept',
  missing: 'deleted by you, left out',
  conflict: 'conflict',
};

/** @param outdated the word for files that this run changes, or would change */
function listFiles({ output }: Run, plan: ChangePlan, outdated: string): void {
  for (const decision of plan.decisions) {
    if (decision.state !== 'clean') output.line(`  ${decision.path}: ${wordsFor(decision, outdated)}`);
    for (const line of decision.left ?? []) output.line(`      yours kept, left out: ${line.trim()}`);
  }
}

function wordsFor(decision: Decision, outdated: string): string {
  const { state, remove, unneeded, importedBy, markers, contents } = decision;
  if (importedBy && contents !== undefined) return `back, because ${importedBy} imports it`;
  if (importedBy) return `kept: this version has dropped it, but ${importedBy} imports it`;
  if (remove) return 'removed, no longer needed';
  if (unneeded) return 'yours, kept; the answers no longer ask for it';
  if (markers !== undefined) return `conflict markers are left, line ${markers}`;
  if (state === 'conflict' && contents !== undefined) return 'conflict, with markers';
  if (state === 'outdated') return outdated;
  return state === 'clean' ? '' : words[state];
}

interface FileReport {
  path: string;
  state: FileState;
  left?: readonly string[];
}

/** State of every managed file, and of the manifest when only that is behind. */
function filesOf({ decisions, changes }: ChangePlan): FileReport[] {
  const known = new Set(decisions.map((decision) => decision.path));
  const behind = changes.filter((change) => !known.has(change.path));
  return [
    ...decisions.map(({ path: file, state, left }) => ({ path: file, state, ...(left && { left }) })),
    ...behind.map((change) => ({ path: change.path, state: 'outdated' as const })),
  ];
}
