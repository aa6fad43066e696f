import { asCliError } from '../base/errors';
import type { Run } from '../cli/run';
import { askQuestions } from './create/ask';
import { commitSite } from './create/git';
import { installPackages } from './create/install';
import { needsOf, planFrom } from './create/plan-from';
import { reportCreated, reportPlan } from './create/report';
import { writeSite } from './create/write-site';

/**
 * Creates a site. Every question comes before the first side effect.
 * @returns the exit code: 0 only when everything that was asked for was done
 * @throws {CliError}
 */
export async function create(run: Run): Promise<number> {
  const asked = await askQuestions(run);
  const planned = planFrom(asked);
  if (run.flags.dryRun === true) return reportPlan(run, asked, planned);
  const written = await writeSite(run, asked.target, planned);
  const needs = needsOf(asked, planned);
  const installed = await installPackages(run, asked, needs).catch(asCliError);
  const committed = await commitSite(run, asked);
  return reportCreated(run, asked, { plan: planned, written, needs, installed, committed });
}
