import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

type Handle = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => Promise<void>,
) => void | Promise<void>;

/**
 * Lets something see each request of this process before Next does. Neither Next's router nor its proxy comes early enough, and
 * whoever runs `next start` has no server of his own; but Node tells of each request before it hands it over.
 * @param handle answers, or returns what `next` returns: it resolves when Next has done its work
 */
export function beforeNext(handle: Handle): void {
  const guarded = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    if (guarded.has(server)) return;
    guarded.add(server);
    beforeListeners(server, handle);
  });
}

/** Puts it before the listeners that a server has now. */
export function beforeListeners(server: Server, handle: Handle): void {
  // Raw: one that an owner adds with `once` runs once.
  const listeners = server.rawListeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    handle(request, response, async () => {
      await Promise.all(listeners.map((listener) => listener.call(server, request, response)));
    }),
  );
}
