import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { IndexEntry } from '../../src/runtime/wordpress/index/content-index';
import { readRows } from '../../src/runtime/wordpress/index/index-rows';
import type { CmsIndexPage } from '../../src/runtime/wordpress/model/types';
import { type SampleCms, startSampleCms } from '../../src/sample-cms/index.mjs';
import { patience } from '../support/patience';
import { siteEnvironment } from '../support/site-environment';

/** Entries that Next would cache; the bytes are those of the entry's JSON. */
const entries: { key: string; tags: string[]; bytes: number }[] = [];
vi.mock('next/cache', () => ({
  unstable_cache: (load: () => Promise<unknown>, key: string[], options: { tags: string[] }) => async () => {
    const data = await load();
    entries.push({
      key: key.join(' '),
      tags: options.tags,
      bytes: Buffer.byteLength(JSON.stringify(data)),
    });
    return data;
  },
}));
vi.mock('next/server', () => ({ connection: async () => {} }));

const isr = { strategy: 'isr', revalidate: 300, generateStaticParams: true } as const;
const PROTECTED = 124;

/** The site's index of a sample CMS with or without the companion plugin. */
async function site(companion: boolean, generatedPosts = 0) {
  const cms = await startSampleCms({ port: 0, companion, generatedPosts });
  Object.assign(process.env, { ...siteEnvironment, NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl });
  vi.resetModules();
  for (const name of ['cms-capabilities', 'live-index', 'index-turns', 'owed-look'])
    delete (globalThis as unknown as Record<symbol, unknown>)[Symbol.for(`headless-site.${name}`)];
  const { readContentIndex } = await import('../../src/runtime/wordpress/index/content-index');
  const { readArchive } = await import('../../src/runtime/wordpress/archives');
  const read = (types: string[]) => readContentIndex(isr, types);
  return { cms, read, readArchive };
}

describe('the content index with the companion plugin and without it', () => {
  const found: Record<'with' | 'without', Record<string, readonly IndexEntry[]>> = { with: {}, without: {} };
  const asked: Record<'with' | 'without', Record<string, number>> = { with: {}, without: {} };
  const titles: Record<'with' | 'without', string[]> = { with: [], without: [] };
  beforeAll(async () => {
    for (const kind of ['with', 'without'] as const) {
      const { cms, read, readArchive } = await site(kind === 'with', 230);
      for (const type of ['post', 'page', 'project']) found[kind][type] = await read([type]);
      asked[kind] = cms.control.log().operations;
      const date = {
        kind: 'date',
        contentType: 'archives',
        type: 'post',
        typename: 'Post',
        databaseId: undefined,
      };
      const archive = await readArchive(
        { ...date, slug: '2026/01', path: '/2026/01', uri: '/2026/01/' } as never,
        1,
        isr,
      );
      titles[kind] = (archive?.posts ?? []).map(({ title }) => title);
      await cms.close();
    }
  });

  test.each(['post', 'page', 'project'])('every %s is the same, in the same order', (type) => {
    // The order of terms says nothing, the light list of pages does not ask for authors, and what lies above is not asked twice.
    const comparable = ({ terms, author, parent: _parent, ...entry }: IndexEntry) => ({
      ...entry,
      terms: [...terms].sort((a, b) => a - b),
      author: type === 'page' ? null : author,
    });
    const open = (kind: 'with' | 'without') =>
      found[kind][type]?.filter(({ databaseId }) => databaseId !== PROTECTED).map(comparable);
    expect(open('with')?.length).toBeGreaterThan(4);
    expect(open('with')).toEqual(open('without'));
    expect(found.with[type]?.map(({ path }) => path)).toEqual(found.without[type]?.map(({ path }) => path));
  });
  test('a protected post has date, terms and author only with it, as WordPress itself shows them', () => {
    const entry = (kind: 'with' | 'without') =>
      found[kind].post?.find(({ databaseId }) => databaseId === PROTECTED);
    const hidden = { date: '', modified: '', terms: [], author: null };
    expect(entry('without')).toMatchObject({ title: 'Trade notes, autumn', hasPassword: true, ...hidden });
    expect(entry('with')).toEqual({
      ...entry('without'),
      date: '2026-01-22T10:00:00',
      modified: '2026-01-22T10:00:00',
      terms: [4, 8],
      author: 1,
    });
    expect(titles.with).toContain('Trade notes, autumn');
    expect(titles.without).not.toContain('Trade notes, autumn');
  });
  test('a look and its digests a type with it; without it a request for each hundred, and no question for the index', () => {
    // Nothing is kept here: what was read to begin with is read for the first look, and no look after it reads all again.
    expect(asked.with).toEqual({ Capabilities: 1, GetIndex: 3, GetIndexChanges: 3 });
    expect(asked.without).toEqual({ Capabilities: 1, ListPosts: 3, ListPages: 1, ListContent: 1 });
  });
});

describe('ten thousand posts', () => {
  let cms: SampleCms;
  let rows: readonly IndexEntry[];
  let kept: typeof entries;
  const warn = vi.spyOn(console, 'warn');
  beforeAll(async () => {
    const running = await site(true, 10_000);
    cms = running.cms;
    entries.length = 0;
    rows = await running.read(['post']);
    kept = [...entries];
  });
  afterAll(() => cms.close());

  test('come in a few requests, each once, newest first', () => {
    expect(cms.control.log().operations.GetIndex).toBeLessThanOrEqual(3);
    expect(new Set(rows.map(({ databaseId }) => databaseId)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(10_000);
    const dates = rows.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
  });
  test('no cache entry is larger than a million bytes, and only the one that says its version hangs on the list', () => {
    const pages = kept.filter(({ key }) => key.startsWith('GetIndex '));
    expect(pages).toHaveLength(cms.control.log().operations.GetIndex ?? 0);
    for (const { tags, bytes } of pages) {
      expect(tags).toEqual([]);
      expect(bytes).toBeLessThanOrEqual(1_000_000);
    }
    expect(pages[0]?.bytes).toBeGreaterThan(500_000);
    const [version, ...others] = kept.filter((entry) => !pages.includes(entry));
    expect([version?.key.startsWith('GetIndexVersion '), version?.tags, others]).toEqual([
      true,
      ['list:post', 'list'],
      [],
    ]);
    expect(version?.bytes).toBeLessThan(200);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('a look at a CMS that does not answer', () => {
  test('is made again until it does', async () => {
    const { cms } = await site(true);
    const { lookAtAll } = await import('../../src/runtime/wordpress/index/live-index');
    await lookAtAll();
    cms.control.set({ failure: 'refuse' });
    await expect(lookAtAll()).rejects.toThrow();
    cms.control.set({ failure: null });
    cms.control.clearLog();
    await expect
      .poll(() => cms.control.log().operations.GetIndexChanges ?? 0, { timeout: patience })
      .toBeGreaterThan(0);
    await cms.close();
  });
});

describe('an index that is not what it should be replaces no good one', () => {
  const page = (page: Partial<CmsIndexPage>): CmsIndexPage => ({
    rows: '[]',
    endCursor: null,
    hasNextPage: false,
    ...page,
  });
  const pages = (...list: (CmsIndexPage | null)[]) => readRows(async () => list.shift() ?? null);
  const more = page({ rows: '[[4,"/a/","A",null,null,[],null]]', hasNextPage: true, endCursor: 4 });
  test.each([
    ['rows that are missing', page({ rows: null })],
    ['rows that are no list', page({ rows: '{"4":[]}' })],
    ['rows that are no JSON', page({ rows: '[[4,"/a' })],
    ['a next page without a cursor', page({ hasNextPage: true })],
  ])('%s', async (_what, answer) => {
    await expect(pages(answer)).rejects.toThrow();
  });
  test('a cursor that does not go on', async () => {
    await expect(pages(more, more)).rejects.toThrow('GetIndex: the CMS repeats the id 4');
  });
  test('a second page that is gone', async () => {
    await expect(pages(more, null)).rejects.toThrow('a part of the index is missing');
  });
  test('none at all is no error, and neither is an empty one', async () => {
    expect(await pages(null)).toBeNull();
    expect(await pages(page({}))).toEqual([]);
  });
});
