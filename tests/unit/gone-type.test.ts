import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type SampleCms, startSampleCms } from '../../src/sample-cms/index.mjs';
import { CONTENT_TYPES } from '../../src/sample-cms/resolvers/content-types.mjs';
import { siteEnvironment } from '../support/site-environment';

/** Addresses that Next would cache. */
const addresses = new Map<string, unknown>();
vi.mock('next/cache', () => ({
  unstable_cache: (load: () => Promise<unknown>, key: string[]) => async () => {
    const stored = key[0] === 'GetAddress' ? addresses.get(key.join()) : undefined;
    const data = stored ?? (await load());
    if (key[0] === 'GetAddress') addresses.set(key.join(), data);
    return data;
  },
}));
vi.mock('next/server', () => ({ connection: async () => {} }));

const all = [...CONTENT_TYPES];
/** Simulates that plugins are deactivated or activated: these types alone are registered. */
const register = (...names: string[]) =>
  CONTENT_TYPES.splice(0, CONTENT_TYPES.length, ...all.filter(({ name }) => names.includes(name)));

let cms: SampleCms;
let folder: string;
let dropped: Set<string>;
let told: string[] = [];
beforeAll(async () => {
  cms = await startSampleCms({ port: 0 });
});
afterAll(() => cms.close());
const newFolder = () => path.join(mkdtempSync(path.join(tmpdir(), 'gone-type-')), 'cache');
beforeEach(() => {
  folder = newFolder();
  dropped = new Set();
});
afterEach(() => {
  told = [];
  cms.control.set({ failure: null });
  register(...all.map(({ name }) => name));
});

/** A process of a site that has what earlier ones left on disk. */
async function start() {
  Object.assign(process.env, { ...siteEnvironment, NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl });
  vi.resetModules();
  const shared = globalThis as unknown as Record<symbol, unknown>;
  for (const name of ['cms-capabilities', 'live-index', 'index-turns', 'owed-look', 'in-flight'])
    delete shared[Symbol.for(`headless-site.${name}`)];
  shared[Symbol.for('headless-site.cache')] = {
    folder,
    changedSince: (tags: string[]) => tags.some((tag) => told.includes(tag)),
    lastChange: () => 0,
    isOnDisk: () => true,
    invalidate: async (now: Iterable<string>) => {
      for (const tag of now) dropped.add(tag);
    },
  };
  const { lookAtAll, lookAtStart } = await import('../../src/runtime/wordpress/index/live-index');
  const { readContentIndex } = await import('../../src/runtime/wordpress/index/content-index');
  const { findAddress } = await import('../../src/runtime/wordpress/address');
  const isr = { strategy: 'isr', revalidate: 300, generateStaticParams: true } as const;
  return { lookAtAll, lookAtStart, findAddress, projects: () => readContentIndex(isr, ['project']) };
}

const index = () => path.join(folder, 'index', 'project.jsonl');
const onDisk = () => expect.poll(() => readFileSync(index(), 'utf8').trim().split('\n').length);
/** Tags of the pages of these items, of what shows them, and of the archives. */
const tagsOf = (items: readonly { databaseId: number; path: string }[]) => [
  ...items.flatMap(({ databaseId, path: uri }) => {
    const at = uri.replace(/\/$/, '');
    return [`address:${at}`, `path:${at}`, `linked:${at}`, `shown:${databaseId % 50}`];
  }),
  ...['hidden', 'shown', 'list:type'],
];

test('a type that nobody registers any more: its items and all archives that may show them are dropped', async () => {
  const { lookAtAll, projects } = await start();
  await lookAtAll();
  const items = await projects();
  expect(items.length).toBeGreaterThan(3);
  expect(dropped).toEqual(new Set());
  // A webhook has named an item, and knew nothing of the plugin.
  told = items.map(({ path: uri }) => `missing:${uri.replace(/\/$/, '')}`);
  register('post', 'page', 'attachment');
  await lookAtAll();
  expect([...dropped]).toEqual(expect.arrayContaining(tagsOf(items)));
  expect(await projects()).toEqual([]);

  dropped.clear();
  await lookAtAll();
  expect(dropped).toEqual(new Set());
});

test('a process that starts after the plugin went knows the type from the disk', async () => {
  const before = await start();
  await before.lookAtAll();
  const items = await before.projects();
  await onDisk().toBeGreaterThan(1);
  register('post', 'page', 'attachment');
  const { lookAtStart } = await start();
  await lookAtStart();
  expect([...dropped]).toEqual(expect.arrayContaining(tagsOf(items)));
});

test('one that starts with an empty cache knows it from the build', async () => {
  const before = await start();
  await before.lookAtAll();
  const items = await before.projects();
  await onDisk().toBeGreaterThan(1);
  const [, ...lines] = readFileSync(index(), 'utf8').split('\n');
  folder = newFolder();
  const { LineStore } = await import('../../src/runtime/base/line-store');
  const head = JSON.stringify(['index', 1, 'build']);
  const store = new LineStore(path.join(path.dirname(folder), 'index', 'project.jsonl'), head);
  store.save([], () => lines.filter(Boolean).map((line) => JSON.parse(line) as [string, unknown]));
  const ofBuild = () => readFileSync(path.join(path.dirname(folder), 'index', 'project.jsonl'), 'utf8');
  await expect.poll(() => ofBuild().length).toBeGreaterThan(head.length + 1);
  register('post', 'page', 'attachment');
  const { lookAtStart } = await start();
  await lookAtStart();
  expect([...dropped]).toEqual(expect.arrayContaining(tagsOf(items)));
});

test('the list of what SEO plugins hide is no type', async () => {
  const { lookAtAll } = await start();
  await lookAtAll();
  await onDisk().toBeGreaterThan(1);
  const hidden = path.join(folder, 'index', 'hidden.jsonl');
  const text = readFileSync(index(), 'utf8');
  writeFileSync(hidden, text);
  const again = await start();
  await again.lookAtStart();
  expect(dropped).toEqual(new Set());
  expect(readFileSync(hidden, 'utf8')).toBe(text);
});

test('a type that WordPress shows, and an answer that says nothing, hide nothing', async () => {
  const { lookAtAll, projects } = await start();
  await lookAtAll();
  const items = await projects();
  cms.control.set({ failure: 'partial' });
  await expect(lookAtAll()).rejects.toThrow();
  cms.control.set({ failure: 'html' });
  await expect(lookAtAll()).rejects.toThrow();
  expect(dropped).toEqual(new Set());
  cms.control.set({ failure: null });
  expect(await projects()).toEqual(items);
});

test('the stored address of its archive leads nowhere', async () => {
  const { findAddress } = await start();
  expect((await findAddress('/project'))?.kind).toBe('contentType');
  expect(addresses.size).toBe(1);
  register('post', 'page', 'attachment');
  expect(await findAddress('/project')).toBeNull();
});
