import { normalizePath } from '../model/paths.ts';
import { changedSince, siteCache } from '../model/site-cache.ts';
import { shownBy, tags } from '../model/tags.ts';
import type { IndexEntry } from './index-entry.ts';
import type { Changed, LiveIndex } from './index-spans.ts';

/** After more edits than this all pages are rendered again: each tag is a line in the log. */
const MOST_NAMED = 100;

/** An address at which something is not as it was. */
interface Difference {
  databaseId: number;
  path: string;
  /** `hidden`: nobody may see it any more; `left`: it has another address now. */
  kind: 'hidden' | 'left' | 'came' | 'edited';
}

/**
 * Applies what no webhook has named: it was lost, the site was not running, or the webhook was one for the whole site (`/*`). Pages of
 * items that the index no longer shows to everybody are dropped, and what lists them: stored pages would show them until rendered
 * again, and a restart would bring them back. Edited items are rendered again behind their next visitor.
 * @param live as it was before the look
 * @param changed what the look found
 * @param since when the CMS was asked before, in milliseconds since 1970; undefined where nothing counts as named
 */
export async function applyUnnamed(live: LiveIndex, changed: Changed, since?: number): Promise<void> {
  // Everything would be new where nothing was known.
  if (live.version === '') return;
  const found = [...changed]
    .flatMap(([span, now]) => differences(live.spans.get(span)?.entries ?? [], now?.entries ?? []))
    .filter((difference) => since === undefined || !changedSince([saidOf(difference)], since));
  if (found.length === 0) return;
  const now = found.flatMap(({ kind, databaseId, path }) => {
    if (kind === 'edited') return [];
    if (kind === 'came') return [tags.missing(path)];
    const gone = [tags.missing(path), tags.address(path), tags.path(path)];
    return kind === 'left' ? gone : [...gone, ...shownBy(databaseId, path)];
  });
  const edited = found.filter(({ kind }) => kind === 'edited').map(({ path }) => tags.path(path));
  const pages = edited.length > MOST_NAMED ? [tags.under('/')] : edited;
  await siteCache()?.invalidate(new Set(now), [...pages, tags.list(live.type), tags.anyList]);
}

/**
 * The tag that a webhook about this difference invalidates. Each webhook about an address invalidates `missing`: one that has said of an
 * edit has not said that the item is hidden now.
 */
function saidOf({ kind, path }: Difference): string {
  if (kind === 'hidden') return tags.linked(path);
  return kind === 'left' ? tags.address(path) : tags.missing(path);
}

function differences(before: readonly IndexEntry[], after: readonly IndexEntry[]): Difference[] {
  const were = new Map(before.map((entry) => [entry.databaseId, entry]));
  const are = new Map(after.map((entry) => [entry.databaseId, entry]));
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((databaseId) =>
    kindsOf(were.get(databaseId), are.get(databaseId)).flatMap(([kind, written]) => {
      const path = normalizePath(written);
      return path === null ? [] : [{ databaseId, path, kind }];
    }),
  );
}

function kindsOf(before?: IndexEntry, now?: IndexEntry): [Difference['kind'], path: string][] {
  if (!before) return now ? [['came', now.path]] : [];
  if (!now || isHidden(before, now)) return [['hidden', before.path]];
  if (now.path !== before.path) {
    return [
      ['left', before.path],
      ['came', now.path],
    ];
  }
  return shownOf(before) === shownOf(now) ? [] : [['edited', now.path]];
}

/** It has a password now, or has left the lists. */
const isHidden = (before: IndexEntry, now: IndexEntry): boolean =>
  (now.hasPassword && !before.hasPassword) || (now.isUnlisted && !before.isUnlisted);

/** All of it that pages show, and when it was edited. */
const shownOf = ({ title, date, modified, terms, author, hasPassword, isUnlisted }: IndexEntry): string =>
  JSON.stringify([title, date, modified, terms, author, hasPassword, isUnlisted]);
