import { refuseUnknownIds, toSiteConfig } from '../../answers/validate';
import { type Plan, planSite } from '../../plan/plan';
import { broughtAlong, siteTemplate } from '../../site/brought-along';
import type { Asked } from './ask';

/**
 * Reads the templates and plans the site.
 * @throws {CliError} `usage` when the answers are not valid
 */
export function planFrom({ answers, secrets, target, directory }: Asked): Plan {
  const template = siteTemplate();
  const brought = broughtAlong(template);
  const source = `the answers for ${directory}`;
  refuseUnknownIds(answers, source);
  const config = toSiteConfig(answers, secrets, source, brought.routes);
  return planSite({ config, answers, secrets, packageName: target.packageName, brought }, template);
}
