import { UserError } from '../store/errors.mjs';
import { fromCursor, toCursor } from './ids.mjs';

/** WPGraphQL never gives more, says nothing about it and answers `hasNextPage`. */
const CAP = 100;
const DEFAULT = 10;

/** @typedef {{ first?: number | null, last?: number | null, after?: string | null, before?: string | null }} PageArgs */

/** @param {PageArgs} args */
function amountOf(args) {
  for (const name of /** @type {const} */ (['first', 'last'])) {
    if ((args[name] ?? 0) < 0) throw new UserError(`${name} must be a positive integer.`);
  }
  if (args.first && args.last) {
    throw new UserError(
      'The first and last args cannot be used together. For forward pagination, use first & after. For backward pagination, use last & before.',
    );
  }
  return Math.min(args.first || args.last || DEFAULT, CAP);
}

/**
 * @template {{ id: number | string }} T
 * @param {readonly T[]} list  complete and in order
 * @param {PageArgs} args
 * @param {(item: T) => number | string} [idOf]
 */
export function connection(list, args, idOf = (item) => item.id) {
  const amount = amountOf(args);
  /** @param {string | null | undefined} cursor */
  const position = (cursor) => {
    const id = cursor ? fromCursor(cursor) : null;
    return id === null ? -1 : list.findIndex((item) => String(idOf(item)) === id);
  };
  const after = position(args.after);
  const before = position(args.before);
  const from = after + 1;
  const to = before === -1 ? list.length : before;
  const start = args.last ? Math.max(from, to - amount) : from;
  const end = args.last ? to : Math.min(to, from + amount);
  const nodes = list.slice(start, end);
  const edges = nodes.map((node) => ({ node, cursor: toCursor(idOf(node)) }));
  return {
    nodes,
    edges,
    pageInfo: {
      hasNextPage: end < list.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/**
 * @template T
 * @param {T | null | undefined} node
 */
export const oneToOne = (node) => (node ? { node } : null);
