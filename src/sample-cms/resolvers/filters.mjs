import { searchTextOf } from '../store/render.mjs';
import { canRead } from './access.mjs';
import { dateTest } from './date-query.mjs';
import { toNumbers } from './ids.mjs';

/** @import { Context, Item } from '../types.mjs' */

/** @typedef {Record<string, any>} Where */

/**
 * A category means its children too, except in `categoryIn`, as in WP_Query.
 * @param {Context} ctx @param {string} slug @returns {Set<string>}
 */
function withChildren(ctx, slug) {
  const all = new Set([slug]);
  for (const term of ctx.index.terms) if (term.parent && all.has(term.parent)) all.add(term.slug);
  return all;
}

/** @param {Context} ctx @param {string} taxonomy @param {readonly any[]} ids @returns {Set<string>} */
function slugsOf(ctx, taxonomy, ids) {
  const wanted = new Set(toNumbers(ids));
  return new Set(
    ctx.index.terms.filter((t) => t.taxonomy === taxonomy && wanted.has(t.id)).map((t) => t.slug),
  );
}

/** @param {Context} ctx @param {readonly any[]} ids */
function authorsOf(ctx, ids) {
  const wanted = new Set(toNumbers(ids));
  return new Set(ctx.index.authors.filter((author) => wanted.has(author.id)).map((author) => author.slug));
}

/**
 * One test for each condition that a front end uses.
 * @type {Record<string, (value: any, ctx: Context) => (item: Item) => boolean>}
 */
const TESTS = {
  id: (id) => (item) => item.id === id,
  in: (ids) => {
    const set = new Set(toNumbers(ids));
    return (item) => set.has(item.id);
  },
  notIn: (ids) => {
    const set = new Set(toNumbers(ids));
    return (item) => !set.has(item.id);
  },
  name: (slug) => (item) => item.slug === slug,
  nameIn: (slugs) => (item) => slugs.includes(item.slug),
  title: (title) => (item) => item.title === title,
  parent: (id) => {
    const [parent] = toNumbers([id]);
    return (item) => item.parentId === parent;
  },
  parentIn: (ids) => {
    const set = new Set(toNumbers(ids));
    return (item) => set.has(item.parentId);
  },
  parentNotIn: (ids) => {
    const set = new Set(toNumbers(ids));
    return (item) => !set.has(item.parentId);
  },
  isSticky: (sticky) => (item) => item.sticky === sticky,
  hasPassword: (has) => (item) => Boolean(item.password) === has,
  status: (status) => (item) => item.status === status.toLowerCase(),
  stati: (stati) => (item) =>
    stati.some((/** @type {string} */ status) => item.status === status.toLowerCase()),
  search: (text) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return (item) => {
      const all = searchTextOf(item);
      return words.every((/** @type {string} */ word) => all.includes(word));
    };
  },
  dateQuery: (query) => dateTest(query),
  author: (id, ctx) => {
    const set = authorsOf(ctx, [id]);
    return (item) => set.has(item.author);
  },
  authorIn: (ids, ctx) => {
    const set = authorsOf(ctx, ids);
    return (item) => set.has(item.author);
  },
  authorNotIn: (ids, ctx) => {
    const set = authorsOf(ctx, ids);
    return (item) => !set.has(item.author);
  },
  authorName: (slug) => (item) => item.author === slug,
  categoryName: (slug, ctx) => {
    const set = withChildren(ctx, slug);
    return (item) => item.categories.some((c) => set.has(c));
  },
  categoryId: (id, ctx) => {
    const [slug] = slugsOf(ctx, 'category', [id]);
    const set = slug ? withChildren(ctx, slug) : new Set();
    return (item) => item.categories.some((c) => set.has(c));
  },
  categoryIn: (ids, ctx) => {
    const set = slugsOf(ctx, 'category', ids);
    return (item) => item.categories.some((c) => set.has(c));
  },
  categoryNotIn: (ids, ctx) => {
    const set = slugsOf(ctx, 'category', ids);
    return (item) => !item.categories.some((c) => set.has(c));
  },
  tag: (slug) => (item) => item.tags.includes(slug),
  tagId: (id, ctx) => {
    const set = slugsOf(ctx, 'post_tag', [id]);
    return (item) => item.tags.some((t) => set.has(t));
  },
  tagIn: (ids, ctx) => {
    const set = slugsOf(ctx, 'post_tag', ids);
    return (item) => item.tags.some((t) => set.has(t));
  },
  tagNotIn: (ids, ctx) => {
    const set = slugsOf(ctx, 'post_tag', ids);
    return (item) => !item.tags.some((t) => set.has(t));
  },
  tagSlugIn: (slugs) => (item) => item.tags.some((t) => slugs.includes(t)),
  tagSlugAnd: (slugs) => (item) => slugs.every((/** @type {string} */ t) => item.tags.includes(t)),
  contentTypes: (types) => {
    const set = new Set(types.map((/** @type {string} */ type) => type.toLowerCase()));
    return (item) => set.has(item.type);
  },
};

/** @type {Record<string, (item: Item) => string | number>} */
const ORDERS = {
  DATE: (item) => item.date,
  MODIFIED: (item) => item.modified,
  TITLE: (item) => item.title.toLowerCase(),
  SLUG: (item) => item.slug,
  AUTHOR: (item) => item.author,
  PARENT: (item) => item.parentId,
  MENU_ORDER: (item) => item.menuOrder,
};

/** @param {Item[]} items @param {Where} where @returns {Item[]} */
function sorted(items, where) {
  if (where.in?.length) {
    const order = new Map(toNumbers(where.in).map((id, position) => [id, position]));
    return items.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  }
  const by = (where.orderby ?? []).filter((/** @type {any} */ o) => o && ORDERS[o.field]);
  if (!by.length) return items;
  return items.sort((a, b) => {
    for (const { field, order } of by) {
      const [x, y] = [ORDERS[field](a), ORDERS[field](b)];
      const less = typeof x === 'string' ? x.localeCompare(String(y)) : x - Number(y);
      if (less) return order === 'ASC' ? less : -less;
    }
    return 0;
  });
}

/**
 * Items that anybody may list, filtered and in order. A preview header opens no list.
 *
 * @param {Context} ctx
 * @param {readonly Item[]} items  already newest first
 * @param {Where | null} [where]
 * @returns {Item[]}
 */
export function select(ctx, items, where) {
  const conditions = Object.entries(where ?? {}).filter(
    ([key, value]) => value !== null && TESTS[key] && !(key === 'in' && !value.length),
  );
  const tests = conditions.map(([key, value]) => TESTS[key](value, ctx));
  const anonymous = { ...ctx, grant: null };
  return sorted(
    items.filter((item) => canRead(item, anonymous) && tests.every((test) => test(item))),
    where ?? {},
  );
}
