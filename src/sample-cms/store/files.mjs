import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** @import { ItemType } from '../types.mjs' */

const FOLDERS = /** @type {const} */ ({ posts: 'post', pages: 'page', projects: 'project' });
const DATA = ['site', 'authors', 'terms', 'media', 'menus', 'comments', 'blur'];

/**
 * A content file is HTML that begins with its data: JSON in an HTML comment, so that every editor
 * colours it and a broken file can still be opened in a browser.
 *
 * @param {string} text
 * @param {string} path  only for the message
 * @returns {{ data: Record<string, any>, body: string }}
 */
export function parseContentFile(text, path) {
  const match = /^\s*<!--\s*(\{[\s\S]*?\})\s*-->/.exec(text);
  if (!match) throw new Error(`${path}: begin the file with <!-- { "title": "…" } -->`);
  try {
    return { data: JSON.parse(match[1]), body: text.slice(match[0].length).trim() };
  } catch (error) {
    throw new Error(`${path}: the JSON at the top is not valid (${/** @type {Error} */ (error).message})`);
  }
}

/**
 * A file that somebody adds without an `id` gets one that stays the same between restarts.
 * @param {string} name
 */
const stableId = (name) => 100_000 + (createHash('sha256').update(name).digest().readUInt32BE(0) % 800_000);

/**
 * @param {string} text
 * @param {string} name  of the file, below the content folder
 * @param {ItemType} type
 */
function toRecord(text, name, type) {
  const { data, body } = parseContentFile(text, name);
  const slug = basename(name, '.html');
  return { id: stableId(name), slug, key: data.slug || slug, ...data, type, content: body };
}

/**
 * Reads the content folder and reads again only what changed on disk: a saved edit shows on the next request.
 *
 * @param {string} dir
 */
export function contentFiles(dir) {
  /** @type {Map<string, { signature: string, value: any }>} */
  const cache = new Map();

  /**
   * @param {string} path
   * @param {(text: string) => any} parse
   * @param {{ changed: boolean }} state
   */
  function read(path, parse, state) {
    const stat = statSync(path);
    const signature = `${stat.mtimeMs}:${stat.size}:${stat.ino}`;
    const known = cache.get(path);
    if (known?.signature === signature) return known.value;
    state.changed = true;
    const value = parse(readFileSync(path, 'utf8'));
    cache.set(path, { signature, value });
    return value;
  }

  return {
    /**
     * @returns {{ changed: boolean, data: Record<string, any>, records: (Record<string, any> & { type: ItemType })[] }}
     */
    load() {
      const state = { changed: false };
      const seen = new Set();
      /** @type {Record<string, any>} */
      const data = {};
      for (const name of DATA) {
        const path = join(dir, `${name}.json`);
        seen.add(path);
        data[name] = read(path, JSON.parse, state);
      }
      /** @type {any[]} */
      const records = [];
      for (const [folder, type] of Object.entries(FOLDERS)) {
        for (const file of readdirSync(join(dir, folder)).sort()) {
          if (!file.endsWith('.html')) continue;
          const path = join(dir, folder, file);
          seen.add(path);
          records.push(read(path, (text) => toRecord(text, `${folder}/${file}`, type), state));
        }
      }
      for (const path of cache.keys()) {
        if (!seen.has(path)) {
          cache.delete(path);
          state.changed = true;
        }
      }
      return { changed: state.changed, data, records };
    },
  };
}
