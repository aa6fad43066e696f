import { AsyncResource } from 'node:async_hooks';
import { ofProcess } from '../../base/of-process.ts';

const server = ofProcess('start-of-server', () => ({ start: undefined as AsyncResource | undefined }));

/** Remembers where a server starts, which is no render. To be called there, and nowhere else. */
export function rememberStart(): void {
  server.start = new AsyncResource('headless-site');
}

/**
 * Runs what asks the CMS where Next knows of no render. Within one it fails a page that it stores for each request that it may not
 * store itself, unless `unstable_cache` makes it; and not all comes by there: what a question needs to know first, and what is asked
 * because the stored answer does not count.
 */
export const outsideRenders = <T>(ask: () => Promise<T>): Promise<T> =>
  server.start ? server.start.runInAsyncScope(ask) : ask();
