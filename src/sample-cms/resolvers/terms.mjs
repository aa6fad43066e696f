import { connection, oneToOne } from './connection.mjs';
import { taxonomyByName } from './content-types.mjs';
import { select } from './filters.mjs';
import { toGlobalId, toNumbers } from './ids.mjs';

/** @import { Context, Term } from '../types.mjs' */

/** @param {Context} ctx @param {Term} term */
const countOf = (ctx, term) => ctx.index.itemsOfTerm.get(term.id)?.length ?? 0;

/** @type {Record<string, (ctx: Context, term: Term) => string | number>} */
const ORDERS = {
  NAME: (_, term) => term.name.toLowerCase(),
  SLUG: (_, term) => term.slug,
  TERM_ID: (_, term) => term.id,
  COUNT: (ctx, term) => countOf(ctx, term),
  DESCRIPTION: (_, term) => term.description ?? '',
};

/** @param {Term} term @param {Context} ctx @returns {Term[]} nearest first */
function ancestorsOf(term, ctx) {
  const parent = ctx.index.terms.find((other) => other.id === term.parentId);
  return parent ? [parent, ...ancestorsOf(parent, ctx)] : [];
}

/**
 * @param {Context} ctx
 * @param {readonly Term[]} terms
 * @param {Record<string, any> | null} [where]
 * @param {{ hideEmpty?: boolean }} [defaults]
 */
export function orderTerms(ctx, terms, where, { hideEmpty = false } = {}) {
  const w = where ?? {};
  const ids = w.include?.length ? new Set(toNumbers(w.include)) : null;
  const excluded = new Set(toNumbers(w.exclude ?? []));
  const list = terms.filter(
    (term) =>
      (!(w.hideEmpty ?? hideEmpty) || countOf(ctx, term) > 0) &&
      (!ids || ids.has(term.id)) &&
      !excluded.has(term.id) &&
      (w.parent == null || term.parentId === w.parent) &&
      (w.childOf == null || ancestorsOf(term, ctx).some((ancestor) => ancestor.id === w.childOf)) &&
      (!w.childless || !terms.some((other) => other.parentId === term.id)) &&
      (!w.slug?.length || w.slug.includes(term.slug)) &&
      (!w.name?.length || w.name.includes(term.name)) &&
      (!(w.search ?? w.nameLike) ||
        `${term.name} ${term.slug}`.toLowerCase().includes((w.search ?? w.nameLike).toLowerCase())) &&
      (!w.taxonomies?.length || w.taxonomies.includes(term.taxonomy === 'post_tag' ? 'TAG' : 'CATEGORY')),
  );
  const key = ORDERS[w.orderby ?? 'NAME'] ?? ORDERS.NAME;
  const direction = w.order === 'DESC' ? -1 : 1;
  return list.sort((a, b) => {
    const [x, y] = [key(ctx, a), key(ctx, b)];
    return direction * (typeof x === 'string' ? x.localeCompare(String(y)) : x - Number(y));
  });
}

/** @type {Record<string, import('./types.mjs').Resolver>} */
const termNode = {
  id: (term) => toGlobalId('term', term.id),
  databaseId: (term) => term.id,
  description: (term) => term.description || null,
  count: (term, _, ctx) => countOf(ctx, term) || null,
  link: (term, _, ctx) => ctx.origin + term.uri,
  taxonomyName: (term) => term.taxonomy,
  taxonomy: (term) => oneToOne(taxonomyByName(term.taxonomy)),
  isContentNode: () => false,
  isTermNode: () => true,
  isComment: () => false,
  isFrontPage: () => false,
  isPostsPage: () => false,
  isRestricted: () => false,
};

/** @param {Term} term @param {any} args @param {Context} ctx */
const itemsOf = (term, args, ctx) => {
  // A category's archive holds its children's posts too.
  const family = ctx.index.terms.filter((other) => other === term || ancestorsOf(other, ctx).includes(term));
  const items = new Set(family.flatMap((other) => ctx.index.itemsOfTerm.get(other.id) ?? []));
  return connection(
    select(
      ctx,
      ctx.index.items.filter((item) => items.has(item)),
      args.where,
    ),
    args,
  );
};

/** @type {import('./types.mjs').Resolvers} */
export const termResolvers = {
  Category: {
    ...termNode,
    posts: itemsOf,
    contentNodes: itemsOf,
    ancestors: (term, args, ctx) => {
      const list = ancestorsOf(term, ctx);
      return list.length ? connection(list, args) : null;
    },
    parent: (term, _, ctx) => oneToOne(ancestorsOf(term, ctx)[0]),
    parentId: (term) => (term.parentId ? toGlobalId('term', term.parentId) : null),
    parentDatabaseId: (term) => term.parentId || null,
    children: (term, args, ctx) =>
      connection(
        orderTerms(
          ctx,
          ctx.index.terms.filter((other) => other.parentId === term.id),
          args.where,
        ),
        args,
      ),
  },
  Tag: { ...termNode, posts: itemsOf, contentNodes: itemsOf },
};
