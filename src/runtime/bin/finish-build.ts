import { lightenBuild } from '../light/build.ts';
import { printBuildTable } from './build-table.ts';
import { stampBuild } from './stamp-build.ts';

/**
 * What a build of Next's becomes one of this site's by. Loaded while Next works: a build begins sooner without it.
 * @param root folder of the site, after `next build`
 * @param began milliseconds since 1970: before the first request to the CMS
 */
export function finishBuild(root: string, began: number): void {
  stampBuild(root, began);
  const light = lightenBuild(root);
  printBuildTable(root);
  console.log(light);
}
