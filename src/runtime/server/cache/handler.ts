/**
 * Next's cache handler of this site: Next's own files, and besides
 * - what changed in the CMS survives a restart (`tag-times.ts`),
 * - with REDIS_URL several instances share it, and what they made (`shared-cache.ts`),
 * - a render's age counts from its start: one during which something changed is out of date at once,
 * - a page that changes faster than it can be made is made now and then (`effort.ts`),
 * - a page whose regeneration failed keeps its age, so that the next change still reaches it,
 * - what says "not here" is remembered by this process alone, whatever its kind (`entries.ts`),
 * - a page that needs none of the framework's scripts is stored without them (`../light`),
 * - what is current is answered from memory, before Next (`../page-cache`).
 * `README.md` says which published handlers were measured, and why none of them does.
 */
import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeNext } from '../../base/before-next.ts';
import { IS_FINISHED } from '../../base/build-process.ts';
import { isRefresh } from '../../base/refresh-header.ts';
import { continueInBackground, currentScope } from '../../base/request-scope.ts';
import { withTimeout } from '../../base/timeout.ts';
import { firstPage, type SiteCache as Offered } from '../../wordpress/model/site-cache.ts';
import type { KnownReferences } from '../light/cut.ts';
import { lightModules } from '../light/flight.ts';
import { lightenAnswers } from '../light/live.ts';
import { lighten, readKnown, readKnownOfBuild } from '../light/stored.ts';
import { openPageCache, type PageCache } from '../page-cache/page-cache.ts';
import { Effort } from './effort.ts';
import {
  htmlOf,
  isCurrent,
  isExpired,
  isGone,
  isOld,
  limitMissing,
  saysNotHere,
  tagsOf,
  withoutBody,
} from './entries.ts';
import { FileSystemCache, generateETag, type HandlerContext, tagsManifest } from './next-internals.ts';
import { visitPage } from './own-visit.ts';
import { Refresher } from './refresher.ts';
import { type Render, RendersInFlight } from './renders-in-flight.ts';
import { openShared, type SharedCache } from './shared-cache.ts';
import { limitSharedLifetimes } from './shared-lifetimes.ts';
import { StoredPages } from './stored-pages.ts';
import { TagTimes } from './tag-times.ts';
import type { Context, Entry, Value } from './types.ts';
import { isWhole, META, wholeFiles } from './whole-files.ts';

const isBuild = process.env.NEXT_PHASE === 'phase-production-build';
/** Redis's time is known to about this many milliseconds. */
const CLOCK_MS = 1_000;
/** Seconds after which a visitor may ask again for a page that was dropped and cannot be rendered yet. */
const RETRY_SECONDS = 10;
/** Between two lines of the log that say the same. */
const QUIET_MS = 60_000;

/** After a change that another instance was told, milliseconds. */
const OTHERS_FIRST_MS = 10_000;
/**
 * The first visitors of a process wait so many milliseconds at most for a CMS that does not say what has changed: three questions, one after
 * the other, of a CMS that takes 2.5 s for each.
 */
const FIRST_LOOK_MS = 8_000;
/** After the start, when the first visitors have their pages. */
const START_MS = 1_000;

interface State {
  times: TagTimes | undefined;
  shared: SharedCache | undefined;
  /** Milliseconds since 1970, by the clock of the machine that built, and before `startedAt` in any case. */
  builtAt: number;
  startedAt: number;
  /** The time that the build wrote on its pages; undefined where it wrote none. */
  stamp: number | undefined;
  inFlight: RendersInFlight;
  /** Render time that each page has cost lately. */
  effort: Effort;
  /** Pages whose regeneration failed, until they are tried again. */
  resting: Map<string, Pick<Entry, 'lastModified' | 'cacheControl'>>;
  /** When the log last said that the disk takes nothing, by performance.now(). */
  complainedAt: number;
  /** Answers before Next does. */
  pageCache: PageCache<Entry> | undefined;
  /** Parts that pages may go without; undefined where all of them keep Next's scripts. */
  known: KnownReferences | undefined;
  /** Stored pages, by their tags. */
  pages: StoredPages;
  /** Renders stale pages again without a visitor. */
  refresher: Refresher | undefined;
  /** Ends when the CMS has said what is hidden since the stored pages were rendered; undefined afterwards. */
  looked: Promise<void> | undefined;
}

/** Next makes a handler for each request; this is what all of them share. */
const state: State = {
  times: undefined,
  shared: undefined,
  builtAt: 0,
  startedAt: Date.now(),
  stamp: undefined,
  inFlight: new RendersInFlight(),
  effort: new Effort(),
  resting: new Map(),
  complainedAt: Number.NEGATIVE_INFINITY,
  pageCache: undefined,
  known: undefined,
  pages: new StoredPages(),
  refresher: undefined,
  looked: undefined,
};

/** Tells a prefetch as Next 16.4 does (`isPrefetch` in `route-module.js`). */
const isPrefetch = ({ headers }: IncomingMessage): boolean =>
  headers.purpose === 'prefetch' || headers['next-router-prefetch'] !== undefined;

/** Next makes a handler for each request, and the first one of a process starts. */
let hasStarted = false;

/** @param serverFolder `.next/server` */
function start(serverFolder: string): void {
  const folder = path.join(serverFolder, '..');
  const build = fs.readFileSync(path.join(folder, 'BUILD_ID'), 'utf8').trim();
  state.stamp = readStamp(folder);
  const builtAt = state.stamp ?? fs.statSync(path.join(folder, 'BUILD_ID')).mtimeMs;
  state.builtAt = Math.min(builtAt, state.startedAt - 1);
  // Without its log, nobody knows what an earlier process was told.
  const hasRun = fs.existsSync(path.join(serverFolder, 'route-cache'));
  const times = new TagTimes(path.join(folder, 'cache', 'tags.jsonl'), state.builtAt, hasRun);
  times.onSetBack = startAgain;
  const shared = openShared({ build, builtAt: state.builtAt, times });
  const known = readKnown(folder);
  if (known) lightenAnswers(known);
  limitSharedLifetimes();
  const refresher = startRefresher(serverFolder, times);
  beforeNext('renders', async (request, response, next) => {
    const { url = '/' } = request;
    response.once('finish', () => {
      if (response.statusCode >= 500) state.inFlight.fail(url);
    });
    const isDropped = ({ tags, at, scope }: Render) =>
      times.droppedSince(tags, at) || scope?.isUnasked === true;
    const scope = currentScope();
    if (scope) scope.isPrefetch = isPrefetch(request);
    const until = scope?.until ?? Number.POSITIVE_INFINITY;
    if (!isRefresh(request)) state.inFlight.join(url, isDropped, until);
    // The page that comes then has what is left of the visitor's time.
    if ((await state.inFlight.outdated(url, isDropped, until)) !== false) return next();
    response.writeHead(503, { 'Retry-After': RETRY_SECONDS, 'Cache-Control': 'no-store' }).end();
  });
  const pageCache = openPageCache<Entry>(folder, {
    isCurrent: isShown,
    htmlOf,
    withoutBody,
    etagOf: generateETag,
    visited: (key) => refresher.visited(key),
  });
  Object.assign(state, { times, shared, pageCache, known, refresher });
  lightModules.known = known;
  // For `wordpress/model/invalidate.ts`, which Next bundles: it cannot import what runs here.
  const offered: Offered = {
    /**
     * It counts here when this resolves, and is on disk or in Redis, and told to the other instances, unless the answer says otherwise.
     * @param paths that are rendered again first, in this order
     */
    invalidate: async (expire: Iterable<string>, stale: Iterable<string>, paths: readonly string[] = []) => {
      const said = times.say(expire, stale);
      refresher.changed(Object.keys(said), paths);
      if (!shared) return { isTold: true, unwritten: times.unwritten };
      return (await shared.tell(said)) ? { isTold: true } : { isTold: false, unwritten: times.unwritten };
    },
    changedSince: times.changedSince.bind(times),
    lastChange: times.lastChange.bind(times),
    isOnDisk: times.isOnDisk.bind(times),
    retry: refresher.retryAll.bind(refresher),
    folder: path.join(folder, 'cache'),
  };
  Object.assign(globalThis, { [Symbol.for('headless-site.cache')]: offered });
  if (shared) shared.onAlone = () => offered.onAlone?.();
  state.looked = lookFirst();
}

/** Nothing stored is shown before it is known what was hidden while this site was not running. */
async function lookFirst(): Promise<void> {
  // Next has its cache for what is no render when it has made this handler.
  await nextTurn();
  await withTimeout(Promise.resolve(firstPage.prepare?.()), FIRST_LOOK_MS, () => {});
  state.looked = undefined;
}

/** @param folder `.next/server` */
function startRefresher(folder: string, times: TagTimes): Refresher {
  const refresher = new Refresher({
    pages: state.pages,
    visit: visitPage,
    renderOf: (key) => state.inFlight.ended(key),
  });
  // The instance that the CMS told renders them. This is for what it did not come to: all others find the new page in Redis.
  times.onHeard = (tags) => {
    setTimeout(() => refresher.changed(tags, []), OTHERS_FIRST_MS).unref();
  };
  setTimeout(async () => {
    refresher.load([...tagsManifest].map(([tag, { stale = 0 }]) => [tag, stale]));
    refresher.add(await state.pages.read(folder, trueAge));
  }, START_MS).unref();
  return refresher;
}

/**
 * A build's pages are as old as the content that they were rendered from. Copying its files does not make them younger.
 * @param folder `.next`
 */
function readStamp(folder: string): number | undefined {
  const file = path.join(folder, 'BUILT_AT');
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : undefined;
}

export default class SiteCache extends FileSystemCache {
  constructor(context: HandlerContext) {
    super(context);
    const { dev, serverDistDir } = context;
    if (hasStarted || dev || !serverDistDir) return;
    if (!isBuild) start(serverDistDir);
    else if (process.env[IS_FINISHED]) lightModules.known = readKnownOfBuild(path.dirname(serverDistDir));
    hasStarted = true;
  }

  override async get(key: string, context: Context): Promise<Entry | null> {
    if (context.kind !== 'FETCH') await state.looked;
    // Next takes what is as old as a change, to the millisecond, for newer.
    const asked = Date.now() - 1;
    state.times?.checkClock();
    const entry = await this.#find(key, context);
    if (isBuild) return entry;
    const isPage = context.kind !== 'FETCH';
    const isStale = entry !== null && isOld(entry, context);
    // A prefetch would be a render that never ends, and keep the refresher and visitors waiting for it.
    const isShownAsIs = isPage && isStale && currentScope()?.isPrefetch === true;
    if ((!entry || isStale) && !isShownAsIs)
      state.inFlight.begin(key, asked, entry ? tagsOf(entry, context) : undefined, currentScope());
    if (!isPage || !entry) return entry;
    // Before the visitor's scope becomes that of the render behind the answer.
    if (currentScope()?.isBackground !== true) state.refresher?.visited(key);
    if (isStale) continueInBackground();
    return entry;
  }

  async #find(key: string, context: Context): Promise<Entry | null> {
    await state.shared?.ready;
    const stored = await this.#read(key, context);
    if (stored) state.times?.doubt(tagsOf(stored, context), trueAge(stored));
    const own = withTrueAge(stored, context);
    if (own && !isBuild) state.pages.note(key, own);
    if (isBuild || (own && !isOld(own, context))) {
      if (own?.value?.kind === 'APP_PAGE') state.pageCache?.note(key, own);
      return own;
    }
    const other = await state.shared?.read(key);
    // An entry from the future was dated by a wrong clock: nobody knows its age.
    const isDated = other && other.lastModified <= Date.now() + CLOCK_MS;
    if (isDated && other.lastModified > (own?.lastModified ?? 0) && !isExpired(other, context)) {
      // Kept, so that nobody sees an older one when Redis is away.
      await this.#store(key, other, context);
      if (other.value) handedOut.add(other.value);
      return other;
    }
    if (!own) return null;
    // Shown once more as if it were new, and made when its turn has come.
    if (own.value?.kind !== 'FETCH' && state.effort.isTooMuch(key))
      return { ...own, lastModified: Date.now() };
    // The refresher retries at a pace of its own.
    return currentScope()?.isBackground ? own : { ...own, ...restOf(key) };
  }

  /** From the memory, or from the disk, where somebody may have cut a file, or a kill have left files of two renders. */
  async #read(key: string, context: Context): Promise<Entry | null> {
    const isInMemory = FileSystemCache.memoryCache?.get(key) !== undefined;
    const stored = await super.get(key, context);
    const value = stored?.value;
    if (isInMemory || isBuild || !value || value.kind === 'FETCH') return stored;
    const meta = this.#places(key, value.kind, META).find((place) => fs.existsSync(place));
    if (!meta || (await isWhole(this.fs, meta, value).catch(() => false))) return stored;
    console.error(
      `[cache] ${path.relative(process.cwd(), meta)} does not match its page, which is rendered again`,
    );
    FileSystemCache.memoryCache?.remove(key);
    return null;
  }

  /** @returns where a file of a page or route may lie: of what was rendered since the build, then of the build */
  #places(key: string, kind: string, end: string): string[] {
    const names = [key, key.slice(key.indexOf('/$/') + 2)];
    return names.map((name) => this.getFilePath(`${name}${end}`, kind));
  }

  /** Nothing brings back what is not here any more: neither a restart nor another instance. */
  async #remove(key: string, kind: string): Promise<void> {
    const files =
      kind === 'FETCH'
        ? [this.getFilePath(key, kind)]
        : [META, kind === 'APP_ROUTE' ? '.body' : '.html'].flatMap((end) => this.#places(key, kind, end));
    await Promise.all(files.map((file) => fs.promises.rm(file, { force: true }))).catch(complain);
    await state.shared?.remove(key);
  }

  override async set(key: string, value: Value | null, context: Context): Promise<void> {
    const isWorthIt = value?.data?.body !== NOT_KEPT;
    if (isBuild) {
      const marked: Value | null = context.fetchCache && value ? { ...value, ofBuild: true } : value;
      if (isWorthIt) await super.set(key, marked, context);
      return;
    }
    // Next read an entry and writes it again with other tags, as if it were new. Tags come with each question anyway.
    if (context.fetchCache && value && 'tags' in value) return;
    const render = state.inFlight.take(key);
    try {
      if (isWorthIt) await this.#keep(key, value, context, render?.at ?? Date.now());
    } finally {
      // Next forgets the render right behind this: until then a visitor would join it.
      if (render) setImmediate(() => state.inFlight.end(render));
    }
  }

  /** @param lastModified when its render began, in milliseconds since 1970 */
  async #keep(key: string, value: Value | null, context: Context, lastModified: number): Promise<void> {
    if (value && state.known) lighten(value, state.known);
    if (value && handedOut.has(value)) {
      // The render failed, and Next wants to show the old page for some seconds. It keeps its age.
      state.resting.set(key, { lastModified: Date.now(), cacheControl: context.cacheControl });
      return;
    }
    const isHere = !saysNotHere(value);
    // Not known to be true: whatever is stored stays, and the next visitor asks again.
    if (!isHere && !limitMissing(value)) return;
    state.resting.delete(key);
    if (!context.fetchCache) state.effort.add(key, Date.now() - lastModified);
    const cacheControl = context.fetchCache ? undefined : context.cacheControl;
    const entry = { lastModified, value, ...(cacheControl ? { cacheControl } : {}) };
    await this.#store(key, entry, context);
    if (isHere) await state.shared?.write(key, entry);
  }

  /**
   * An entry's age counts from the start of its render.
   */
  async #store(key: string, { value, lastModified, cacheControl }: Entry, context: Context): Promise<void> {
    state.pageCache?.forget(key);
    state.pages.note(key, { value, lastModified, cacheControl });
    if (value?.kind !== 'FETCH') state.refresher?.rendered();
    // Settings on it are for this one entry: others are stored at the same time.
    const store = Object.create(this, {
      flushToDisk: { value: this.flushToDisk === true && !saysNotHere(value), writable: true },
      fs: { value: wholeFiles(this.fs, lastModified, value) },
    });
    const stored = super.set.call(store, key, value, {
      ...context,
      fetchCache: value?.kind === 'FETCH',
      cacheControl,
    });
    // Next stamps what it stores with the time of storing, in the memory at once.
    const inMemory = FileSystemCache.memoryCache?.get(key);
    if (inMemory) inMemory.lastModified = lastModified;
    await stored.catch(complain);
    if (saysNotHere(value)) await this.#remove(key, value?.kind ?? context.kind ?? 'APP_PAGE');
  }

  /**
   * Not what the site itself calls, which waits until the others know (`wordpress/model/invalidate.ts`).
   * @param durations none, or `expire: 0`: at once
   */
  override async revalidateTag(tags: string | string[], durations?: { expire?: number }): Promise<void> {
    if (!state.times) return super.revalidateTag(tags, durations);
    const list = [tags].flat();
    const isStale = durations !== undefined && durations.expire !== 0;
    const said = state.times.say(isStale ? [] : list, isStale ? list : []);
    await state.shared?.tell(said);
  }
}

/** The body that `wordpress/client/read.ts` hands over in place of an answer that is not worth keeping. */
const NOT_KEPT = '"headless-site:not-kept"';

/**
 * A full disk costs one line a minute, not one a page.
 */
function complain(error: NodeJS.ErrnoException): void {
  if (performance.now() - state.complainedAt > QUIET_MS) {
    state.complainedAt = performance.now();
    const reason = error.code ?? error.message;
    console.error(
      `[cache] what was made cannot be written (${reason}): it stays in the memory of this process`,
    );
  }
}

/** Values that came out of the cache: when one of them is to be stored, its regeneration has failed. */
const handedOut = new WeakSet<Value>();

function withTrueAge(entry: Entry | null, context: Context): Entry | null {
  if (!entry) return null;
  const own = isBuild ? entry : { ...entry, lastModified: trueAge(entry) };
  if (!isBuild && isGone(own, context)) return null;
  if (entry.value) handedOut.add(entry.value);
  return own;
}

/** Our clock was set back: what was there before is older than all that is heard from now on. */
function startAgain(): void {
  state.startedAt = Math.min(state.startedAt, Date.now() - 1);
  state.builtAt = Math.min(state.builtAt, state.startedAt - 1);
  state.pageCache?.clear();
  state.resting.clear();
  state.pages.startAgain(state.startedAt - 1);
  state.refresher?.startAgain();
}

/**
 * The build's clock, or one that was set back since, may be ahead of ours: what was there when this process began is
 * older than all that it learns.
 * @returns milliseconds since 1970
 */
function trueAge({ value, lastModified }: Entry): number {
  if (value?.ofBuild || lastModified === state.stamp) return state.builtAt;
  if (lastModified <= Date.now()) return lastModified;
  state.times?.noteLater(lastModified);
  return state.startedAt - 1;
}

/** For the page cache, which has the entry as `#find` gave it: whether Next would still answer with it. */
function isShown(entry: Entry): boolean {
  state.times?.checkClock();
  state.times?.doubt(tagsOf(entry, {}), entry.lastModified);
  return isCurrent(entry);
}

function restOf(key: string): Pick<Entry, 'lastModified' | 'cacheControl'> | undefined {
  const rest = state.resting.get(key);
  if (!rest) return undefined;
  const seconds = rest.cacheControl?.revalidate || 3;
  if (Date.now() < rest.lastModified + seconds * 1000) return rest;
  state.resting.delete(key);
  return undefined;
}
