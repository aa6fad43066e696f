import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

/** Ids that the CMS was asked for, an item for each request. */
const asked = vi.hoisted(() => [] as string[][]);
const broken = vi.hoisted(() => new Set<string>());
vi.mock('../../src/runtime/wordpress/client/ask', () => ({
  askCms: async ({ name }: { name: string }, { ids }: { ids: string[] }) => {
    asked.push(ids);
    if (name === 'GetContentById') return { contentNodes: { nodes: [{ databaseId: Number(ids[0]) }] } };
    if (ids.some((id) => broken.has(id))) throw new Error('a card that cannot be made');
    return { posts: { nodes: ids.map((id) => ({ databaseId: Number(id) })) } };
  },
}));

let cards: (...ids: string[]) => Promise<number[] | string>;
beforeAll(async () => {
  Object.assign(process.env, siteEnvironment);
  const { getCards } = await import('../../src/runtime/wordpress/shared-card-requests');
  cards = async (...ids) => {
    try {
      const answer = await getCards.ask?.({ ids });
      return (answer?.posts?.nodes ?? []).map((node) => node?.databaseId ?? 0);
    } catch (error) {
      return (error as Error).message;
    }
  };
});

/** When any list was last said to have changed, in milliseconds since 1970. */
let changedAt = 0;
const key = Symbol.for('headless-site.cache');
const globals = globalThis as unknown as Record<symbol, unknown>;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  asked.length = 0;
  broken.clear();
  changedAt = 0;
  globals[key] = { lastChange: (tag: string) => (tag === 'any-list' ? changedAt : 0) };
});
afterEach(() => {
  vi.useRealTimers();
  delete globals[key];
});

const after = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return work();
};

test('lists that are made at the same time share a request, and each has its own cards in its order', async () => {
  const both = Promise.all([cards('3', '1'), after(10, () => cards('2', '3'))]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await both).toEqual([
    [3, 1],
    [2, 3],
  ]);
  expect(asked).toEqual([['3', '1', '2']]);
});

test('cards of custom types have a request of their own', async () => {
  const { getContentCards } = await import('../../src/runtime/wordpress/shared-card-requests');
  const both = Promise.all([cards('1'), getContentCards.ask({ ids: ['7'] })]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await both).toEqual([[1], { contentNodes: { nodes: [{ databaseId: 7 }] } }]);
  expect(asked).toEqual([['1'], ['7']]);
});

describe('a visitor comes to the second list 100 ms after the first one', () => {
  const visits = async () => {
    const both = Promise.all([cards('1', '2'), after(100, () => cards('2', '3'))]);
    await vi.advanceTimersByTimeAsync(1_000);
    await both;
    return asked.length;
  };
  test('a change has made both old: one request', async () => {
    changedAt = Date.now() - 4_000;
    expect(await visits()).toBe(1);
  });
  test('nothing has changed: nobody waits so long', async () => {
    changedAt = Date.now() - 6_000;
    expect(await visits()).toBe(2);
  });
});

test('a card that WordPress cannot make costs the other list nothing', async () => {
  broken.add('9');
  const both = Promise.all([cards('9', '1'), cards('1', '2')]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await both).toEqual(['a card that cannot be made', [1, 2]]);
});

test('more than WordPress gives in one answer is asked for list by list', async () => {
  const ids = (from: number) => Array.from({ length: 60 }, (_, i) => String(from + i));
  const both = Promise.all([cards(...ids(1)), cards(...ids(101))]);
  await vi.advanceTimersByTimeAsync(1_000);
  await both;
  expect(asked.map(({ length }) => length)).toEqual([60, 60]);
});
