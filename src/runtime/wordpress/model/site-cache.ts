import { ofProcess } from '../../base/of-process.ts';

/** How far a change got beyond this process. */
export interface Invalidated {
  /** Whether the other instances know. */
  isTold: boolean;
  /** Why a restart would forget it. */
  unwritten?: string | undefined;
}

/** Offered by `server/cache/start.ts`: Next bundles this file and not that one, so they meet in the process. */
export interface SiteCache {
  /** It counts in this process when this resolves. */
  invalidate(
    expire: Iterable<string>,
    stale: Iterable<string>,
    paths?: readonly string[],
  ): Promise<Invalidated>;
  changedSince(tags: readonly string[], at: number): boolean;
  lastChange(tag: string): number;
  /** Whether a restart would forget nothing of what was said; what a disk has refused is tried again. */
  isOnDisk(): boolean;
  /** Renders the pages again that could not be rendered while the CMS was away. */
  retry(): void;
  /** Called now and then while this instance is cut off from the others, and is not told what they are. */
  onAlone?: () => void;
  /** Where it keeps what it has, `.next/cache`. */
  folder: string;
}

/** Called once, when the first visitor asks for a page; `build/start-server.ts` says what is done then. */
export const firstPage = ofProcess('first-page', () => ({
  prepare: undefined as (() => Promise<void>) | undefined,
}));

const key = Symbol.for('headless-site.cache');

/** Undefined in development, and where the platform brings a cache of its own. */
export const siteCache = () => (globalThis as unknown as Record<symbol, SiteCache | undefined>)[key];

/** Whether one of the tags was invalidated since; `at` in milliseconds since 1970. */
export function changedSince(tags: readonly string[], at: number): boolean {
  return siteCache()?.changedSince(tags, at) ?? false;
}

/** When the tag was last invalidated, in milliseconds since 1970; 0 for not since the build, and where the platform has the cache. */
export function lastChange(tag: string): number {
  return siteCache()?.lastChange(tag) ?? 0;
}
