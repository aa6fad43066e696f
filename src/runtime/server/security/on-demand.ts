import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Next's own way to have a page made again, with the value of draft mode's cookie. Nothing here uses it. */
const headers = ['x-prerender-revalidate', 'x-prerender-revalidate-if-generated'];

/**
 * Takes these headers off each request. Node says when one begins, before Next sees it; `proxy.ts` comes too late, because
 * Next leaves it out where the value is right.
 */
export function ignoreOnDemandRevalidation(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    for (const name of headers) delete request.headers[name];
  });
}
