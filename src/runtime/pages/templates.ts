import type { Address } from '../cms/address.ts';

/**
 * Names of the templates that may show what lives at an address, the most specific first. They are those of classic themes:
 * https://developer.wordpress.org/themes/basics/template-hierarchy/
 * @param isFront whether this is the home page, whatever lives there
 */
export function templateNames(address: Shown, isFront: boolean): string[] {
  return [...(isFront ? ['front-page'] : []), ...namesOf(address), 'index'];
}

/** What of an address the names are made of. */
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
