import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { beforeNext } from '../../base/before-next.ts';

/** Shared by what Next bundles separately: its start, and the route. */
const key = Symbol.for('headless-site.slow-body');
const shared = globalThis as { [key]?: AsyncLocalStorage<IncomingMessage> };
shared[key] ??= new AsyncLocalStorage();
const requests = shared[key];

/**
 * Keeps the bodies of forms on the line until the route reads them. Next takes in a body as fast as it comes, whether somebody reads it
 * or not, and twenty uploads that WordPress takes its time for would be 300 MB.
 */
export function holdBodies(): void {
  beforeNext('bodies', (request, _, next) => {
    if (request.method !== 'POST' || !/^\/api\/forms\//.test(request.url ?? '')) return next();
    const { on } = request;
    // Next's own reader is skipped; the route reads by another way.
    request.on = ((event: 'data', listener: () => void) =>
      event === 'data' ? request : on.call(request, event, listener)) as typeof on;
    return requests.run(request, next);
  });
}

/** The body of the request that is being answered, as it comes; as the platform has it where nothing holds it. */
export function bodyOf(request: Request): AsyncIterator<Uint8Array> {
  const held = requests.getStore();
  // The rest of a refused body must not close the connection before the answer has gone.
  if (held) return held.iterator({ destroyOnReturn: false });
  return (request.body as unknown as AsyncIterable<Uint8Array> | null)?.[Symbol.asyncIterator]() ?? none();
}

async function* none(): AsyncGenerator<Uint8Array> {}
