import { AsyncLocalStorage } from 'node:async_hooks';
import { cache } from 'react';
import { ofProcess } from '../base/of-process.ts';
import { isBuild } from '../config/site.ts';
import { VISITOR_MS } from './patience.ts';

interface Wait {
  /** Milliseconds, by performance.now(). */
  until: number;
}

const ofVisitor = ofProcess('wait', () => new AsyncLocalStorage<Wait>());

/** Where no server begins with each visitor. React knows which render this is; a page that fails is rendered once more, and waits again. */
const ofPage = cache((): Wait => ({ until: performance.now() + VISITOR_MS }));

/** Runs what no visitor waits for: it may take as long as the CMS does. */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return ofVisitor.run({ until: Number.POSITIVE_INFINITY }, work);
}

/** Runs what one visitor waits for. */
export const asVisitor = <T>(work: () => T): T =>
  ofVisitor.run({ until: performance.now() + VISITOR_MS }, work);

/** The handler of a route, which React knows nothing of, as one visitor's wait. */
export function forVisitor<Args extends unknown[]>(
  handler: (...args: Args) => Promise<Response>,
): (...args: Args) => Promise<Response> {
  return (...args) => asVisitor(() => handler(...args));
}

/**
 * Waits for an answer as long as a visitor does. The question goes on: its answer serves whoever comes next.
 * @param late makes the error of an answer that did not come in time
 */
export async function beforeDeadline<T>(answer: Promise<T>, late: () => Error): Promise<T> {
  const { until } = ofVisitor.getStore() ?? ofPage();
  if (isBuild || until === Number.POSITIVE_INFINITY) return answer;
  let stop = () => {};
  const end = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(late()), Math.max(0, until - performance.now()));
    stop = () => clearTimeout(timer);
  });
  try {
    return await Promise.race([answer, end]);
  } finally {
    stop();
  }
}
