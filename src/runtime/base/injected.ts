/** The owner's files, as `withHeadlessSite()` read them. */
export interface Given {
  answers: unknown;
  blocks: unknown;
  imageHosts: unknown;
  content: unknown;
  /** Undefined where the site has no such list. */
  mapped?: unknown;
}

const KEY = Symbol.for('headless-site.given');
const place = globalThis as unknown as Record<symbol, Given | undefined>;

/**
 * The modules `owners-*` stand in for the owner's files where Node itself reads the runtime: in `next.config.ts`. In what
 * Next bundles, `resolveAlias` puts the owner's files in their place.
 */
export function give(given: Given): void {
  place[KEY] = given;
}

/** As given(), but undefined where nothing was given. */
export const givenIfAny = (): Given | undefined => place[KEY];

/** @throws where nothing was given: outside `next.config.ts`, and outside what Next bundles */
export function given(): Given {
  const known = givenIfAny();
  if (!known)
    throw new Error(
      'headless-site is not configured. Fix: wrap your config in withHeadlessSite() in next.config.ts.',
    );
  return known;
}
