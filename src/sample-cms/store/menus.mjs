/** @import { Menu, MenuItem } from '../types.mjs' */

/**
 * Menus are written as a tree and read, as WordPress keeps them, as a list with parents and positions.
 * @param {any} raw
 * @returns {Menu}
 */
export function toMenu(raw) {
  /** @type {MenuItem[]} */
  const items = [];
  /** @param {any[]} list @param {number} parentId */
  const walk = (list, parentId) => {
    for (const { children = [], ...entry } of list) {
      const id = entry.id ?? raw.id * 100 + items.length + 1;
      items.push({
        cssClasses: [],
        ...entry,
        __typename: 'MenuItem',
        id,
        parentId,
        order: items.length + 1,
        menu: raw.slug,
      });
      walk(children, id);
    }
  };
  walk(raw.items, 0);
  return { ...raw, __typename: 'Menu', items };
}

/**
 * The entry of a menu file that became the item with this id.
 * @param {any} menu
 * @param {number} id
 */
export function findMenuItem(menu, id) {
  let position = 0;
  /** @param {any[]} list @returns {any} */
  const search = (list) => {
    for (const entry of list) {
      position += 1;
      if ((entry.id ?? menu.id * 100 + position) === id) return entry;
      const below = search(entry.children ?? []);
      if (below) return below;
    }
    return undefined;
  };
  return search(menu.items);
}
