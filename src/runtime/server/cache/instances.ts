import type { RedisClient } from './types.ts';

/** Milliseconds after which an instance that gives no sign of life is taken for ended. */
export const LEASE_MS = 20_000;

/** Which instances there are. Each gives a sign of life with every pulse while it is subscribed. */
export class Instances {
  readonly #client: RedisClient;
  readonly #key: string;
  readonly #me: string;

  /** @param key of the sorted set, one for a site: names of instances by the time of their last sign */
  constructor(client: RedisClient, key: string, me: string) {
    this.#client = client;
    this.#key = key;
    this.#me = me;
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
   * @param now milliseconds since 1970, by Redis's clock
   * @returns names of all others
   */
  async others(now: number): Promise<string[]> {
    const there = await this.#client.zRangeByScore(this.#key, now - LEASE_MS, now + LEASE_MS);
    return there.filter((name) => name !== this.#me);
  }
}
