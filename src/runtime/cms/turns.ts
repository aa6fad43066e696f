import { ofProcess } from '../base/of-process.ts';
import { currentScope, type RequestScope } from '../base/request-scope.ts';

/** Requests to the CMS that may be in flight at once in this process; four were slower than two on a two-core CMS. */
const IN_FLIGHT = 2;
/** Background work leaves a place free, so that a visitor never waits behind a slow refresh. */
const BACKGROUND_IN_FLIGHT = 1;

/** Between two looks whether background work that waits has become a visitor's. */
const LOOK_MS = 100;

interface Waiting {
  scope: RequestScope | undefined;
  /** @param isBackground whether it takes background work's place */
  start: (isBackground: boolean) => void;
}

interface Turns {
  running: number;
  /** Of them in the background. */
  background: number;
  /** The oldest first. */
  waiting: Waiting[];
  timer: NodeJS.Timeout | undefined;
}

const turns = ofProcess<Turns>('cms-turns', () => ({
  running: 0,
  background: 0,
  waiting: [],
  timer: undefined,
}));

/**
 * Runs `task` when a place is free. Requests that a visitor waits for go before background work; of each kind the newest goes
 * first, because under overload the oldest are about to be given up. A request that nobody waits for any more still gets its
 * turn, and `task` decides that it is too late.
 */
export async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  const scope = currentScope();
  const isBackground = await new Promise<boolean>((start) => {
    turns.waiting.push({ scope, start });
    startNext();
  });
  try {
    return await task();
  } finally {
    turns.running -= 1;
    if (isBackground) turns.background -= 1;
    startNext();
  }
}

function startNext(): void {
  while (turns.running < IN_FLIGHT) {
    const next = takeNext();
    if (!next) break;
    turns.running += 1;
    const isBackground = next.scope?.isBackground === true;
    if (isBackground) turns.background += 1;
    next.start(isBackground);
  }
  // A visitor may join background work that waits, and nothing else tells of it.
  if (turns.running < IN_FLIGHT && turns.waiting.length > 0)
    turns.timer ??= setTimeout(() => {
      turns.timer = undefined;
      startNext();
    }, LOOK_MS).unref();
}

function takeNext(): Waiting | undefined {
  const { waiting } = turns;
  let at = waiting.findLastIndex(({ scope }) => scope?.isBackground === false);
  // Outside of requests, as in a build, nothing is ever given up.
  if (at < 0) at = waiting.findIndex(({ scope }) => !scope);
  if (at < 0 && turns.background < BACKGROUND_IN_FLIGHT) at = waiting.length - 1;
  return at < 0 ? undefined : waiting.splice(at, 1)[0];
}
