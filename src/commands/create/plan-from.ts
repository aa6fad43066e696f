import { readFileSync } from 'node:fs';
import path from 'node:path';
import { refuseUnknownIds, toSiteConfig } from '../../answers/validate';
import { packageRoot } from '../../base/package';
import { type Plan, planSite } from '../../plan/plan';
import { companionArchive, runtimeArchive } from '../../write/archives';
import { routesOf, templateFiles } from '../../write/template-files';
import type { Asked } from './ask';

/**
 * Reads the templates and plans the site.
 * @throws {CliError} `usage` when the answers are not valid
 */
export function planFrom({ answers, secrets, target, directory }: Asked): Plan {
  const templates = path.join(packageRoot, 'templates');
  const site = templateFiles(path.join(templates, 'site'));
  const source = `the answers for ${directory}`;
  refuseUnknownIds(answers, source);
  const config = toSiteConfig(answers, secrets, source, routesOf(site));
  return planSite({
    config,
    answers,
    secrets,
    packageName: target.packageName,
    template: [...site, ...templateFiles(path.join(templates, 'sample-cms'), 'sample-cms')],
    companion: companionArchive(),
    runtime: runtimeArchive(),
    templatePackage: readFileSync(path.join(templates, 'site', 'package.json'), 'utf8'),
  });
}
