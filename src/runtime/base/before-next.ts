import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ofProcess } from './of-process.ts';

/** Sees a request. It answers, or returns what `next` returns, which resolves when the rest of the chain has done its work. */
type Handle = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => Promise<void>,
) => void | Promise<void>;

/**
 * Everything that handles a request before Next does, the first one first. A new interceptor is a function that calls `beforeNext()`, called in
 * `build/start-server.ts`; those that need the cache are called where the cache handler starts. Ahead of them `beforeNode()` looks at
 * headers and bodies, and connections are limited as Node accepts them (`visitors/connections.ts`, `server/security/upgrades.ts`).
 */
const ORDER = [
  /** Takes one request of a connection at a time: `visitors/one-at-a-time.ts`. */
  'connection',
  /** Takes the host off an address, and refuses requests of which nobody knows whose they are: `server/security/unreadable.ts`. */
  'headers read',
  /** Shares the process among clients: `visitors/queue-requests.ts`. All that follows costs something, and is shared. */
  'client',
  /** Refuses what nobody can read, and leads to the one spelling of each address: `server/security/unreadable.ts`. */
  'addresses',
  /** Follows rules of WordPress's plugins, which win over pages: `redirects/stand.ts`. */
  'redirects',
  /** Answers with stored pages: `server/page-cache/page-cache.ts`. */
  'stored pages',
  /** Gives the work of a request its deadline: `build/start-server.ts`. Answers before it cost WordPress nothing. */
  'deadline',
  /** Waits for a render in flight where the stored page must not be shown: `server/cache/start.ts`, by `renders-in-flight.ts`. */
  'renders',
  /** Cuts the framework's scripts off pages of one visitor: `server/zero-js/live.ts`. */
  'zero-JS pages',
  /** Looks at the headers of answers: `before-answer-headers.ts`. */
  'answer headers',
  /** Keeps bodies on the line until a route reads them: `visitors/forms/slow-body.ts`. */
  'bodies',
] as const;

type Place = (typeof ORDER)[number];

/** Listeners of one answer's event before Node warns: most links wait for its end, some by two, and so does Next. */
const MOST_LISTENERS = 30;

interface Link {
  place: Place;
  handle: Handle;
}

type Look = (request: IncomingMessage, response: ServerResponse) => void;

interface Chain {
  looks: Look[];
  /** In the order of ORDER. */
  links: readonly Link[];
  server?: Server;
}

const chain = () => ofProcess<Chain>('before-next', open);

/**
 * Lets something see each request of this process before Next does. Neither Next's router nor its proxy comes early enough, and
 * `next start` leaves nobody a server of their own; but Node announces each request before it hands it over.
 * @param place where in the chain
 */
export function beforeNext(place: Place, handle: Handle): void {
  const known = chain();
  known.links = [...known.links, { place, handle }].sort(
    (a, b) => ORDER.indexOf(a.place) - ORDER.indexOf(b.place),
  );
}

/** Lets something look at each request before Node itself does, which refuses some: one without a host, for example. */
export function beforeNode(look: Look): void {
  chain().looks.push(look);
}

/** @returns the server that the last request of this process came to; undefined before the first one */
export const serverOfVisitors = (): Server | undefined => chain().server;

interface Announced {
  server: Server;
  request: IncomingMessage;
  response: ServerResponse;
}

function open(): Chain {
  const opened: Chain = { looks: [], links: [] };
  const guarded = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const { server, request, response } = message as Announced;
    opened.server = server;
    for (const look of opened.looks) look(request, response);
    if (guarded.has(server)) return;
    guarded.add(server);
    // Node would answer 417 by itself, past all that shares the process among clients.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    beforeListeners(server, (request, response, next) => {
      response.setMaxListeners(MOST_LISTENERS);
      response.once('close', () => endIfClosing(server, request.socket));
      return pass(opened.links, request, response, next);
    });
  });
  return opened;
}

/**
 * A server that is told to end closes idle connections once, and waits for each that was just being answered until its keep-alive
 * timeout is over: behind a proxy that is a minute and more.
 */
function endIfClosing(server: Server, socket: Socket): void {
  if (!server.listening) socket.destroySoon();
}

function pass(
  links: readonly Link[],
  request: IncomingMessage,
  response: ServerResponse,
  last: () => Promise<void>,
  at = 0,
): void | Promise<void> {
  const link = links[at];
  if (!link) return last();
  return link.handle(request, response, async () => pass(links, request, response, last, at + 1));
}

/** Puts a handler before the listeners that a server has now. */
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
