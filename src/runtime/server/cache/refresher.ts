/**
 * Renders stale pages again without waiting for a visitor: what a change names first, then whatever else it made stale, then
 * pages whose interval is over. It visits them as a visitor would, so Next shows the stored page meanwhile and renders behind it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathOfKey, pathOfRequest, urlOfPath } from '../../base/page-path.ts';
import { hashOf, type StoredPage, type StoredPages } from './stored-pages.ts';

/** Pages that a change names are rendered this many at a time: lists then share their requests to the CMS. */
const NAMED_TOGETHER = 4;
/** So many pages that a change names come first, then those that it does not name and that cannot wait for a hundred others. */
const FIRST_NAMED = 12;
/** Milliseconds for which a page that a change named goes before others: the plugin tells of many items in several webhooks. */
const NAMED_MS = 30_000;
/** A visitor came by within this time: the renders that nobody named rest as long as this process was busy with them. */
const BUSY_MS = 2_000;
/** Between two looks for pages whose interval is over. */
const INTERVAL_LOOK_MS = 2_000;
/** A page that did not become current is tried again after this long, then twice as long. */
const RETRY_MS = { first: 1_000, longest: 300_000 };
/** Renders that fail one after another mean that the CMS is away: after each the pause doubles, until one works. */
const PAUSE_MS = { first: 500, longest: 60_000 };
/** Between two looks whether a pause is over. */
const REST_LOOK_MS = 20;
/** Pages compared between two turns of the event loop: about a millisecond. */
const COMPARED_TOGETHER = 2_000;

interface Options {
  pages: StoredPages;
  /** Visits the page at a path, as a browser would; never throws. */
  visit: (path: string) => Promise<void>;
  /** When the render of a page is over; undefined where none is in flight. */
  renderOf: (key: string) => Promise<unknown> | undefined;
  /** Milliseconds for which this process has been busy since it began: a render that waits for the CMS keeps no visitor waiting. */
  busyMs: () => number;
}

export class Refresher {
  readonly #options: Options;
  /** Keys to render, those that a change names first, the newest change before all others. */
  #named: string[] = [];
  /** The time at which a change named the page, by performance.now(); the oldest first. */
  readonly #namedAt = new Map<string, number>();
  /** The others: pages that somebody has looked at come first. */
  readonly #others = { visited: new Set<string>(), unvisited: new Set<string>() };
  readonly #retries = new Map<string, { tries: number; timer: NodeJS.Timeout }>();
  /** When tags were invalidated, by their hash. Milliseconds since 1970. */
  readonly #changed = new Map<number, number>();
  #isRunning = false;
  /** Renders that failed since one worked. */
  #failures = 0;
  #visitorAt = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
    setInterval(() => this.#lookForIntervals(), INTERVAL_LOOK_MS).unref();
  }

  /** A visitor was answered with the page. */
  visited(key: string): void {
    this.#visitorAt = performance.now();
    this.#options.pages.visited(key);
  }

  /** A page was rendered, whoever asked for it: the CMS answers. */
  rendered(): void {
    this.#failures = 0;
  }

  /**
   * Tags were invalidated.
   * @param paths that the change names, in the order in which they are to be rendered
   */
  changed(tags: Iterable<string>, paths: readonly string[]): void {
    const now = Date.now();
    const hashes = new Set<number>();
    for (const tag of tags) hashes.add(hashOf(tag));
    for (const hash of hashes) this.#changed.set(hash, now);
    void this.#compare(hashes, paths);
  }

  /** A start found these stale. Feeds, the sitemap and the search come first: they have the CMS asked what is gone, for all other pages. */
  add(keys: readonly string[]): void {
    const isRoute = (key: string) => this.#options.pages.get(key)?.isRoute === true;
    this.#named.push(...keys.filter(isRoute));
    this.#addOthers(keys.filter((key) => !isRoute(key)));
  }

  #addOthers(keys: Iterable<string>): void {
    for (const key of keys) this.#addOther(key);
    void this.#run();
  }

  /** Takes over changes that an earlier process was told: its pages may be older. */
  load(staleAt: Iterable<[tag: string, at: number]>): void {
    for (const [tag, at] of staleAt) this.#changed.set(hashOf(tag), at);
  }

  /** The clock was set back: what was said before was not said later than now. */
  startAgain(): void {
    const now = Date.now();
    for (const [hash, at] of this.#changed) this.#changed.set(hash, Math.min(at, now));
  }

  #addOther(key: string): void {
    const { visited, unvisited } = this.#others;
    if (this.#options.pages.get(key)?.isVisited) visited.add(key);
    else unvisited.add(key);
  }

  async #compare(hashes: ReadonlySet<number>, paths: readonly string[]): Promise<void> {
    const order = new Map(paths.map((path, i) => [pathOfRequest(path), i]));
    const named: { key: string; rank: number }[] = [];
    const soon = Math.min(paths.length, FIRST_NAMED) - 0.5;
    this.#forgetNamed();
    let compared = 0;
    for (const page of this.#options.pages.all()) {
      if (++compared % COMPARED_TOGETHER === 0) await nextTurn();
      if (!page.tags.some((tag) => hashes.has(tag))) continue;
      const rank = order.get(pathOfKey(page.key));
      if (rank !== undefined) named.push({ key: page.key, rank });
      // Feeds, the sitemap and the search are few, and show what is listed.
      else if (page.isRoute || this.#namedAt.has(page.key)) named.push({ key: page.key, rank: soon });
      else this.#addOther(page.key);
    }
    const keys = named.sort((a, b) => a.rank - b.rank).map(({ key }) => key);
    for (const { key, rank } of named) {
      if (rank === soon) continue;
      this.#namedAt.delete(key);
      this.#namedAt.set(key, performance.now());
    }
    this.#named = [...new Set([...keys, ...this.#named])];
    void this.#run();
  }

  #forgetNamed(): void {
    for (const [key, at] of this.#namedAt) {
      if (performance.now() - at < NAMED_MS) return;
      this.#namedAt.delete(key);
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (;;) {
        const named = this.#named.splice(0, NAMED_TOGETHER);
        if (named.length > 0) await Promise.all(named.map((key) => this.#refresh(key)));
        else if (!(await this.#refreshOther())) return;
        const pause = Math.min(PAUSE_MS.first * 2 ** (this.#failures - 1), PAUSE_MS.longest);
        if (this.#failures > 0) await this.#rest(pause, () => this.#failures === 0);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** @returns false where there is none left */
  async #refreshOther(): Promise<boolean> {
    const key = this.#nextOther();
    if (key === undefined) return false;
    const { busyMs } = this.#options;
    const before = busyMs();
    await this.#refresh(key);
    if (performance.now() - this.#visitorAt < BUSY_MS) await this.#rest(busyMs() - before);
    return true;
  }

  #nextOther(): string | undefined {
    for (const keys of [this.#others.visited, this.#others.unvisited])
      for (const key of keys) {
        keys.delete(key);
        return key;
      }
    return undefined;
  }

  /** A change that comes meanwhile ends it: what it names does not wait. */
  async #rest(ms: number, isOver = () => false): Promise<void> {
    const end = performance.now() + ms;
    while (performance.now() < end && this.#named.length === 0 && !isOver()) await sleep(REST_LOOK_MS);
  }

  async #refresh(key: string): Promise<void> {
    const { pages, visit, renderOf } = this.#options;
    const page = pages.get(key);
    if (!page || !this.#isStale(page)) return this.#forgetRetry(key);
    // Next would hand out the render in flight, which may have begun before the change.
    await renderOf(key);
    if (this.#isCurrent(key)) return;
    const { at = 0 } = pages.get(key) ?? {};
    await visit(urlOfPath(pathOfKey(key)));
    await renderOf(key);
    if (this.#isCurrent(key)) return;
    // Another change may have come meanwhile, which is no failure.
    const isRendered = (pages.get(key)?.at ?? 0) > at;
    if (!isRendered) this.#failures++;
    this.#retry(key, isRendered);
  }

  #isCurrent(key: string): boolean {
    const page = this.#options.pages.get(key);
    if (page && this.#isStale(page)) return false;
    this.#forgetRetry(key);
    return true;
  }

  #isStale({ tags, at, ...page }: StoredPage): boolean {
    return isOver({ at, ...page }) || tags.some((tag) => (this.#changed.get(tag) ?? 0) >= at);
  }

  /** The CMS did not answer, or the page changes faster than it may be rendered. */
  #retry(key: string, isRendered: boolean): void {
    const known = this.#retries.get(key);
    if (known) clearTimeout(known.timer);
    const tries = (known?.tries ?? 0) + 1;
    const pause = Math.min(RETRY_MS.first * 2 ** (tries - 1), RETRY_MS.longest);
    const ms = isRendered && tries === 1 ? 0 : pause;
    const timer = setTimeout(() => this.#addOthers([key]), ms).unref();
    this.#retries.set(key, { tries, timer });
  }

  /** The CMS is back: pages whose renders failed wait no longer. */
  retryAll(): void {
    const keys = [...this.#retries.keys()];
    for (const key of keys) this.#forgetRetry(key);
    this.#failures = 0;
    this.#addOthers(keys);
  }

  #forgetRetry(key: string): void {
    const known = this.#retries.get(key);
    if (known) clearTimeout(known.timer);
    this.#retries.delete(key);
  }

  /** Only what somebody looks at: a site that nobody visits asks its CMS nothing. */
  #lookForIntervals(): void {
    const over: string[] = [];
    for (const page of this.#options.pages.all())
      if (page.isVisited && isOver(page) && !this.#retries.has(page.key)) over.push(page.key);
    if (over.length > 0) this.#addOthers(over);
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const isOver = ({ at, interval }: Pick<StoredPage, 'at' | 'interval'>): boolean =>
  interval !== undefined && Date.now() > at + interval * 1000;
