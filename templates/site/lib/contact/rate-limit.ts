/** Messages one client may send in a window. */
const LIMIT = 5;
const WINDOW_SECONDS = 10 * 60;
/** Clients remembered at most, so that a flood of addresses costs bounded memory. */
const MAX_CLIENTS = 10_000;

const sent = new Map<string, number[]>();

/**
 * Counts this message against the client's allowance.
 * @param at seconds since 1970
 * @returns 0 when it is within the limit, else the seconds to wait
 */
export function withinLimit(client: string, at = Date.now() / 1000): number {
  const recent = (sent.get(client) ?? []).filter((time) => time > at - WINDOW_SECONDS);
  const [oldest] = recent;
  if (recent.length >= LIMIT && oldest !== undefined) return Math.ceil(oldest + WINDOW_SECONDS - at);
  sent.delete(client);
  if (sent.size >= MAX_CLIENTS) sent.delete(sent.keys().next().value ?? '');
  sent.set(client, [...recent, at]);
  return 0;
}

/**
 * Who is asking. The last entry of X-Forwarded-For is the one that the nearest proxy wrote; earlier ones are whatever
 * the client sent.
 */
export function clientOf(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'unknown';
}
