import { ofProcess } from '../base/of-process.ts';
import type { SearchResults } from './documents.ts';
import { createEngine, type SearchEngine } from './engine.ts';
import { toDocument } from './files.ts';
import { readItems } from './read.ts';

/** Milliseconds between two looks at the cached data, at least and at most; between them twenty times what one took. */
const REST = { least: 1000, most: 30_000 };
/** Milliseconds a visitor waits for newer data where older is at hand. */
const PATIENCE = 500;

interface Live {
  engine: SearchEngine;
  /** The engine has held the whole content once. */
  isReady: boolean;
  refreshing: Promise<void> | null;
  nextLook: number;
}

/**
 * Searches on this server, in an index that follows the cached data. While the CMS is away the last index answers.
 * @throws {WordPressError|GraphQLError} when there was never an index and the CMS fails
 */
export async function searchLocal(query: string, limit: number): Promise<SearchResults> {
  const live = ofProcess<Live>('search', () => ({
    engine: createEngine(),
    isReady: false,
    refreshing: null,
    nextLook: 0,
  }));
  if (!live.isReady || Date.now() >= live.nextLook) live.refreshing ??= refresh(live);
  if (!live.isReady) await live.refreshing;
  else if (live.refreshing) await Promise.race([live.refreshing, sleep(PATIENCE)]);
  return live.engine.search(query, limit);
}

async function refresh(live: Live): Promise<void> {
  const started = Date.now();
  try {
    const items = await readItems();
    await live.engine.sync(items.map(toDocument));
    live.isReady = true;
  } catch (error) {
    if (!live.isReady) throw error;
    console.error(`[search] the index stays as it is: ${(error as Error).message}`);
  } finally {
    const rest = 20 * (Date.now() - started);
    live.nextLook = Date.now() + Math.min(Math.max(rest, REST.least), REST.most);
    live.refreshing = null;
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
