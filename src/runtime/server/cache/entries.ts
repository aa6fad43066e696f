/** Facts of one cache entry: whether it is a page that exists, its tags, and the place of its file. */
import { areTagsExpired, areTagsStale, TAGS_HEADER } from './next-internals.ts';
import type { Context, Entry, Value } from './types.ts';

/** `tags.unasked` of wordpress/model/tags.ts: the CMS was not asked, so that made-up addresses cannot keep it busy. */
const UNASKED = 'unasked';
/** Longer data says something. */
const MOST_OF_NOTHING = 1_000;
/** Seconds that a shared cache in front of the site may go on saying that nothing is here. */
const MISSING_SECONDS = 60;

/**
 * Whether an entry says "not here", or "elsewhere": a page or route that is no 200, or data without a value. Anybody can
 * ask for any number of addresses, and one address can be spelled in any number of ways.
 */
export function saysNotHere(value: Value | null | undefined): boolean {
  if (!value) return true;
  return value.kind === 'FETCH' ? isNothing(value.data?.body) : (value.status ?? 200) !== 200;
}

/** @param body what `unstable_cache` stores: JSON */
function isNothing(body: unknown): boolean {
  if (typeof body !== 'string' || body.length > MOST_OF_NOTHING) return false;
  try {
    const data = JSON.parse(body);
    return (
      data === null || (typeof data === 'object' && Object.values(data).every((field) => field === null))
    );
  } catch {
    return false;
  }
}

/**
 * Cache-Control of a missing page or route, for the caches in front of the site. Next would say "for a year" of it, and
 * nobody tells them when something appears. Next answers with these very headers, the first time too.
 * @param value that says "not here"
 * @returns whether the answer may be used again
 */
export function limitMissing(value: Value | null): boolean {
  if (!value || value.kind === 'FETCH') return true;
  const isUnasked = tagsOnPage(value).includes(UNASKED);
  value.headers = {
    ...value.headers,
    'cache-control': isUnasked ? 'private, no-store' : `s-maxage=${MISSING_SECONDS}`,
  };
  return !isUnasked;
}

export function isExpired(entry: Entry, context: Context): boolean {
  return areTagsExpired(tagsOf(entry, context), entry.lastModified);
}

/**
 * To be made again: one of its tags was invalidated, or its interval is over.
 */
export function isOld(entry: Entry, context: Context): boolean {
  const seconds = entry.value?.kind === 'FETCH' ? context.revalidate : entry.cacheControl?.revalidate;
  const isOver = typeof seconds === 'number' && Date.now() > entry.lastModified + seconds * 1000;
  return isOver || areTagsStale(tagsOf(entry, context), entry.lastModified);
}

/**
 * A page that is a 404 is made again before the answer, never behind it. Next 16.4 renders behind a 404 as if the new page were one, too: it
 * is a 200 with the title of the not-found page and `noindex` (`is404: res.statusCode === 404` in app-render.js).
 */
export function isGone(entry: Entry, context: Context): boolean {
  const isMissing = entry.value?.kind === 'APP_PAGE' && entry.value.status === 404;
  return isExpired(entry, context) || (isMissing && isOld(entry, context));
}

/**
 * Whether Next would show it and make nothing. Only where the entry itself says for how long it may be shown.
 */
export function isCurrent(entry: Entry): boolean {
  const { expire } = entry.cacheControl ?? {};
  const isOver = expire !== undefined && Date.now() > entry.lastModified + expire * 1000;
  return entry.cacheControl !== undefined && !isOver && !isExpired(entry, {}) && !isOld(entry, {});
}

export function tagsOf({ value }: Pick<Entry, 'value'>, context: Context): string[] {
  if (value?.kind === 'FETCH') return [...(context.tags ?? []), ...(context.softTags ?? [])];
  return tagsOnPage(value);
}

function tagsOnPage(value: Value | null): string[] {
  const header = value?.headers?.[TAGS_HEADER];
  return typeof header === 'string' ? header.split(',') : [];
}

export const htmlOf = ({ value }: Entry) => (typeof value?.html === 'string' ? value.html : undefined);

/** The part that says whether the entry is current. */
export const withoutBody = ({ value, ...entry }: Entry): Entry => ({
  ...entry,
  value: value && { kind: value.kind, headers: value.headers },
});
