import { isRecord } from '../../base/is-record.ts';
import type { FieldEntries, ItemEntry } from './content.ts';
import { asMeant, isTexts, type Judged } from './problems.ts';

/** The entries with GraphQL: of single items, of items in lists, of the archives of terms, of what stands around all of these. */
export const fieldKinds = ['fields', 'cards', 'terms', 'site'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** Names that `site` may hold, with GraphQL's name of the type that the fields are of. */
export const siteTypes: Readonly<Record<string, string>> = {
  author: 'User',
  menuItem: 'MenuItem',
  options: 'RootQuery',
};

const ofItems: readonly FieldKind[] = ['fields', 'cards'];

/** Names written for a type or a taxonomy that WordPress calls otherwise. */
const meant: Record<FieldKind, Record<string, string>> = {
  fields: { posts: 'post', pages: 'page' },
  cards: { posts: 'post', pages: 'page' },
  terms: { tag: 'post_tag' },
  site: { authors: 'author', user: 'author', users: 'author', menu: 'menuItem', menus: 'menuItem' },
};

/**
 * Judges one of them, all but its GraphQL.
 * @returns its entries, each as far as it can be used
 */
export function checkFields(kind: FieldKind, fields: unknown): Judged<FieldEntries> {
  if (fields === undefined) return { value: {}, problems: [] };
  const example = { fields: 'post', cards: 'post', terms: 'category', site: 'author' }[kind];
  if (!isRecord(fields))
    return {
      value: {},
      problems: [`${kind}: must be an object. Fix: \`${kind}: { ${example}: { select, read } }\``],
    };
  const known = kind === 'site' ? Object.keys(siteTypes) : typesIn(kind, fields);
  const { value, problems } = asMeant(`${kind}.`, fields, known, meant[kind]);
  const entries = Object.entries(value).flatMap(([type, entry]) => {
    if (ofItems.includes(kind) && type === 'attachment') {
      problems.push(
        `${kind}.attachment: files have no pages on the site. Fix: ask for it where the file is used, for example \`book { cover { node { caption } } }\``,
      );
      return [];
    }
    const judged = checkEntry(kind, `${kind}.${type}`, entry);
    problems.push(...judged.problems);
    return [[type, judged.value]];
  });
  return { value: Object.fromEntries(entries), problems };
}

/** Any name may be that of a type. */
const typesIn = (kind: FieldKind, fields: object) =>
  Object.keys(fields).filter((type) => !Object.hasOwn(meant[kind], type));

function checkEntry(kind: FieldKind, at: string, given: unknown): Judged<Partial<ItemEntry>> {
  if (!isRecord(given))
    return {
      value: {},
      problems: [
        `${at}: must be an object. Fix: \`{ select: 'book { subtitle }', read: (field) => ({ … }) }\``,
      ],
    };
  const { value: entry, problems } = asMeant(`${at}.`, given, ['select', 'read', 'search']);
  const { select, read, search } = entry;
  const value: Record<string, unknown> = {};
  if (typeof select === 'string') value.select = select;
  else
    problems.push(
      `${at}.select: must be GraphQL, as text. Fix: \`select: 'book { subtitle }'\`, or a .graphql file, imported as \`import book from …\``,
    );
  if (Object.prototype.toString.call(read) === '[object AsyncFunction]')
    problems.push(`${at}.read: must give its value at once. Fix: leave \`async\` out`);
  else if (typeof read === 'function') value.read = read;
  else if (read !== undefined)
    problems.push(`${at}.read: must be a function. Fix: \`read: (field) => ({ … })\``);
  if (kind !== 'fields' && search !== undefined)
    problems.push(`${at}.search: only \`fields\` are searched. Fix: put it there`);
  else if (isTexts(search)) value.search = search;
  else if (search !== undefined)
    problems.push(`${at}.search: must be a list of paths. Fix: \`search: ['book.subtitle']\``);
  return { value, problems };
}
