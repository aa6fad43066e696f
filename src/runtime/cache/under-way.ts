/**
 * What Next is making: since when, and who must not join. Next lets a visitor join a making, and gives him the page that it is
 * to replace. Where that page was dropped after the making began, he waits until it is over, and the next one begins.
 */
import { setTimeout as wait } from 'node:timers/promises';

/** A making that began longer ago than this has failed: a question to the CMS is given up after 30 seconds. */
const LONGEST_MAKING_MS = 35_000;
/** How many makings are remembered; a page has one at a time. */
const MOST = 5_000;
/** A visitor is held back for so long at most. */
const LONGEST_WAIT_MS = 10_000;

export interface Making {
  /** Of the entry. */
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Of the page that it is to replace; undefined where there is none. */
  tags: readonly string[] | undefined;
  /** As `pathOf` has it. */
  path: string;
  isOver: Promise<void>;
  /** Its result is stored, or will not come. */
  end(): void;
}

export class UnderWay {
  readonly #begun = new Map<string, Making>();
  /** Those that a visitor may join: also what is being stored. */
  readonly #open = new Set<Making>();

  /**
   * @param key of the entry
   * @param at when it was asked for, in milliseconds since 1970
   * @param tags of what is there, and old
   */
  begin(key: string, at: number, tags: readonly string[] | undefined): void {
    const before = this.#begun.get(key);
    if (before && at - before.at < LONGEST_MAKING_MS) return;
    before?.end();
    let resolve = () => {};
    const isOver = new Promise<void>((done) => {
      resolve = done;
    });
    const end = () => {
      this.#open.delete(making);
      resolve();
    };
    const making: Making = { key, at, tags, path: pathOf(key), isOver, end };
    this.#begun.delete(key);
    this.#begun.set(key, making);
    this.#open.add(making);
    const [oldest] = this.#begun;
    if (oldest && this.#begun.size > MOST) this.take(oldest[0])?.end();
  }

  /** Its result has come: what is asked for from now on is another making. Whoever takes it ends it. */
  take(key: string): Making | undefined {
    const making = this.#begun.get(key);
    this.#begun.delete(key);
    return making;
  }

  /**
   * Somebody was told that his page could not be made. Where one was there before Next stores that again; where none was, it
   * stores nothing.
   */
  fail(url: string): void {
    for (const { key } of this.#at(url, ({ tags }) => !tags)) this.take(key)?.end();
  }

  /**
   * @param url of the request, without its host
   * @param isDropped whether what the making replaces, or has read, may not be shown any more
   * @returns undefined where the visitor may go on at once
   */
  outdated(url: string, isDropped: (making: Making) => boolean): Promise<unknown> | undefined {
    const outdated = this.#at(url, isDropped);
    if (outdated.length === 0) return undefined;
    return Promise.race([
      Promise.all(outdated.map(({ isOver }) => isOver)),
      wait(LONGEST_WAIT_MS, undefined, { ref: false }),
    ]);
  }

  #at(url: string, isMeant: (making: Making) => boolean): Making[] {
    if (this.#open.size === 0) return [];
    const path = pathOfRequest(url);
    return [...this.#open].filter((making) => making.path === path && isMeant(making));
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
