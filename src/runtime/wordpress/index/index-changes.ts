import { askCms } from '../client/ask.ts';
import { changedSince } from '../model/site-cache.ts';
import { tags } from '../model/tags.ts';
import type { CmsIndexPage } from '../model/types.ts';
import { getIndexChanges } from '../queries/lists.ts';
import { fromRows } from './index-entry.ts';
import { readRows, type Sums, spansUpTo, sumsFrom } from './index-rows.ts';
import { type Changed, type LiveIndex, toSpans } from './index-spans.ts';
import { walkAgain } from './index-walk.ts';

/** Rows that are read again at a look that nothing has called for, though their digests are what they were. */
const READ_AGAIN = 2_000;
/** A look at all spans rests so many times as long as it took. */
const REST = 50;

/**
 * Asks the CMS what is not as this site has it.
 * @returns null where this CMS has no index that can be kept by difference
 */
export async function lookAgain(live: LiveIndex): Promise<Changed | null> {
  const at = Date.now();
  const began = performance.now();
  const plan = planLook(live, began);
  const found = (await askSpans(live, plan)) ?? (await walkAgain(live, at));
  if (!found) return null;
  live.askedAt = at;
  if (!plan.only) {
    live.lookedAt = began;
    live.lookTook = performance.now() - began;
    live.isDoubted = false;
  }
  return found;
}

interface Look {
  /** Digests that the CMS need not send rows for. */
  have: Sums;
  /** Whether it looks at these spans only, and behind the last one. */
  only: boolean;
}

/**
 * Plans the look at the index. The webhook names what has changed, and the CMS then looks at little: that costs the same however
 * large the site is. Changes without a webhook are found by a look at all digests, when the interval is over. Digests do not
 * know what plugins make of unchanged rows; so that look has some rows sent again, those that were read longest ago.
 */
function planLook({ type, spans, askedAt, lookedAt, lookTook, isDoubted }: LiveIndex, now: number): Look {
  const sums: Sums = new Map([...spans].map(([span, { sum }]) => [span, sum]));
  if (lookedAt === 0 || isDoubted) return { have: sums, only: false };
  const isTold = changedSince([tags.list(type), tags.everyList], askedAt);
  const isSomewhere = changedSince([tags.rows(type), tags.everyRows], askedAt);
  if (!isSomewhere && (isTold || now - lookedAt < REST * lookTook)) {
    const last = Math.max(0, ...spans.keys());
    const named = spansUpTo(last).filter((span) => changedSince([tags.rows(type, span)], askedAt));
    return { have: new Map([...named, last].map((span) => [span, sums.get(span) ?? ''])), only: true };
  }
  if (isTold) return { have: sums, only: false };
  let rows = 0;
  for (const [span, { entries }] of [...spans].sort(([, a], [, b]) => a.readAt - b.readAt)) {
    rows += entries.length;
    if (rows > READ_AGAIN) break;
    sums.delete(span);
  }
  return { have: sums, only: false };
}

/** @returns null where the companion knows no digests */
async function askSpans({ type, spans }: LiveIndex, { have, only }: Look): Promise<Changed | null> {
  const at = Date.now();
  let first: CmsIndexPage | null = null;
  const rows = await readRows(async (after = 0) => {
    const variables = { type, have: JSON.stringify(Object.fromEntries(have)), only, after };
    const { index } = await askCms(getIndexChanges, variables);
    if (after === 0) first = index;
    return index;
  });
  const sums = sumsFrom(first);
  if (!rows || !sums) return null;
  const differing = new Map([...sums].filter(([span, sum]) => have.get(span) !== sum));
  const changed: Changed = toSpans(fromRows(type, rows), differing, at);
  for (const span of only ? have.keys() : spans.keys())
    if (!sums.has(span) && spans.has(span)) changed.set(span, undefined);
  return changed;
}
