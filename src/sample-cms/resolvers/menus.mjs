import { connection, oneToOne } from './connection.mjs';
import { fromGlobalId, toGlobalId } from './ids.mjs';
import { nodeByUri } from './lookup.mjs';

/** @import { Context, Menu, MenuItem } from '../types.mjs' */

/** @param {MenuItem} item */
const isInternal = (item) => item.url.startsWith('/');

/** @param {MenuItem} item @param {Context} ctx */
const menuOf = (item, ctx) => /** @type {Menu} */ (ctx.index.menus.find((menu) => menu.slug === item.menu));

/**
 * Without a location the items of all menus come together, in their positions, as in WPGraphQL.
 * @param {Context} ctx
 * @param {Record<string, any> | null} [where]
 * @param {Menu} [menu]
 */
export function menuItems(ctx, where, menu) {
  const w = where ?? {};
  const parent = w.parentDatabaseId ?? (w.parentId ? Number(fromGlobalId(w.parentId).id) : null);
  return (menu ? [menu] : ctx.index.menus)
    .filter(({ location }) => !w.location || location === w.location)
    .flatMap(({ items }) => items)
    .filter((item) => (w.id == null || item.id === w.id) && (parent === null || item.parentId === parent))
    .sort((a, b) => a.order - b.order);
}

/** @type {import('./types.mjs').Resolvers} */
export const menuResolvers = {
  MenuItem: {
    id: (item) => toGlobalId('post', item.id),
    databaseId: (item) => item.id,
    parentId: (item) => (item.parentId ? toGlobalId('post', item.parentId) : null),
    parentDatabaseId: (item) => item.parentId,
    url: (item, _, ctx) => (isInternal(item) ? ctx.origin + item.url : item.url),
    path: (item) => item.url,
    uri: (item) => item.url,
    target: (item) => item.target ?? null,
    title: (item) => item.title ?? null,
    description: (item) => item.description ?? null,
    linkRelationship: () => null,
    isRestricted: () => false,
    locations: (item, _, ctx) => [menuOf(item, ctx).location],
    menu: (item, _, ctx) => oneToOne(menuOf(item, ctx)),
    childItems: (item, args, ctx) =>
      connection(menuItems(ctx, { ...args.where, parentDatabaseId: item.id }, menuOf(item, ctx)), args),
    connectedNode: (item, _, ctx) => {
      const node = isInternal(item) ? nodeByUri(ctx, item.url) : null;
      return oneToOne(
        node && ['Post', 'Page', 'Project', 'Category', 'Tag'].includes(node.__typename) ? node : null,
      );
    },
  },
  Menu: {
    id: (menu) => toGlobalId('term', menu.id),
    databaseId: (menu) => menu.id,
    count: (menu) => menu.items.length,
    locations: (menu) => [menu.location],
    isRestricted: () => false,
    menuItems: (menu, args, ctx) => connection(menuItems(ctx, args.where, menu), args),
  },
};
