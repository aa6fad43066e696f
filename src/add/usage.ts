import path from 'node:path';
import { templateNames } from '../runtime/pages/templates';
import type { ReadText } from './block';
import type { Place } from './places';
import type { View } from './views';

/** Where a component is put, in lines: the file, its import and its element. */
export function usage(view: View, place: Pick<Place, 'kind' | 'type'>, readText: ReadText): string[] {
  const template = templateOf(place, readText);
  const file = template?.path ?? view.file;
  const fields = /\(\s*view\b/.test(template?.text ?? '') ? `view.${view.fields}` : view.fields;
  const isBeside = path.dirname(file) === view.folder;
  const from = isBeside ? `./${view.component}` : `@/${view.folder}/${view.component}`;
  return [
    `Show it in ${file}. Import it above:`,
    `  import { ${view.component} } from '${from}';`,
    `and put this ${template ? 'where it is to be seen, in a fragment with what the template shows now' : `behind ${view.behind}`}:`,
    `  <${view.component} fields={${fields}} />`,
    ...alone(place, template !== undefined),
  ];
}

/** The view of the theme is that of all types. */
function alone({ kind, type }: Pick<Place, 'kind' | 'type'>, hasTemplate: boolean): string[] {
  if (kind !== 'fields' || type === 'post' || type === 'page' || hasTemplate) return [];
  return [
    `Posts, and all types without a template of their own, are shown there. A page for this type alone: npx create-headless-site add template single-${type}`,
  ];
}

/** The template of the owner's that shows items or terms of a type, whatever their slugs. */
function templateOf({ kind, type }: Pick<Place, 'kind' | 'type'>, readText: ReadText) {
  const shown = {
    fields: type === 'page' ? 'page' : 'content',
    terms: termKinds[type] ?? 'term',
    site: undefined,
  } as const;
  const of = shown[kind];
  const names = of
    ? templateNames({ kind: of, type, taxonomy: type, slug: '', databaseId: undefined }, false)
    : [];
  return names
    .map((name) => `components/templates/${name}.tsx`)
    .map((path) => ({ path, text: readText(path) }))
    .find(({ text }) => text !== undefined);
}

const termKinds: Readonly<Record<string, 'category' | 'tag'>> = { category: 'category', post_tag: 'tag' };
