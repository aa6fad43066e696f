import { AsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { GIVEN_UP_WAIT_MS, GivenUp } from './given-up.ts';

/**
 * Requests of one client that the process works on at once. Browsers open six connections to a host, so a visitor alone never waits.
 * Each image is encoded on a core, and half of the cores are for others:
 * six of 3,840 pixels kept everybody else's new images for three seconds on two cores.
 * Share images take one place: no browser asks for any, and each asks WordPress for a title and is drawn.
 */
const IN_FLIGHT = {
  ...{ pages: 6, posts: 3, images: Math.ceil(availableParallelism() / 2), files: 6 },
  shareImages: 1,
};
/** Requests of one client and kind that wait for that; the next one is refused. A gallery over HTTP/2 asks for some forty images at once. */
const MOST_WAITING = 250;
/**
 * Answers to one client that are in memory because it has not read them. Next sends a page as a whole, up to 2 MB, and most are gone at
 * once. A stream waits for its reader, and does not count.
 */
const MOST_UNREAD = 100;
/**
 * Milliseconds until a request counts as done whose client has gone, and that does not end. Requests to WordPress time out after 30 s. One
 * whose client is there holds its place: an upload may take ten minutes, and keeps one of WordPress's workers as long.
 */
const LONGEST_MS = 60_000;
/** Rest of a client, in times of its work. It gets a third of the process at most, with owed rest, and others hardly notice. */
const REST = 3;
/** Milliseconds that a client rests at most: a request that takes longer waits for WordPress, and costs this process nothing. */
const LONGEST_REST_MS = 50;
/** The same between two share images: a client that asked for those of all posts kept one of WordPress's workers busy all the time. */
const LONG_REST_MS = 2_000;
/**
 * Milliseconds between two posts of a client, whatever they took and whether or not their sender has gone. Each keeps one of WordPress's
 * workers busy, and a comment has it boot twice more and pages rendered again: in times of its own work a quick one rested for too short.
 * Nobody sends two within two seconds, and an office behind one address waits for them.
 */
const BETWEEN_POSTS_MS = 2_000;
/**
 * Milliseconds after which a request is refused, on average: one that is refused at once is sent again at once. And milliseconds for each
 * of a client's that wait for that: 250 refusals a second at most, since 2,000 kept others waiting for a tenth of a second.
 */
const REFUSED_AFTER_MS = 1_000;
const REFUSED_EACH_MS = 4;
/** Kinds of which a name that stands for several clients may have as many at once as one: each keeps a worker of WordPress, or a core. */
const ALONE: readonly Kind[] = ['posts', 'shareImages', 'images'];
/** Milliseconds of rest that a client may owe. A stored page takes 0.2, and no timer is as short as that. */
const MOST_OWED_MS = 4;
/**
 * Milliseconds of rest for each request that a client gives up beyond a hundred in a second (`given-up.ts`), so that what follows is given up
 * before it is begun.
 */
const MORE_REST_MS = 20;
export type Kind = keyof typeof IN_FLIGHT;

/** Kinds that may take this process at one go, so that no other request of the client begins meanwhile. */
const RENDERS: readonly Kind[] = ['pages', 'posts', 'shareImages'];

interface Job {
  kind: Kind;
  /** Resolves when nothing is left to do. */
  work: () => Promise<void>;
  /** Resolves when the answer is under way, which may take as long as the client takes to read it. */
  isAnswered: Promise<void>;
}

/** A client's requests of one kind: a form waits for no page that its own answer shows. */
interface Lane {
  kind: Kind;
  inFlight: number;
  /** Starts them; the oldest first. */
  waiting: Set<() => void>;
  /** Work in flight is counted up to here, by performance.now(). */
  countedUntil: number;
  /** None of them begins before. */
  restsUntil: number;
}

interface Client {
  /** In the order of their latest start, so that a page never waits behind all images of the one before. */
  lanes: Map<Kind, Lane>;
  /** Answers that have begun, and are not sent to their end. */
  open: Set<ServerResponse>;
  /** When a render has begun that may still take the process. */
  renderBegan: number;
  /** Until then the client's work and its rest take. */
  restsUntil: number;
  /** Requests that wait to be refused. */
  refused: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Shares the process among clients. Next begins with all that it is asked for, and works a request off to its end even when the client
 * has gone. A page that needs nothing of WordPress is rendered at one go, and so are redirect rules matched; Node takes one new connection
 * between two of them: 10 connections that hung up after 150 ms kept everybody else's page for half a minute. So a client with more
 * requests than one rests between two of them, of whatever kind, three times as long as one took. Meanwhile others are answered, and requests
 * whose client has gone are dropped.
 */
export class RequestQueue {
  readonly #clients = new Map<string, Client>();
  readonly #share: number;
  readonly #givenUp = new GivenUp();

  /**
   * @param share how many clients each name stands for. Together they rest as long as one: with a quarter of it, a /48 whose connections
   *   hung up after 20 ms kept another client's stored page for two seconds, and a network of many people needs 0.8 ms for each.
   */
  constructor(share = 1) {
    this.#share = share;
  }

  /** @returns the requests of all clients that wait */
  get waiting(): number {
    const lanes = [...this.#clients.values()].flatMap((client) => [...client.lanes.values()]);
    return lanes.reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /**
   * Works on a request when its client has rested and a place; never on one whose client has gone meanwhile.
   * @param name of the client; undefined where clients cannot be told apart: then nothing waits
   */
  enter(name: string | undefined, response: ServerResponse, job: Job): void {
    if (name === undefined) {
      void job.work();
      return;
    }
    const client = this.#clients.get(name) ?? newClient();
    this.#clients.set(name, client);
    const lane = laneOf(client, job.kind);
    if (lane.waiting.size >= this.#share * MOST_WAITING) {
      refuse(response, client);
      return;
    }
    let scope: AsyncResource | undefined;
    const begin = () => {
      client.open.add(response);
      this.#begin(name, client, lane, job, response);
    };
    const start = () => (scope ? scope.runInAsyncScope(begin) : begin());
    lane.waiting.add(start);
    response.once('close', () => {
      lane.waiting.delete(start);
      client.open.delete(response);
      if (!response.writableFinished) this.#noteGivenUp(name, client);
      this.#startNext(name, client);
    });
    this.#startNext(name, client);
    // It begins when another request ends, and still belongs to this one.
    if (lane.waiting.has(start)) scope = new AsyncResource('RequestQueue');
  }

  /** A request was given up before it had its answer. */
  #noteGivenUp(name: string, client: Client): void {
    if (!this.#givenUp.note(name)) return;
    const now = performance.now();
    const restsUntil = Math.max(client.restsUntil, now) + MORE_REST_MS;
    client.restsUntil = Math.min(restsUntil, now + GIVEN_UP_WAIT_MS);
  }

  #startNext(name: string, client: Client): void {
    clearTimeout(client.timer);
    client.timer = undefined;
    // One look at the clock: a rest that ended between two would be over for the timer, and not for the request that waits for it.
    const now = performance.now();
    const mayBeginAt = Math.max(client.restsUntil - MOST_OWED_MS, client.renderBegan + LONGEST_REST_MS);
    if (mayBeginAt > now) this.#startAt(mayBeginAt, name, client);
    else if (unreadOf(client) < this.#share * MOST_UNREAD) this.#takeNext(client, now)?.();
    if (client.timer) return;
    const lanes = [...client.lanes.values()];
    const rests = lanes.map(({ restsUntil }) => restsUntil).filter((restsUntil) => restsUntil > now);
    if (rests.length > 0) this.#startAt(Math.min(...rests), name, client);
    else if (client.open.size === 0 && lanes.every(isIdle)) this.#clients.delete(name);
  }

  /** @param time by performance.now() */
  #startAt(time: number, name: string, client: Client): void {
    client.timer = setTimeout(() => this.#startNext(name, client), time - performance.now()).unref();
  }

  /** @returns what starts the next request; its kind then comes last */
  #takeNext(client: Client, now: number): (() => void) | undefined {
    for (const lane of client.lanes.values()) {
      const [next] = lane.waiting;
      const share = ALONE.includes(lane.kind) ? 1 : this.#share;
      const isFull = lane.inFlight >= share * IN_FLIGHT[lane.kind];
      if (!next || isFull || lane.restsUntil > now) continue;
      lane.waiting.delete(next);
      client.lanes.delete(lane.kind);
      client.lanes.set(lane.kind, lane);
      return next;
    }
    return undefined;
  }

  #begin(name: string, client: Client, lane: Lane, job: Job, response: ServerResponse): void {
    const { kind } = job;
    const began = performance.now();
    if (lane.inFlight === 0) lane.countedUntil = began;
    lane.inFlight += 1;
    const isRender = RENDERS.includes(kind);
    if (isRender) client.renderBegan = began;
    if (kind === 'posts') lane.restsUntil = began + BETWEEN_POSTS_MS;
    void untilDone(job, response).finally(() => {
      const now = performance.now();
      const took = now - lane.countedUntil;
      lane.inFlight -= 1;
      lane.countedUntil = now;
      if (isRender) client.renderBegan = Number.NEGATIVE_INFINITY;
      const rest = REST * took;
      client.restsUntil = Math.max(client.restsUntil, now) + Math.min(rest, LONGEST_REST_MS);
      if (kind === 'posts') lane.restsUntil = now + BETWEEN_POSTS_MS;
      if (kind === 'shareImages') lane.restsUntil = now + Math.min(rest, LONG_REST_MS);
      this.#startNext(name, client);
    });
    this.#startNext(name, client);
  }
}

const newClient = (): Client => ({
  lanes: new Map(),
  open: new Set(),
  renderBegan: Number.NEGATIVE_INFINITY,
  restsUntil: 0,
  refused: 0,
  timer: undefined,
});

function laneOf({ lanes }: Client, kind: Kind): Lane {
  const lane = lanes.get(kind) ?? {
    ...{ kind, inFlight: 0, waiting: new Set<() => void>() },
    ...{ countedUntil: 0, restsUntil: 0 },
  };
  lanes.set(kind, lane);
  return lane;
}

const isIdle = ({ inFlight, waiting }: Lane): boolean => inFlight + waiting.size === 0;

/** A client that waits for it asks less often. Not all at one moment: 450 refusals at once kept others waiting for a third of a second. */
function refuse(response: ServerResponse, client: Client): void {
  client.refused += 1;
  const ms = Math.max(REFUSED_AFTER_MS, client.refused * REFUSED_EACH_MS) * (0.5 + Math.random());
  const timer = setTimeout(() => response.writeHead(429, { 'Retry-After': '1' }).end(), ms).unref();
  response.once('close', () => {
    client.refused -= 1;
    clearTimeout(timer);
  });
}

const unreadOf = ({ open }: Client): number =>
  open.size < MOST_UNREAD ? 0 : [...open].filter(({ writableEnded }) => writableEnded).length;

async function untilDone({ work, isAnswered }: Job, response: ServerResponse): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS).unref();
  });
  const isAbandoned = isLate.then(() => (response.closed ? undefined : untilClosed(response)));
  try {
    await Promise.race([isAnswered, work(), isAbandoned]);
  } finally {
    clearTimeout(timer);
  }
}

export const untilClosed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => response.once('close', resolve));
