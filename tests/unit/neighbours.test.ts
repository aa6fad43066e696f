import { beforeEach, describe, expect, test, vi } from 'vitest';
import { besideChanges, refreshBeside } from '../../src/runtime/wordpress/index/index-beside';
import { type IndexEntry, newestFirst } from '../../src/runtime/wordpress/index/index-entry';
import { spanOf } from '../../src/runtime/wordpress/index/index-rows';
import { type LiveIndex, type Span, toSpans } from '../../src/runtime/wordpress/index/index-spans';
import { siteEnvironment } from '../support/site-environment';

vi.mock('next/cache', () => ({ unstable_cache: (load: () => Promise<unknown>) => load }));
vi.mock('next/server', () => ({ connection: async () => {} }));
Object.assign(process.env, siteEnvironment);
const { childrenOf, neighboursOf } = await import('../../src/runtime/wordpress/index/neighbours');

/** The higher its number, the newer. */
const post = (databaseId: number, change: Partial<IndexEntry> = {}): IndexEntry => ({
  databaseId,
  type: 'post',
  path: `/post-${databaseId}/`,
  title: `Post ${databaseId}`,
  date: `2026-01-01T10:${String(databaseId % 60).padStart(2, '0')}:00`,
  modified: '',
  terms: [],
  author: 1,
  hasPassword: false,
  isUnlisted: false,
  ...change,
});
const link = (id: number) => ({ name: `Post ${id}`, path: `/post-${id}/` });

describe('the neighbours of a post', () => {
  const entries = [post(5), post(4), post(3), post(2), post(1)];
  test.each([
    ['in the middle', 3, { previous: link(2), next: link(4) }],
    ['at the newer end', 5, { previous: link(4), next: null }],
    ['at the older end', 1, { previous: null, next: link(2) }],
    ['that the index does not know', 9, { previous: null, next: null }],
  ])('%s', (_, id, expected) => {
    expect(neighboursOf(entries, id)).toEqual(expected);
  });

  test.each([
    ['has a password', { hasPassword: true }],
    ['lies below something hidden', { isUnlisted: true }],
    ['has no date that visitors may see', { date: '' }],
  ])('one that %s is passed over', (_, change) => {
    const with2 = entries.map((entry) => (entry.databaseId === 2 ? { ...entry, ...change } : entry));
    expect(neighboursOf(with2, 3)).toEqual({ previous: link(1), next: link(4) });
  });

  test('a post with a password has its own place, and one without a date has none', () => {
    const hidden = (change: Partial<IndexEntry>) => [post(3), post(2, change), post(1)];
    expect(neighboursOf(hidden({ hasPassword: true }), 2)).toEqual({ previous: link(1), next: link(3) });
    expect(neighboursOf(hidden({ date: '' }), 2)).toEqual({ previous: null, next: null });
  });
});

const page = (databaseId: number, path: string, change: Partial<IndexEntry> = {}): IndexEntry =>
  post(databaseId, { type: 'page', path, title: path, ...change });

describe('the pages right below one', () => {
  const pages = [page(5, '/about/team/rosa/'), page(4, '/about/team/'), page(3, '/about/history/')];
  const paths = (entries: IndexEntry[], path: string) => childrenOf(entries, path).map((link) => link.path);

  test('by title, and none further down', () => {
    const all = [...pages, page(2, '/about/'), page(1, '/about-us/'), page(6, '/abouts/x/')];
    expect(childrenOf(all, '/about/')).toEqual([
      { name: '/about/history/', path: '/about/history/' },
      { name: '/about/team/', path: '/about/team/' },
    ]);
    expect(paths(all, '/about/team/')).toEqual(['/about/team/rosa/']);
    expect(paths(all, '/about/history/')).toEqual([]);
  });

  test('numbers in titles count as numbers', () => {
    const parts = [page(1, '/a/10/', { title: 'Part 10' }), page(2, '/a/9/', { title: 'Part 9' })];
    expect(paths(parts, '/a/')).toEqual(['/a/9/', '/a/10/']);
  });

  test('where addresses end without a slash', () => {
    const bare = [page(1, '/about'), page(2, '/about/team'), page(3, '/about/team/rosa'), page(4, '/aboutx')];
    expect(paths(bare, '/about')).toEqual(['/about/team']);
  });

  test('none of the front page, which has all pages below its address', () => {
    expect(paths([page(1, '/'), page(2, '/about/')], '/')).toEqual([]);
    expect(paths([page(1, '/'), page(2, '/about')], '/')).toEqual([]);
  });

  test.each([
    ['has a password', { hasPassword: true }],
    ['lies below something hidden', { isUnlisted: true }],
  ])('none that %s', (_, change) => {
    expect(paths([page(2, '/about/team/', change), page(3, '/about/history/')], '/about/')).toEqual([
      '/about/history/',
    ]);
  });

  test('no more than a page may have tags', () => {
    const many = Array.from({ length: 200 }, (_, i) => page(i + 1, `/a/${i}/`));
    expect(paths(many, '/a/')).toHaveLength(60);
  });
});

describe('pages that are made again when the index changes', () => {
  const LAST = 40;
  const known = Array.from({ length: LAST }, (_, i) => post(LAST - i));
  /** The ten newest, whose pages follow each change among them. */
  const newest = Array.from({ length: 10 }, (_, i) => LAST - i);

  function spansOf(entries: readonly IndexEntry[]): Map<number, Span> {
    return toSpans(entries, new Map(entries.map(({ databaseId }) => [spanOf(databaseId), 'sum'])));
  }
  function pagesAfter(after: IndexEntry[], entries = known, version = 'known'): number[] | 'all' {
    const type = entries[0]?.type;
    const live = { type, version, entries, spans: spansOf(entries) } as unknown as LiveIndex;
    const sorted = [...after].sort(newestFirst);
    const pages = besideChanges(live, spansOf(sorted))(sorted);
    return pages === 'all' ? pages : [...pages].sort((a, b) => a - b);
  }
  const changed = (id: number, change: Partial<IndexEntry>) =>
    known.map((entry) => (entry.databaseId === id ? { ...entry, ...change } : entry));

  test.each([
    ['renamed', changed(20, { title: 'New' }), [19, 21]],
    ['moved to another address', changed(20, { path: '/elsewhere/' }), [19, 21]],
    ['gone', known.filter(({ databaseId }) => databaseId !== 20), [19, 21]],
    ['given a password', changed(20, { hasPassword: true }), [19, 21]],
    ['published between two others', [...known, post(99, { date: '2026-01-01T10:20:30' })], [20, 21]],
    ['dated elsewhere', changed(20, { date: '2026-01-01T10:10:30' }), [10, 11, 19, 20, 21]],
    ['changed in its text alone', changed(20, { modified: '2027-01-01T00:00:00' }), []],
  ])('an old post that is %s: those beside it, and no other', (_, after, expected) => {
    expect(pagesAfter(after)).toEqual(expected);
  });

  test('a publication: the newest pages, and no other', () => {
    const published = post(41);
    expect(pagesAfter([...known, published])).toEqual(newest.slice(0, 9).reverse());
  });

  test('one of the newest that is renamed: the others of these, and not its own', () => {
    expect(pagesAfter(changed(38, { title: 'New' }))).toEqual(newest.filter((id) => id !== 38).reverse());
  });

  test('one with a password beside an old post that is renamed', () => {
    const closed = (entries: IndexEntry[]) =>
      entries.map((entry) => (entry.databaseId === 19 ? { ...entry, hasPassword: true } : entry));
    expect(pagesAfter(closed(changed(20, { title: 'New' })), closed(known))).toEqual([18, 19, 21]);
  });

  describe('a page tells the one above it, and no other', () => {
    const about = page(1, '/about/');
    const team = page(2, '/about/team/');
    const pages = [about, page(3, '/services/'), page(4, '/about/team/rosa/'), team];
    const instead = (...changed: IndexEntry[]) => [...pages.filter((entry) => entry !== team), ...changed];
    test.each([
      ['renamed', instead({ ...team, title: 'New' }), [1]],
      ['moved below another one', instead({ ...team, path: '/services/team/' }), [1, 3]],
      ['gone', instead(), [1]],
      ['published beside it', [...pages, page(9, '/about/history/')], [1]],
      ['changed in its text alone', instead({ ...team, modified: '2027-01-01T00:00:00' }), []],
    ])('%s', (_, after, expected) => {
      expect(pagesAfter(after, pages)).toEqual(expected);
    });
  });

  test('all after more changes than are named', () => {
    const many = Array.from({ length: 101 }, (_, i) => post(100 + i, { date: '2027-01-01T10:00:00' }));
    expect(pagesAfter([...known, ...many])).toBe('all');
  });

  test('none where nothing was known before', () => {
    expect(pagesAfter([...known, post(41)], known, '')).toEqual([]);
  });
});

describe('telling the cache', () => {
  const invalidate = vi.fn(async () => ({ isTold: true }));
  beforeEach(() => {
    invalidate.mockClear();
    Reflect.set(globalThis, Symbol.for('headless-site.cache'), { invalidate });
  });

  test.each([
    ['nothing of no page', [], []],
    ['each page by its name', [1, 2], [[[], ['beside:1', 'beside:2']]]],
    ['all pages at once', 'all', [[[], ['beside']]]],
  ] as const)('%s', async (_, ids, calls) => {
    await refreshBeside(ids === 'all' ? ids : new Set(ids));
    expect(invalidate.mock.calls).toEqual(calls);
  });
});
