import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/**
 * Answers what Next cannot read, before Next tries: a TRACE, which the web's `Request` refuses to be made of, and an address
 * whose encoding is broken. Each would be an error 500, and some a stack in the log. Neither Next's router nor its proxy comes
 * early enough, and whoever runs `next start` has no server of his own; but Node tells of each request before it hands it over.
 */
export function refuseUnreadable(): void {
  subscribe('http.server.request.start', (message) => standBefore((message as { server: Server }).server));
}

const guarded = new WeakSet<Server>();

/** Puts the check before the listeners of a server, once. */
function standBefore(server: Server): void {
  if (guarded.has(server)) return;
  guarded.add(server);
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const refusal = refusalOf(request);
    if (refusal) response.writeHead(...refusal).end();
    else for (const listener of listeners) listener.call(server, request, response);
  });
}

/** @returns status and headers; undefined for what Next can read */
function refusalOf({ method, url = '/' }: IncomingMessage): [number, Record<string, string>] | undefined {
  if (method === 'TRACE') return [405, { Allow: 'GET, HEAD, POST, OPTIONS' }];
  try {
    decodeURIComponent(url.replace(/\?.*/s, ''));
    return undefined;
  } catch {
    return [400, {}];
  }
}
