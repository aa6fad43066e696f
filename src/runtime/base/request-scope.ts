import { AsyncLocalStorage } from 'node:async_hooks';
import { ofProcess } from './of-process.ts';

/** How long the work of one request may wait for the CMS, and whether a visitor waits for it. */
export interface RequestScope {
  /** Milliseconds, by performance.now(); Infinity where nobody waits. */
  until: number;
  /** Nobody waits: visitors' requests to the CMS go first. */
  isBackground: boolean;
  /** The client that asks, as `visitors/address.ts` tells clients apart; undefined where nobody knows. */
  client?: string | undefined;
  /** The clients that wait for the same page now, its own among them while it does. */
  waiting?: (() => string[]) | undefined;
  /** A part of the page says that nothing is there, because the CMS was not asked. */
  isUnasked?: boolean;
  /** A browser or the router asks ahead: Next shows a stale page as it is, and renders nothing behind it. */
  isPrefetch?: boolean;
}

const scopes = ofProcess('request-scope', () => new AsyncLocalStorage<RequestScope>());

/** @returns undefined outside of a request */
export const currentScope = (): RequestScope | undefined => scopes.getStore();

export const runInScope = <T>(scope: RequestScope, work: () => T): T => scopes.run(scope, work);

export const backgroundScope = (): RequestScope => ({
  until: Number.POSITIVE_INFINITY,
  isBackground: true,
});

/** The visitor has an answer: the rest of this request's work is nobody's wait. */
export function continueInBackground(): void {
  const scope = currentScope();
  if (scope) Object.assign(scope, backgroundScope());
}

/** The scope of work that several requests share: it goes on while one of them waits, and is as urgent as the most urgent. */
export class SharedScope implements RequestScope {
  readonly #scopes = new Set<RequestScope>();

  join(scope: RequestScope): void {
    this.#scopes.add(scope);
  }

  get until(): number {
    return Math.max(...[...this.#scopes].map(({ until }) => until));
  }

  /** The one that came last. */
  get client(): string | undefined {
    return [...this.#scopes].at(-1)?.client;
  }

  get waiting(): () => string[] {
    const scopes = [...this.#scopes].filter(({ isBackground }) => !isBackground);
    return () =>
      scopes.flatMap(({ client, waiting }) => [...(client ? [client] : []), ...(waiting?.() ?? [])]);
  }

  get isBackground(): boolean {
    return [...this.#scopes].every(({ isBackground }) => isBackground);
  }
}
