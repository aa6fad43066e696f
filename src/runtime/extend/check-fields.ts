import { isRecord } from '../base/is-record.ts';
import { isTexts, type Problem, unknownKeys } from './problems.ts';

/** The entries with GraphQL: of single items, of items in lists, of the archives of terms. */
export const fieldKinds = ['fields', 'cards', 'terms'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** What is written for a type or a taxonomy that WordPress calls otherwise. */
const meant: Record<FieldKind, Record<string, string>> = {
  fields: { posts: 'post', pages: 'page' },
  cards: { posts: 'post', pages: 'page' },
  terms: { tag: 'post_tag' },
};

/** Judges one of them, all but its GraphQL. */
export function checkFields(kind: FieldKind, fields: unknown): Problem[] {
  if (fields === undefined) return [];
  const example = kind === 'terms' ? 'category' : 'post';
  if (!isRecord(fields))
    return [`${kind}: must be an object. Fix: \`${kind}: { ${example}: { select, read } }\``];
  return Object.entries(fields).flatMap(([type, entry]) => {
    const at = `${kind}.${type}`;
    if (Object.hasOwn(meant[kind], type)) return [`${at}: unknown. Fix: \`${meant[kind][type]}\``];
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
