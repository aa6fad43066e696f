import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

/** Milliseconds in which a request's headers have to be there. Node looks every 30 seconds. */
const HEADERS_MS = 10_000;

/** Closes connections whose headers never end. Node waits for a minute: 500 of them were still open after 75 seconds. */
export function limitSlowHeaders(): void {
  subscribe('http.server.request.start', (message) => {
    (message as { server: Server }).server.headersTimeout = HEADERS_MS;
  });
}
