import { unstable_cache } from 'next/cache';
import { connection } from 'next/server';
import { getRevalidateValue, type RenderingStrategy } from '@/lib/config';
import { isBuild, siteConfig } from '@/site.config';
import { request } from './client';
import { changedSince } from './invalidate';
import type { Operation } from './operation';
import { getCapabilities } from './probe';
import { fromSnapshot } from './snapshot/answers';

/** Bytes of JSON that one cache entry may have; Next refuses 2 MB, and shared caches far less gladly. */
const MAX_ENTRY_BYTES = 1_000_000;
const MAX_TAGS = 100;

export interface Read<Data, Variables extends object> {
  operation: Operation<Data, Variables>;
  variables: Variables;
  /** What the answer depends on; left out for `static`, which takes no part in revalidation. */
  tags: readonly string[];
  strategy: RenderingStrategy;
  /** A grant for one unpublished item: the answer is never cached. */
  preview?: Record<string, string>;
  /** Which answers are worth keeping; all of them when left out. */
  keep?: (data: Data) => boolean;
}

/**
 * The one door to the CMS: only this function knows how answers are cached. `static` keeps them until the next build,
 * `isr` until a tag or the interval says otherwise, `ssr` asks anew for every request. During a build the answers come
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
}: Read<Data, Variables>): Promise<Data> {
  const ask = async () => {
    const built = isBuild ? await fromSnapshot(operation.name, variables) : undefined;
    if (built !== undefined) return built as Data;
    if (operation.ask) return operation.ask(variables);
    const capabilities = await getCapabilities();
    const known = operation.known?.(capabilities, variables);
    if (known) return known;
    const options = preview ? { headers: preview } : {};
    return request<Data>(operation.name, operation.document(capabilities), variables, options);
  };
  if (preview) return ask();
  if (strategy.strategy === 'ssr') {
    await connection();
    return ask();
  }
  const isStatic = strategy.strategy === 'static';
  if (tags.length > MAX_TAGS) throw new Error(`${operation.name} depends on more than ${MAX_TAGS} tags`);
  return cached(operation.name, [siteConfig.wordpress.graphqlUrl, JSON.stringify(variables)], ask, keep, {
    tags: isStatic ? [] : [...tags],
    revalidate: isStatic ? false : getRevalidateValue(strategy.revalidate),
  });
}

interface UnderWay<Data> {
  /** Milliseconds since 1970. */
  asked: number;
  answer: Promise<Data>;
}

// Of the process: pages and routes are bundled apart.
const underWayKey = Symbol.for('headless-site.under-way');
const globals = globalThis as unknown as Record<symbol, Map<string, UnderWay<unknown>> | undefined>;
globals[underWayKey] ??= new Map();
const underWay = globals[underWayKey];

/**
 * One question at a time for all pages that are being made: after a publication the archives, the feed, the sitemap and the
 * search read the same index. A question from before a change is not the answer to one from after it.
 */
function once<Data>(key: string, tags: readonly string[], ask: () => Promise<Data>): UnderWay<Data> {
  const known = underWay.get(key) as UnderWay<Data> | undefined;
  if (known && !changedSince(tags, known.asked)) return known;
  const mine: UnderWay<Data> = { asked: Date.now(), answer: ask() };
  underWay.set(key, mine);
  const done = () => {
    if (underWay.get(key) === mine) underWay.delete(key);
  };
  mine.answer.then(done, done);
  return mine;
}

/** Makes the page that is being rendered depend on a tag without asking the CMS anything. */
export async function dependOn(tag: string): Promise<void> {
  await unstable_cache(async () => tag, ['depend-on', tag], { tags: [tag], revalidate: false })();
}

/** An answer that must not become a cache entry; thrown, because what `unstable_cache` is given it keeps. */
class NotKept extends Error {
  constructor(readonly data: unknown) {
    super('not kept');
  }
}

/**
 * `unstable_cache` with two cures. It swallows an error of a background refresh and would store the old answer as
 * fresh, so the error is remembered and thrown after the call (measured on Next 16.4: without it a page stays old for
 * ever after an outage). And what is too large for an entry, or not worth one, is answered uncached.
 */
async function cached<Data>(
  name: string,
  key: string[],
  ask: () => Promise<Data>,
  keep: (data: Data) => boolean,
  options: { tags: string[]; revalidate: number | false | undefined },
): Promise<Data> {
  let failure: unknown;
  const load = async () => {
    try {
      const { asked, answer } = once(JSON.stringify([name, ...key]), options.tags, ask);
      const data = await answer;
      if (Buffer.byteLength(JSON.stringify(data)) > MAX_ENTRY_BYTES) {
        console.warn(
          `[cms] the answer to ${name} is larger than a cache entry may be: it is asked for anew each time`,
        );
        throw new NotKept(data);
      }
      // The answer may be older than what was said of its tags while it was on its way.
      if (!keep(data) || changedSince(options.tags, asked)) throw new NotKept(data);
      return data;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  // Next makes the key from the function's source too, and each bundle compiles that differently: without this, pages
  // and routes would keep entries of their own for the same question.
  load.toString = () => 'load';
  try {
    const data = await unstable_cache(load, [name, ...key], options)();
    if (failure) throw failure;
    return data;
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    return error.data as Data;
  }
}
