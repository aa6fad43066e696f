import { buildIndex } from './store/build-index.mjs';
import { toLocal } from './store/dates.mjs';
import { contentFiles } from './store/files.mjs';
import { generatedPosts } from './store/generate.mjs';
import { findMenuItem } from './store/menus.mjs';
import { slugify } from './store/paths.mjs';

/** @import { Index, Item } from './types.mjs' */

/** @typedef {{ id?: number | string, slug?: string, path?: string, type?: string }} Which */

/** Fields that never come from outside: they are computed. */
const DERIVED = new Set(['id', 'type', 'uri', 'parentId', '__typename']);

/** The content: files, plus what tests and demos change in memory. Files are never written. */
export class Store {
  #files;
  #first;
  /** @type {Map<number, Record<string, any>>} */
  #edits = new Map();
  /** @type {Record<string, any>[]} */
  #created = [];
  #removed = new Set();
  /** @type {any[] | null} */
  #menus = null;
  /** @type {Record<string, any>} */
  #settings = {};
  #generated;
  /** @type {Index | null} */
  #index = null;

  /** @param {{ contentDir: string, posts?: number }} options posts: how many are generated beside the files */
  constructor({ contentDir, posts = 0 }) {
    this.#files = contentFiles(contentDir);
    this.#first = posts;
    this.#generated = generatedPosts(posts);
  }

  /** @returns {Index} */
  read() {
    const { changed, data, records } = this.#files.load();
    if (!this.#index || changed) {
      const all = [...records, ...this.#created, ...this.#generated]
        .filter((record) => !this.#removed.has(record.id))
        // `content` by name: a generated post has it as a getter, which a spread leaves behind.
        .map((record) =>
          this.#edits.has(record.id)
            ? { ...record, content: record.content, ...this.#edits.get(record.id) }
            : record,
        );
      const site = { ...data.site, ...this.#settings };
      this.#index = buildIndex({ ...data, site }, all, this.#menus ?? data.menus);
    }
    return this.#index;
  }

  /**
   * @param {Which} which
   * @returns {Item}
   * @throws {Error} where there is none
   */
  find({ id, slug, path, type }) {
    const items = this.read().items.filter(
      (item) => item.type !== 'attachment' && (!type || item.type === type),
    );
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

  /**
   * Changes an item in memory, as a save in WordPress would: `modified` moves, a first publication gives a slug.
   * @param {Which} which
   * @param {Record<string, any>} set
   */
  edit(which, set) {
    const item = this.find(which);
    const change = Object.fromEntries(Object.entries(set).filter(([key]) => !DERIVED.has(key)));
    const isPublished = change.status === 'publish';
    if (isPublished && !item.slug && !change.slug) change.slug = slugify(change.title ?? item.title);
    if (isPublished && item.status === 'future' && !change.date) change.date = this.#now();
    this.#edits.set(item.id, { ...this.#edits.get(item.id), modified: this.#now(), ...change });
    this.#index = null;
    return this.find({ id: item.id });
  }

  /** @param {Record<string, any>} set */
  create(set) {
    const id = 900_001 + this.#created.length;
    const { title = '' } = set;
    const usual = { type: 'post', status: 'publish', date: this.#now(), slug: slugify(title), content: '' };
    this.#created.push({ ...usual, ...set, id });
    this.#index = null;
    return this.find({ id });
  }

  /** @param {Which} which */
  remove(which) {
    const item = this.find(which);
    this.#removed.add(item.id);
    this.#index = null;
    return item;
  }

  /**
   * Replaces the items of the menu at a location, or changes one item.
   * @param {{ location?: string, items?: any[], id?: number, set?: Record<string, any> }} change
   */
  menu({ location, items, id, set }) {
    const current = this.#menus ?? structuredClone(this.#files.load().data.menus);
    if (items) {
      const menu = current.find((/** @type {any} */ m) => m.location === location);
      if (!menu) throw new Error(`No menu at ${location}.`);
      menu.items = items;
    } else {
      const item = current.map((/** @type {any} */ menu) => findMenuItem(menu, Number(id))).find(Boolean);
      if (!item || !set) throw new Error(`No menu item ${id}, or nothing to set.`);
      Object.assign(item, set);
    }
    this.#menus = current;
    this.#index = null;
  }

  /**
   * Changes settings of the site, by their names in content/site.json.
   * @param {Record<string, any>} set
   */
  settings(set) {
    this.#settings = { ...this.#settings, ...set };
    this.#index = null;
  }

  /** @param {number} count */
  setPosts(count) {
    this.#generated = generatedPosts(count);
    this.#index = null;
  }

  reset() {
    this.#edits.clear();
    this.#created = [];
    this.#removed.clear();
    this.#menus = null;
    this.#settings = {};
    this.setPosts(this.#first);
  }

  #now() {
    return toLocal(new Date(), this.read().site.timezone);
  }
}
