import type { Bundled } from '../plan/bundled';
import type { TemplateFile } from '../plan/plan';
import { packedArchives, packedTemplate } from '../write/archives';

/** Reads what this version of the program brings to every site. */
export function bundledFiles(files = siteTemplate()): Bundled {
  return {
    routes: routesOf(files),
    templatePackage: files.find(({ path }) => path === 'package.json')?.contents ?? '',
    archives: packedArchives(),
  };
}

/** The files of the template. A site gets the managed ones in place of those that follow from answers. */
export function siteTemplate(): TemplateFile[] {
  return Object.entries(packedTemplate()).map(([path, contents]) => ({ path, contents }));
}

/** First path segments that the routes of every site take. */
export function siteRoutes(): string[] {
  return routesOf(siteTemplate());
}

/** `app/blog/page.tsx` gives `blog`. */
function routesOf(files: readonly TemplateFile[]): string[] {
  const segments = files.map((file) => /^app\/([^/]+)\//.exec(file.path)?.[1]);
  return [...new Set(segments.filter((segment) => segment !== undefined))];
}
