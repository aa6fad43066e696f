import type { Address } from '../wordpress/address.ts';

/**
 * Names of the templates that may show what lives at an address, the most specific first. They are those of classic themes:
 * https://developer.wordpress.org/themes/basics/template-hierarchy/
 * @param isFront whether this is the home page, whatever lives there
 * @param chosen the template that an editor has chosen for the item
 */
export function templateNames(address: Shown, isFront: boolean, chosen?: string | null): string[] {
  return [
    ...(isFront ? ['front-page'] : []),
    ...(chosen ? [`template-${chosen}`] : []),
    ...namesOf(address),
    'index',
  ];
}

/** The part of an address that names are made of. */
type Shown = Pick<Address, 'kind' | 'type' | 'slug' | 'databaseId' | 'taxonomy'>;

function namesOf({ kind, type, slug, databaseId, taxonomy = '' }: Shown): string[] {
  const named = decoded(slug);
  switch (kind) {
    case 'post':
    case 'content':
      return [...specific(`single-${type}`, [named]), 'single', 'singular'];
    case 'page':
      return [...specific('page', [named, databaseId]), 'singular'];
    case 'posts':
      return ['home'];
    case 'contentType':
      return [`archive-${type}`, 'archive'];
    case 'term':
      return [...specific(`taxonomy-${taxonomy}`, [named]), 'taxonomy', 'archive'];
    case 'date':
      return ['date', 'archive'];
    default:
      return [...specific(kind, [named, databaseId]), 'archive'];
  }
}

const specific = (name: string, ends: readonly (string | number | undefined)[]) => [
  ...ends.filter(Boolean).map((end) => `${name}-${end}`),
  name,
];

/** WordPress stores other alphabets encoded; names of files are written as people read them. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** The content of a template; `TemplateProps` has the same. */
export type TemplateKind = 'post' | 'page' | 'item' | 'archive' | 'front-page' | 'any' | '404' | 'search';

/** Every name that a template may have, with what it shows; behind some a dash and a slug, a type or an id may follow. */
export const templateFamilies: Readonly<Record<string, { kind: TemplateKind; more: 'may' | 'must' | 'no' }>> =
  {
    'front-page': { kind: 'front-page', more: 'no' },
    home: { kind: 'archive', more: 'no' },
    template: { kind: 'item', more: 'must' },
    single: { kind: 'post', more: 'may' },
    page: { kind: 'page', more: 'may' },
    singular: { kind: 'item', more: 'no' },
    category: { kind: 'archive', more: 'may' },
    tag: { kind: 'archive', more: 'may' },
    taxonomy: { kind: 'archive', more: 'may' },
    author: { kind: 'archive', more: 'may' },
    date: { kind: 'archive', more: 'no' },
    archive: { kind: 'archive', more: 'may' },
    search: { kind: 'search', more: 'no' },
    '404': { kind: '404', more: 'no' },
    index: { kind: 'any', more: 'no' },
  };

/** @returns what a template of this name shows; undefined for a name that nothing is shown by */
export function templateKind(name: string): TemplateKind | undefined {
  const [, family = name, rest] = /^([a-z]+)-(.+)$/.exec(name) ?? [];
  const whole = Object.hasOwn(templateFamilies, name) ? templateFamilies[name] : undefined;
  if (whole) return whole.more === 'must' ? undefined : whole.kind;
  const found = Object.hasOwn(templateFamilies, family) ? templateFamilies[family] : undefined;
  return rest && found && found.more !== 'no' ? found.kind : undefined;
}
