import type { SearchDocument } from './documents.ts';

/**
 * The two files that the dialog searches in: titles at once, texts when somebody types. Rows instead of objects,
 * because names of keys would be half of a file. Above MAX_ITEMS the files say only that the server is to be asked,
 * which costs about a kilobyte a query where the files would cost several hundred.
 */
export const MAX_ITEMS = 2000;

export type TitlesFile = { askServer: true } | { types: string[]; items: TitleRow[] };
export type TextsFile = { askServer: true } | { terms: string[]; items: TextRow[] };

/** Id, title, path, place of the type in `types`, date. */
type TitleRow = [id: number, title: string, path: string, type: number, date: string];
/** Id, excerpt, places of the terms in `terms`. Items with neither have no row. */
type TextRow = [id: number, excerpt: string, ...terms: number[]];

/** A document whose terms are still apart, so that each name is written once. */
export type SearchItem = Omit<SearchDocument, 'terms'> & { terms: readonly string[] };

const documents = new WeakMap<SearchItem, SearchDocument>();

/** The same document for the same item. */
export function toDocument(item: SearchItem): SearchDocument {
  const known = documents.get(item);
  if (known) return known;
  const document = { ...item, terms: item.terms.join(', ') };
  documents.set(item, document);
  return document;
}

export function titlesFile(items: readonly SearchItem[]): TitlesFile {
  if (items.length > MAX_ITEMS) return { askServer: true };
  const types = [...new Set(items.map(({ type }) => type))];
  return {
    types,
    items: items.map(({ id, title, path, type, date }) => [id, title, path, types.indexOf(type), date]),
  };
}

export function textsFile(items: readonly SearchItem[]): TextsFile {
  if (items.length > MAX_ITEMS) return { askServer: true };
  const places = new Map<string, number>();
  for (const term of items.flatMap((item) => item.terms))
    if (!places.has(term)) places.set(term, places.size);
  const rows = items
    .filter(({ excerpt, terms }) => excerpt !== '' || terms.length > 0)
    .map(({ id, excerpt, terms }): TextRow => [id, excerpt, ...terms.map((term) => places.get(term) ?? 0)]);
  return { terms: [...places.keys()], items: rows };
}

/** @returns null where the server is to be asked */
export function fromTitlesFile(file: TitlesFile): SearchDocument[] | null {
  if ('askServer' in file) return null;
  return file.items.map(([id, title, path, type, date]) => ({
    id,
    title,
    path,
    type: file.types[type] ?? '',
    date,
    excerpt: '',
    terms: '',
  }));
}

/** The titles with their texts. The files may be of different age: what only one of them knows changes nothing. */
export function withTexts(titles: readonly SearchDocument[], file: TextsFile): SearchDocument[] {
  if ('askServer' in file) return [...titles];
  const texts = new Map(file.items.map(([id, excerpt, ...terms]) => [id, { excerpt, terms }]));
  return titles.map((title) => {
    const { excerpt = '', terms = [] } = texts.get(title.id) ?? {};
    return { ...title, excerpt, terms: terms.map((term) => file.terms[term] ?? '').join(', ') };
  });
}
