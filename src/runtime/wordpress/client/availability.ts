import { ofProcess } from '../../base/of-process.ts';
import { withTimeout } from '../../base/timeout.ts';
import type { WordPressError } from '../model/errors.ts';

/** Milliseconds after which a request in flight raises the question. The slowest list that was measured took 2.3 s. */
const SLOW_MS = 5_000;
/** Milliseconds between two probes, at least. */
const PROBE_EVERY_MS = 1_000;
/**
 * Milliseconds after which a page that fails has another cause than a request that failed before: Next tries again, and renders the page
 * of errors.
 */
const FAILS_WITHIN_MS = 5_000;
/** Milliseconds between two probes that nobody waits for, while WordPress is away; doubled after each, because one that hangs keeps PHP busy. */
const WATCH_MS = { first: 1_000, longest: 60_000 };
/** Milliseconds that a visitor waits for a probe: a CMS that is back answers sooner. */
const PROBE_WAIT_MS = 250;

/**
 * Whether WordPress answers at all. One address that makes it fail or hang says nothing about the others, and anybody can
 * ask for one. So a request that fails, or takes long, is followed by a probe that asks for nothing: WordPress counts as away
 * where that fails too. Then requests fail at once, except for a probe a second, until one is answered.
 */
export class Availability {
  #probe: (() => Promise<WordPressError | undefined>) | undefined;
  #probing: Promise<void> | undefined;
  #probedAt = Number.NEGATIVE_INFINITY;
  #fault: WordPressError | undefined;
  /** How often WordPress was heard. */
  #heard = 0;
  /** The last time that a request failed or was refused, or a visitor gave up waiting for one, by performance.now(). */
  #missedAt = Number.NEGATIVE_INFINITY;
  #watch: NodeJS.Timeout | undefined;

  /** Called when WordPress, which was away, answers again. */
  onBack?: () => void;

  /**
   * Begins to watch. Builds, and what runs outside of a server, wait for WordPress as long as they do.
   * @param probe asks WordPress for nothing; what it resolves with is why it did not answer
   */
  watch(probe: () => Promise<WordPressError | undefined>): void {
    this.#probe = probe;
  }

  /** Whether WordPress is away, or did not answer a moment ago, and a page that needed the answer may still be on its way. */
  get isAway(): boolean {
    return this.#fault !== undefined || performance.now() - this.#missedAt < FAILS_WITHIN_MS;
  }

  /** Whether a request would be refused now, but for one that finds WordPress back. */
  get refuses(): boolean {
    return this.#fault !== undefined && !isOverloaded(this.#fault);
  }

  /** There was no answer in time. */
  missed(): void {
    this.#missedAt = performance.now();
  }

  /**
   * Lets a request begin.
   * @throws {WordPressError} when WordPress is away
   */
  async assert(): Promise<void> {
    if (!this.refuses) return;
    this.suspect();
    await this.#probed();
    if (!this.#fault) return;
    this.missed();
    throw this.#fault;
  }

  /**
   * Watches a request while it is in flight.
   * @param request resolves with an error where WordPress failed; one that carries an answer shows that it is there
   */
  async during<T extends { error?: WordPressError | undefined }>(request: Promise<T>): Promise<T> {
    const slow = setTimeout(() => this.suspect(), SLOW_MS);
    const outcome = await request.finally(() => clearTimeout(slow));
    if (outcome.error) {
      this.missed();
      this.suspect();
      await this.#probed();
    } else this.heard();
    return outcome;
  }

  /** WordPress has answered, or sent something by itself. */
  heard(): void {
    this.#heard += 1;
    this.#found(undefined);
  }

  #found(fault: WordPressError | undefined): void {
    const wasAway = this.#fault !== undefined;
    this.#fault = fault;
    if (fault) this.#watchForReturn();
    else if (wasAway) this.onBack?.();
  }

  /** Without a visitor nobody else would notice, and changed pages would stay as they are. */
  #watchForReturn(pause = WATCH_MS.first): void {
    this.#watch ??= setTimeout(() => {
      this.#watch = undefined;
      if (!this.#fault) return;
      this.suspect();
      this.#watchForReturn(Math.min(2 * pause, WATCH_MS.longest));
    }, pause).unref();
  }

  /** Waits for the probe in flight, as long as a visitor does. */
  async #probed(): Promise<void> {
    if (this.#probing) await withTimeout(this.#probing, PROBE_WAIT_MS, () => {});
  }

  /** Sends a probe, unless one is in flight or was a moment ago. */
  suspect(): void {
    if (!this.#probe || this.#probing || performance.now() - this.#probedAt < PROBE_EVERY_MS) return;
    const heard = this.#heard;
    this.#probing = this.#probe().then((fault) => {
      this.#probing = undefined;
      this.#probedAt = performance.now();
      // A probe that hung says nothing about a WordPress that has answered since.
      this.#found(heard === this.#heard ? fault : undefined);
    });
  }
}

/** It answers, and says when it wants to be asked again: each request waits for that. */
const isOverloaded = ({ statusCode }: WordPressError): boolean => statusCode === 503;

export const availability = ofProcess('cms-availability', () => new Availability());
