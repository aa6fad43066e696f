import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeNext } from '../base/before-next.ts';
import { clientNetworks } from './address.ts';
import { isFile } from './files.ts';
import { GIVEN_UP_WAIT_MS, givenUp } from './given-up.ts';
import { type Kind, RequestQueue, untilClosed } from './request-queue.ts';

/**
 * Clients that one /48 of IPv6 may be at once; of posts and share images one, since each keeps a worker of WordPress: twelve kept all of
 * them. One image, too: four kept all cores, and an unknown address waited for a second.
 */
const WIDE = 4;
/** Next encodes an image by any method, below any host, and for `/_next/image/` and `/_next/image;a` too. */
const IMAGE = /^[^?]*\/_next\/image/;
/** Other spellings are led to this one (`server/security/unreadable.ts`). */
const SHARE_IMAGE = /^\/og(?:[/?]|$)/;

/** Queues all requests: of a /48 of IPv6 no more than of four clients, and each /64 in it is one. */
export function queueRequests(): void {
  const narrow = new RequestQueue();
  const wide = new RequestQueue(WIDE);
  beforeNext('client', (request, response, next) => {
    const networks = clientNetworks(request);
    const shared = networks?.[1];
    if (shared !== undefined && givenUp.areMany(shared)) waitBeforeQueue(shared, request, response, queue);
    else queue();

    function queue() {
      const kind = kindOf(request);
      const answered = untilAnswered(response);
      // A file is compressed while it is sent; and Next never ends the work on one whose client has gone.
      const isAnswered = kind === 'files' ? untilClosed(response) : answered;
      const [own] = networks ?? [];
      const work = () =>
        own === shared
          ? next()
          : new Promise<void>((resolve) => {
              response.once('close', resolve);
              wide.enter(shared, response, { kind, isAnswered, work: () => next().then(resolve) });
            });
      if (shared !== undefined)
        response.once('close', () => {
          if (!response.writableFinished) givenUp.note(shared);
        });
      narrow.enter(own, response, { kind, isAnswered, work });
    }
  });
}

/**
 * A network that gives up by the hundred waits before anything is made for its requests: in the queues, each costs several times as
 * much. A client that goes meanwhile is not told of it, nor is anybody else: Node would write the stack of an error for each.
 */
function waitBeforeQueue(
  network: string,
  request: IncomingMessage,
  response: ServerResponse,
  queue: () => void,
): void {
  request.destroy = () => request;
  setTimeout(() => {
    if (response.closed) {
      givenUp.note(network);
      return;
    }
    Reflect.deleteProperty(request, 'destroy');
    queue();
  }, GIVEN_UP_WAIT_MS).unref();
}

function kindOf({ method, url = '' }: IncomingMessage): Kind {
  if (IMAGE.test(url)) return 'images';
  // WordPress tells of each edit, and is one client.
  if (method === 'POST') return /^\/api\/revalidate\/?(?:\?|$)/.test(url) ? 'pages' : 'posts';
  if (method !== 'GET' && method !== 'HEAD') return 'pages';
  if (SHARE_IMAGE.test(url)) return 'shareImages';
  return isFile(url) ? 'files' : 'pages';
}

function untilAnswered(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const { writeHead } = response;
    // Node calls it too where only a body is sent.
    response.writeHead = function (this: ServerResponse, ...args: unknown[]) {
      resolve();
      return Reflect.apply(writeHead, this, args);
    } as typeof writeHead;
  });
}
