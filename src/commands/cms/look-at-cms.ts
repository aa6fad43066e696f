import { customTypeProblem } from '../../answers/validate';
import { cliVersion } from '../../base/package';
import type { Run } from '../../cli/run';
import { type Advice, adviceOn } from '../../cms/detect/advice';
import { describe } from '../../cms/detect/describe';
import type { DetectedCms } from '../../cms/detect/detected';
import { siteRoutes } from '../../site/bundled';

export interface SeenCms {
  cms: DetectedCms;
  /** Names of its content types that can have a route of their own. */
  customTypes: readonly string[];
  advice: readonly Advice[];
}

/**
 * Finds out what a CMS that answers is and has, and shows it: what is found becomes the recommended answers.
 * Never fails; what could not be found out is said.
 */
export async function lookAtCms(run: Run, endpoint: string): Promise<SeenCms> {
  // Loaded on demand: a site with the sample CMS has nothing to look at.
  const { detectCms } = await import('../../cms/detect/detect');
  const look = () => detectCms(endpoint, { authorization: run.env.CMS_AUTHORIZATION });
  const cms = await (run.prompts
    ? run.prompts.during('Looking at what the CMS has', 'Looked at what the CMS has', '', look)
    : look());
  const routes = siteRoutes();
  const problems = (cms.types ?? []).map(({ name, label }) => {
    const problem = customTypeProblem(name, routes);
    return { name, advice: problem && typeAdvice(label, name, problem) };
  });
  const seen: SeenCms = {
    cms,
    customTypes: problems.flatMap(({ name, advice }) => (advice ? [] : [name])),
    // The companion plugin is released together with this program, under the same version.
    advice: [...adviceOn(cms, cliVersion), ...problems.flatMap(({ advice }) => advice || [])],
  };
  show(run, seen);
  return seen;
}

function typeAdvice(label: string, name: string, problem: string): Advice {
  return {
    about: 'types',
    problem: `The content type ${label} gets no route of its own: its name "${name}" ${problem.replace(/;.*$/, '')}.`,
    fix: 'Its pages are shown and cached as those of types that are not configured. For a strategy of its own give the type another name in WordPress.',
  };
}

function show({ prompts, output }: Run, { cms, advice }: SeenCms): void {
  const rows = describe(cms);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`);
  if (prompts) {
    prompts.note('Found in the CMS', lines.join('\n'));
    for (const { problem, fix } of advice) prompts.problem(`${problem}\n${fix}`);
  } else {
    output.line('Found in the CMS:');
    for (const line of lines) output.line(`  ${line}`);
    for (const { problem, fix } of advice) output.warn(`${problem} ${fix}`);
  }
}
