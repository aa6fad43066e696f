import { withTimeout } from '../../base/timeout.ts';
import { requestHead } from '../../wordpress/client/client.ts';

/** Milliseconds that an editor waits for WordPress to say it. */
const WAIT_MS = 3_000;
/** Seconds. The plugin allows five minutes; asking takes a while. */
const ALLOWED = 290;

/**
 * Asks WordPress for the time. A read grant has an end, and so has a link: clocks that are too far apart end both.
 * @returns by how many seconds the clock of the site is ahead; null where that is little enough, or nobody knows
 */
export async function clocksApart(): Promise<number | null> {
  const asked = requestHead('/').then(
    (answer) => answer.date,
    () => null,
  );
  const date = await withTimeout(asked, WAIT_MS, () => null);
  if (date === null) return null;
  const seconds = Math.round((Date.now() - date) / 1000);
  return Math.abs(seconds) > ALLOWED ? seconds : null;
}
