import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TAGS_HEADER, tagsManifest } from '../../src/runtime/server/cache/next-internals.ts';
import { Refresher } from '../../src/runtime/server/cache/refresher.ts';
import { StoredPages } from '../../src/runtime/server/cache/stored-pages.ts';
import type { Entry } from '../../src/runtime/server/cache/types.ts';

const NOW = 1_000_000_000;
const key = (at: string) => `/route-cache/APP_PAGE/0123456789abcdef/$${at}`;

function entry(tags: string[], change: Partial<Entry> = {}, kind = 'APP_PAGE', status = 200): Entry {
  return {
    lastModified: Date.now(),
    value: { kind, status, headers: { [TAGS_HEADER]: tags.join(',') } },
    ...change,
  };
}

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

describe('refresher', () => {
  let pages: StoredPages;
  let visits: string[];
  /** Whether a visit makes a page current, as it does while the CMS answers. */
  let isUp: boolean;
  /** Comes at the end of a visit. */
  let meanwhile: (() => void | Promise<void>) | undefined;
  let busyMs: number;
  let refresher: Refresher;

  beforeEach(() => {
    pages = new StoredPages();
    visits = [];
    isUp = true;
    meanwhile = undefined;
    busyMs = 0;
    refresher = new Refresher({
      pages,
      renderOf: () => undefined,
      busyMs: () => busyMs,
      visit: async (at) => {
        visits.push(at);
        // Entries are dated by the millisecond, and a visit takes some.
        vi.setSystemTime(Date.now() + 1);
        for (const page of pages.all())
          if (isUp && page.key.endsWith(at === '/' ? '$/index' : `$${decodeURIComponent(at)}`))
            Object.assign(page, { at: Date.now(), isVisited: false });
        if (isUp) refresher.rendered();
        await meanwhile?.();
      },
    });
    pages.note(key('/a-post'), entry(['path:/a-post', 'list:post']));
    pages.note(key('/index'), entry(['list:post']));
    pages.note(key('/category/x'), entry(['list:post']));
    pages.note(key('/page/2'), entry(['list:post']));
    pages.note(key('/feed'), entry(['list:post'], {}, 'APP_ROUTE'));
    pages.note(key('/über/50%'), entry(['path:/u']));
    pages.note(key('/about'), entry(['path:/about']));
  });
  const settle = () => vi.advanceTimersByTimeAsync(100);

  test('visits what a change names in its order, then feeds, then the rest, and nothing else', async () => {
    await settle();
    refresher.changed(['path:/a-post', 'list:post'], ['/a-post', '/', '/category/x', '/gone']);
    await settle();
    expect(visits).toEqual(['/a-post', '/', '/category/x', '/feed', '/page/2']);
    visits = [];
    refresher.changed(['unknown'], ['/about']);
    await settle();
    expect(visits).toEqual([]);
  });

  test('many that a change names do not keep feeds waiting, nor what the change before has named', async () => {
    const many = Array.from({ length: 100 }, (_, i) => `/many/${i}`);
    for (const at of many) pages.note(key(at), entry(['many', 'list:post']));
    await settle();
    refresher.changed(['list:post'], ['/', '/category/x']);
    await settle();
    visits = [];
    refresher.changed(['many', 'list:post'], many);
    await settle();
    expect(visits.slice(0, 12)).toEqual(many.slice(0, 12));
    expect(visits.slice(12, 15).sort()).toEqual(['/', '/category/x', '/feed']);
    await vi.advanceTimersByTimeAsync(30_000);
    visits = [];
    refresher.changed(['many', 'list:post'], many);
    await settle();
    expect(visits.indexOf('/')).toBeGreaterThan(100);
  });

  test('asks for a path in its encoded form', async () => {
    await settle();
    refresher.changed(['path:/u'], []);
    await settle();
    expect(visits).toEqual(['/%C3%BCber/50%25']);
  });

  test('tries again, less and less often, while the page stays stale', async () => {
    await settle();
    isUp = false;
    refresher.changed(['path:/about'], ['/about']);
    await vi.advanceTimersByTimeAsync(900);
    expect(visits).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(visits.length).toBeGreaterThan(4);
    expect(visits.length).toBeLessThan(8);
    isUp = true;
    await vi.advanceTimersByTimeAsync(60_000);
    const tried = visits.length;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(visits).toHaveLength(tried);
  });

  test('goes slowly while the CMS is away, and on at once when a page was rendered', async () => {
    for (let i = 0; i < 500; i++) pages.note(key(`/many/${i}`), entry(['settings']));
    await settle();
    isUp = false;
    refresher.changed(['settings'], []);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(visits.length).toBeLessThan(20);
    isUp = true;
    refresher.rendered();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(visits.length).toBeGreaterThan(500);
  });

  test('renders what failed as soon as the CMS is back, and not after its pause', async () => {
    await settle();
    isUp = false;
    refresher.changed(['list:post'], ['/', '/category/x']);
    await vi.advanceTimersByTimeAsync(60_000);
    isUp = true;
    visits = [];
    refresher.retryAll();
    await settle();
    expect(visits.sort()).toEqual(['/', '/a-post', '/category/x', '/feed', '/page/2']);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(visits).toHaveLength(5);
  });

  test('a change that comes during a render has the page rendered again at once', async () => {
    await settle();
    meanwhile = () => {
      meanwhile = undefined;
      vi.setSystemTime(Date.now() + 1);
      refresher.changed(['path:/about'], []);
    };
    refresher.changed(['path:/about'], []);
    await vi.advanceTimersByTimeAsync(400);
    expect(visits).toEqual(['/about', '/about']);
  });

  test('renders feeds first of what a start found stale', async () => {
    await settle();
    refresher.load([['list:post', Date.now()]]);
    refresher.add([...pages.all()].map((page) => page.key));
    await settle();
    expect([visits[0], visits.length]).toEqual(['/feed', 5]);
  });

  test('rests as long as the process was busy with a page while visitors come, and not as long as the CMS took', async () => {
    meanwhile = async () => {
      busyMs += 500;
      await new Promise((resolve) => setTimeout(resolve, 20_000));
      refresher.visited(key('/a-post'));
    };
    refresher.changed(['path:/about', 'path:/u'], []);
    await vi.advanceTimersByTimeAsync(20_400);
    expect(visits.length).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(visits.length).toBe(2);
  });

  test('a page whose interval is over is visited only where a visitor has seen it', async () => {
    pages.note(key('/timed'), entry([], { cacheControl: { revalidate: 60 } }));
    pages.note(key('/unseen'), entry([], { cacheControl: { revalidate: 60 } }));
    refresher.visited(key('/timed'));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(visits).toEqual([]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(visits).toEqual(['/timed']);
  });

  test('after the clock was set back, what is rendered is current', async () => {
    refresher.changed(['path:/about'], ['/about']);
    await settle();
    vi.setSystemTime(NOW - 600_000);
    refresher.startAgain();
    pages.startAgain(Date.now() - 1);
    visits = [];
    refresher.changed(['list:post'], ['/']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(visits.sort()).toEqual(['/', '/a-post', '/category/x', '/feed', '/page/2']);
    expect([...pages.all()].filter(({ at }) => at > Date.now())).toEqual([]);
  });

  test('a change is not lost while an earlier one is being rendered', async () => {
    await settle();
    refresher.changed(['path:/about'], ['/about']);
    refresher.changed(['list:post'], ['/']);
    await settle();
    expect(visits).toEqual(expect.arrayContaining(['/about', '/', '/feed', '/category/x']));
  });
});

describe('stored pages', () => {
  test('forgets what is not here any more, and leaves out data and share images', () => {
    const pages = new StoredPages();
    pages.note(key('/a'), entry(['x']));
    pages.note(key('/og/a'), entry(['x'], {}, 'APP_ROUTE'));
    pages.note('0123', entry(['x'], {}, 'FETCH'));
    expect([...pages.all()].map((page) => page.key)).toEqual([key('/a')]);
    pages.note(key('/a'), entry(['x'], {}, 'APP_PAGE', 404));
    expect(pages.size).toBe(0);
  });

  test('finds on the disk what has become stale since it was stored', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stored-'));
    const write = (name: string, meta: object) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, `${name}.meta`), JSON.stringify(meta));
      writeFileSync(path.join(folder, `${name}.html`), '');
    };
    const headers = { [TAGS_HEADER]: 'old,x' };
    // A page of the build, under the name that the build gave it.
    write('app/a', { headers, routeCache: { key: key('/a') }, routeCacheLastModified: NOW - 10 });
    write(key('/b').slice(1), { headers, routeCacheLastModified: NOW + 10 });
    write('app/_not-found', { headers, status: 404, routeCacheLastModified: 1 });
    write('app/half', {});
    writeFileSync(path.join(folder, 'app/half.meta'), '{"hea');
    tagsManifest.set('old', { stale: NOW });
    const pages = new StoredPages();
    vi.useRealTimers();
    expect(await pages.read(folder, ({ lastModified }) => lastModified)).toEqual([key('/a')]);
    expect([...pages.all()].map((page) => page.key).sort()).toEqual([key('/a'), key('/b')].sort());
    tagsManifest.clear();
  });
});
