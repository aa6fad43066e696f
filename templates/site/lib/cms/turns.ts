/** Requests to the CMS that may be under way at once in this process; four were slower than two on a two-core CMS. */
const IN_FLIGHT = 2;

interface Turns {
  running: number;
  waiting: (() => void)[];
}

// Next may load this module once per bundle; the limit is the process's.
const key = Symbol.for('headless-site.cms-turns');
const shared = globalThis as unknown as Record<symbol, Turns | undefined>;
shared[key] ??= { running: 0, waiting: [] };
const turns: Turns = shared[key];

/** Runs `task` as soon as fewer than two others are under way, first come first served. */
export async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  // A finished task hands its place on, so `running` changes only when nobody waits.
  if (turns.running >= IN_FLIGHT) await new Promise<void>((resolve) => turns.waiting.push(resolve));
  else turns.running += 1;
  try {
    return await task();
  } finally {
    const next = turns.waiting.shift();
    if (next) next();
    else turns.running -= 1;
  }
}
