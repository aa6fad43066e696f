import { newId } from '../base/id.ts';
import { ofProcess } from '../base/of-process.ts';
import { requestFor } from '../wordpress/client/visitor-request.ts';

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
  for (const id of ids) add(id, 1);
  const now = state();
  if (now.isWaiting || now.counts.size === 0) return;
  now.isWaiting = true;
  // Nothing that keeps a process from ending.
  setTimeout(() => void tell(), EVERY_MS).unref();
}

function add(id: string, hits: number): void {
  const { counts } = state();
  if (counts.size < MOST_RULES || counts.has(id)) counts.set(id, (counts.get(id) ?? 0) + hits);
}

/** Hits wait for the next message while WordPress is away; what it refuses it will refuse again. A restart loses them: a number is not worth a file. */
async function tell(): Promise<void> {
  const now = state();
  const hits = [...now.counts];
  now.counts.clear();
  now.isWaiting = false;
  const nobody = { ip: '', agent: '', page: '/' };
  const id = newId();
  const body = JSON.stringify({ hits: Object.fromEntries(hits) });
  const { url, headers } = requestFor(ROUTE, id, nobody, 'application/json', body);
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    cache: 'no-store',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (response && response.status < 500) return;
  for (const [id, number] of hits) add(id, number);
  countHits([]);
}
