/** The state of the cache handler: Next makes a handler for each request, and this is shared by all of them. */

import type { PageCache } from '../page-cache/page-cache.ts';
import type { KnownReferences } from '../zero-js/cut.ts';
import { Effort } from './effort.ts';
import { isCurrent, tagsOf } from './entries.ts';
import type { Refresher } from './refresher.ts';
import { RendersInFlight } from './renders-in-flight.ts';
import type { SharedCache } from './shared-cache.ts';
import { StoredPages } from './stored-pages.ts';
import type { TagTimes } from './tag-times.ts';
import type { Entry } from './types.ts';

interface State {
  times: TagTimes | undefined;
  shared: SharedCache | undefined;
  /** Milliseconds since 1970, by the clock of the machine that built, and before `startedAt` in any case. */
  builtAt: number;
  startedAt: number;
  /** The time that the build wrote on its pages; undefined where it wrote none. */
  stamp: number | undefined;
  inFlight: RendersInFlight;
  /** Render time that each page has cost lately. */
  effort: Effort;
  /** Pages whose regeneration failed, until they are tried again. */
  resting: Map<string, Pick<Entry, 'lastModified' | 'cacheControl'>>;
  /** When the log last said that the disk takes nothing, by performance.now(). */
  complainedAt: number;
  /** Answers before Next does. */
  pageCache: PageCache<Entry> | undefined;
  /** Parts that pages may go without; undefined where all of them keep Next's scripts. */
  known: KnownReferences | undefined;
  /** Stored pages, by their tags. */
  pages: StoredPages;
  /** Renders stale pages again without a visitor. */
  refresher: Refresher | undefined;
  /** Ends when the CMS has said what is hidden since the stored pages were rendered; undefined afterwards. */
  looked: Promise<void> | undefined;
}

export const state: State = {
  times: undefined,
  shared: undefined,
  builtAt: 0,
  startedAt: Date.now(),
  stamp: undefined,
  inFlight: new RendersInFlight(),
  effort: new Effort(),
  resting: new Map(),
  complainedAt: Number.NEGATIVE_INFINITY,
  pageCache: undefined,
  known: undefined,
  pages: new StoredPages(),
  refresher: undefined,
  looked: undefined,
};

/** Our clock was set back: what was there before is older than all that is heard from now on. */
export function startAgain(): void {
  state.startedAt = Math.min(state.startedAt, Date.now() - 1);
  state.builtAt = Math.min(state.builtAt, state.startedAt - 1);
  state.pageCache?.clear();
  state.resting.clear();
  state.pages.startAgain(state.startedAt - 1);
  state.refresher?.startAgain();
}

/**
 * The build's clock, or one that was set back since, may be ahead of ours: what was there when this process began is
 * older than all that it learns.
 * @returns milliseconds since 1970
 */
export function trueAge({ value, lastModified }: Entry): number {
  if (value?.ofBuild || lastModified === state.stamp) return state.builtAt;
  if (lastModified <= Date.now()) return lastModified;
  state.times?.noteLater(lastModified);
  return state.startedAt - 1;
}

/** For the page cache, which has the entry as `#find` gave it: whether Next would still answer with it. */
export function isShown(entry: Entry): boolean {
  state.times?.checkClock();
  state.times?.doubt(tagsOf(entry, {}), entry.lastModified);
  return isCurrent(entry);
}

/** @returns the rest of a page whose render failed; undefined where it may be tried again */
export function restOf(key: string): Pick<Entry, 'lastModified' | 'cacheControl'> | undefined {
  const rest = state.resting.get(key);
  if (!rest) return undefined;
  const seconds = rest.cacheControl?.revalidate || 3;
  if (Date.now() < rest.lastModified + seconds * 1000) return rest;
  state.resting.delete(key);
  return undefined;
}
