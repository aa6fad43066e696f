import { ofProcess } from '../../base/of-process.ts';
import { withoutSecrets } from '../../config/secrets.ts';
import { isBuild } from '../../config/site.ts';
import { MessageRefused } from './deliver/letter.ts';
import { deliver } from './deliver.ts';
import { delivery, hasOutbox } from './delivery.ts';
import { isOutboxEmpty, takeLetter, waitingLetters } from './outbox.ts';

/** Milliseconds until the first look, and the longest between two. */
const FIRST = 10_000;
const LONGEST = 60 * 60_000;
/** Failures in a row after which the rest waits for the next look: the other side is down. */
const FAILURES = 3;

const state = ofProcess('contact-retry', () => ({
  timer: undefined as NodeJS.Timeout | undefined,
  /** When it goes off, by performance.now(). */
  at: 0,
  wait: FIRST,
  isRunning: false,
}));

/** Looks for messages that wait, soon: when the server starts, when one was put there, and when another was delivered. */
export function lookSoon(): void {
  if (isBuild || !hasOutbox || delivery.by === undefined) return;
  state.wait = FIRST;
  // One message after the other must not put it off.
  if (!state.timer || state.at > performance.now() + FIRST) schedule();
}

function schedule(): void {
  clearTimeout(state.timer);
  state.at = performance.now() + state.wait;
  state.timer = setTimeout(() => void look(), state.wait);
  // A server that is told to end has nothing to wait for.
  state.timer.unref();
}

async function look(): Promise<void> {
  state.timer = undefined;
  if (state.isRunning) return schedule();
  state.isRunning = true;
  try {
    const isDone = await deliverWaiting();
    if (isDone) return;
    state.wait = Math.min(2 * state.wait, LONGEST);
    schedule();
  } finally {
    state.isRunning = false;
  }
}

/** Makes one attempt for each. @returns whether nothing waits any more, nor is on its way in another process, which may die */
export async function deliverWaiting(): Promise<boolean> {
  let failures = 0;
  for (const id of await waitingLetters()) {
    const outcome = await attempt(id);
    if (outcome === 'failed') failures++;
    else if (outcome === 'delivered') failures = 0;
    if (failures === FAILURES) return false;
  }
  return failures === 0 && (await isOutboxEmpty());
}

async function attempt(id: string): Promise<'delivered' | 'failed' | 'gone'> {
  const taken = await takeLetter(id);
  if (!taken || delivery.by === undefined) return 'gone';
  try {
    await deliver(taken.letter, delivery.by);
    await taken.remove();
    console.log(`[contact] message ${id} of ${taken.letter.at} was delivered from the outbox`);
    return 'delivered';
  } catch (error) {
    const why = withoutSecrets((error as Error).message);
    if (error instanceof MessageRefused) {
      console.error(`[contact] message ${id} was refused and is kept in ${await taken.refuse()}: ${why}`);
      return 'gone';
    }
    await taken.putBack();
    console.error(`[contact] message ${id} waits on: ${why}`);
    return 'failed';
  }
}
