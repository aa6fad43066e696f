import type { TemplateProps } from 'headless-site/content';
import type { ComponentType } from 'react';

interface TemplateFile {
  default: ComponentType<TemplateProps>;
}

/**
 * Each `.tsx` file here; `node_modules/headless-site/docs/template.md` says which name shows what. As whole modules: with `import: 'default'`
 * a build of Next 16.4 renames the export and finds nothing.
 */
const files = import.meta.glob<TemplateFile>('./*.tsx');

/**
 * The most specific template that there is a file for.
 * @param names of a route, the most specific first
 * @returns undefined where the theme's own view is shown
 */
export async function findTemplate(
  names: readonly string[],
): Promise<ComponentType<TemplateProps> | undefined> {
  const load = names.map((name) => files[`./${name}.tsx`]).find((file) => file);
  return (await load?.())?.default;
}
