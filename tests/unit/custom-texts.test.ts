import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { IndexEntry } from '../../src/runtime/wordpress/index/content-index';
import { siteEnvironment } from '../support/site-environment';

type Reader = import('../../src/runtime/config/extend/content').FieldReader;
vi.mock('../../templates/site/content.config', () => ({
  default: {
    fields: {
      post: { select: 'isbn', read: (field: Reader) => ({ isbn: field.text('isbn') }), search: ['isbn'] },
      event: { select: 'place', read: (field: Reader) => ({ place: field.text('place') }) },
    },
  },
}));
/** Content of the CMS, and the groups that it was asked for, with the stamp that makes the answer's key. */
const cms = vi.hoisted(() => ({
  isbn: '',
  isRestricted: false,
  content: '',
  asked: [] as string[],
  stamps: [] as string[],
}));
vi.mock('../../src/runtime/wordpress/client/read', () => ({
  read: async ({ variables: { ids, stamp } }: { variables: { ids: string[]; stamp: string } }) => {
    cms.asked.push(...ids);
    cms.stamps.push(stamp);
    const { isbn, isRestricted, content } = cms;
    const nodes = ids.map((id) => ({
      databaseId: Number(id),
      excerpt: 'E',
      content,
      isRestricted,
      custom_post__isbn: isbn,
    }));
    return { list: { nodes } };
  },
}));

let readTexts: typeof import('../../src/runtime/search/texts').readTexts;
let tags: typeof import('../../src/runtime/wordpress/model/tags').tags;
beforeAll(async () => {
  Object.assign(process.env, siteEnvironment);
  ({ readTexts } = await import('../../src/runtime/search/texts'));
  ({ tags } = await import('../../src/runtime/wordpress/model/tags'));
});

/** Ids are never used twice: the process remembers texts. */
let id = 0;
const entry = (type = 'post'): IndexEntry => ({
  ...{ databaseId: ++id, type, path: `/item-${id}/`, title: '', date: '', modified: '2026-01-01T00:00:00' },
  ...{ terms: [], author: null, hasPassword: false, isUnlisted: false },
});
const ownOf = async (of: IndexEntry) => (await readTexts([of])).texts.get(of.databaseId)?.[2];

/** Stands for `server/cache/handler.ts`. */
const said = new Map<string, number>();
const key = Symbol.for('headless-site.cache');
const place = globalThis as unknown as Record<symbol, unknown>;
const withCache = () => {
  place[key] = {
    changedSince: (names: string[], at: number) => names.some((name) => (said.get(name) ?? 0) > at),
    lastChange: (name: string) => said.get(name) ?? 0,
  };
};

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(cms, { isbn: 'one', isRestricted: false, content: '', asked: [], stamps: [] });
});
afterEach(() => {
  vi.useRealTimers();
  said.clear();
  delete place[key];
});

describe('texts of custom fields', () => {
  test('are read again when a webhook names their item, under another key, and only then', async () => {
    withCache();
    const [mine, other] = [entry(), entry()];
    await readTexts([mine, other]);
    cms.isbn = 'two';
    vi.advanceTimersByTime(3_600_000);
    expect((await readTexts([mine, other])).texts.get(mine.databaseId)?.[2]).toEqual(['one']);
    said.set(tags.path(`/item-${mine.databaseId}`), Date.now());
    cms.asked = [];
    const { texts } = await readTexts([mine, other]);
    expect(texts.get(mine.databaseId)?.[2]).toEqual(['two']);
    expect(cms.asked).toEqual([String(mine.databaseId)]);
    vi.advanceTimersByTime(1);
    said.set(tags.path(`/item-${mine.databaseId}`), Date.now());
    await readTexts([mine, other]);
    expect(new Set(cms.stamps).size).toBe(3);
  });

  test('are asked for again after a minute where nobody knows what webhooks said', async () => {
    const mine = entry();
    await readTexts([mine]);
    cms.isbn = 'two';
    vi.advanceTimersByTime(59_000);
    expect(await ownOf(mine)).toEqual(['one']);
    vi.advanceTimersByTime(2_000);
    expect(await ownOf(mine)).toEqual(['two']);
  });

  test('are empty where the CMS says that the item has a password by now, whatever the index says', async () => {
    cms.isRestricted = true;
    expect(await ownOf(entry())).toEqual([]);
  });

  test('a type without searched fields is kept as before', async () => {
    withCache();
    const event = entry('event');
    const { texts } = await readTexts([event]);
    expect(texts.get(event.databaseId)).toEqual([event.modified, 'E']);
    said.set(tags.path(`/item-${event.databaseId}`), Date.now() + 1);
    vi.advanceTimersByTime(3_600_000);
    cms.asked = [];
    await readTexts([event]);
    expect(cms.asked).toEqual([]);
  });
});

test('the text of a page is read again when a webhook names it: a block may list what has been hidden', async () => {
  withCache();
  const page = entry('page');
  await readTexts([page]);
  await readTexts([page]);
  expect(cms.asked.length).toBe(1);
  vi.advanceTimersByTime(1_000);
  said.set(tags.path(page.path.slice(0, -1)), Date.now());
  vi.advanceTimersByTime(1_000);
  await readTexts([page]);
  await readTexts([page]);
  expect(cms.asked.length).toBe(2);
});

test('a page that lists items is read again when any item is hidden, and no other page', async () => {
  withCache();
  const [lists, other] = [entry('page'), entry('page')];
  cms.content = '<ul class="is-flat wp-block-post-template"><li>A</li></ul>';
  await readTexts([lists]);
  cms.content = '<p class="wp-block-paragraph">A</p>';
  await readTexts([other]);
  vi.advanceTimersByTime(1_000);
  said.set(tags.hidden, Date.now());
  vi.advanceTimersByTime(1_000);
  cms.asked = [];
  await readTexts([lists, other]);
  await readTexts([lists, other]);
  expect(cms.asked).toEqual([String(lists.databaseId)]);
});
