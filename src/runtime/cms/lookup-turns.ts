/** Lookups in a second. */
const RATE = 2;
/**
 * Milliseconds that a visitor waits for a turn: the next two begin within a second. Three may be needed, for the address, its lower
 * case, and where it moved.
 */
const LONGEST_WAIT_MS = 1_500;
/** The CMS takes two requests at once. One place is always for what is known to be there, however slow a lookup is. */
const IN_FLIGHT = 1;
/** Clients whose latest turn is remembered. */
const MOST_CLIENTS = 1_000;

interface Waiting {
  client: string;
  /** @param release ends the turn; null where none came in time */
  done: (release: (() => void) | null) => void;
}

/**
 * Turns to ask the CMS about addresses that nothing here knows: two a second, one at a time. They go around: the client whose latest
 * turn is the longest ago comes first, so one that makes up addresses leaves every other turn to somebody else.
 */
export class LookupTurns {
  /** Start times of the latest turns, by performance.now(); as many as RATE. */
  #begun: number[] = Array(RATE).fill(Number.NEGATIVE_INFINITY);
  #inFlight = 0;
  /** The oldest first. */
  #waiting: Waiting[] = [];
  /** Clients in the order of their latest turn. */
  readonly #served = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** @returns what ends the turn; null where somebody else would have to wait for it */
  takeNow(client: string): (() => void) | null {
    return this.#waiting.length === 0 && this.#waitMs() === 0 && this.#inFlight < IN_FLIGHT
      ? this.#begin(client)
      : null;
  }

  /** @returns what ends the turn; null where none comes in time */
  async take(client: string): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(null), LONGEST_WAIT_MS);
      const done = (release: (() => void) | null) => {
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        resolve(release);
      };
      const waiting = { client, done };
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  #next(): void {
    clearTimeout(this.#timer);
    if (this.#inFlight >= IN_FLIGHT) return;
    const next = this.#longestUnserved();
    if (!next) return;
    const wait = this.#waitMs();
    if (wait === 0) next.done(this.#begin(next.client));
    else this.#timer = setTimeout(() => this.#next(), wait);
  }

  #longestUnserved(): Waiting | undefined {
    const order = [...this.#served];
    return this.#waiting.reduce<Waiting | undefined>(
      (first, one) => (first && order.indexOf(first.client) <= order.indexOf(one.client) ? first : one),
      undefined,
    );
  }

  #begin(client: string): () => void {
    this.#begun = [...this.#begun.slice(1), performance.now()];
    this.#inFlight += 1;
    this.#served.delete(client);
    this.#served.add(client);
    const [oldest] = this.#served;
    if (oldest !== undefined && this.#served.size > MOST_CLIENTS) this.#served.delete(oldest);
    return () => {
      this.#inFlight -= 1;
      this.#next();
    };
  }

  /** Milliseconds until the next turn may begin. */
  #waitMs(): number {
    return Math.max(0, (this.#begun[0] ?? 0) + 1_000 - performance.now());
  }
}
