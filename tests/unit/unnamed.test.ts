import { beforeEach, expect, test, vi } from 'vitest';
import type { IndexEntry } from '../../src/runtime/cms/index-entry';
import { type LiveIndex, toSpans } from '../../src/runtime/cms/index-spans';
import { dropVanished } from '../../src/runtime/cms/vanished';

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

/** What a look finds where 7 and 8 were before. */
async function look(...after: IndexEntry[]): Promise<void> {
  const live = { type: 'post', spans: spans(post(7), post(8)) } as unknown as LiveIndex;
  await dropVanished(live, after.length > 0 ? spans(...after) : new Map([[0, undefined]]), SINCE);
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

test.each([
  ['changed', [post(7, { title: 'New' }), post(8), post(9)]],
  ['moved', [post(7, { path: '/elsewhere/' }), post(8)]],
  ['as it was', [post(7), post(8)]],
])('nothing is dropped for an item that is %s', async (_, after) => {
  await look(...after);
  expect(dropped).toEqual([]);
});

test('nor for one that a webhook has named since the CMS was asked before', async () => {
  told = ['missing:/post-7'];
  await look(post(8));
  expect(dropped).toEqual([]);
});

test('nor for one that had a password before', async () => {
  const live = { type: 'post', spans: spans(post(7, { hasPassword: true })) } as unknown as LiveIndex;
  await dropVanished(live, spans(post(7, { hasPassword: true, title: 'New' })), SINCE);
  expect(dropped).toEqual([]);
});
