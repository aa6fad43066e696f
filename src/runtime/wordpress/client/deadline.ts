import { cache } from 'react';
import { backgroundScope, currentScope, type RequestScope, runInScope } from '../../base/request-scope.ts';
import { isBuild } from '../../config/site.ts';
import { VISITOR_MS } from './retry-policy.ts';

/** Where no server begins with each visitor. React knows which render this is; a page that fails is rendered once more, and waits again. */
const ofPage = cache(() => visitorScope());

/** Runs work that no visitor waits for: it may take as long as the CMS does, and visitors' requests go first. */
export const inBackground = <T>(work: () => T): T => runInScope(backgroundScope(), work);

/**
 * Runs what one visitor waits for.
 * @param client whose requests take turns with those of others; undefined where nobody knows
 * @param waiting the clients that wait for the same page
 */
export const asVisitor = <T>(work: () => T, client?: string, waiting?: () => string[]): T =>
  runInScope({ ...visitorScope(), client, waiting }, work);

function visitorScope(): RequestScope {
  return { until: performance.now() + VISITOR_MS, isBackground: false };
}

/** The scope of the render or request that this runs in. */
export const scopeOfWork = (): RequestScope => currentScope() ?? ofPage();

/** Runs a part of what a visitor waits for, which may take so long; where nobody waits, as long as it does. */
export function asPart<T>(ms: number, work: () => T): T {
  const scope = scopeOfWork();
  if (isBuild || scope.isBackground) return work();
  return runInScope({ ...scope, until: Math.min(scope.until, performance.now() + ms) }, work);
}

/** The handler of a route, which React knows nothing of, as one visitor's wait. */
export function forVisitor<Args extends unknown[]>(
  handler: (...args: Args) => Promise<Response>,
): (...args: Args) => Promise<Response> {
  return (...args) => (currentScope() ? handler(...args) : asVisitor(() => handler(...args)));
}

/**
 * Waits for an answer as long as a visitor does. The request goes on: its answer serves whoever comes next.
 * @param late makes the error of an answer that did not come in time
 */
export async function beforeDeadline<T>(answer: Promise<T>, late: () => Error): Promise<T> {
  const scope = scopeOfWork();
  if (isBuild) return answer;
  let stop = () => {};
  const end = new Promise<never>((_, reject) => {
    const check = () => {
      const left = scope.until - performance.now();
      if (left <= 0) return reject(late());
      // A visitor may join a background render, which then has a deadline.
      const timer = setTimeout(check, Math.min(left, RECHECK_MS));
      stop = () => clearTimeout(timer);
    };
    check();
  });
  try {
    return await Promise.race([answer, end]);
  } finally {
    stop();
  }
}

/** Milliseconds between two looks at a deadline that may change. */
const RECHECK_MS = 1_000;
