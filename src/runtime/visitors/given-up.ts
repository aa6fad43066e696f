/**
 * Requests that a client may give up within a second. A visitor who leaves a gallery gives up forty. Two thousand connections a second that
 * hung up after 20 ms kept everybody's page for a second.
 */
const MOST = 100;
const WINDOW_MS = 1_000;

/** Counts requests that clients gave up before they had their answer. */
export class GivenUp {
  #counts = new Map<string, number>();
  /** Counts from the window before: otherwise each one would begin with a hundred that count as none. */
  #before = new Map<string, number>();
  /** By performance.now(). */
  #until = 0;

  /** @returns whether the client gives up too many */
  note(name: string): boolean {
    this.#turn();
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count > MOST;
  }

  /** Whether it did lately. */
  areMany(name: string): boolean {
    this.#turn();
    return (this.#counts.get(name) ?? 0) > MOST || (this.#before.get(name) ?? 0) > MOST;
  }

  #turn(): void {
    const now = performance.now();
    if (now <= this.#until) return;
    this.#before = now - this.#until < WINDOW_MS ? this.#counts : new Map();
    this.#counts = new Map();
    this.#until = now + WINDOW_MS;
  }
}

/** Those of all networks: their requests wait on the bare connection (`connections.ts`), and before they are queued (`queue-requests.ts`). */
export const givenUp = new GivenUp();

/** Milliseconds that such a request waits: others in a network wait as long. */
export const GIVEN_UP_WAIT_MS = 200;
