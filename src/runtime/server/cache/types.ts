/** The protocol between Next and its cache handler, as far as we use it. */

export interface CacheControl {
  /** Seconds. */
  revalidate?: number | false;
  expire?: number;
}

/** An entry of Next's cache: data (`FETCH`), a page or the answer of a route. */
export interface Value {
  kind: string;
  status?: number;
  headers?: Record<string, string | string[] | undefined>;
  /** HTML of a page. */
  html?: unknown;
  rscData?: unknown;
  /** The answer of a route. */
  body?: unknown;
  /** Cached data. */
  data?: { body?: unknown };
  tags?: string[];
  /** Seconds, of data. */
  revalidate?: number | false;
  /** Written by this handler: the build made it. */
  ofBuild?: true;
}

export interface Entry {
  /** Milliseconds since 1970. */
  lastModified: number;
  value: Value | null;
  cacheControl?: CacheControl | undefined;
}

/** The context that Next passes with a key. */
export interface Context {
  kind?: string;
  tags?: string[];
  softTags?: string[];
  /** Seconds. */
  revalidate?: number | false;
  fetchCache?: boolean;
  cacheControl?: CacheControl | undefined;
}

/** `@redis/client`, which only sites with several instances have. */
export type Redis = typeof import('@redis/client');
export type RedisClient = ReturnType<Redis['createClient']>;
