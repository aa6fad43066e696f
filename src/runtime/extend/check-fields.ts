import { isRecord } from '../base/is-record.ts';
import { isTexts, type Problem, unknownKeys } from './problems.ts';

/** The entries with GraphQL: of single items, of items in lists, of the archives of terms, of what stands around all of these. */
export const fieldKinds = ['fields', 'cards', 'terms', 'site'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** What `site` may hold, with GraphQL's name of the type that the fields are of. */
export const siteTypes: Readonly<Record<string, string>> = {
  author: 'User',
  menuItem: 'MenuItem',
  options: 'RootQuery',
};

/** What is written for a type or a taxonomy that WordPress calls otherwise. */
const meant: Record<FieldKind, Record<string, string>> = {
  fields: { posts: 'post', pages: 'page' },
  cards: { posts: 'post', pages: 'page' },
  terms: { tag: 'post_tag' },
  site: { authors: 'author', user: 'author', users: 'author', menu: 'menuItem', menus: 'menuItem' },
};

/** Judges one of them, all but its GraphQL. */
export function checkFields(kind: FieldKind, fields: unknown): Problem[] {
  if (fields === undefined) return [];
  const example = { fields: 'post', cards: 'post', terms: 'category', site: 'author' }[kind];
  if (!isRecord(fields))
    return [`${kind}: must be an object. Fix: \`${kind}: { ${example}: { select, read } }\``];
  return Object.entries(fields).flatMap(([type, entry]) => {
    const at = `${kind}.${type}`;
    if (Object.hasOwn(meant[kind], type)) return [`${at}: unknown. Fix: \`${meant[kind][type]}\``];
    if (kind === 'site' && !Object.hasOwn(siteTypes, type))
      return unknownKeys('site.', { [type]: entry }, Object.keys(siteTypes));
    if (!isRecord(entry)) return [`${at}: must be an object with \`select\` and \`read\``];
    return [
      ...unknownKeys(`${at}.`, entry, ['select', 'read', 'search']),
      ...(entry.search === undefined ? [] : searchProblems(kind, at, entry.search)),
      ...(typeof entry.select === 'string' ? [] : [`${at}.select: must be GraphQL, as text`]),
      ...(entry.read === undefined || typeof entry.read === 'function'
        ? []
        : [`${at}.read: must be a function. Fix: \`read: (field) => ({ … })\``]),
    ];
  });
}

function searchProblems(kind: FieldKind, at: string, search: unknown): Problem[] {
  if (kind !== 'fields') return [`${at}.search: only \`fields\` are searched. Fix: put it there`];
  return isTexts(search) ? [] : [`${at}.search: must be a list of paths. Fix: \`search: ['book.subtitle']\``];
}
