import { ofProcess } from '../base/of-process.ts';
import { withTimeout } from '../base/timeout.ts';
import { inBackground } from '../wordpress/client/deadline.ts';
import { changedSince } from '../wordpress/model/site-cache.ts';
import { allLists, tags } from '../wordpress/model/tags.ts';
import type { SearchResults } from './documents.ts';
import { createEngine, type SearchEngine } from './engine.ts';
import { loadEngine, saveEngine } from './engine-file.ts';
import { type SearchItem, toDocument } from './files.ts';
import { readKnown } from './read.ts';

/** Milliseconds between two looks at the cached data, at least and at most; between them ten times what one took. */
const REST = { least: 250, most: 30_000 };
/** Milliseconds a visitor waits for newer data where older is at hand, and where nothing is. */
const TIMEOUT_MS = { newer: 500, any: 9_000 };
/** Groups of texts that are read before the index takes them in. */
const TEXTS_AT_ONCE = 10;
/** Milliseconds between two times that the index is written, at least; writing 10,000 items stops the server for a tenth of a second. */
const SAVE = 300_000;

interface Live {
  engine: SearchEngine;
  /** The engine has held the whole content once. */
  isReady: boolean;
  refreshing: Promise<void> | null;
  /** Milliseconds since 1970. */
  lookedAt: number;
  /** When the latest refresh that succeeded began, in milliseconds since 1970. */
  currentAt: number;
  /** These by performance.now(). */
  nextLook: number;
  savedAt: number;
  /** Items in the engine. */
  items: readonly SearchItem[];
}

/**
 * Searches on this server, in an index that follows the cached data. While the CMS is away the last index answers, unless
 * something was hidden since.
 * @throws {WordPressError|GraphQLError} when there is no such index and the CMS fails
 */
export async function searchLocal(query: string, limit: number): Promise<SearchResults> {
  const live = ofProcess<Live>('search', () => ({
    engine: createEngine(),
    isReady: false,
    refreshing: null,
    lookedAt: 0,
    currentAt: 0,
    nextLook: 0,
    savedAt: Number.NEGATIVE_INFINITY,
    items: [],
  }));
  if (!live.isReady || isDue(live)) live.refreshing ??= live.isReady ? refresh(live) : start(live);
  const isUsable = () => live.isReady && !changedSince([tags.hidden], live.currentAt);
  if (live.refreshing)
    await withTimeout(live.refreshing, isUsable() ? TIMEOUT_MS.newer : TIMEOUT_MS.any, goOn);
  // A refresh that began before something was hidden still shows it.
  if (!isUsable()) {
    live.refreshing ??= refresh(live);
    await withTimeout(live.refreshing, TIMEOUT_MS.any, goOn);
  }
  if (!isUsable()) throw new Error('the content is still being read');
  return live.engine.search(query, limit);
}

/** News are worth a look at once: it costs what has changed. */
function isDue({ nextLook, lookedAt }: Live): boolean {
  return performance.now() >= nextLook || (lookedAt > 0 && changedSince(allLists, lookedAt));
}

/** Loads the index that an earlier process has left, with what has changed since: nobody waits long for that, and nobody sees what went away. */
async function start(live: Live): Promise<void> {
  const saved = await loadEngine();
  if (!saved) return refresh(live);
  Object.assign(live, { engine: saved, isReady: true, savedAt: performance.now() });
  await withTimeout(refresh(live), TIMEOUT_MS.newer, goOn);
}

/** Reads titles first on a large site, then some texts at a time: what is published meanwhile is found as soon as otherwise. */
async function refresh(live: Live): Promise<void> {
  const started = Date.now();
  const began = performance.now();
  let isComplete = true;
  try {
    // The first caller waits a while, but the reading goes on.
    const known = await inBackground(() => readKnown(live.isReady ? TEXTS_AT_ONCE : 0));
    const { items } = known;
    if (items.length !== live.items.length || items.some((item, i) => item !== live.items[i])) {
      await live.engine.sync(items.map(toDocument));
      live.items = items;
      if (live.savedAt + SAVE < began) {
        live.savedAt = began;
        void inBackground(() => saveEngine(live.engine));
      }
    }
    live.isReady = true;
    live.currentAt = started;
    isComplete = known.isComplete;
  } catch (error) {
    if (!live.isReady) throw error;
    console.error(`[search] the index stays as it is: ${(error as Error).message}`);
  } finally {
    live.lookedAt = started;
    const rest = 10 * (performance.now() - began);
    live.nextLook = performance.now() + Math.min(Math.max(rest, REST.least), REST.most);
    live.refreshing = isComplete ? null : refresh(live);
  }
}

const goOn = () => {};
