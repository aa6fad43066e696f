/**
 * How long caches in front of the site may keep what it answers. Nobody tells them of a change, and Next says "for a year": CDNs and
 * plain `proxy_cache` went on showing what was edited, unpublished or protected.
 */
import type { ServerResponse } from 'node:http';
import { beforeHeaders } from '../../base/before-answer-headers.ts';

/** Seconds of a page, and once more while the cache asks for the next one. */
const LONGEST = 60;
/** Seconds of a page that is being rendered again. */
const LONGEST_STALE = 1;

export function limitSharedLifetimes(): void {
  beforeHeaders(({ url = '/' }, response) => {
    const value = lifetimeOf(response, url);
    if (value !== undefined) response.setHeader('cache-control', value);
  });
}

/** @returns undefined where the answer keeps what it says */
function lifetimeOf(response: ServerResponse, url: string): string | undefined {
  // During a deploy another instance has it already, or this one has it soon.
  if (response.statusCode === 404 && url.startsWith('/_next/static/')) return 'no-store';
  const state = response.getHeader('x-nextjs-cache');
  const said = response.getHeader('cache-control');
  return state === undefined || said === undefined ? undefined : limited(String(said), state === 'STALE');
}

/** @param said the header as Next has it */
export function limited(said: string, isStale: boolean): string | undefined {
  const [, seconds] = /\bs-maxage=(\d+)/.exec(said) ?? [];
  if (seconds === undefined) return undefined;
  if (isStale) return `s-maxage=${LONGEST_STALE}`;
  const age = Math.min(Number(seconds), LONGEST);
  const isShort = Number(seconds) <= LONGEST && !said.includes('stale-while-revalidate');
  return isShort ? said : `s-maxage=${age}, stale-while-revalidate=${LONGEST}`;
}
