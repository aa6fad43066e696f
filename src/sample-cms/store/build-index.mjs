import { toMenu } from './menus.mjs';
import { encodeSlug, pathKey } from './paths.mjs';

/** @import { Author, Comment, Index, Item, Media, Term } from '../types.mjs' */

const TYPENAME = /** @type {const} */ ({
  post: 'Post',
  page: 'Page',
  project: 'Project',
  attachment: 'MediaItem',
});
const NEVER_PLAIN = new Set(['publish', 'private', 'inherit', 'trash']);

/**
 * Fills in what a content file may leave out.
 * @param {Record<string, any>} raw
 * @returns {Item}
 */
function toItem(raw) {
  const date = raw.date ?? '2026-01-05T09:00:00';
  return /** @type {Item} */ (
    /** @type {unknown} */ ({
      status: 'publish',
      title: '',
      author: 'rosa',
      menuOrder: 0,
      sticky: false,
      comments: raw.type === 'post',
      categories: [],
      tags: [],
      modified: date,
      uri: '',
      parentId: 0,
      key: raw.slug,
      ...raw,
      date,
      __typename: TYPENAME[/** @type {keyof typeof TYPENAME} */ (raw.type)],
      // A generated post makes its text only when it is read; the getter must survive the copy.
      get content() {
        return raw.content;
      },
    })
  );
}

/** @param {Media} media @returns {Item} */
const toAttachment = (media) =>
  toItem({
    type: 'attachment',
    id: media.id,
    slug: media.file.replace(/\.[^.]+$/, ''),
    title: media.title,
    content: '',
    status: 'inherit',
    date: media.date,
    comments: false,
    media,
  });

/**
 * Drafts and scheduled items have no address of their own in WordPress, only a query.
 * @param {Item} item
 */
function plainUri(item) {
  if (item.type === 'page') return `/?page_id=${item.id}`;
  return item.type === 'project' ? `/?post_type=project&p=${item.id}` : `/?p=${item.id}`;
}

/** @param {any[]} categories @param {any[]} tags @returns {Term[]} */
function toTerms(categories, tags) {
  const parents = new Map(categories.map((c) => [c.slug, c]));
  /** @param {any} c @returns {string} */
  const trail = (c) => (c.parent ? `${trail(parents.get(c.parent))}/` : '') + encodeSlug(c.slug);
  return [
    ...categories.map((c) => ({
      ...c,
      __typename: 'Category',
      taxonomy: 'category',
      uri: `/category/${trail(c)}/`,
      parentId: c.parent ? parents.get(c.parent).id : 0,
    })),
    ...tags.map((t) => ({
      ...t,
      __typename: 'Tag',
      taxonomy: 'post_tag',
      uri: `/tag/${encodeSlug(t.slug)}/`,
      parentId: 0,
    })),
  ];
}

/**
 * Writes into each item where it lies.
 * @param {Item[]} items
 * @param {Map<string | undefined, Item>} pageByKey
 * @param {string} frontPage
 * @returns {Map<string, Item>} by their addresses
 */
function giveAddresses(items, pageByKey, frontPage) {
  /** @type {Map<string, Item>} */
  const byUri = new Map();
  /** @param {Item} page @returns {string} */
  const trail = (page) => {
    const parent = page.parent && pageByKey.get(/** @type {string} */ (page.parent.split('/').pop()));
    page.parentId = parent ? parent.id : 0;
    return `${parent ? trail(parent) : ''}/${page.slug}`;
  };
  for (const item of items) {
    const folder = item.type === 'project' ? '/project' : '';
    const path = item.type === 'page' ? trail(item) : `${folder}/${item.slug}`;
    if (!NEVER_PLAIN.has(item.status) || !item.slug) {
      item.uri = plainUri(item);
      continue;
    }
    item.uri = item.type === 'page' && item.key === frontPage ? '/' : `${path}/`;
    // An attachment never takes an address away from something that was written.
    if (item.status !== 'trash' && !(item.type === 'attachment' && byUri.has(pathKey(path))))
      byUri.set(pathKey(path), item);
  }
  const front = pageByKey.get(frontPage);
  if (front) byUri.set('/', front);
  return byUri;
}

/**
 * @param {Record<string, any>} data       the JSON files
 * @param {Record<string, any>[]} records  posts, pages and projects
 * @param {any[]} menus
 * @returns {Index}
 */
export function buildIndex(data, records, menus) {
  const items = [...data.media.map(toAttachment), ...records.map(toItem)];
  items.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : b.id - a.id));
  const byId = new Map(items.map((item) => [item.id, item]));
  const pages = items.filter((item) => item.type === 'page');
  const pageByKey = new Map(pages.map((page) => [page.key, page]));
  const byUri = giveAddresses(items, pageByKey, data.site.frontPage);
  const front = pageByKey.get(data.site.frontPage);

  const terms = toTerms(data.terms.categories, data.terms.tags);
  const termBySlug = new Map(terms.map((term) => [`${term.taxonomy}/${term.slug}`, term]));
  /** @type {Map<number, Item[]>} */
  const itemsOfTerm = new Map(terms.map((term) => [term.id, []]));
  for (const item of items) {
    if (item.status !== 'publish') continue;
    for (const slug of item.categories)
      itemsOfTerm.get(termBySlug.get(`category/${slug}`)?.id ?? 0)?.push(item);
    for (const slug of item.tags) itemsOfTerm.get(termBySlug.get(`post_tag/${slug}`)?.id ?? 0)?.push(item);
  }
  /** @type {Author[]} */
  const authors = data.authors.map((/** @type {any} */ author) => ({ ...author, __typename: 'User' }));
  /** @type {Comment[]} */
  const comments = data.comments.map((/** @type {any} */ comment) => ({
    parent: 0,
    status: 'APPROVE',
    ...comment,
    __typename: 'Comment',
  }));

  return {
    site: data.site,
    items,
    byId,
    byUri,
    terms,
    termBySlug,
    itemsOfTerm,
    authors,
    comments,
    blur: data.blur,
    media: new Map(items.flatMap((item) => (item.media ? [[item.media.file, item]] : []))),
    termByUri: new Map(terms.map((term) => [pathKey(term.uri), term])),
    authorBySlug: new Map(authors.map((author) => [author.slug, author])),
    menus: menus.map(toMenu),
    frontPageId: front?.id ?? 0,
    postsPageId: pageByKey.get(data.site.postsPage)?.id ?? 0,
  };
}
