import { type ReportedChange, tellsOfHidden } from './body.ts';

/** Milliseconds between two refreshes of a page for its comments. */
const PAUSE_MS = 5_000;

/**
 * Paces what comments cause. Anybody may write them, and each would have the post's pages rendered again: the first one counts at once, and
 * those of the next seconds count together.
 */
export class CommentPace {
  readonly #refresh: (paths: readonly string[]) => Promise<boolean>;
  /** When each path may be refreshed again, by performance.now(); the first one first. */
  readonly #freeAt = new Map<string, number>();
  readonly #held = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** @param refresh has the pages at these paths rendered again; resolves to whether that counts */
  constructor(refresh: (paths: readonly string[]) => Promise<boolean>) {
    this.#refresh = refresh;
  }

  /** Whether a change counts later than it was said. */
  get isHolding(): boolean {
    return this.#held.size > 0;
  }

  /** @returns what counts now; the rest is kept, and counts by itself */
  take(changes: readonly ReportedChange[]): ReportedChange[] {
    this.#forget();
    const hides = changes.some(tellsOfHidden);
    return changes.filter(({ path, hasComments }) => !hasComments || hides || this.#takeOne(path));
  }

  #takeOne(path: string): boolean {
    if (!this.#freeAt.has(path)) {
      this.#freeAt.set(path, performance.now() + PAUSE_MS);
      return true;
    }
    this.#held.add(path);
    this.#wait();
    return false;
  }

  #forget(): void {
    for (const [path, at] of this.#freeAt) {
      if (at > performance.now()) return;
      if (!this.#held.has(path)) this.#freeAt.delete(path);
    }
  }

  #wait(): void {
    const next = [...this.#freeAt].find(([path]) => this.#held.has(path));
    if (next) this.#timer ??= setTimeout(() => this.#release(), next[1] - performance.now()).unref();
  }

  async #release(): Promise<void> {
    const now = performance.now();
    const due = [...this.#held].filter((path) => (this.#freeAt.get(path) ?? 0) <= now);
    for (const path of due) {
      this.#held.delete(path);
      this.#freeAt.delete(path);
      this.#freeAt.set(path, now + PAUSE_MS);
    }
    const counts = due.length === 0 || (await this.#refresh(due).catch(() => false));
    if (!counts) for (const path of due) this.#held.add(path);
    this.#timer = undefined;
    this.#wait();
  }
}
