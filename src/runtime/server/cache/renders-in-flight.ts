/**
 * The renders in flight: since when, and who must not join them. Next lets a visitor join a render, and gives him the page that it is
 * to replace. Where that page was dropped after the render began, he waits until it is over, and the next one begins.
 */

import { pathOfKey, pathOfRequest } from '../../base/page-path.ts';
import type { RequestScope } from '../../base/request-scope.ts';

/** A render that takes longer than this has failed: a question to the CMS is given up after 30 seconds. Nobody waits longer for it. */
const LONGEST_RENDER_MS = 35_000;
/** Most renders that are remembered; a page has one at a time. */
const MOST = 5_000;

export interface Render {
  /** When it was asked for, in milliseconds since 1970. */
  at: number;
  /** When it has failed, by performance.now(). */
  failsAt: number;
  /** Tags of the page that it is to replace; undefined where there is none. */
  tags: readonly string[] | undefined;
  /** In the form of `pathOfKey`. */
  path: string;
  /** The scope of the request that it began with. */
  scope: RequestScope | undefined;
}

/** Milliseconds by which a render that a visitor awaits fails before that visitor's time is over, so that a page says so. */
const BEFORE_VISITOR_MS = 500;

export class RendersInFlight {
  /** By the key of the entry, the oldest first. */
  readonly #begun = new Map<string, Render>();
  /** Those that a visitor may join, also what is being stored; with who waits for their end. */
  readonly #open = new Map<Render, (() => void)[]>();

  /**
   * @param key of the entry
   * @param at when it was asked for, in milliseconds since 1970
   * @param tags of what is there, and old
   * @param scope of the request
   */
  begin(key: string, at: number, tags: readonly string[] | undefined, scope?: RequestScope): void {
    const before = this.#begun.get(key);
    const now = performance.now();
    const isSame = before && now < before.failsAt;
    const failsAt = now + LONGEST_RENDER_MS;
    const render = isSame ? before : { at, failsAt, tags, path: pathOfKey(key), scope };
    if (!this.#open.has(render)) this.#open.set(render, []);
    if (isSame) return;
    if (before) this.end(before);
    this.#begun.delete(key);
    this.#begun.set(key, render);
    const [oldest] = this.#begun;
    if (!oldest || this.#begun.size <= MOST) return;
    this.#begun.delete(oldest[0]);
    this.end(oldest[1]);
  }

  /** Its result has come: later requests begin another render. The caller ends this one. */
  take(key: string): Render | undefined {
    const render = this.#begun.get(key);
    this.#begun.delete(key);
    return render;
  }

  /** Its result is stored, or will not come. */
  end(render: Render): void {
    const waiting = this.#open.get(render) ?? [];
    this.#open.delete(render);
    for (const goOn of waiting) goOn();
  }

  /**
   * Somebody was told that his page could not be made. Where one was there before Next stores that again; where none was, it
   * stores nothing.
   */
  fail(url: string): void {
    for (const render of this.#at(url, ({ tags }) => !tags)) this.end(render);
  }

  /**
   * A visitor comes. Where there is no page to show until the render is over, the visitor waits for it: it is background work no more.
   * @param isDropped as `outdated` has it
   * @param until when the visitor waits no longer, by performance.now()
   */
  join(url: string, isDropped: (render: Render) => boolean, until: number): void {
    const isAwaited = (render: Render) => !render.tags || isDropped(render);
    for (const { scope } of this.#at(url, isAwaited))
      if (scope?.isBackground)
        Object.assign(scope, { isBackground: false, until: until - BEFORE_VISITOR_MS });
  }

  /** @returns undefined where nothing is being rendered under the key, otherwise when that is over */
  ended(key: string): Promise<boolean> | undefined {
    const render = this.#begun.get(key);
    return render && this.#untilEnd([render]);
  }

  /**
   * @param url of the request, without its host
   * @param isDropped whether what the render replaces, or has read, may not be shown any more
   * @param until when the visitor waits no longer, by performance.now()
   * @returns undefined where the visitor may go on at once; otherwise, as soon as that is known, whether the renders are over.
   *   While one is not, Next would hand out what it replaces.
   */
  outdated(
    url: string,
    isDropped: (render: Render) => boolean,
    until = Number.POSITIVE_INFINITY,
  ): Promise<boolean> | undefined {
    const outdated = this.#at(url, isDropped);
    return outdated.length === 0 ? undefined : this.#untilEnd(outdated, until - performance.now());
  }

  /**
   * Waits for all of them, and no longer than the last one may take.
   * @param mostMs milliseconds
   * @returns whether all are over
   */
  #untilEnd(renders: readonly Render[], mostMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    const ends = renders.map((render) => new Promise<void>((goOn) => this.#open.get(render)?.push(goOn)));
    const failsAt = Math.max(...renders.map((render) => render.failsAt));
    return new Promise<boolean>((goOn) => {
      const giveUp = () => goOn(false);
      const timer = setTimeout(giveUp, Math.max(0, Math.min(failsAt - performance.now(), mostMs))).unref();
      void Promise.all(ends).then(() => {
        clearTimeout(timer);
        goOn(true);
      });
    });
  }

  #at(url: string, isMeant: (render: Render) => boolean): Render[] {
    if (this.#open.size === 0) return [];
    const path = pathOfRequest(url);
    return [...this.#open.keys()].filter((render) => render.path === path && isMeant(render));
  }
}
