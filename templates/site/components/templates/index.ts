import type { TemplateProps } from 'headless-site/content';
import type { ComponentType } from 'react';

/**
 * Each `.tsx` file here; `node_modules/headless-site/docs/template.md` says which name shows what. They are whole modules: with `import: 'default'`
 * a build of Next 16.4 renames the export and finds nothing.
 */
const files = import.meta.glob<{ default: unknown }>('./*.tsx');

/**
 * The most specific template that there is a file for.
 * @param names of a route, the most specific first
 * @returns undefined where the theme's own view is shown
 */
export async function findTemplate<Name extends string = 'index'>(
  names: readonly string[],
): Promise<ComponentType<TemplateProps<Name>> | undefined> {
  const load = names.map((name) => files[`./${name}.tsx`]).find((file) => file);
  // Its props follow from its name.
  return (await load?.())?.default as ComponentType<TemplateProps<Name>> | undefined;
}
