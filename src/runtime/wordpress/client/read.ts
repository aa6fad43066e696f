import { unstable_cache } from 'next/cache';
import { connection } from 'next/server';
import { ofProcess } from '../../base/of-process.ts';
import { runInScope, SharedScope } from '../../base/request-scope.ts';
import { getRevalidateValue, type RenderingStrategy } from '../../config/index.ts';
import { isDevelopment, siteConfig } from '../../config/site.ts';
import type { WordPressError } from '../model/errors.ts';
import { changedSince } from '../model/site-cache.ts';
import { isList, tags as names } from '../model/tags.ts';
import { fingerprint, type Operation } from '../queries/operation.ts';
import { askCms } from './ask.ts';
import { availability } from './availability.ts';
import { beforeDeadline, scopeOfWork } from './deadline.ts';
import { cmsFailure } from './failure.ts';

/** Bytes of JSON that one cache entry may have; Next refuses 2 MB, and shared caches far less gladly. */
const MAX_ENTRY_BYTES = 1_000_000;
const MAX_TAGS = 100;

export interface Read<Data, Variables extends object> {
  operation: Operation<Data, Variables>;
  variables: Variables;
  /** Tags the answer depends on; left out for `static`, which takes no part in revalidation. */
  tags: readonly string[];
  strategy: RenderingStrategy;
  /** A grant for one item that is not for everybody: the answer is never cached. */
  preview?: Record<string, string>;
  /** Which answers are worth keeping; all of them when left out. */
  keep?: (data: Data) => boolean;
  /** The answer where nothing is cached and the CMS is not to be asked; undefined where it is. */
  instead?: () => Promise<Data | undefined>;
}

/**
 * All CMS queries go through here; it owns the caching policy. `static` keeps them until the next build,
 * `isr` until a tag or the interval says otherwise, `ssr` asks again for every request. During a build the answers come
 * from the content snapshot that was taken before.
 * @throws {WordPressError|GraphQLError} when the CMS fails; a failure is never cached, the last good answer is
 */
export async function read<Data, Variables extends object>({
  operation,
  variables,
  tags,
  strategy,
  preview,
  keep = () => true,
  instead = async () => undefined,
}: Read<Data, Variables>): Promise<Data> {
  const ask = () => askCms(operation, variables, preview);
  if (preview) return inTime(ask());
  if (strategy.strategy === 'ssr') {
    await connection();
    return (await instead()) ?? inTime(ask());
  }
  const isStatic = strategy.strategy === 'static';
  if (tags.length > MAX_TAGS) throw new Error(`${operation.name} depends on more than ${MAX_TAGS} tags`);
  const key = [siteConfig.wordpress.graphqlUrl, fingerprint(operation), JSON.stringify(variables)];
  const { name } = operation;
  const options = {
    tags: isStatic ? [] : [...tags, ...(tags.some(isList) ? [names.everyList] : [])],
    revalidate: isStatic ? false : getRevalidateValue(strategy.revalidate),
  };
  const question = async () => {
    // Shared with nobody: whoever may ask would take it for the answer of the CMS.
    const given = await instead();
    return given
      ? { asked: Date.now(), data: given }
      : once(JSON.stringify([name, ...key]), options.tags, ask);
  };
  return cached(name, key, question, keep, options);
}

/** Milliseconds for which an answer that came too late for its visitor is there for the next one. */
const LATE_MS = 60_000;

interface InFlight<Data> {
  /** Milliseconds since 1970. */
  asked: number;
  answer: Promise<Data>;
  scope: SharedScope;
  /** Somebody gave up waiting for it. */
  isLate: boolean;
}

const inFlight = ofProcess('in-flight', () => new Map<string, InFlight<unknown>>());

/**
 * One question at a time for all pages that are being made: after a publication the archives, the feed, the sitemap and the
 * search read the same index. A question from before a change is not the answer to one from after it.
 */
async function once<Data>(
  key: string,
  tags: readonly string[],
  ask: () => Promise<Data>,
): Promise<{ asked: number; data: Data }> {
  const known = inFlight.get(key) as InFlight<Data> | undefined;
  const mine = known && !changedSince(tags, known.asked) ? known : begin(key, ask);
  mine.scope.join(scopeOfWork());
  const late = () => {
    mine.isLate = true;
    return tooLate();
  };
  return { asked: mine.asked, data: await beforeDeadline(mine.answer, late) };
}

function begin<Data>(key: string, ask: () => Promise<Data>): InFlight<Data> {
  const scope = new SharedScope();
  scope.join(scopeOfWork());
  const mine: InFlight<Data> = { asked: Date.now(), answer: runInScope(scope, ask), scope, isLate: false };
  inFlight.set(key, mine);
  const forget = () => {
    if (inFlight.get(key) === mine) inFlight.delete(key);
  };
  mine.answer.then(() => {
    if (mine.isLate) setTimeout(forget, LATE_MS).unref();
    else forget();
  }, forget);
  return mine;
}

/**
 * Waits for the CMS no longer than a visitor does.
 * @throws {WordPressError} when it takes longer; otherwise the error of `answer`
 */
export const inTime = <Data>(answer: Promise<Data>): Promise<Data> => beforeDeadline(answer, tooLate);

function tooLate(): WordPressError {
  availability.missed();
  return cmsFailure(siteConfig.wordpress.graphqlUrl, 'timeout');
}

/** Makes the page that is being rendered depend on tags without asking the CMS anything. */
export async function dependOn(...tags: string[]): Promise<void> {
  // Null, which the cache handler writes nowhere: there are as many of these tags as addresses that somebody makes up.
  await unstable_cache(async () => null, ['depend-on', ...tags], { tags, revalidate: false })();
}

/** Has the page that is being rendered made again behind the first visitor after some seconds: it lacks something. */
export async function againIn(seconds: number): Promise<void> {
  await unstable_cache(async () => null, ['again-in', String(seconds)], { revalidate: seconds })();
}

/** Value that Next gets to store in place of an answer that is not worth it; `server/cache/handler.ts` stores none of them. */
const NOT_KEPT = 'headless-site:not-kept';

/** An answer that must not become a cache entry, or the failure to get one. Next stores its JSON. */
class Unkept<Data> {
  constructor(readonly give: () => Data) {}
  toJSON() {
    return NOT_KEPT;
  }
}

/**
 * `unstable_cache` with three changes. It swallows an error of a background refresh and would store the old answer as
 * fresh, so the error is handed through it and thrown afterwards (measured on Next 16.4: without it a page stays old for
 * ever after an outage). An answer too large for an entry, or not worth one, is returned uncached; so is a stored one that is
 * not worth it. And development, where the owner changes both sides, stores nothing.
 */
async function cached<Data>(
  name: string,
  key: string[],
  question: () => Promise<{ asked: number; data: Data }>,
  keep: (data: Data) => boolean,
  options: { tags: string[]; revalidate: number | false | undefined },
): Promise<Data> {
  if (isDevelopment) return (await question()).data;
  const load = async () => {
    try {
      const { asked, data } = await question();
      if (isTooLarge(name, data) || !keep(data)) return new Unkept(() => data);
      // The answer may be older than what was said of its tags while it was on its way.
      return changedSince(options.tags, asked) ? new Unkept(() => data) : data;
    } catch (error) {
      return new Unkept<Data>(() => {
        throw error;
      });
    }
  };
  // Next makes the key from the function's source too, and each bundle compiles that differently: without this, pages
  // and routes would keep entries of their own for the same question.
  load.toString = () => 'load';
  const stored: Data | Unkept<Data> | typeof NOT_KEPT | undefined = await unstable_cache(
    load,
    [name, ...key],
    options,
  )();
  if (stored instanceof Unkept) return stored.give();
  // Next gives undefined where a render asks for an entry again that it has just written and an edit has made stale since.
  if (stored === undefined || stored === NOT_KEPT || !keep(stored as Data)) return (await question()).data;
  return stored as Data;
}

function isTooLarge(name: string, data: unknown): boolean {
  if (Buffer.byteLength(JSON.stringify(data)) <= MAX_ENTRY_BYTES) return false;
  console.warn(`[cms] the answer to ${name} is larger than a cache entry may be: it is asked for each time`);
  return true;
}
