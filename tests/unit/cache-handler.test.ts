import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { backgroundScope, runInScope } from '../../src/runtime/base/request-scope.ts';
import { Effort } from '../../src/runtime/server/cache/effort.ts';
import * as internals from '../../src/runtime/server/cache/next-internals.ts';
import { TagTimes } from '../../src/runtime/server/cache/tag-times.ts';
import { fill, mountSmallDisk, whyNoSmallDisk } from '../support/small-disk';

const { FileSystemCache, tagsManifest, areTagsStale, areTagsExpired, TAGS_HEADER } = internals;

describe('what the cache handler needs of Next’s insides', () => {
  test('its cache has these functions, and nothing that the handler does not know of', () => {
    const methods = Object.getOwnPropertyNames(FileSystemCache.prototype);
    expect(methods).toEqual(
      expect.arrayContaining(['get', 'set', 'revalidateTag', 'resetRequestCache', 'getFilePath']),
    );
  });
  test('an entry in its memory can be found and given its true age', async () => {
    const cache = new FileSystemCache({ fs: {}, maxMemoryCacheSize: 1000, revalidatedTags: [] });
    await cache.set('key', { kind: 'FETCH', data: {}, revalidate: 60 }, { fetchCache: true, tags: [] });
    Object.assign(FileSystemCache.memoryCache?.get('key') ?? {}, { lastModified: 5 });
    expect((await cache.get('key', { kind: 'FETCH', tags: [] }))?.lastModified).toBe(5);
  });
  test('it goes by these two times of a tag', () => {
    const at = Date.now();
    tagsManifest.set('soft', { stale: at });
    tagsManifest.set('hard', { stale: at, expired: at });
    expect([areTagsStale(['soft'], at - 1), areTagsStale(['soft'], at)]).toEqual([true, false]);
    expect([areTagsExpired(['soft'], at - 1), areTagsExpired(['hard'], at - 1)]).toEqual([false, true]);
  });
  test('its clock is that of the system, also after that was set', () => {
    const at = Date.now();
    for (const by of [600_000, -600_000]) {
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => at + by);
      tagsManifest.set('now', { expired: at + by });
      tagsManifest.set('later', { expired: at + by + 300_000 });
      expect([areTagsExpired(['now'], at + by - 1), areTagsExpired(['later'], 0)]).toEqual([true, false]);
      clock.mockRestore();
    }
  });
  test('it names the header that carries the tags of a page, and the field for the age of a build’s page', async () => {
    const constants = await import('next/dist/lib/constants.js');
    expect(constants.NEXT_CACHE_TAGS_HEADER).toBe(TAGS_HEADER);
    expect(FileSystemCache.prototype.get.toString()).toContain('meta.routeCacheLastModified ?? mtime');
  });
});

describe('times of tags', () => {
  let file: string;
  beforeEach(() => {
    file = path.join(mkdtempSync(path.join(tmpdir(), 'tags-')), 'cache/tags.jsonl');
    tagsManifest.clear();
    vi.useFakeTimers({ now: 1_000_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean);

  test('what was said is on disk at once, and known after a restart', () => {
    const times = new TagTimes(file, 0);
    expect(times.say(['gone'], ['list'])).toEqual({ gone: [0, 1_000_000_000], list: [1_000_000_000, 0] });
    tagsManifest.clear();
    const again = new TagTimes(file, 0);
    expect(tagsManifest.get('gone')).toEqual({ stale: 1_000_000_000, expired: 1_000_000_000 });
    expect(tagsManifest.get('list')).toEqual({ stale: 1_000_000_000 });
    expect(again.all()).toEqual(times.all());
  });

  test('an update does not soften what was to go at once', () => {
    const times = new TagTimes(file, 0);
    times.say(['post'], []);
    vi.advanceTimersByTime(1000);
    times.say([], ['post']);
    expect(tagsManifest.get('post')).toEqual({ stale: 1_000_001_000, expired: 1_000_000_000 });
    tagsManifest.clear();
    new TagTimes(file, 0);
    expect(tagsManifest.get('post')).toEqual({ stale: 1_000_001_000, expired: 1_000_000_000 });
  });

  test('news of another instance counts from the moment it is heard, whatever its clock said', () => {
    const times = new TagTimes(file, 0);
    expect(times.learn({ early: [999_990_000, 0], ahead: [1_000_500_000, 0] })).toBe(2);
    expect([tagsManifest.get('early'), tagsManifest.get('ahead')]).toEqual([
      { stale: 1_000_000_000 },
      { stale: 1_000_000_000 },
    ]);
    // Said again on the way, it is no news, and nothing becomes old a second time.
    vi.advanceTimersByTime(5000);
    expect(times.learn(times.all())).toBe(0);
    expect(tagsManifest.get('early')).toEqual({ stale: 1_000_000_000 });
  });

  test('two instances that have heard of each other agree, in whatever order', () => {
    const one = new TagTimes(file, 0);
    one.say(['a'], ['b']);
    vi.advanceTimersByTime(10);
    const two = new TagTimes(`${file}.two`, 0);
    two.learn({ a: [2_000, 0], c: [3_000, 4_000] });
    const [ofOne, ofTwo] = [one.all(), two.all()];
    one.learn(ofTwo);
    two.learn(ofOne);
    expect(one.all()).toEqual(two.all());
    expect(one.all().a).toEqual([2_000, 1_000_000_000]);
  });

  test('what was said before the build concerns nothing here, but for what clocks may differ', () => {
    const times = new TagTimes(file, 1_000_000_000);
    expect(times.learn({ old: [999_000_000, 0] })).toBe(0);
    expect(times.learn({ close: [999_200_000, 0] })).toBe(1);
    expect(times.changedSince(['old'], 0)).toBe(false);
  });

  test('a clock that is set back takes what was heard along, at a restart and without one', () => {
    const times = new TagTimes(file, 0);
    times.say(['gone'], []);
    vi.setSystemTime(999_700_000);
    times.checkClock();
    const heard = { stale: 999_700_000, expired: 999_700_000 };
    expect(tagsManifest.get('gone')).toEqual(heard);
    tagsManifest.clear();
    new TagTimes(file, 0);
    expect(tagsManifest.get('gone')).toEqual(heard);
  });

  test('a clock that was set back and is right again: what changed before is as late as it was, and what changed meanwhile is later', () => {
    const times = new TagTimes(file, 0);
    vi.setSystemTime(1_000_600_000);
    times.say([], ['list']);
    // An hour back, where something else changes.
    vi.setSystemTime(997_000_000);
    times.say(['gone'], []);
    expect(tagsManifest.get('list')).toEqual({ stale: 997_000_000 });
    vi.setSystemTime(1_000_500_000);
    times.checkClock();
    expect(areTagsStale(['list'], 1_000_100_000)).toBe(false);
    vi.setSystemTime(1_000_600_001);
    times.checkClock();
    // Stored before the change, and so stale again.
    expect(areTagsStale(['list'], 1_000_100_000)).toBe(true);
    // Stored before the clock was set back, and so before the change, whatever the clock said.
    const atCatchUp = { stale: 1_000_600_001, expired: 1_000_600_001 };
    expect(tagsManifest.get('gone')).toEqual(atCatchUp);
    tagsManifest.clear();
    new TagTimes(file, 0);
    expect(tagsManifest.get('gone')).toEqual(atCatchUp);
  });

  test('a clock that was set back before a start and is right again: what was said meanwhile is later than what is stored', () => {
    new TagTimes(file, 0).say([], ['list']);
    vi.setSystemTime(999_400_000);
    tagsManifest.clear();
    new TagTimes(file, 0).say(['gone'], []);
    tagsManifest.clear();
    // One more start, which finds a page of the time to come.
    const times = new TagTimes(file, 0);
    times.noteLater(1_000_100_000);
    vi.setSystemTime(1_000_000_001);
    times.checkClock();
    expect(times.droppedSince(['gone'], 1_000_000_000)).toBe(false);
    vi.setSystemTime(1_000_100_000);
    times.checkClock();
    expect(times.droppedSince(['gone'], 1_000_100_000)).toBe(true);
    expect(times.changedSince(['list'], 1_000_100_000)).toBe(true);
  });

  test('a clock that was ahead, right, set back and right again: what was said last is later than what was stored before', () => {
    const times = new TagTimes(file, 0);
    const show = (at: number) => {
      vi.setSystemTime(at);
      times.checkClock();
    };
    for (const at of [1_000_600_000, 1_000_000_001, 999_400_000]) show(at);
    times.say(['gone'], []);
    show(1_000_000_100);
    expect(times.droppedSince(['gone'], 1_000_000_000)).toBe(true);
    // Stored while it was ahead.
    show(1_000_600_000);
    expect(times.droppedSince(['gone'], 1_000_599_000)).toBe(true);
    expect(times.changedSince(['gone'], 1_000_600_001)).toBe(true);
  });

  test('a time that is still to come is before all that was said since the clock was set back', () => {
    const times = new TagTimes(file, 0);
    vi.setSystemTime(999_400_000);
    times.say(['gone'], []);
    expect(times.changedSince(['gone'], 1_000_000_000)).toBe(true);
    expect(times.droppedSince(['gone'], 1_000_000_000)).toBe(true);
    expect(times.droppedSince(undefined, 1_000_000_000)).toBe(true);
    expect(times.droppedSince(['other'], 1_000_000_000)).toBe(false);
  });

  test('what is said of a clock that is behind is later than all that is known', () => {
    const times = new TagTimes(file, 0);
    times.learn({ x: [1_000_300_000, 0] });
    expect(times.say([], ['x'])).toEqual({ x: [1_000_300_001, 0] });
    times.ahead = 600_000;
    expect(times.say([], ['x'])).toEqual({ x: [1_000_600_000, 0] });
  });

  test('whether something changed since', () => {
    const times = new TagTimes(file, 0);
    times.say([], ['x']);
    vi.advanceTimersByTime(1);
    expect(times.changedSince(['y', 'x'], 1_000_000_000)).toBe(true);
    expect(times.changedSince(['x'], 1_000_000_001)).toBe(false);
    expect(times.changedSince(['y'], 0)).toBe(false);
  });

  test('a torn line is left out, and the file is whole again', () => {
    new TagTimes(file, 0).say([], ['kept']);
    appendFileSync(file, '["torn",1,2');
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(Object.keys(new TagTimes(file, 0).all())).toEqual(['kept']);
    expect(error.mock.calls).toEqual([['[cache] 1 unreadable lines in tags.jsonl, left out']]);
    expect(lines()).toHaveLength(1);
    expect(existsSync(`${file}.new`)).toBe(false);
  });

  test('a file that was deleted or cut under a running site is made whole', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'tags-')), 'cache', 'tags.jsonl');
    const times = new TagTimes(file, 0);
    times.say(['gone'], ['a', 'b']);
    rmSync(path.dirname(file), { recursive: true });
    times.say([], ['c']);
    expect(Object.keys(new TagTimes(file, 0).all()).sort()).toEqual(['a', 'b', 'c', 'gone']);
    truncateSync(file, 5);
    times.say([], ['d']);
    expect(Object.keys(new TagTimes(file, 0).all()).sort()).toEqual(['a', 'b', 'c', 'd', 'gone']);
  });

  test('what a killed rewrite left is neither read nor in the way', () => {
    new TagTimes(file, 0).say([], ['kept']);
    writeFileSync(`${file}.new`, 'half');
    for (let i = 0; i < 3; i++) new TagTimes(file, 0).say([], ['kept']);
    expect(Object.keys(new TagTimes(file, 0).all())).toEqual(['kept']);
  });

  test('the file stays as long as its tags, however often they are said', () => {
    const times = new TagTimes(file, 0);
    for (let i = 0; i < 201; i++) {
      vi.advanceTimersByTime(1);
      times.say(
        [],
        Array.from({ length: 100 }, (_, n) => `tag:${n}`),
      );
    }
    expect(lines().length).toBeLessThan(20_000);
    tagsManifest.clear();
    new TagTimes(file, 0);
    expect(tagsManifest.get('tag:99')).toEqual({ stale: 1_000_000_201 });
    expect(lines()).toHaveLength(100);
  });
});

const noDisk = whyNoSmallDisk();

describe.skipIf(noDisk)(`times of tags on a disk that fails${noDisk ? ` (${noDisk})` : ''}`, () => {
  let disk: ReturnType<typeof mountSmallDisk>;
  let file: string;
  beforeEach(() => {
    tagsManifest.clear();
    vi.useFakeTimers({ now: 1_000_000_000 });
    disk = mountSmallDisk();
    file = path.join(disk.folder, 'cache/tags.jsonl');
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'log').mockImplementation(() => {});
  });
  afterEach(() => {
    disk.unmount();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  /** Simulates a process that starts on this disk: it knows what is there, and nothing else. */
  const startAgain = () => {
    tagsManifest.clear();
    vi.advanceTimersByTime(1_000);
    return new TagTimes(file, 0);
  };
  const isStale = (times: TagTimes, tag: string, lastModified: number) => {
    times.doubt([tag], lastModified);
    return areTagsStale([tag], lastModified);
  };
  const long = Array.from({ length: 200 }, (_, i) => `a-tag-of-some-length:${i}`);

  test.for([
    ['full', (): unknown => fill(disk.folder)],
    ['read-only', (): unknown => disk.readOnly()],
  ] as const)(
    '%s: it counts, whoever said it hears that it is not written, and a restart has its doubts',
    ([, fail]) => {
      const times = new TagTimes(file, 0);
      times.say(['gone-before'], []);
      expect(times.unwritten).toBeUndefined();
      fail();
      vi.advanceTimersByTime(1_000);
      const old = Date.now() - 1;
      times.say(['gone'], long);
      expect(areTagsExpired(['gone'], old)).toBe(true);
      expect(times.unwritten).toMatch(/^The change counts, .*(ENOSPC|EROFS)/);
      const after = startAgain();
      expect(isStale(after, 'gone', old)).toBe(true);
      expect(isStale(after, 'of-nobody', old)).toBe(true);
      expect(areTagsExpired(['gone-before'], 999_999_999)).toBe(true);
      // Entries that are made from now on are as good as any.
      expect(isStale(after, 'gone', Date.now())).toBe(false);
      // And once more: nothing has been made again meanwhile.
      expect(isStale(startAgain(), 'gone', old)).toBe(true);
    },
  );

  test('with room again, all that was said is written, and the next start has no doubts', () => {
    const times = new TagTimes(file, 0);
    const free = fill(disk.folder);
    times.say([], long);
    expect(times.unwritten).toBeDefined();
    expect(times.isOnDisk()).toBe(false);
    free();
    expect(times.isOnDisk()).toBe(true);
    expect(times.unwritten).toBeUndefined();
    const after = startAgain();
    expect(Object.keys(after.all())).toHaveLength(long.length);
    expect(isStale(after, 'of-nobody', 999_999_999)).toBe(false);
    expect(readdirSync(path.dirname(file))).toEqual(['tags.jsonl']);
  });
});

describe('what says "not here"', () => {
  const { nodeFs }: { nodeFs: object } = createRequire(import.meta.url)(
    'next/dist/server/lib/node-fs-methods.js',
  );
  const build = mkdtempSync(path.join(tmpdir(), 'build-'));
  const files = () => readdirSync(build, { recursive: true }).length;
  const page = (status: number) => ({
    kind: 'APP_PAGE',
    html: 'x',
    rscData: Buffer.from('x'),
    status,
    headers: {},
  });
  const route = (status: number) => ({ kind: 'APP_ROUTE', body: Buffer.from('x'), status, headers: {} });
  const data = (body: unknown) => ({
    kind: 'FETCH',
    data: { headers: {}, body: JSON.stringify(body), status: 200, url: '' },
    revalidate: 60,
  });
  const handler = async () => {
    mkdirSync(path.join(build, 'server'), { recursive: true });
    writeFileSync(path.join(build, 'BUILD_ID'), 'test');
    const { default: SiteCache } = await import('../../src/runtime/server/cache/handler.ts');
    const context = { fs: nodeFs, flushToDisk: true, revalidatedTags: [] };
    return new SiteCache({
      ...context,
      serverDistDir: path.join(build, 'server'),
      maxMemoryCacheSize: 1e6,
    } as never);
  };
  const contextOf = (value: { kind: string }) =>
    value.kind === 'FETCH'
      ? { fetchCache: true, kind: 'FETCH', tags: ['a-tag'] }
      : { kind: value.kind, cacheControl: { revalidate: false as const } };

  test.for([
    ['a page that is 404', () => page(404)],
    ['a page that leads elsewhere', () => page(308)],
    ['a route that is 404', () => route(404)],
    ['data without a node', () => data({ contentNode: null })],
    ['data that is nothing', () => data(null)],
  ] as const)('%s: a thousand leave no file, and are remembered', async ([, make]) => {
    const cache = await handler();
    const name = randomUUID();
    const before = files();
    for (let i = 0; i < 1_000; i++) {
      const value = make();
      await cache.set(`/${name}-${i}`, value, contextOf(value));
    }
    expect(files() - before).toBe(0);
    expect(await cache.get(`/${name}-999`, contextOf(make()))).not.toBeNull();
  });

  test.for([
    ['a page', () => page(200)],
    ['a route', () => route(200)],
    ['data', () => data({ contentNode: { uri: '/x/' }, other: null })],
    ['an empty list', () => data({ list: { nodes: [] } })],
  ] as const)('what is here is on the disk: %s', async ([, make]) => {
    const cache = await handler();
    const before = files();
    const value = make();
    await cache.set(`/${randomUUID()}`, value, contextOf(value));
    expect(files()).toBeGreaterThan(before);
  });

  test('a stale 404 is made again before the answer, a stale page behind it', async () => {
    const cache = await handler();
    const name = randomUUID();
    const { invalidate } = Reflect.get(globalThis, Symbol.for('headless-site.cache'));
    for (const status of [200, 404]) {
      const value = { ...page(status), headers: { [TAGS_HEADER]: name } };
      await cache.set(`/${name}-${status}`, value, contextOf(value));
    }
    const found = async (status: number) =>
      (await cache.get(`/${name}-${status}`, contextOf(page(200)))) !== null;
    expect([await found(200), await found(404)]).toEqual([true, true]);
    // An entry that is as old as a change, to the millisecond, is newer.
    await sleep(2);
    await invalidate([], [name]);
    expect([await found(200), await found(404)]).toEqual([true, false]);
  });

  test('a prefetch of a stale page is no render: whatever is rendered next is as old as its own visit', async () => {
    const cache = await handler();
    const key = `/${randomUUID()}`;
    const { invalidate } = Reflect.get(globalThis, Symbol.for('headless-site.cache'));
    const value = () => ({ ...page(200), headers: { [TAGS_HEADER]: key } });
    await cache.set(key, value(), contextOf(page(200)));
    await sleep(2);
    await invalidate([], [key]);
    const visit = (isPrefetch: boolean) =>
      runInScope({ until: Number.POSITIVE_INFINITY, isBackground: false, isPrefetch }, () =>
        cache.get(key, contextOf(page(200))),
      );
    expect(await visit(true)).not.toBeNull();
    await sleep(20);
    const asked = Date.now() - 1;
    await visit(false);
    await cache.set(key, value(), contextOf(page(200)));
    expect(FileSystemCache.memoryCache?.get(key)?.lastModified).toBeGreaterThanOrEqual(asked);
  });

  test('a page that goes away takes its file along', async () => {
    const cache = await handler();
    await cache.set('/goes-away', page(200), contextOf(page(200)));
    const file = cache.getFilePath('/goes-away.html', 'APP_PAGE' as never);
    expect(existsSync(file)).toBe(true);
    await cache.set('/goes-away', page(404), contextOf(page(404)));
    expect(existsSync(file)).toBe(false);
  });

  test('a page that goes away takes the build’s copy along', async () => {
    const cache = await handler();
    const key = '/route-cache/APP_PAGE/0123/$/left';
    mkdirSync(path.join(build, 'server/app'), { recursive: true });
    const places = ['html', 'meta'].map((end) => path.join(build, `server/app/left.${end}`));
    for (const place of places) writeFileSync(place, '{}');
    await cache.set(key, page(404), contextOf(page(404)));
    expect(places.map((place) => existsSync(place))).toEqual([false, false]);
  });

  test.for([
    ['cut in half', (file: string) => truncateSync(file, statSync(file).size / 2)],
    ['emptied', (file: string) => truncateSync(file, 0)],
    ['of another render', (file: string) => writeFileSync(file, 'y'.repeat(1_000))],
  ] as const)('a page whose file was %s is rendered again', async ([, damage]) => {
    const cache = await handler();
    const key = `/${randomUUID()}`;
    const value = { ...page(200), html: 'x'.repeat(1_000) };
    const read = () => {
      internals.FileSystemCache.memoryCache?.remove(key);
      return cache.get(key, contextOf(value));
    };
    await cache.set(key, value, contextOf(value));
    expect((await read())?.value).toMatchObject({ html: value.html });
    damage(cache.getFilePath(`${key}.html`, 'APP_PAGE' as never));
    expect(await read()).toBeNull();
    await cache.set(key, value, contextOf(value));
    expect((await read())?.value).toMatchObject({ html: value.html });
  });

  test('files are written beside and renamed, with the age of what is in them', async () => {
    const cache = await handler();
    const key = `/${randomUUID()}`;
    const value = page(200);
    const old = Date.now() - 60_000;
    const folder = path.join(build, 'server/app');
    const seen: string[] = [];
    const { writeFile } = cache.fs;
    cache.fs = {
      ...cache.fs,
      writeFile: (file, text) => {
        seen.push(file);
        return writeFile(file, text);
      },
    };
    await cache.set(key, value, contextOf(value));
    expect(seen.every((file) => file.endsWith('.new'))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
    const meta = JSON.parse(readFileSync(path.join(folder, `${key}.meta`), 'utf8'));
    expect(meta.routeCacheLastModified).toBeGreaterThan(old);
    writeFileSync(path.join(folder, `${key}.meta`), JSON.stringify({ ...meta, routeCacheLastModified: old }));
    internals.FileSystemCache.memoryCache?.remove(key);
    expect((await cache.get(key, contextOf(value)))?.lastModified).toBe(old);
  });

  test('caches in front of the site keep it for a minute, and not at all where the CMS was not asked', async () => {
    const cache = await handler();
    const value = page(404);
    await cache.set('/missing', value, contextOf(value));
    // Next answers with the headers of this very value.
    expect(value.headers).toEqual({ 'cache-control': 's-maxage=60' });
    const unsure = { ...page(404), headers: { [TAGS_HEADER]: 'other,unasked' } };
    await cache.set('/unsure', unsure, contextOf(unsure));
    expect(unsure.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(await cache.get('/unsure', contextOf(unsure))).toBeNull();
  });

  test('where the CMS was not asked, the good page of before stays', async () => {
    const cache = await handler();
    await cache.set('/good', page(200), contextOf(page(200)));
    const unsure = { ...page(404), headers: { [TAGS_HEADER]: 'unasked' } };
    await cache.set('/good', unsure, contextOf(unsure));
    expect((await cache.get('/good', contextOf(unsure)))?.value?.status).toBe(200);
  });
});

describe('how much a render has cost', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a page is made as often as it changes, until it takes too much', () => {
    const effort = new Effort();
    for (let i = 0; i < 60; i++) {
      expect(effort.isTooMuch('page')).toBe(false);
      effort.add('page', 100);
    }
    effort.add('page', 100);
    expect([effort.isTooMuch('page'), effort.isTooMuch('another')]).toEqual([true, false]);
    for (let i = 0; i < 20; i++) effort.add('another', 300);
    effort.add('another', 60);
    // A share of 3 % has paid for 60 ms after 2 s.
    vi.advanceTimersByTime(1_999);
    expect([effort.isTooMuch('page'), effort.isTooMuch('another')]).toEqual([true, true]);
    vi.advanceTimersByTime(1);
    expect([effort.isTooMuch('page'), effort.isTooMuch('another')]).toEqual([true, false]);
    vi.advanceTimersByTime(1_000);
    expect(effort.isTooMuch('page')).toBe(false);
  });

  test('a clock that is set back meanwhile makes no page wait longer', () => {
    const effort = new Effort();
    for (let i = 0; i < 61; i++) effort.add('page', 100);
    vi.setSystemTime(-600_000);
    vi.advanceTimersByTime(4_000);
    expect(effort.isTooMuch('page')).toBe(false);
  });

  test('however slow the CMS is, a page waits three seconds at most', () => {
    const effort = new Effort();
    // A slow one counts as 300 ms: twenty of them are fine.
    for (let i = 0; i < 20; i++) effort.add('page', 30_000);
    expect(effort.isTooMuch('page')).toBe(false);
    for (let i = 0; i < 5; i++) effort.add('page', 30_000);
    vi.advanceTimersByTime(2_999);
    expect(effort.isTooMuch('page')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(effort.isTooMuch('page')).toBe(false);
  });
});

describe('a page whose regeneration fails', () => {
  const request = { kind: 'APP_PAGE', cacheControl: { revalidate: false as const } };
  const page = { kind: 'APP_PAGE', html: 'old', headers: { [TAGS_HEADER]: 'a-tag' } };
  const open = async () => {
    const build = mkdtempSync(path.join(tmpdir(), 'build-'));
    mkdirSync(path.join(build, 'server'));
    writeFileSync(path.join(build, 'BUILD_ID'), 'test');
    writeFileSync(path.join(build, 'BUILT_AT'), '1000');
    const { default: SiteCache } = await import('../../src/runtime/server/cache/handler.ts');
    const context = { fs: {}, serverDistDir: path.join(build, 'server'), maxMemoryCacheSize: 1e6 };
    return new SiteCache({ ...context, flushToDisk: false, revalidatedTags: [] } as never);
  };

  test('keeps its age: for another instance it must not be the newer one', async () => {
    const cache = await open();
    vi.useFakeTimers({ now: Date.now() + 1_000 });
    try {
      await cache.get('/page', request);
      await cache.set('/page', page, request);
      const made = (await cache.get('/page', request))?.lastModified;
      vi.advanceTimersByTime(1_000);
      await cache.revalidateTag('a-tag', { expire: 100 });
      vi.advanceTimersByTime(1_000);
      const shown = await cache.get('/page', request);
      expect(shown).toMatchObject({ value: { html: 'old' }, lastModified: made });
      // Next does this when the render has thrown: it stores the very value that it was given, for some seconds.
      await cache.set('/page', shown?.value ?? null, { ...request, cacheControl: { revalidate: 3 } });
      expect((await cache.get('/page', request))?.cacheControl).toEqual({ revalidate: 3 });
      // The refresher, which has pauses of its own, has it rendered again.
      const refreshed = await runInScope(backgroundScope(), () => cache.get('/page', request));
      expect(refreshed).toMatchObject({ value: { html: 'old' }, lastModified: made });
      vi.advanceTimersByTime(3_001);
      expect((await cache.get('/page', request))?.lastModified).toBe(made);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is tried again at once after the clock was set back', async () => {
    const cache = await open();
    const at = Date.now();
    vi.useFakeTimers({ now: at + 600_000 });
    try {
      await cache.get('/rests', request);
      await cache.set('/rests', { ...page }, request);
      vi.advanceTimersByTime(1_000);
      await cache.revalidateTag('a-tag', { expire: 100 });
      vi.advanceTimersByTime(1_000);
      const shown = await cache.get('/rests', request);
      await cache.set('/rests', shown?.value ?? null, { ...request, cacheControl: { revalidate: 3 } });
      vi.setSystemTime(at);
      expect((await cache.get('/rests', request))?.cacheControl).toEqual({ revalidate: false });
    } finally {
      vi.useRealTimers();
    }
  });
});
