/**
 * What Next is making: since when, and who must not join. Next lets a visitor join a making, and gives him the page that it is
 * to replace. Where that page was dropped after the making began, he waits until it is over, and the next one begins.
 */

/** A making that takes longer than this has failed: a question to the CMS is given up after 30 seconds. Nobody waits longer for it. */
const LONGEST_MAKING_MS = 35_000;
/** How many makings are remembered; a page has one at a time. */
const MOST = 5_000;

export interface Making {
  /** When it was asked for, in milliseconds since 1970. */
  at: number;
  /** Of the page that it is to replace; undefined where there is none. */
  tags: readonly string[] | undefined;
  /** As `pathOf` has it. */
  path: string;
}

export class UnderWay {
  /** By the key of the entry, the oldest first. */
  readonly #begun = new Map<string, Making>();
  /** Those that a visitor may join, also what is being stored; with who waits for their end. */
  readonly #open = new Map<Making, (() => void)[]>();

  /**
   * @param key of the entry
   * @param at when it was asked for, in milliseconds since 1970
   * @param tags of what is there, and old
   */
  begin(key: string, at: number, tags: readonly string[] | undefined): void {
    const before = this.#begun.get(key);
    const isSame = before && at - before.at < LONGEST_MAKING_MS;
    const making = isSame ? before : { at, tags, path: pathOf(key) };
    if (!this.#open.has(making)) this.#open.set(making, []);
    if (isSame) return;
    if (before) this.end(before);
    this.#begun.delete(key);
    this.#begun.set(key, making);
    const [oldest] = this.#begun;
    if (!oldest || this.#begun.size <= MOST) return;
    this.#begun.delete(oldest[0]);
    this.end(oldest[1]);
  }

  /** Its result has come: what is asked for from now on is another making. Whoever takes it ends it. */
  take(key: string): Making | undefined {
    const making = this.#begun.get(key);
    this.#begun.delete(key);
    return making;
  }

  /** Its result is stored, or will not come. */
  end(making: Making): void {
    const waiting = this.#open.get(making) ?? [];
    this.#open.delete(making);
    for (const goOn of waiting) goOn();
  }

  /**
   * Somebody was told that his page could not be made. Where one was there before Next stores that again; where none was, it
   * stores nothing.
   */
  fail(url: string): void {
    for (const making of this.#at(url, ({ tags }) => !tags)) this.end(making);
  }

  /**
   * @param url of the request, without its host
   * @param isDropped whether what the making replaces, or has read, may not be shown any more
   * @returns undefined where the visitor may go on at once
   */
  outdated(url: string, isDropped: (making: Making) => boolean): Promise<unknown> | undefined {
    const outdated = this.#at(url, isDropped);
    if (outdated.length === 0) return undefined;
    const ends = outdated.map((making) => new Promise<void>((goOn) => this.#open.get(making)?.push(goOn)));
    const failsAt = Math.max(...outdated.map(({ at }) => at)) + LONGEST_MAKING_MS;
    return new Promise<void>((goOn) => {
      const timer = setTimeout(goOn, Math.max(0, failsAt - Date.now())).unref();
      void Promise.all(ends).then(() => {
        clearTimeout(timer);
        goOn();
      });
    });
  }

  #at(url: string, isMeant: (making: Making) => boolean): Making[] {
    if (this.#open.size === 0) return [];
    const path = pathOfRequest(url);
    return [...this.#open.keys()].filter((making) => making.path === path && isMeant(making));
  }
}

/** @param key as Next makes it: a folder of the route's own, `/$`, and the path; of data, which nobody joins, a digest */
const pathOf = (key: string) => decoded(key.slice(key.indexOf('/$') + 2));

function pathOfRequest(url: string): string {
  const path = (url.split('?', 1)[0] ?? '').replace(/\/+$/, '');
  return decoded(path || '/index');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
