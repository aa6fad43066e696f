import { ofProcess } from '../base/of-process.ts';

/** Requests to the CMS that may be under way at once in this process; four were slower than two on a two-core CMS. */
const IN_FLIGHT = 2;

interface Turns {
  running: number;
  waiting: (() => void)[];
}

const turns = ofProcess<Turns>('cms-turns', () => ({ running: 0, waiting: [] }));

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
