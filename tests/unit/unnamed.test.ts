import { beforeEach, expect, test, vi } from 'vitest';
import type { IndexEntry } from '../../src/runtime/wordpress/index/index-entry';
import { type LiveIndex, toSpans } from '../../src/runtime/wordpress/index/index-spans';
import { applyUnnamed } from '../../src/runtime/wordpress/index/unnamed';

const SINCE = 1_000;
const LISTED = ['list:post', 'any-list'];

let told: string[] = [];
const invalidate = vi.fn(async (now: Iterable<string>, behind: Iterable<string>) => {
  dropped.push([...now]);
  refreshed.push([...behind]);
});
let dropped: string[][] = [];
let refreshed: string[][] = [];
beforeEach(() => {
  told = [];
  dropped = [];
  refreshed = [];
  Reflect.set(globalThis, Symbol.for('headless-site.cache'), {
    invalidate,
    changedSince: (tags: string[], at: number) => at === SINCE && tags.some((tag) => told.includes(tag)),
  });
});

const post = (databaseId: number, change: Partial<IndexEntry> = {}): IndexEntry => ({
  databaseId,
  type: 'post',
  path: `/post-${databaseId}/`,
  title: '',
  date: '2026-01-01T10:00:00',
  modified: '2026-01-01T10:00:00',
  terms: [],
  author: 1,
  hasPassword: false,
  isUnlisted: false,
  ...change,
});
const spans = (...entries: IndexEntry[]) => toSpans(entries, new Map([[0, 'sum']]));

/** Applies a look that finds these entries where 7 and 8 were before. */
async function look(...after: IndexEntry[]): Promise<void> {
  const live = { type: 'post', version: 'known', spans: spans(post(7), post(8)) } as unknown as LiveIndex;
  await applyUnnamed(live, after.length > 0 ? spans(...after) : new Map([[0, undefined]]), SINCE);
}

const tagsOf = (id: number) => [
  ...[`missing:/post-${id}`, `address:/post-${id}`, `path:/post-${id}`],
  ...['hidden', 'shown', `linked:/post-${id}`, `shown:${id}`],
];

test.each([
  ['is gone', [post(8)]],
  ['has a password now', [post(7, { hasPassword: true }), post(8)]],
  ['lies below something that is hidden now', [post(7, { isUnlisted: true }), post(8)]],
])('an item that %s: its page and the lists that show it are dropped', async (_, after) => {
  await look(...after);
  expect(dropped).toEqual([tagsOf(7)]);
  expect(refreshed).toEqual([LISTED]);
});

test('the last items of a span that are gone', async () => {
  await look();
  expect(dropped).toEqual([
    [...tagsOf(7), ...['missing:/post-8', 'address:/post-8', 'path:/post-8', 'linked:/post-8', 'shown:8']],
  ]);
});

test('an item that is edited: its page and the lists are rendered again behind a visitor', async () => {
  await look(post(7, { title: 'New' }), post(8, { modified: '2026-01-02T10:00:00' }));
  expect(dropped).toEqual([[]]);
  expect(refreshed).toEqual([['path:/post-7', 'path:/post-8', ...LISTED]]);
});

test('an item that has moved leaves its old address, and the new one is no not-found page', async () => {
  await look(post(7, { path: '/elsewhere/' }), post(8));
  expect(dropped).toEqual([['missing:/post-7', 'address:/post-7', 'path:/post-7', 'missing:/elsewhere']]);
  expect(refreshed).toEqual([LISTED]);
});

test('an item that is new: lists show it, and its address is no not-found page', async () => {
  await look(post(7), post(8), post(9));
  expect(dropped).toEqual([['missing:/post-9']]);
  expect(refreshed).toEqual([LISTED]);
});

test('after more than a hundred edits every page is rendered again', async () => {
  const all = Array.from({ length: 101 }, (_, i) => post(i + 1));
  const live = { type: 'post', version: 'known', spans: spans(...all) } as unknown as LiveIndex;
  await applyUnnamed(live, spans(...all.map((entry) => ({ ...entry, title: 'New' }))), SINCE);
  expect(refreshed).toEqual([['below:/', ...LISTED]]);
});

test('nothing is said where all is as it was, and where nothing was known', async () => {
  await look(post(7), post(8));
  const unknown = { type: 'post', version: '', spans: spans() } as unknown as LiveIndex;
  await applyUnnamed(unknown, spans(post(7)), SINCE);
  expect(dropped).toEqual([]);
});

test('nor of one that a webhook has named since the CMS was asked before', async () => {
  told = ['linked:/post-7'];
  await look(post(8));
  expect(dropped).toEqual([]);
});

test('a webhook that has named an edit has not named that the item is hidden, or has moved', async () => {
  told = ['missing:/post-7', 'path:/post-7', 'missing:/elsewhere'];
  await look(post(7, { title: 'New' }), post(8));
  expect(dropped).toEqual([]);
  await look(post(8));
  expect(dropped).toEqual([tagsOf(7)]);
  await look(post(7, { path: '/elsewhere/' }), post(8));
  expect(dropped[1]).toEqual(['missing:/post-7', 'address:/post-7', 'path:/post-7']);
});

test('an item that had a password before is edited, and not hidden', async () => {
  const live = {
    type: 'post',
    version: 'known',
    spans: spans(post(7, { hasPassword: true })),
  } as unknown as LiveIndex;
  await applyUnnamed(live, spans(post(7, { hasPassword: true, title: 'New' })), SINCE);
  expect(dropped).toEqual([[]]);
});
