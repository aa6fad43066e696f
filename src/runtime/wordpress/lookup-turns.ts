/**
 * Lookups of one client that may begin at once, and the milliseconds until as many more may. An address takes up to three: itself, its
 * lower case, and where it moved.
 */
const OF_CLIENT = { count: 3, ms: 3_000 };
/** The same of all clients. While one client asks without end, another one's three begin at once. */
const OF_ALL = { count: 6, ms: 1_000 };
/** Milliseconds that a visitor waits for a turn. */
const LONGEST_WAIT_MS = 1_500;
/** Lookups at once, of different clients. The CMS takes two requests at once, and a third of a client that has none there (`turns.ts`). */
const IN_FLIGHT = 2;
/** Milliseconds between two looks whether another client has come to wait for the same. */
const LOOK_MS = 100;
/** Clients whose latest turns are remembered. */
const MOST_CLIENTS = 1_000;

interface Limit {
  count: number;
  ms: number;
}

interface Waiting {
  /** Those that wait for the answer now: more of them may come, and one with a turn is enough. */
  clients: () => readonly string[];
  /** @param release ends the turn; null where none came in time */
  done: (release: (() => void) | null) => void;
}

/**
 * Turns to ask the CMS about addresses that nothing here knows: six a second and two at once, of one client three in three seconds and
 * one at once. They go around: the client whose latest turn is the longest ago comes first. So a client that makes up addresses, even
 * such as keep WordPress busy for seconds, leaves a place to everybody else.
 */
export class LookupTurns {
  /** Start times of the latest turns, by performance.now(). */
  #begun: readonly number[] = [];
  /** The same of each client, in the order of their latest turn. */
  readonly #ofClient = new Map<string, readonly number[]>();
  readonly #inFlight: { client: string; began: number }[] = [];
  /** The oldest first. */
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Whether all places are taken by lookups that nobody would wait for: the CMS does not answer, or not in time. */
  get isStuck(): boolean {
    const { length } = this.#inFlight;
    return (
      length >= IN_FLIGHT && this.#inFlight.every(({ began }) => performance.now() - began >= LONGEST_WAIT_MS)
    );
  }

  /** @returns what ends the turn; null where the client would have to wait for it */
  takeNow(clients: readonly string[]): (() => void) | null {
    // Those that wait go first.
    this.#next();
    const client = clients.find((one) => this.#waitMs(one) === 0);
    return client === undefined ? null : this.#begin(client);
  }

  /** @returns what ends the turn; null where none comes in time */
  async take(clients: Waiting['clients']): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        // For a client that came since the last look.
        this.#next();
        done(null);
      }, LONGEST_WAIT_MS);
      const done = (release: (() => void) | null) => {
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        resolve(release);
      };
      const waiting = { clients, done };
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  #next(): void {
    clearTimeout(this.#timer);
    let soonest = Number.POSITIVE_INFINITY;
    for (const { clients, done } of this.#inOrder()) {
      const all = clients();
      const client = all.find((one) => this.#waitMs(one) === 0);
      if (client !== undefined) done(this.#begin(client));
      else soonest = Math.min(soonest, LOOK_MS, ...all.map((one) => this.#waitMs(one)));
    }
    if (soonest < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#next(), soonest);
  }

  /** @returns those that wait, the client whose latest turn is the longest ago first */
  #inOrder(): Waiting[] {
    const order = new Map([...this.#ofClient.keys()].map((client, at) => [client, at]));
    const rankOf = ({ clients }: Waiting) => Math.min(...clients().map((client) => order.get(client) ?? -1));
    const ranked = this.#waiting.map((waiting) => ({ waiting, rank: rankOf(waiting) }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ waiting }) => waiting);
  }

  #begin(client: string): () => void {
    const now = performance.now();
    this.#begun = [...this.#begun, now].slice(-OF_ALL.count);
    const own = [...(this.#ofClient.get(client) ?? []), now].slice(-OF_CLIENT.count);
    this.#ofClient.delete(client);
    this.#ofClient.set(client, own);
    const [oldest] = this.#ofClient.keys();
    if (oldest !== undefined && this.#ofClient.size > MOST_CLIENTS) this.#ofClient.delete(oldest);
    const turn = { client, began: now };
    this.#inFlight.push(turn);
    return () => {
      this.#inFlight.splice(this.#inFlight.indexOf(turn), 1);
      this.#next();
    };
  }

  /** @returns milliseconds until the client's next turn may begin; infinite until a turn ends */
  #waitMs(client: string): number {
    if (this.#inFlight.length >= IN_FLIGHT || this.#inFlight.some((turn) => turn.client === client))
      return Number.POSITIVE_INFINITY;
    const own = this.#ofClient.get(client) ?? [];
    return Math.max(untilBelow(OF_ALL, this.#begun), untilBelow(OF_CLIENT, own));
  }
}

/** @returns milliseconds until one more may begin */
function untilBelow({ count, ms }: Limit, begun: readonly number[]): number {
  const first = begun.at(-count);
  return first === undefined ? 0 : Math.max(0, first + ms - performance.now());
}
