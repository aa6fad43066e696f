/** The owner's files, as `withHeadlessSite()` read them. */
export interface Injected {
  answers: unknown;
  blocks: unknown;
  imageHosts: unknown;
  content: unknown;
  /** Undefined where the site has no such list. */
  overrides?: unknown;
}

const KEY = Symbol.for('headless-site.injected');
const place = globalThis as unknown as Record<symbol, Injected | undefined>;

/**
 * The modules `owners-*` stand in for the owner's files where Node itself reads the runtime: in `next.config.ts`. In what
 * Next bundles, `resolveAlias` puts the owner's files in their place.
 */
export function inject(files: Injected): void {
  place[KEY] = files;
}

/** Like injected(), but undefined without injected files. */
export const injectedIfAny = (): Injected | undefined => place[KEY];

/** @throws where nothing was injected: outside `next.config.ts`, and outside what Next bundles */
export function injected(): Injected {
  const known = injectedIfAny();
  if (!known)
    throw new Error(
      'headless-site is not configured. Fix: wrap your config in withHeadlessSite() in next.config.ts.',
    );
  return known;
}
