import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { PackageManager } from '../../answers/answers';
import { equivalentCommand, quote } from '../../answers/equivalent';
import { scriptCommand, toolCommand } from '../../answers/manager';
import { CliError } from '../../base/errors';
import type { Run } from '../../cli/run';
import { type Advice, missingTypes } from '../../cms/detect/advice';
import { SAMPLE_CMS_TYPES } from '../../cms/url';
import type { Plan, PlannedFile } from '../../plan/plan';
import { SAMPLE_CMS_URL } from '../../runtime/base/sample-cms-url';
import { sizeOf } from '../../write/size';
import type { SeenCms } from '../cms/look-at-cms';
import type { Asked } from './ask';
import type { Committed } from './git';
import type { Written } from './write-site';

export interface Outcome {
  plan: Plan;
  written: Written;
  /** Settings that the root of its workspace lacks. */
  needs: readonly string[];
  /** The error, when installing failed. */
  installed: boolean | CliError;
  committed: Committed;
}

/** `--dry-run`: every file with size, mode and owner. */
export function reportPlan({ output }: Run, { target, answers, seen }: Asked, plan: Plan): number {
  const files = [...plan].map(([file, planned]) => ({ path: file, ...factsOf(planned) }));
  for (const { path: file, bytes, mode, owner } of files) {
    output.line(`${mode}  ${String(bytes).padStart(7)}  ${owner.padEnd(7)}  ${file}`);
  }
  output.line(`${files.length} files for ${target.directory}; nothing was written.`);
  output.result({
    ok: true,
    exitCode: 0,
    dryRun: true,
    directory: target.directory,
    cms: cmsOf(answers),
    detected: detectedOf(seen),
    files,
  });
  return 0;
}

function factsOf(file: PlannedFile) {
  return { bytes: sizeOf(file), mode: file.mode.toString(8).padStart(4, '0'), owner: file.owner };
}

/** Reports what was done, what was not and why, and what to do next. */
export function reportCreated(run: Run, asked: Asked, outcome: Outcome): number {
  const { output, prompts, cwd } = run;
  const { target, answers, above } = asked;
  const { installed, committed, written, plan, needs } = outcome;
  const manager = answers.cli?.packageManager ?? 'npm';
  const install = [`${manager} install`];
  const enter =
    above?.covers && installed !== true
      ? [...cd(cwd, above.root), ...install, ...cd(above.root, realpathSync(target.directory))]
      : [...cd(cwd, target.directory), ...(installed === true ? [] : install)];
  const next = [...enter, scriptCommand(manager, 'dev')];
  const notes = [
    ...written.skipped.map((file) => `Kept your ${file}; ours was not written.`),
    ...(above && !above.covers
      ? [`${above.root} does not list this folder under its workspaces: the site is a project of its own.`]
      : []),
    // An error names them itself.
    ...(installed instanceof CliError ? [] : needs),
    ...(committed.note ? [committed.note] : []),
    ...typesMissing(asked).map(({ problem, fix }) => `${problem} ${fix}`),
    ...(cmsOf(answers).sample ? [] : [leftInWordPress(asked.seen, manager)]),
  ];
  for (const note of notes) output.warn(note);
  if (installed instanceof CliError) {
    output.failure(installed);
    return installed.exitCode;
  }
  if (committed.done) output.done('Made the first commit');
  output.line();
  output.line('Next:');
  for (const command of next) output.line(`  ${command}`);
  const again = equivalentCommand(asked.directory, answers, asked.detected);
  if (prompts) output.line(`\nThe same without questions:\n  ${again}`);
  output.result({
    ok: true,
    exitCode: 0,
    directory: target.directory,
    files: plan.size - written.skipped.length,
    cms: cmsOf(answers),
    detected: detectedOf(asked.seen),
    packageManager: manager,
    installed,
    committed: committed.done,
    notes,
    next,
    equivalent: again,
  });
  return 0;
}

function cd(from: string, to: string): string[] {
  const place = path.relative(from, to);
  return place ? [`cd ${quote(place)}`] : [];
}

function cmsOf(answers: Asked['answers']): { url: string; sample: boolean } {
  const url = answers.wordpress?.graphqlUrl ?? '';
  return { url, sample: url === SAMPLE_CMS_URL };
}

function typesMissing({ answers, seen }: Asked): Advice[] {
  const has = cmsOf(answers).sample ? SAMPLE_CMS_TYPES : (seen?.cms.typeNames ?? null);
  return missingTypes(answers.rendering?.custom, has);
}

function leftInWordPress(seen: SeenCms | undefined, manager: PackageManager): string {
  const connect = `${toolCommand(manager)} connect`;
  return seen?.cms.companion?.installed
    ? `WordPress does not know this site yet. While the site runs, in its folder: ${connect}`
    : `WordPress still needs the plugin, see wordpress/README.md. Then, while the site runs, in its folder: ${connect}`;
}

/** Null where the CMS was not asked what it has. */
function detectedOf(seen: SeenCms | undefined) {
  return seen ? { ...seen.cms, advice: seen.advice } : null;
}
