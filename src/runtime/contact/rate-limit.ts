/** Messages in a window: of one client, and of all clients together. */
const LIMIT = 5;
const LIMIT_OF_ALL = 60;
const WINDOW_SECONDS = 10 * 60;
/** Deliveries that may fail in a window before the provider is given a rest, and how long that is. */
const FAILURES = 20;
const REST_SECONDS = 10;
/** Times by client; the allowance of all of them together bounds how many there are. */
let sent: { client: string; at: number }[] = [];
/** When deliveries failed. */
let failed: number[] = [];

/**
 * Counts this message against the allowances, in the memory of this process.
 *
 * A route handler cannot see the other end of the connection, only X-Forwarded-For, and where no proxy rewrites that, a
 * client can call itself anything. So there is an allowance for everybody together as well: whoever forges addresses
 * gets sixty messages through and not ten thousand. The price is that he can close the form to others for ten minutes;
 * they are asked to try later, and lose nothing they wrote.
 *
 * @param at seconds since 1970
 * @returns 0 when it is within the limits, otherwise the seconds to wait
 */
export function withinLimit(client: string, at = Date.now() / 1000): number {
  sent = sent.filter((message) => message.at > at - WINDOW_SECONDS);
  const own = sent.filter((message) => message.client === client);
  const wait = Math.max(waitFor(own, LIMIT, at), waitFor(sent, LIMIT_OF_ALL, at));
  if (wait === 0) sent.push({ client, at });
  return wait;
}

/** Takes back what `withinLimit` counted last for a client: the message was not delivered, and not through his fault. */
export function giveBack(client: string, at = Date.now() / 1000): void {
  const last = sent.findLastIndex((message) => message.client === client);
  if (last !== -1) sent.splice(last, 1);
  failed = [...failed.filter((time) => time > at - WINDOW_SECONDS), at].slice(-FAILURES);
}

/**
 * Whether the provider may be asked now. A failure costs its visitor nothing, so this is what keeps somebody from asking a
 * provider that is down as fast as he can: after twenty failures it is asked once in ten seconds, until they are forgotten.
 *
 * @param at seconds since 1970
 */
export function mayDeliver(at = Date.now() / 1000): boolean {
  const [oldest = 0] = failed;
  const newest = failed.at(-1) ?? 0;
  return failed.length < FAILURES || oldest <= at - WINDOW_SECONDS || newest <= at - REST_SECONDS;
}

/** Seconds until the oldest of a full allowance is forgotten. */
function waitFor(messages: { at: number }[], limit: number, at: number): number {
  const [oldest] = messages;
  return messages.length >= limit && oldest ? Math.ceil(oldest.at + WINDOW_SECONDS - at) : 0;
}

/**
 * Who is asking. The last entry of X-Forwarded-For is the one that the nearest proxy wrote; earlier ones are whatever
 * the client sent. Without a proxy Next writes the connection's address there, unless the client sent the header.
 */
export function clientOf(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'unknown';
}
