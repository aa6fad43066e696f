import type { RedisClient } from './types.ts';

/** Milliseconds after which an instance that gives no sign of life is taken for ended. */
export const LEASE_MS = 20_000;

/**
 * Which instances there are. Each gives a sign of life with every pulse while it is subscribed; what is published reached all of them
 * where as many connections received it, and nobody's sign is overdue: a broken network keeps connections open that nobody reads.
 */
export class Instances {
  readonly #client: RedisClient;
  readonly #key: string;
  readonly #me: string;
  /** Milliseconds between two signs. */
  readonly #pulse: number;

  /** @param key of the sorted set, one for a site: names of instances by the time of their last sign */
  constructor(client: RedisClient, key: string, me: string, pulse: number) {
    this.#client = client;
    this.#key = key;
    this.#me = me;
    this.#pulse = pulse;
  }

  /** @param now milliseconds since 1970, by Redis's clock */
  async giveSign(now: number): Promise<void> {
    await this.#client
      .multi()
      .zAdd(this.#key, { score: now, value: this.#me })
      .zRemRangeByScore(this.#key, 0, now - LEASE_MS)
      // Given by a clock that was ahead, by an instance that may be gone.
      .zRemRangeByScore(this.#key, now + LEASE_MS, '+inf')
      .exec();
  }

  /** This one ends, and nobody waits for it. */
  async leave(): Promise<void> {
    await this.#client.zRem(this.#key, this.#me);
  }

  /**
   * Whether a message reached all other instances.
   * @param received other connections that it was handed to
   * @param now milliseconds since 1970, by Redis's clock
   */
  async haveHeard(received: number, now: number): Promise<boolean> {
    const there = await this.#client.zRangeByScoreWithScores(this.#key, now - LEASE_MS, now + LEASE_MS);
    const others = there.filter(({ value }) => value !== this.#me);
    return received >= others.length && others.every(({ score }) => score >= now - 2 * this.#pulse);
  }
}
