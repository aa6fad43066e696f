import { AsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { beforeHeaders } from '../base/before-headers.ts';
import { beforeNext } from '../base/before-next.ts';
import { clientNetwork } from './address.ts';

/** Requests of one client that Next works on at once. Browsers open six connections to a host, so a visitor alone never waits. */
const IN_FLIGHT = 6;
/** Requests of one client that wait for that; the next one is refused. A gallery over HTTP/2 asks for some forty pictures at once. */
const MOST_WAITING = 250;
/** Milliseconds until a request counts as done that neither answers nor ends. Whatever waits for WordPress gives up after 30 s. */
const LONGEST_MS = 60_000;
/** Files of the build, which cost next to nothing. */
const STATIC = /^\/_next\/static\//;

interface Client {
  inFlight: number;
  /** Starts them; the oldest first. */
  waiting: Set<() => void>;
}

/**
 * Shares Next among clients. Next begins with all that it is asked for at once, and works a request off to its end even when the
 * client has gone: 10 connections that hung up after 150 ms kept everybody else's page for half a minute.
 */
export class RequestQueue {
  readonly #clients = new Map<string, Client>();

  /** @returns the requests of all clients that wait */
  get waiting(): number {
    return [...this.#clients.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /**
   * Works on a request when its client has fewer than six in flight; never on one whose client has gone meanwhile.
   * @param client undefined where clients cannot be told apart: then nothing waits
   * @param work resolves when nothing is left to do
   * @param isAnswered resolves when the answer is under way, which may take as long as the client takes to read it
   */
  enter(
    client: string | undefined,
    response: ServerResponse,
    work: () => Promise<void>,
    isAnswered: Promise<void>,
  ): void {
    if (client === undefined) {
      void work();
      return;
    }
    const queue = this.#clients.get(client) ?? { inFlight: 0, waiting: new Set() };
    this.#clients.set(client, queue);
    // It may begin when another request ends, and still belongs to this one.
    const start = AsyncResource.bind(() => {
      queue.inFlight += 1;
      void untilDone(work, isAnswered).then(() => {
        queue.inFlight -= 1;
        this.#startNext(client, queue);
      });
    });
    if (queue.inFlight < IN_FLIGHT) start();
    else if (queue.waiting.size >= MOST_WAITING) response.writeHead(429, { 'Retry-After': '1' }).end();
    else {
      queue.waiting.add(start);
      response.once('close', () => queue.waiting.delete(start));
    }
  }

  #startNext(client: string, queue: Client): void {
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      next();
    } else if (queue.inFlight === 0) this.#clients.delete(client);
  }
}

function untilDone(work: () => Promise<void>, isAnswered: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS).unref();
    void Promise.race([isAnswered, work()]).finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Stands around Next, behind what answers without it. */
export function queueRequests(): void {
  const queue = new RequestQueue();
  const answered = new WeakMap<ServerResponse, () => void>();
  beforeHeaders((_, response) => answered.get(response)?.());
  beforeNext((request, response, next) => {
    if (STATIC.test(request.url ?? '')) return next();
    const isAnswered = new Promise<void>((resolve) => answered.set(response, resolve));
    queue.enter(clientNetwork(request), response, next, isAnswered);
  });
}
