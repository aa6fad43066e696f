/** Starts the site's cache in a server: its parts before Next, and the site's own way to invalidate. */
import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeNext } from '../../base/before-next.ts';
import { isRefresh } from '../../base/refresh-header.ts';
import { currentScope } from '../../base/request-scope.ts';
import { withTimeout } from '../../base/timeout.ts';
import { firstPage, type SiteCache as Offered } from '../../wordpress/model/site-cache.ts';
import { openPageCache } from '../page-cache/page-cache.ts';
import { zeroJsModules } from '../zero-js/flight.ts';
import { zeroJsAnswers } from '../zero-js/live.ts';
import { readKnown } from '../zero-js/stored.ts';
import { htmlOf, withoutBody } from './entries.ts';
import { isShown, startAgain, state, trueAge } from './handler-state.ts';
import { generateETag, tagsManifest } from './next-internals.ts';
import { visitPage } from './own-visit.ts';
import { Refresher } from './refresher.ts';
import type { Render } from './renders-in-flight.ts';
import { openShared } from './shared-cache.ts';
import { limitSharedLifetimes } from './shared-lifetimes.ts';
import { TagTimes } from './tag-times.ts';
import type { Entry } from './types.ts';

/** Seconds after which a visitor may ask again for a page that was dropped and cannot be rendered yet. */
const RETRY_SECONDS = 10;
/** After a change that another instance was told, milliseconds. */
const OTHERS_FIRST_MS = 10_000;
/**
 * The first visitors of a process wait so many milliseconds at most for a CMS that does not say what has changed: three questions, one after
 * the other, of a CMS that takes 2.5 s for each.
 */
const FIRST_LOOK_MS = 8_000;
/** After the start, when the first visitors have their pages. */
const START_MS = 1_000;

/** @param serverFolder `.next/server` */
export function start(serverFolder: string): void {
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
  if (known) zeroJsAnswers(known);
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
  zeroJsModules.known = known;
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
    busyMs: () => performance.eventLoopUtilization().active,
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

/** Tells a prefetch as Next 16.4 does (`isPrefetch` in `route-module.js`). */
const isPrefetch = ({ headers }: IncomingMessage): boolean =>
  headers.purpose === 'prefetch' || headers['next-router-prefetch'] !== undefined;
