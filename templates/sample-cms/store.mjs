import { buildIndex } from './store/build-index.mjs';
import { toLocal } from './store/dates.mjs';
import { contentFiles } from './store/files.mjs';
import { generatedPosts } from './store/generate.mjs';
import { findMenuItem } from './store/menus.mjs';
import { slugify } from './store/paths.mjs';

/** @import { Index, Item } from './types.mjs' */

/** What never comes from outside: it is worked out. */
const DERIVED = new Set(['id', 'type', 'uri', 'parentId', '__typename']);

/**
 * The content: files, plus what tests and demos change in memory. Files are never written.
 *
 * @param {{ contentDir: string, posts?: number }} options
 */
export function createStore({ contentDir, posts = 0 }) {
  const files = contentFiles(contentDir);
  const first = posts;
  /** @type {Map<number, Record<string, any>>} */
  const edits = new Map();
  /** @type {Record<string, any>[]} */
  const created = [];
  const removed = new Set();
  /** @type {any[] | null} */
  let menus = null;
  /** @type {Record<string, any>} */
  let settings = {};
  let generated = generatedPosts(posts);
  /** @type {Index | null} */
  let index = null;

  /** @returns {Index} */
  function read() {
    const { changed, data, records } = files.load();
    if (!index || changed) {
      const all = [...records, ...created, ...generated]
        .filter((record) => !removed.has(record.id))
        // `content` by name: a generated post has it as a getter, which a spread leaves behind.
        .map((record) =>
          edits.has(record.id) ? { ...record, content: record.content, ...edits.get(record.id) } : record,
        );
      index = buildIndex({ ...data, site: { ...data.site, ...settings } }, all, menus ?? data.menus);
    }
    return index;
  }

  /**
   * @param {{ id?: number | string, slug?: string, path?: string, type?: string }} which
   * @returns {Item}
   */
  function find({ id, slug, path, type }) {
    const items = read().items.filter((item) => item.type !== 'attachment' && (!type || item.type === type));
    const wanted = path?.replace(/^\/*|\/*$/g, '');
    const item = items.find((candidate) =>
      id !== undefined
        ? candidate.id === Number(id)
        : path !== undefined
          ? candidate.uri.replace(/^\/*|\/*$/g, '') === wanted
          : candidate.slug === slug,
    );
    if (!item) throw new Error(`No content with ${JSON.stringify({ id, slug, path, type })}.`);
    return item;
  }

  const now = () => toLocal(new Date(), read().site.timezone);

  return {
    read,
    find,

    /**
     * Changes an item in memory, as a save in WordPress would: `modified` moves, a first publication gives a slug.
     * @param {{ id?: number | string, slug?: string, path?: string, type?: string }} which
     * @param {Record<string, any>} set
     */
    edit(which, set) {
      const item = find(which);
      const change = Object.fromEntries(Object.entries(set).filter(([key]) => !DERIVED.has(key)));
      if (change.status === 'publish' && !item.slug && !change.slug)
        change.slug = slugify(change.title ?? item.title);
      if (change.status === 'publish' && item.status === 'future' && !change.date) change.date = now();
      edits.set(item.id, { ...edits.get(item.id), modified: now(), ...change });
      index = null;
      return this.find({ id: item.id });
    },

    /** @param {Record<string, any>} set */
    create(set) {
      const id = 900_001 + created.length;
      created.push({
        type: 'post',
        status: 'publish',
        date: now(),
        slug: slugify(set.title ?? ''),
        content: '',
        ...set,
        id,
      });
      index = null;
      return find({ id });
    },

    /** @param {{ id?: number | string, slug?: string, path?: string, type?: string }} which */
    remove(which) {
      const item = find(which);
      removed.add(item.id);
      index = null;
      return item;
    },

    /**
     * Replaces the items of the menu at a location, or changes one item.
     * @param {{ location?: string, items?: any[], id?: number, set?: Record<string, any> }} change
     */
    menu({ location, items, id, set }) {
      const current = menus ?? structuredClone(files.load().data.menus);
      if (items) {
        const menu = current.find((/** @type {any} */ m) => m.location === location);
        if (!menu) throw new Error(`No menu at ${location}.`);
        menu.items = items;
      } else {
        const item = current.map((/** @type {any} */ menu) => findMenuItem(menu, Number(id))).find(Boolean);
        if (!item || !set) throw new Error(`No menu item ${id}, or nothing to set.`);
        Object.assign(item, set);
      }
      menus = current;
      index = null;
    },

    /**
     * Changes settings of the site, by their names in content/site.json.
     * @param {Record<string, any>} set
     */
    settings(set) {
      settings = { ...settings, ...set };
      index = null;
    },

    /** @param {number} count */
    setPosts(count) {
      generated = generatedPosts(count);
      index = null;
    },

    reset() {
      edits.clear();
      created.length = 0;
      removed.clear();
      menus = null;
      settings = {};
      generated = generatedPosts(first);
      index = null;
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */
