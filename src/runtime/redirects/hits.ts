import { randomBytes } from 'node:crypto';
import { ofProcess } from '../base/of-process.ts';
import { requestFor } from '../visitors/request.ts';

/** Between two messages to WordPress. */
const EVERY_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Rules of one message. */
const MOST_RULES = 5_000;
const ROUTE = 'redirects/hits';

interface State {
  counts: Map<string, number>;
  isWaiting: boolean;
}

const state = () => ofProcess<State>('redirect-hits', () => ({ counts: new Map(), isWaiting: false }));

/**
 * Counts what rules were followed, for the plugins that show it. WordPress hears of them once a minute, and no visitor waits for that.
 * @param ids of the rules
 */
export function countHits(ids: readonly string[]): void {
  const now = state();
  for (const id of ids) {
    if (now.counts.size < MOST_RULES || now.counts.has(id)) now.counts.set(id, (now.counts.get(id) ?? 0) + 1);
  }
  if (now.isWaiting) return;
  now.isWaiting = true;
  // Nothing that keeps a process from ending.
  setTimeout(() => void tell(), EVERY_MS).unref();
}

/** Hits that WordPress does not take are lost: a number is not worth a queue. */
async function tell(): Promise<void> {
  const now = state();
  const hits = Object.fromEntries(now.counts);
  now.counts.clear();
  now.isWaiting = false;
  const nobody = { ip: '', agent: '', page: '/' };
  const id = randomBytes(16).toString('hex');
  const { url, headers } = requestFor(ROUTE, id, nobody, 'application/json');
  try {
    await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ hits }),
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    // WordPress is away.
  }
}
