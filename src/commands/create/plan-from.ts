import { refuseUnknownIds, toSiteConfig } from '../../answers/validate';
import { PACKAGE_FILE } from '../../plan/managed';
import { type Plan, type PlannedFile, planSite } from '../../plan/plan';
import { bundledFiles, siteTemplate } from '../../site/bundled';
import { rootNeeds } from '../../site/project-above';
import type { Asked } from './ask';

const EMPTY_LOCK: PlannedFile = { contents: '', mode: 0o644, owner: 'owner' };

/**
 * Reads the templates and plans the site.
 * @throws {CliError} `usage` when the answers are not valid
 */
export function planFrom({ answers, secrets, target, directory, above }: Asked): Plan {
  const template = siteTemplate();
  const bundled = bundledFiles(template);
  const source = `the answers for ${directory}`;
  refuseUnknownIds(answers, source);
  const config = toSiteConfig(answers, secrets, source, bundled.routes);
  const { packageName } = target;
  const inWorkspace = above?.covers === true;
  const plan = planSite({ config, answers, secrets, packageName, inWorkspace, bundled }, template);
  // Without it Yarn 4 takes the site for a part of the project above that was forgotten there. From now on it is the owner's.
  const ownLock = above && !inWorkspace && answers.cli?.packageManager === 'yarn';
  return ownLock ? new Map([['yarn.lock', EMPTY_LOCK], ...plan]) : plan;
}

/** Settings that the root of its workspace lacks. */
export function needsOf({ answers, above }: Asked, plan: Plan): string[] {
  const { devDependencies } = JSON.parse(plan.get(PACKAGE_FILE)?.contents ?? '{}');
  return above ? rootNeeds(above, answers.cli?.packageManager, devDependencies.vite) : [];
}
