import path from 'node:path';
import { layer } from '../answers/answers';
import { cliVersion } from '../base/package';
import { ejectedFiles } from '../changes/ejected';
import { planChanges } from '../changes/plan-changes';
import type { Run } from '../cli/run';
import { bundledFiles } from '../site/bundled';
import { readState } from '../site/state';
import { applyChanges, type PlanWith } from './changes/apply';
import { refuseInterrupted, undoInterrupted } from './changes/interrupted';
import { modesOf } from './changes/modes';
import { newsSince } from './changes/news';
import { reportLook, reportUpgraded } from './changes/report';

/**
 * Upgrades a site to this version: runtime, plugin and packages; merges the owner's edits (three-way). Answers stay.
 * With `--eject` the runtime becomes a folder of the site, which no upgrade touches.
 * @returns 0; 4 when `--check` finds an older version; 5 when `--merge` wrote markers
 * @throws {CliError} `merge` when the owner's text and the new text do not go together, `target` when there is nothing to
 *   eject; nothing is touched then
 */
export async function upgrade(run: Run): Promise<number> {
  const root = path.resolve(run.cwd, run.directory ?? '.');
  const modes = modesOf('upgrade', run.flags);
  if (modes.look) refuseInterrupted(root, modes.command);
  else undoInterrupted(run, root);
  const bundled = bundledFiles();
  const before = readState(root);
  const ejects = run.flags.eject === true;
  const copies = ejects ? await ejectedFiles(root, bundled.archives.runtime) : undefined;
  const planWith: PlanWith = (state, resolve) => {
    const answers = ejects ? layer(state.answers, { cli: { runtime: 'own' } }) : state.answers;
    return planChanges(state, { answers, resolve, copies, upgrade: true }, bundled);
  };
  const from = before.manifest.cliVersion;
  if (from !== cliVersion) run.output.line(`From ${from} to ${cliVersion}.`);
  for (const line of newsSince(from)) run.output.line(line);
  if (before.answers.cli?.runtime === 'own' && from !== cliVersion)
    run.output.warn('The runtime in headless-site/ is your own: no fix of this version reaches it.');
  if (modes.look) return reportLook(run, before, planWith(before, modes.resolve), modes);
  const { plan } = await applyChanges(run, root, modes, planWith);
  return reportUpgraded(run, before, plan, ejects);
}
