import { ofProcess } from '../../base/of-process.ts';
import { currentScope, type RequestScope } from '../../base/request-scope.ts';

/** Requests to the CMS that may be in flight at once in this process; four were slower than two on a two-core CMS. */
const IN_FLIGHT = 2;
/** Where both places are taken, a client that has none gets a third: some addresses take WordPress ten seconds. */
const MOST_IN_FLIGHT = 3;
/**
 * Milliseconds of the CMS's work that a client may have had ahead of time. Then it gets one place, so that one that asks without end keeps
 * one worker of WordPress busy and not two. A first visit takes less than a second of it.
 */
const AHEAD_MS = 5_000;
/**
 * Milliseconds that a place is held at most after a request that was given up. PHP goes on with it, and one client that asked and hung up
 * kept more workers busy than it had places.
 */
const GIVEN_UP_MS = 300;
/** Background work leaves a place free, so that a visitor never waits behind a slow refresh. */
const BACKGROUND_IN_FLIGHT = 1;

/**
 * A visitor's request has waited so long, in milliseconds, that there are more than WordPress can serve: then the newest goes first, because
 * the oldest are about to be given up. Until then the most urgent does. In a model with pages of four requests, and ten seconds for each
 * page, 0.7 % of the pages came too late at 80 % load and 33 % at 150 %; always the newest first 3.3 % and 33 %, always the oldest 0.3 % and 55 %.
 */
const OVERLOADED_MS = 6_000;

/** Between two looks whether background work that waits has become a visitor's. */
const LOOK_MS = 100;

interface Waiting {
  scope: RequestScope | undefined;
  /** Since when, by performance.now(). */
  since: number;
  /** @param release gives the place back */
  start: (release: () => void) => void;
}

interface Turns {
  running: number;
  /** Those of them in the background. */
  background: number;
  /** In flight for each client that has any. */
  ofClient: Map<string, number>;
  /** The moment when the work that a client has had would be over with one place, by performance.now(). */
  busyUntil: Map<string, number>;
  /** The oldest first. */
  waiting: Waiting[];
  timer: NodeJS.Timeout | undefined;
}

const turns = ofProcess<Turns>('cms-turns', () => ({
  running: 0,
  background: 0,
  ofClient: new Map(),
  busyUntil: new Map(),
  waiting: [],
  timer: undefined,
}));

/**
 * Runs `task` when a place is free. Requests that a visitor waits for go before background work; among visitors the client with
 * the fewest in flight goes first, so that nobody waits behind all that one client asks for, and one that asks without end has one. Otherwise the
 * most urgent goes first, or the newest under overload (OVERLOADED_MS). A request that nobody waits for any more still gets its turn, and
 * `task` decides that it is too late.
 */
export async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  const scope = currentScope();
  const release = await new Promise<() => void>((start) => {
    turns.waiting.push({ scope, since: performance.now(), start });
    startNext();
  });
  const began = performance.now();
  const end = () => {
    release();
    startNext();
  };
  try {
    return await task();
  } finally {
    const now = performance.now();
    // It is taken to go on for as long again; one that was too late before it began asked nothing.
    const goesOnMs = scope && now >= scope.until ? Math.min(now - began, GIVEN_UP_MS) : 0;
    if (goesOnMs >= 1) setTimeout(end, goesOnMs).unref();
    else end();
  }
}

function startNext(): void {
  for (let next = takeNext(); next; next = takeNext()) next.start(takePlace(next.scope));
  // A visitor may join work that waits, and nothing else tells of it.
  if (turns.running < MOST_IN_FLIGHT && turns.waiting.length > 0)
    turns.timer ??= setTimeout(() => {
      turns.timer = undefined;
      startNext();
    }, LOOK_MS).unref();
}

/** @returns what gives the place back, as it was taken: a visitor may join meanwhile */
function takePlace(scope: RequestScope | undefined): () => void {
  const isBackground = scope?.isBackground === true;
  const client = fairestOf(scope) ?? '';
  const began = performance.now();
  const count = (change: number) => {
    turns.running += change;
    if (isBackground) turns.background += change;
    turns.ofClient.set(client, inFlightOf(client) + change);
    if (inFlightOf(client) === 0) turns.ofClient.delete(client);
  };
  count(1);
  return () => {
    count(-1);
    if (client && !isBackground) charge(client, performance.now() - began);
  };
}

function charge(client: string, ms: number): void {
  const now = performance.now();
  for (const [name, until] of turns.busyUntil) if (until < now) turns.busyUntil.delete(name);
  const until = (turns.busyUntil.get(client) ?? now) + ms;
  // Capped, so that requests that timed out in an outage are soon forgotten after it.
  turns.busyUntil.set(client, Math.min(until, now + 2 * AHEAD_MS));
}

/** @returns whether a client has a place and may have no other */
const hasEnough = (client: string): boolean =>
  inFlightOf(client) > 0 && (turns.busyUntil.get(client) ?? 0) - performance.now() > AHEAD_MS;

/**
 * The client in whose name a request begins: of all that wait for the page, the one with the fewest in flight, so that nobody waits
 * behind the client that happened to ask for it first.
 * @returns an empty text where nobody knows the client; undefined where each has enough
 */
function fairestOf(scope: RequestScope | undefined): string | undefined {
  const clients = [...new Set([scope?.client ?? '', ...(scope?.waiting?.() ?? [])])];
  const [fairest] = clients
    .filter((client) => !hasEnough(client))
    .sort((a, b) => inFlightOf(a) - inFlightOf(b));
  return fairest;
}

const inFlightOf = (client: string): number => turns.ofClient.get(client) ?? 0;

function takeNext(): Waiting | undefined {
  const { waiting } = turns;
  let at = nextVisitor(waiting);
  if (turns.running >= IN_FLIGHT) {
    const isOther = at >= 0 && inFlightOf(fairestOf(waiting[at]?.scope) ?? '') === 0;
    return isOther && turns.running < MOST_IN_FLIGHT ? waiting.splice(at, 1)[0] : undefined;
  }
  // Outside of requests, as in a build, nothing is ever given up.
  if (at < 0) at = waiting.findIndex(({ scope }) => !scope);
  if (at < 0 && turns.background < BACKGROUND_IN_FLIGHT)
    at = waiting.findLastIndex((one) => one.scope?.isBackground);
  return at < 0 ? undefined : waiting.splice(at, 1)[0];
}

/** @returns the next request among those of the clients with the fewest in flight; -1 where no visitor may begin */
function nextVisitor(waiting: readonly Waiting[]): number {
  let best = -1;
  let fewest = Number.POSITIVE_INFINITY;
  const now = performance.now();
  const isOverloaded = waiting.some(
    ({ scope, since }) => !scope?.isBackground && now - since > OVERLOADED_MS,
  );
  for (const [i, { scope }] of waiting.entries()) {
    const client = scope?.isBackground === false ? fairestOf(scope) : undefined;
    if (client === undefined || inFlightOf(client) > fewest) continue;
    const isFairer = inFlightOf(client) < fewest;
    fewest = inFlightOf(client);
    const isUrgent = scope && scope.until < (waiting[best]?.scope?.until ?? Number.POSITIVE_INFINITY);
    if (isFairer || isOverloaded || isUrgent) best = i;
  }
  return best;
}
