import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../base/package';
import type { Bundled } from '../plan/bundled';
import type { TemplateFile } from '../plan/plan';
import { packedArchives } from '../write/archives';
import { routesOf, templateFiles } from '../write/template-files';

const template = path.join(packageRoot, 'templates', 'site');

/** Reads what this version of the program brings to every site. */
export function bundledFiles(files = siteTemplate()): Bundled {
  return {
    routes: routesOf(files),
    templatePackage: readFileSync(path.join(template, 'package.json'), 'utf8'),
    archives: packedArchives(),
  };
}

/** The files of the template. Those that follow from answers are only read here: a site gets the managed ones. */
export function siteTemplate(): TemplateFile[] {
  return templateFiles(template);
}

/** First path segments that the routes of every site take. */
export function siteRoutes(): string[] {
  return routesOf(siteTemplate());
}
