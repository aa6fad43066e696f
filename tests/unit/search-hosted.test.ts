import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startSampleCms } from '@/sample-cms/index.mjs';
import { SERVICE_DOWN, searchKeys, startSearchDouble } from '../site/support/search-double.mjs';
import '../site/support/search-double-hook.mjs';

/** Algolia's real client against a double over HTTP, and the sample CMS; Next itself is the subject of tests/site. */
vi.mock('next/cache', () => ({ unstable_cache: (load: () => Promise<unknown>) => load }));
vi.mock('next/server', () => ({ connection: async () => {} }));
const config = vi.hoisted(() => ({
  environment: { DEBUG: false } as Record<string, unknown>,
  siteConfig: {} as Record<string, unknown>,
}));
vi.mock('@/runtime/config/site', () => ({
  ...config,
  isProduction: true,
  isDevelopment: false,
  isBuild: false,
}));

/** The slug, as a custom field that is searched. */
vi.mock('../../templates/site/content.config', () => ({
  default: { fields: { post: { select: 'own: slug', read: () => ({}), search: ['own'] } } },
}));

type Double = Awaited<ReturnType<typeof startSearchDouble>>;
let cms: Awaited<ReturnType<typeof startSampleCms>>;
let double: Double;
let hosted: typeof import('../../src/runtime/search/hosted-index');
let search: typeof import('../../src/runtime/search/find');
const logged = vi.spyOn(console, 'error').mockImplementation(() => {});

beforeAll(async () => {
  cms = await startSampleCms({ port: 0 });
  double = await startSearchDouble();
  process.env.SEARCH_DOUBLE_PORT = double.env.SEARCH_DOUBLE_PORT;
  const { defineConfig } = await import('../../src/runtime/config');
  Object.assign(
    config.siteConfig,
    defineConfig({
      wordpress: {
        graphqlUrl: cms.graphqlUrl,
        revalidateSecret: 'x'.repeat(20),
        previewSecret: 'y'.repeat(20),
      },
      rendering: { custom: { project: {} } },
      features: {
        search: {
          provider: 'hosted_index',
          hosted: { appId: 'TESTAPP', apiKey: searchKeys.search, indexName: 'items' },
        },
      },
    }),
  );
  config.environment.HOSTED_SEARCH_ADMIN_KEY = searchKeys.admin;
  hosted = await import('../../src/runtime/search/hosted-index');
  search = await import('../../src/runtime/search/find');
});
afterEach(() => {
  logged.mockClear();
  config.environment.HOSTED_SEARCH_ADMIN_KEY = searchKeys.admin;
  cms.control.reset();
});
afterAll(async () => {
  double.close();
  await cms.close();
});

const items = () => double.indexes.get('items') ?? new Map<string, Record<string, unknown>>();
const log = () => logged.mock.calls.flat().join('\n');
const post = '/how-we-dry-our-boards';

describe('filling the index', () => {
  test('puts every public item there, under its path, and leaves no other index behind', async () => {
    expect(await hosted.fillHostedIndex()).toBe(items().size);
    expect(items().size).toBeGreaterThan(30);
    expect([...double.indexes.keys()]).toEqual(['items']);
    expect(items().get(post)).toMatchObject({
      title: 'How we dry our boards',
      path: `${post}/`,
      type: 'post',
      terms: expect.stringMatching(/^how-we-dry-our-boards, /),
    });
    expect([...items().values()].map(({ type }) => type)).toEqual(
      expect.arrayContaining(['page', 'project']),
    );
  });
  test('a protected item is there with its title only', async () => {
    await hosted.fillHostedIndex();
    expect(items().get('/trade-notes-autumn')).toEqual({
      objectID: '/trade-notes-autumn',
      title: 'Trade notes, autumn',
      path: '/trade-notes-autumn/',
      type: 'post',
      date: '',
      excerpt: '',
      terms: '',
    });
  });
  test('without the admin key it says what is missing, and asks nobody', async () => {
    config.environment.HOSTED_SEARCH_ADMIN_KEY = undefined;
    double.requests.length = 0;
    await expect(hosted.fillHostedIndex()).rejects.toThrow(/HOSTED_SEARCH_ADMIN_KEY/);
    expect(double.requests).toEqual([]);
  });
  test('a refused key is said without the key', async () => {
    config.environment.HOSTED_SEARCH_ADMIN_KEY = 'wrong-admin-key';
    const error = await hosted.fillHostedIndex().catch((error: Error) => error.message);
    expect(error).toMatch(/Invalid Application-ID or API key/);
    expect(error).not.toContain('wrong-admin-key');
  });
});

describe('a change in the CMS', () => {
  beforeAll(() => hosted.fillHostedIndex());
  const change = (path: string, event?: 'publish' | 'update' | 'delete' | 'menu') =>
    hosted.updateHostedIndex([{ path, event }]);

  test('an update is saved', async () => {
    cms.control.content({ slug: 'how-we-dry-our-boards', set: { title: 'Kilnless' } });
    await change(post, 'update');
    expect(items().get(post)?.title).toBe('Kilnless');
    expect(items().get(post)?.terms).toMatch(/^how-we-dry-our-boards, /);
  });
  test('what is gone is removed, whether somebody says so or not', async () => {
    await change(post, 'delete');
    expect(items().has(post)).toBe(false);
    await change(post);
    expect(items().has(post)).toBe(true);
    cms.control.content({ slug: 'how-we-dry-our-boards', set: { status: 'draft' } });
    await change(post);
    expect(items().has(post)).toBe(false);
  });
  test('a new address replaces the old one', async () => {
    cms.control.content({ slug: 'dovetails-by-eye', set: { slug: 'dovetails' } });
    await hosted.updateHostedIndex([
      { path: '/dovetails', event: 'publish' },
      { path: '/dovetails-by-eye', event: 'delete' },
    ]);
    expect([items().has('/dovetails'), items().has('/dovetails-by-eye')]).toEqual([true, false]);
  });
  test('an item that becomes protected loses its text', async () => {
    const path = '/oil-soap-or-wax';
    await change(path, 'update');
    expect(items().get(path)?.excerpt).not.toBe('');
    cms.control.content({ slug: 'oil-soap-or-wax', set: { password: 'secret' } });
    await change(path, 'update');
    expect(items().get(path)).toMatchObject({ excerpt: '', date: '', terms: '' });
  });
  test('archives and menus change nothing', async () => {
    const before = items().size;
    double.requests.length = 0;
    await change('/journal', 'update');
    await change('/category/making', 'update');
    await change('/*', 'menu');
    expect([items().size, double.requests]).toEqual([before, []]);
  });
  test('a whole folder makes the index again', async () => {
    items().set('/left-over', { objectID: '/left-over', title: 'Left over' });
    await change('/about/*', 'update');
    expect([items().has('/left-over'), items().has('/about/team')]).toEqual([false, true]);
  });
  test.each([
    ['the CMS is away', () => cms.control.set({ failure: 500 })],
    [
      'Algolia refuses',
      () => Object.assign(config.environment, { HOSTED_SEARCH_ADMIN_KEY: 'wrong-admin-key' }),
    ],
  ])('%s: logged without a key, never thrown', async (_what, fail) => {
    fail();
    await expect(change(post, 'update')).resolves.toBeUndefined();
    expect(log()).toMatch(/the hosted index is behind/);
    expect(log()).not.toMatch(/-key/);
  });
  test('without the admin key nothing is asked of anybody', async () => {
    config.environment.HOSTED_SEARCH_ADMIN_KEY = undefined;
    double.requests.length = 0;
    cms.control.clearLog();
    await change(post, 'update');
    expect([double.requests, cms.control.log().total]).toEqual([[], 0]);
  });
});

describe('searching', () => {
  beforeAll(() => hosted.fillHostedIndex());
  test('asks with the public key, and gets results', async () => {
    double.requests.length = 0;
    const found = await search.findItems('how we dry', 5);
    expect(found?.results[0]).toEqual({
      title: 'How we dry our boards',
      path: `${post}/`,
      type: 'post',
      date: '2026-09-08',
      excerpt: expect.stringContaining('half water'),
    });
    expect(double.requests.map(({ key }) => key)).toEqual([searchKeys.search]);
    expect(double.requests[0]?.host).toMatch(/algolia/);
  });
  test('an empty query asks nobody', async () => {
    double.requests.length = 0;
    expect(await search.findItems('', 5)).toEqual({ results: [], total: 0 });
    expect(double.requests).toEqual([]);
  });
  test('only paths on this site become links', async () => {
    for (const path of ['//evil.example/', 'javascript:alert(1)', '/\\evil.example', 7])
      items().set(String(path), { objectID: String(path), title: 'Planted', path });
    expect((await search.findItems('planted', 9))?.results).toEqual([]);
  });
  test('a service that is down is null and one line in the log, without the key', async () => {
    expect(await search.findItems(SERVICE_DOWN, 5)).toBeNull();
    expect(log()).toMatch(/^\[search\] Algolia: /);
    expect(log()).not.toContain(searchKeys.search);
  });
});
