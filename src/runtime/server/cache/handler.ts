/**
 * Next's cache handler of this site: Next's own files, and besides
 * - what changed in the CMS survives a restart (`tag-times.ts`),
 * - with REDIS_URL several instances share it, and what they made (`shared-cache.ts`),
 * - a render's age counts from its start: one during which something changed is out of date at once,
 * - a page that changes faster than it can be made is made now and then (`effort.ts`),
 * - a page whose regeneration failed keeps its age, so that the next change still reaches it,
 * - what says "not here" is remembered by this process alone, whatever its kind (`entries.ts`),
 * - a page that needs none of the framework's scripts is stored without them (`../zero-js`),
 * - what is current is answered from memory, before Next (`../page-cache`).
 * `README.md` says which published handlers were measured, and why none of them does.
 */
import fs from 'node:fs';
import path from 'node:path';
import { IS_FINISHED } from '../../base/build-process.ts';
import { continueInBackground, currentScope } from '../../base/request-scope.ts';
import { zeroJsModules } from '../zero-js/flight.ts';
import { readKnownOfBuild, toZeroJs } from '../zero-js/stored.ts';
import { isExpired, isGone, isOld, limitMissing, saysNotHere, tagsOf } from './entries.ts';
import { restOf, state, trueAge } from './handler-state.ts';
import { FileSystemCache, type HandlerContext } from './next-internals.ts';
import { start } from './start.ts';
import type { Context, Entry, Value } from './types.ts';
import { isWhole, META, wholeFiles } from './whole-files.ts';

const isBuild = process.env.NEXT_PHASE === 'phase-production-build';
/** Redis's time is known to about this many milliseconds. */
const CLOCK_MS = 1_000;
/** Between two lines of the log that say the same. */
const QUIET_MS = 60_000;

/** Next makes a handler for each request, and the first one of a process starts. */
let hasStarted = false;

export default class SiteCache extends FileSystemCache {
  constructor(context: HandlerContext) {
    super(context);
    const { dev, serverDistDir } = context;
    if (hasStarted || dev || !serverDistDir) return;
    if (!isBuild) start(serverDistDir);
    else if (process.env[IS_FINISHED]) zeroJsModules.known = readKnownOfBuild(path.dirname(serverDistDir));
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
    if (value && state.known) toZeroJs(value, state.known);
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
