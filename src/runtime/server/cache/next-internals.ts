/**
 * The internals of Next that the cache handler needs, in one place. Neither is public: Next is pinned, and
 * `tests/unit/cache-handler.test.ts` of create-headless-site fails when they move.
 */
import { createRequire } from 'node:module';
import type { Context, Entry, Value } from './types.ts';
import type { CacheFiles } from './whole-files.ts';

const require = createRequire(import.meta.url);
const folder = 'next/dist/server/lib/incremental-cache';

/** Next's own cache: the build's pages, the disk and the memory of this process. */
interface NextCache {
  flushToDisk?: boolean;
  fs: CacheFiles;
  get(key: string, context: Context): Promise<Entry | null>;
  set(key: string, value: Value | null, context: Context): Promise<void>;
  revalidateTag(tags: string | string[], durations?: { expire?: number }): Promise<void>;
  getFilePath(file: string, kind: string): string;
}

export const FileSystemCache: {
  new (context: HandlerContext): NextCache;
  memoryCache?: { get(key: string): { lastModified: number } | undefined; remove(key: string): void };
} = require(`${folder}/file-system-cache.js`).default;

/** The arguments with which Next constructs a handler. */
export interface HandlerContext {
  dev?: boolean;
  /** `.next/server` */
  serverDistDir?: string;
  /** Next's own, which its cache reads. */
  [rest: string]: unknown;
}

/**
 * `tagsManifest`: what Next believes of each tag, `{ stale, expired }` in milliseconds since 1970. An entry that is
 * older than `stale` is refreshed behind the visitor, one that is older than `expired` is never shown again.
 */
interface TagsManifest {
  tagsManifest: Map<string, { stale?: number; expired?: number }>;
  areTagsStale: (tags: string[], lastModified: number) => boolean;
  areTagsExpired: (tags: string[], lastModified: number) => boolean;
}

export const { tagsManifest, areTagsStale, areTagsExpired }: TagsManifest = require(
  `${folder}/tags-manifest.external.js`,
);

/**
 * Next goes by `performance.timeOrigin + performance.now()`, which stays where it is when the clock of the system is set; what is stored, on disk too,
 * goes by `Date.now()`. After a clock was set ten minutes forward, a page that was hidden counted as not yet expired for ten minutes.
 * Rounded up: what expires now has expired.
 */
Object.defineProperty(performance, 'timeOrigin', {
  configurable: true,
  get: () => Math.ceil(Date.now() - performance.now()),
});

/** The name that Next gives to the bytes of an answer. */
export const {
  generateETag,
}: { generateETag: (payload: string) => string } = require('next/dist/server/lib/etag.js');

/** Carries the tags of a page, on the page. */
export const TAGS_HEADER = 'x-next-cache-tags';
