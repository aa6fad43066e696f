interface Limits {
  /** In a window: of one client, and of all clients together. */
  each: number;
  all: number;
}

const WINDOW_SECONDS = 10 * 60;
/** Attempts that may fail in a window before the other side is given a rest: about one thing, and about all. */
const FAILURES = { each: 20, all: 100 };
/** How long that is. One thing that always fails uses 20 of the 100, and 60 more at this pace: others are not closed by it. */
const REST_SECONDS = 10;

/**
 * What visitors may send for one purpose, in the memory of this process. Each purpose has one of its own: whoever fills the
 * contact form ten times has not commented.
 *
 * A route handler cannot see the other end of the connection, only X-Forwarded-For, and where no proxy rewrites that, a
 * client can call itself anything. So there is an allowance for everybody together as well: whoever forges addresses
 * gets so many through and not ten thousand. The price is that he can close the purpose to others for ten minutes;
 * they are asked to try later, and lose nothing they wrote.
 */
export class Allowance {
  readonly #limits: Limits;
  /** Times by client; the allowance of all of them together bounds how many there are. */
  #taken: { client: string; at: number }[] = [];
  /** Attempts that failed. */
  #failed: { about: string; at: number }[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Counts one that is sent.
   *
   * @param at seconds since 1970
   * @returns 0 when it is within the limits, otherwise the seconds to wait
   */
  take(client: string, at = Date.now() / 1000): number {
    this.#taken = this.#taken.filter((one) => one.at > at - WINDOW_SECONDS);
    const own = this.#taken.filter((one) => one.client === client);
    const wait = Math.max(waitFor(own, this.#limits.each, at), waitFor(this.#taken, this.#limits.all, at));
    if (wait === 0) this.#taken.push({ client, at });
    return wait;
  }

  /**
   * Takes back what was counted last for a client: it did not arrive, and not through his fault.
   *
   * @param about which form it was, where the purpose has several
   */
  giveBack(client: string, about = '', at = Date.now() / 1000): void {
    const last = this.#taken.findLastIndex((one) => one.client === client);
    if (last !== -1) this.#taken.splice(last, 1);
    const recent = this.#failed.filter((one) => one.at > at - WINDOW_SECONDS);
    this.#failed = [...recent, { about, at }].slice(-FAILURES.all);
  }

  /**
   * Whether the other side may be asked now. A failure costs its visitor nothing, so this is what keeps somebody from asking
   * a mail provider or a WordPress that is down as fast as he can: after twenty failures it is asked once in ten seconds, until they are
   * forgotten.
   *
   * @param about as of `giveBack`
   * @param at seconds since 1970
   */
  mayTry(about = '', at = Date.now() / 1000): boolean {
    const recent = this.#failed.filter((one) => one.at > at - WINDOW_SECONDS);
    const own = recent.filter((one) => one.about === about);
    return hasRested(own, FAILURES.each, at) && hasRested(recent, FAILURES.all, at);
  }
}

const hasRested = (failed: { at: number }[], limit: number, at: number) =>
  failed.length < limit || (failed.at(-1)?.at ?? 0) <= at - REST_SECONDS;

/** Seconds until the oldest of a full allowance is forgotten. */
function waitFor(taken: { at: number }[], limit: number, at: number): number {
  const [oldest] = taken;
  return taken.length >= limit && oldest ? Math.ceil(oldest.at + WINDOW_SECONDS - at) : 0;
}

/**
 * Who is asking. The last entry of X-Forwarded-For is the one that the nearest proxy wrote; earlier ones are whatever
 * the client sent. Without a proxy Next writes the connection's address there, unless the client sent the header.
 */
export function clientOf(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'unknown';
}
