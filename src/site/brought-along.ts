import path from 'node:path';
import { packageRoot } from '../base/package';
import type { Archive } from '../plan/manifest';
import { companionArchive } from '../write/archives';
import { routesOf, templateFiles } from '../write/template-files';

/** What this version of the program brings along. */
export interface Brought {
  /** First path segments that the site's own routes take. */
  routes: readonly string[];
  archive: Archive;
}

/** What this version of the program brings to every site. */
export function broughtAlong(): Brought {
  return { routes: siteRoutes(), archive: companionArchive() };
}

/** First path segments that the routes of every site take. */
export function siteRoutes(): string[] {
  return routesOf(templateFiles(path.join(packageRoot, 'templates', 'site')));
}
