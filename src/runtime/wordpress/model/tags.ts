import { shortKey } from './paths.ts';

/** So many of the 100 tags of an entry are enough to tell most items apart. */
const SHOWN_GROUPS = 50;

/**
 * Cache tags: what a cached answer depends on. Two kinds meet the two ways of revalidating:
 * `address:<path>` says that something lives at a path, and is only ever expired at once (a cached 404 that is refreshed in
 * the background would become an empty 200, vercel/next.js#71440); all others are refreshed behind the visitor.
 */
export const tags = {
  address: (path: string) => `address:${shortKey(path)}`,
  /** On the address lookup of every page that takes part in revalidation; refreshed when everything may have changed. */
  anyAddress: 'address',
  /** A cached not-found page; dropped at once by whatever is said of its path. */
  missing: (path: string) => `missing:${shortKey(path)}`,
  path: (path: string) => `path:${shortKey(path)}`,
  /** An archive's own data, which stays as it is when an item of it changes. */
  about: (path: string) => `about:${shortKey(path)}`,
  /** All cached not-found pages; dropped at once when everything may have changed. */
  anyMissing: 'missing',
  /** On a not-found page that the CMS was not asked about: `server/cache/entries.ts` keeps none of these. */
  unasked: 'unasked',
  /** Every list of a content type, by WordPress's name (`post`, `page`, `project`), of `term`s and of `author`s. */
  list: (type: string) => `list:${type}`,
  /** Every list of every type, whether somebody has configured it or not: `read()` adds it. */
  everyList: 'list',
  /** Said with each change of any list, for what depends on all of them. */
  anyList: 'any-list',
  /** Lists that show this item; dropped at once when it is hidden. Groups of ids, because an entry has at most 100 tags. */
  shown: (id: number | string) => `shown:${Number(id) % SHOWN_GROUPS}`,
  /** Lists that may show any item, such as the index of the search. */
  anyShown: 'shown',
  /** Pages that lead to what lives at a path, a few for each; dropped at once when it is hidden. */
  linked: (path: string) => `linked:${shortKey(path)}`,
  /** The page of an item, for the items that come before and after it. */
  beside: (id: number) => `beside:${id}`,
  /** The pages of all items, for the same. */
  anyBeside: 'beside',
  /** Said when anything is hidden. No answer carries it: what keeps rows of its own compares times. */
  hidden: 'hidden',
  /** Which types and taxonomies there are. */
  types: 'list:type',
  /** Index rows of a type in one span of ids (`spanOf`), or anywhere: which part to look at. No answer carries it. */
  rows: (type: string, span?: number) => (span === undefined ? `rows:${type}` : `rows:${type}:${span}`),
  /** The same of every type, anywhere. */
  everyRows: 'rows',
  menus: 'menus',
  /** Rules of redirect plugins in WordPress. */
  redirects: 'redirects',
  settings: 'settings',
  /** The frame of the not-found page, around its message. */
  notFound: 'not-found',
  /** Everything at or below each folder of the path, so that `/journal/*` reaches it. */
  below: (path: string) => folders(path).map((folder) => `below:${shortKey(folder)}`),
  under: (folder: string) => `below:${shortKey(folder)}`,
} as const;

/**
 * Tags of lists and pages that may show an item. Dropped at once when visitors must not see it there.
 * @param id all lists when undefined
 * @param path of the item, in normal form
 */
export const shownBy = (id: number | undefined, path: string): string[] => [
  ...[tags.hidden, tags.anyShown, tags.linked(path)],
  id === undefined ? tags.everyList : tags.shown(id),
];

/** The lists of everything that the site shows. */
export const allLists: readonly string[] = [tags.everyList, tags.anyList, tags.everyRows];

export const isList = (tag: string): boolean => tag.startsWith('list:');

/** `/a/b` lies below `/`, `/a` and itself. */
function folders(path: string): string[] {
  const parts = path.split('/').filter(Boolean);
  return ['/', ...parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)];
}
