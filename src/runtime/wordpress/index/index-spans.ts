import type { LineStore } from '../../base/line-store.ts';
import type { IndexEntry } from './index-entry.ts';
import { spanOf } from './index-rows.ts';

/** The part of the index whose ids lie in one span. */
export interface Span {
  /** The companion's digest of what the rows are made of; without the companion, ours of the rows. */
  sum: string;
  entries: IndexEntry[];
  /** When the rows came, in milliseconds since 1970; 0 for before this process. */
  readAt: number;
}

/** The index of one type in the memory of this process. */
export interface LiveIndex {
  type: string;
  spans: Map<number, Span>;
  /** All of them, newest first. Never changed: a look makes another list. */
  entries: readonly IndexEntry[];
  /** Says what the spans hold. */
  version: string;
  /** When the CMS was asked the last time, in milliseconds since 1970; 0 for not by this process. */
  askedAt: number;
  /** When an earlier process stored what it held, in milliseconds since 1970; 0 where none has. */
  savedAt: number;
  /** When all spans were looked at, by performance.now(), 0 for not by this process; and how long that took, in milliseconds. */
  lookedAt: number;
  lookTook: number;
  /** Anything may have changed without being named: the next look is at all of it. */
  isDoubted: boolean;
  /** Versions that were there before. */
  seen: Set<string>;
  store: LineStore;
}

/** Spans that a look has found changed; undefined for one that has no items any more. */
export type Changed = Map<number, Span | undefined>;

/** @param sums of the spans that are wanted, also of those without entries */
export function toSpans(
  entries: readonly IndexEntry[],
  sums: ReadonlyMap<number, string>,
  readAt = 0,
): Map<number, Span> {
  const spans = new Map([...sums].map(([span, sum]): [number, Span] => [span, { sum, entries: [], readAt }]));
  for (const entry of entries) spans.get(spanOf(entry.databaseId))?.entries.push(entry);
  return spans;
}
