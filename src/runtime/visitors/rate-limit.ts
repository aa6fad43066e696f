import { networksOf } from './address.ts';

interface Limits {
  /** In a window: of one client, and of all clients together; left out where nobody may close the purpose to others. */
  each: number;
  all?: number;
}

const WINDOW_SECONDS = 10 * 60;
/** A /48 of IPv6 may be one customer or a whole office. */
const WIDE = 4;
/** Failures of one client that cost it nothing. A failure that the client causes itself would repeat without end. */
const FORGIVEN = 5;
/** Clients that must have failed in a window before the other side is given a rest: about one thing, and about all. */
const FAILING_CLIENTS = { each: 20, all: 100 };
/** How long that is. */
const REST_SECONDS = 10;
/** Attempts that are remembered where there is no limit for all clients, the newest. */
const MOST_TAKEN = 10_000;
/** Failures that are remembered. */
const MOST_FAILURES = 1_000;

/** Seconds, by a clock that nobody sets: that of the system may be put right meanwhile. */
const now = () => performance.now() / 1000;

interface Failure {
  about: string;
  client: string;
  at: number;
}

/**
 * Limits how much visitors send for one purpose, in the memory of this process. Each purpose has a limit of its own: ten messages do not
 * use up somebody's comments.
 *
 * A route handler cannot see the other end of the connection, only X-Forwarded-For, and where no proxy rewrites that, a
 * client can call itself anything. So there is a limit for everybody together as well: a sender who forges addresses gets so many through
 * and not ten thousand. The price is that such a sender can close the purpose to others for ten minutes; they are asked to try later, and
 * lose nothing they wrote.
 */
export class RateLimit {
  readonly #limits: Limits;
  /** The limit of all of them together bounds how many there are, or `MOST_TAKEN`. */
  #taken: { networks: [string, string]; at: number }[] = [];
  #failed: Failure[] = [];
  /** The last time that the other side took something, by what it was about. By `now`. */
  readonly #arrived = new Map<string, number>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Counts one that is sent.
   *
   * @param client as `clientOf` has it
   * @param at by `now`
   * @returns 0 when it is within the limits, otherwise the seconds to wait
   */
  take(client: string, at = now()): number {
    const { each, all } = this.#limits;
    const networks = networksOf(client);
    this.#taken = this.#taken.filter((one) => one.at > at - WINDOW_SECONDS);
    const ofNetwork = (i: 0 | 1) => this.#taken.filter((one) => one.networks[i] === networks[i]);
    const wait = Math.max(
      waitFor(ofNetwork(0), each, at),
      waitFor(ofNetwork(1), each * WIDE, at),
      all === undefined ? 0 : waitFor(this.#taken, all, at),
    );
    if (wait === 0) this.#taken.push({ networks, at });
    if (this.#taken.length > (all ?? MOST_TAKEN)) this.#taken.shift();
    return wait;
  }

  /**
   * Takes back what was counted last for a client, because it did not arrive and the other side is to blame, as far as anybody knows.
   * A client that fails again and again may be the cause, so it gets back a few only.
   *
   * @param about which form it was, where the purpose has several
   */
  giveBack(client: string, about = '', at = now()): void {
    const [, wide] = networksOf(client);
    this.#failed = this.#failed.filter((one) => one.at > at - WINDOW_SECONDS);
    const forgiven = this.#failed.filter((one) => one.client === wide).length;
    if (forgiven < FORGIVEN) this.takeBack(client);
    this.#failed.push({ about, client: wide, at });
    if (this.#failed.length > MOST_FAILURES) this.#failed.shift();
  }

  /** Takes back what was counted last for a client: it turned out to be nothing that counts. */
  takeBack(client: string): void {
    const [narrow] = networksOf(client);
    const last = this.#taken.findLastIndex(({ networks }) => networks[0] === narrow);
    if (last !== -1) this.#taken.splice(last, 1);
  }

  /** The other side answered: an outage is over. */
  arrived(about = '', at = now()): void {
    this.#arrived.set(about, at);
  }

  /**
   * Whether the other side may be asked now. A failure costs its visitor nothing, so this is what keeps many visitors from asking
   * a mail provider or a WordPress that is down as fast as they can: after twenty of them have failed it is asked once in ten seconds,
   * until something arrives. One client alone never closes it, nor keeps it closed: one that has used up what is forgiven is not the
   * one that asks.
   *
   * @param about as of `giveBack`
   * @param at by `now`
   */
  mayTry(client: string, about = '', at = now()): boolean {
    const recent = this.#failed.filter((one) => one.at > at - WINDOW_SECONDS);
    const since = (time = Number.NEGATIVE_INFINITY) => recent.filter((one) => one.at > time);
    const own = since(this.#arrived.get(about)).filter((one) => one.about === about);
    const all = since(Math.max(...this.#arrived.values()));
    const outages = [
      ...(countClients(own) < FAILING_CLIENTS.each ? [] : [own]),
      ...(countClients(all) < FAILING_CLIENTS.all ? [] : [all]),
    ];
    if (outages.length === 0) return true;
    const wide = networksOf(client)[1];
    const isForgiven = recent.filter((one) => one.client === wide).length < FORGIVEN;
    return isForgiven && outages.every((failed) => (failed.at(-1)?.at ?? 0) <= at - REST_SECONDS);
  }
}

const countClients = (failed: readonly Failure[]): number => new Set(failed.map(({ client }) => client)).size;

/** Seconds until the oldest of a limit that is reached is forgotten. */
function waitFor(taken: readonly { at: number }[], limit: number, at: number): number {
  const oldest = taken.at(-limit);
  return taken.length >= limit && oldest ? Math.ceil(oldest.at + WINDOW_SECONDS - at) : 0;
}
