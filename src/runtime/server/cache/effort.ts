/**
 * The render time that a page has cost lately. Each visitor behind a change renders a page again; when an import or a busy desk
 * changes something every second, a page of a large site would be made all the time, and everybody else would wait. Sixty
 * pages of 100 ms in a row are fine, then each gets a small share of the time.
 */

/** Milliseconds of rendering that a page has in store. */
const STORE_MS = 6_000;
/** Cost charged for a single render is capped at this: a CMS that was slow once is no reason to hold back the saves that follow. */
const MOST_AT_ONCE_MS = 300;
/** How fast it fills again. */
const SHARE = 0.03;
/** A page waits this long at most: an editor who saves again and again looks for the last save, and a CMS may be slow. */
const LONGEST_MS = 3_000;
/** How many pages are remembered. */
const MOST = 5_000;

export class Effort {
  /** Milliseconds that each page has used of its store, and when that was true, by performance.now(). */
  readonly #pages = new Map<string, { used: number; at: number }>();

  /** @param ms that its render took */
  add(key: string, ms: number): void {
    const used = Math.min(this.#used(key) + Math.min(ms, MOST_AT_ONCE_MS), STORE_MS + LONGEST_MS * SHARE);
    this.#pages.delete(key);
    this.#pages.set(key, { used, at: performance.now() });
    const [oldest] = this.#pages.keys();
    if (oldest !== undefined && this.#pages.size > MOST) this.#pages.delete(oldest);
  }

  /** Whether it has to wait for its turn. */
  isTooMuch(key: string): boolean {
    return this.#used(key) > STORE_MS;
  }

  #used(key: string): number {
    const page = this.#pages.get(key);
    return page ? Math.max(0, page.used - (performance.now() - page.at) * SHARE) : 0;
  }
}
