/**
 * Which pages are stored, and which tags each depends on: a few bytes a page, so that a change finds the pages that it made
 * stale without reading them. Tags are kept as hashes; two that collide cost one render too many.
 */
import fs from 'node:fs';
import path from 'node:path';
import { saysNotHere, tagsOf } from './entries.ts';
import { areTagsStale } from './next-internals.ts';
import type { Entry } from './types.ts';
import { META } from './whole-files.ts';

/** Pages that are remembered; others are refreshed by their next visitor. About 250 bytes each. */
const MOST_PAGES = 50_000;
/** Files that are read between two turns of the event loop. */
const READ_TOGETHER = 20;
/** Share images take 100 ms of a core each, and only crawlers ask for them: their next visitor refreshes them. */
const LEFT_OUT = /\/\$\/og(\/|$)/;

export interface StoredPage {
  key: string;
  /** When its render began, in milliseconds since 1970. */
  at: number;
  tags: Uint32Array;
  /** Seconds until its interval is over; undefined for none. */
  interval: number | undefined;
  /** Whether a visitor has seen this version of it. */
  isVisited: boolean;
  /** Whether it is the answer of a route handler: a feed, the sitemap, the index of the search. */
  isRoute: boolean;
}

export class StoredPages {
  readonly #pages = new Map<string, StoredPage>();

  get size(): number {
    return this.#pages.size;
  }

  get(key: string): StoredPage | undefined {
    return this.#pages.get(key);
  }

  all(): Iterable<StoredPage> {
    return this.#pages.values();
  }

  /** A page was stored, or found in the store. */
  note(key: string, entry: Entry): void {
    const kind = entry.value?.kind;
    if ((kind !== 'APP_PAGE' && kind !== 'APP_ROUTE') || LEFT_OUT.test(key)) return;
    if (saysNotHere(entry.value)) {
      this.#pages.delete(key);
      return;
    }
    const known = this.#pages.get(key);
    if (known && known.at >= entry.lastModified) return;
    if (!known && this.#pages.size >= MOST_PAGES) return;
    const { revalidate } = entry.cacheControl ?? {};
    this.#pages.set(key, {
      key,
      at: entry.lastModified,
      tags: Uint32Array.from(tagsOf(entry, {}), hashOf),
      interval: typeof revalidate === 'number' ? revalidate : undefined,
      isVisited: false,
      isRoute: kind === 'APP_ROUTE',
    });
  }

  /**
   * The clock was set back: what is from later than now is older than all that is said from now on.
   * @param before milliseconds since 1970
   */
  startAgain(before: number): void {
    const now = Date.now();
    for (const page of this.#pages.values()) if (page.at > now) page.at = before;
  }

  visited(key: string): void {
    const page = this.#pages.get(key);
    if (page) page.isVisited = true;
  }

  /**
   * Reads what the build and an earlier process have stored.
   * @param folder `.next/server`
   * @param trueAge milliseconds since 1970 of what the file says
   * @returns the keys of what has become stale since
   */
  async read(folder: string, trueAge: (entry: Entry) => number): Promise<string[]> {
    // The build's pages, and those that Next has rendered since.
    const metas = [
      ...(await metasIn(path.join(folder, 'app'))),
      ...(await metasIn(path.join(folder, 'route-cache'))),
    ];
    const stale: string[] = [];
    for (let i = 0; i < metas.length; i += READ_TOGETHER) {
      const found = await Promise.all(
        metas.slice(i, i + READ_TOGETHER).map((file) => readMeta(folder, file)),
      );
      for (const one of found) {
        if (!one) continue;
        const entry = { ...one.entry, lastModified: trueAge(one.entry) };
        this.note(one.key, entry);
        if (areTagsStale(tagsOf(entry, {}), entry.lastModified)) stale.push(one.key);
      }
    }
    return stale.filter((key) => this.#pages.has(key));
  }
}

/** @returns their paths, whole */
async function metasIn(folder: string): Promise<string[]> {
  const files = await fs.promises.readdir(folder, { recursive: true }).catch(() => []);
  return files.filter((file) => file.endsWith(META)).map((file) => path.join(folder, file));
}

interface Meta {
  headers?: Record<string, string>;
  status?: number;
  cacheControl?: Entry['cacheControl'];
  routeCache?: { key?: string };
  routeCacheLastModified?: number;
}

async function readMeta(folder: string, file: string): Promise<{ key: string; entry: Entry } | undefined> {
  const place = file.slice(0, -META.length);
  try {
    const meta = JSON.parse(await fs.promises.readFile(file, 'utf8')) as Meta;
    const isRoute = fs.existsSync(`${place}.body`);
    const { mtimeMs } = await fs.promises.stat(isRoute ? `${place}.body` : `${place}.html`);
    const key = meta.routeCache?.key ?? `/${path.relative(folder, place).split(path.sep).join('/')}`;
    // Next's own pages, such as its error page, have no key of this form, and are not rendered again.
    if (!key.includes('/$/')) return undefined;
    return {
      key,
      entry: {
        lastModified: meta.routeCacheLastModified ?? mtimeMs,
        value: {
          kind: isRoute ? 'APP_ROUTE' : 'APP_PAGE',
          ...(meta.status === undefined ? {} : { status: meta.status }),
          ...(meta.headers ? { headers: meta.headers } : {}),
        },
        cacheControl: meta.cacheControl,
      },
    };
  } catch {
    // Deleted meanwhile, or half written: its next visitor renders it.
    return undefined;
  }
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
