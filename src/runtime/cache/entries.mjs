/**
 * What one entry of the cache is: whether it says that something is here, which tags it hangs on, where its file lies.
 *
 * @typedef {{ lastModified: number, value: any, cacheControl?: { revalidate?: number | false, expire?: number } }} Entry
 * @typedef {{ kind?: string, tags?: string[], softTags?: string[], revalidate?: number | false, fetchCache?: boolean,
 *   cacheControl?: Entry['cacheControl'] }} Context
 */
import { areTagsExpired, areTagsStale, TAGS_HEADER } from './next-internals.mjs';

/** `tags.unasked` of cms/tags.ts: the CMS was not asked, so that strangers cannot keep it busy. */
const UNASKED = 'unasked';
/** Longer data says something. */
const MOST_OF_NOTHING = 1_000;
/** Seconds that a shared cache in front of the site may go on saying that nothing is here. */
const MISSING_SECONDS = 60;

/**
 * Whether an entry says "not here", or "elsewhere": a page or route that is no 200, or data without a value. Anybody can
 * ask for any number of addresses, and one address can be spelled in any number of ways.
 * @param {any} value
 */
export function saysNotHere(value) {
  if (!value) return true;
  return value.kind === 'FETCH' ? isNothing(value.data?.body) : (value.status ?? 200) !== 200;
}

/** @param {unknown} body what `unstable_cache` stores: JSON */
function isNothing(body) {
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
 * What a page or route that is not here tells the caches in front of the site. Next would say "for a year" of it, and
 * nobody tells them when something appears. Next answers with these very headers, the first time too.
 * @param {any} value that says "not here"
 * @returns {boolean} whether the answer may be used again
 */
export function limitMissing(value) {
  if (!value || value.kind === 'FETCH') return true;
  const isUnasked = tagsOnPage(value).includes(UNASKED);
  value.headers = {
    ...value.headers,
    'cache-control': isUnasked ? 'private, no-store' : `s-maxage=${MISSING_SECONDS}`,
  };
  return !isUnasked;
}

/**
 * @param {Entry} entry
 * @param {Context} context
 */
export function isExpired(entry, context) {
  return areTagsExpired(tagsOf(entry, context), entry.lastModified);
}

/**
 * To be made again: one of its tags was invalidated, or its interval is over.
 * @param {Entry} entry
 * @param {Context} context
 */
export function isOld(entry, context) {
  const seconds = entry.value?.kind === 'FETCH' ? context.revalidate : entry.cacheControl?.revalidate;
  const isOver = typeof seconds === 'number' && Date.now() > entry.lastModified + seconds * 1000;
  return isOver || areTagsStale(tagsOf(entry, context), entry.lastModified);
}

/**
 * @param {Entry} entry
 * @param {Context} context
 * @returns {string[]}
 */
export function tagsOf({ value }, context) {
  if (value?.kind === 'FETCH') return [...(context.tags ?? []), ...(context.softTags ?? [])];
  return tagsOnPage(value);
}

/**
 * @param {any} value
 * @returns {string[]}
 */
function tagsOnPage(value) {
  const header = value?.headers?.[TAGS_HEADER];
  return typeof header === 'string' ? header.split(',') : [];
}

/**
 * @param {string} key
 * @param {string} kind
 * @returns {string | undefined} the file whose time is the entry's age
 */
export function fileOf(key, kind) {
  if (kind === 'FETCH') return key;
  if (kind === 'APP_PAGE') return `${key}.html`;
  return kind === 'APP_ROUTE' ? `${key}.body` : undefined;
}
