import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { IndexEntry } from '../../src/runtime/wordpress/index/index-entry';
import { GraphQLError, WordPressError } from '../../src/runtime/wordpress/model/errors';
import type { PostView } from '../../src/runtime/wordpress/model/views';
import { siteEnvironment } from '../support/site-environment';

vi.mock('next/cache', () => ({ unstable_cache: (load: () => Promise<unknown>) => load }));
vi.mock('next/server', () => ({ connection: async () => {} }));
vi.mock('../../src/runtime/wordpress/index/neighbours', async (original) => ({
  ...(await original<object>()),
  readBeside: async () => [post(9), post(8)],
}));
/** Why the CMS gives no card. */
let failure: Error;
vi.mock('../../src/runtime/wordpress/client/ask', () => ({
  askCms: async () => {
    throw failure;
  },
}));

let relatedTo: typeof import('../../src/runtime/wordpress/related')['relatedTo'];
beforeAll(async () => {
  Object.assign(process.env, siteEnvironment);
  ({ relatedTo } = await import('../../src/runtime/wordpress/related'));
});

const MAKING = 3;
const post = (databaseId: number, terms: number[] = [], change: Partial<IndexEntry> = {}): IndexEntry => ({
  databaseId,
  type: 'post',
  path: `/post-${databaseId}/`,
  title: '',
  date: '2026-01-01T10:00:00',
  modified: '',
  terms,
  author: 1,
  hasPassword: false,
  isUnlisted: false,
  ...change,
});
const making = { name: 'Making', path: '/category/making/', databaseId: MAKING };
const related = (entries: IndexEntry[], databaseId: number, categoryLinks = [making]) =>
  relatedTo(entries, { databaseId, categoryLinks }).map((entry) => entry.databaseId);

describe('posts to read next', () => {
  const entries = [
    post(9),
    post(8, [MAKING]),
    post(7, [MAKING]),
    post(6, [5]),
    post(5, [MAKING]),
    post(4, [MAKING]),
  ];

  test.each([
    ['the newest three of the category', 4, [8, 7, 5]],
    ['without the post itself', 8, [7, 5, 4]],
  ])('%s', (_, id, expected) => {
    expect(related(entries, id)).toEqual(expected);
  });

  test('filled up with the newest of all, each once', () => {
    expect(related([post(9), post(8, [MAKING]), post(7, [MAKING]), post(6)], 8)).toEqual([7, 9, 6]);
  });

  test.each([
    ['no category', []],
    [
      'the one that says nothing',
      [{ name: 'Uncategorized', path: '/category/uncategorized/', databaseId: 5 }],
    ],
    ['a category without a number', [{ name: 'Making', path: '/category/making/' }]],
  ])('the newest of all for a post with %s', (_, links) => {
    expect(related(entries, 4, links as never)).toEqual([9, 8, 7]);
  });

  test.each([
    ['has a password', { hasPassword: true }],
    ['is in no list', { isUnlisted: true }],
    ['has no date that visitors may see', { date: '' }],
  ])('never one that %s', (_, change) => {
    expect(related([post(9, [MAKING], change), post(8), post(7)], 7)).toEqual([8]);
  });

  test('none where there is no other', () => {
    expect(related([post(7)], 7)).toEqual([]);
  });
});

describe('cards that the CMS does not give', () => {
  const read = async (scope: 'visitor' | 'background') => {
    const { readRelatedPosts } = await import('../../src/runtime/wordpress/related');
    const { backgroundScope, runInScope } = await import('../../src/runtime/base/request-scope');
    const shown = { databaseId: 9, type: 'post', path: '/post-9/', categoryLinks: [] } as unknown as PostView;
    const isBackground = scope === 'background';
    return runInScope({ ...backgroundScope(), isBackground }, () => readRelatedPosts(shown));
  };

  test.each([
    ['an outage', new WordPressError('away', 502)],
    [
      'a plugin that is off',
      new GraphQLError('away', [{ message: 'Cannot query field "x" on type "Post".' }]),
    ],
  ])('in %s: a visitor gets the post without them, and a stored page stays', async (_, error) => {
    failure = error;
    expect(await read('visitor')).toEqual([]);
    await expect(read('background')).rejects.toThrow('away');
  });

  test('one that WordPress cannot make keeps no page old', async () => {
    failure = new GraphQLError('failed', [{ message: 'Internal server error', path: ['posts', 'nodes', 0] }]);
    expect(await read('background')).toEqual([]);
  });
});
