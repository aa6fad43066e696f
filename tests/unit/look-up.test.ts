import { beforeEach, expect, test, vi } from 'vitest';

const findAddress = vi.fn<(path: string, fresh?: boolean) => Promise<null>>();
vi.mock('@/runtime/wordpress/address', () => ({ findAddress }));
const lookAtAll = vi.fn<() => Promise<void>>();
vi.mock('@/runtime/wordpress/index/live-index', () => ({ lookAtAll }));
vi.mock('@/runtime/wordpress/unknown-paths', () => ({ confirm: () => {} }));
const { lookUp } = await import('@/runtime/revalidate/look-up');

const item = { type: 'post', id: 7 };
beforeEach(() => {
  findAddress.mockReset();
});

test.each([
  ['published', { event: 'publish' }, 'after'],
  ['deleted', { event: 'delete' }, 'before'],
  ['given a password', { event: 'update', isHidden: true }, 'before'],
  ['edited', { event: 'update' }, 'before'],
] as const)('an item that was %s is known without a question to the CMS', async (_, change, when) => {
  // A question to the CMS gets no answer.
  findAddress.mockReturnValue(new Promise(() => {}));
  const known = await lookUp({ path: '/a', item, ...change });
  expect(known[when]).toMatchObject({ kind: 'post', databaseId: 7, path: '/a' });
  expect(findAddress).not.toHaveBeenCalled();
});

test.each([
  ['/', { type: 'post', id: 7 }],
  ['/journal', { type: 'page', id: 8 }],
])('%s may have a strategy of its own, which the CMS knows', async (path, own) => {
  findAddress.mockResolvedValueOnce(null);
  await lookUp({ path, event: 'update', item: own });
  expect(findAddress).toHaveBeenCalledWith(path, undefined);
});

test('a sender that does not say which item it was is believed as far as the CMS confirms it, and no longer than it may take', async () => {
  findAddress.mockResolvedValueOnce(null);
  expect(await lookUp({ path: '/a', event: 'delete' })).toEqual({ before: null, after: undefined });
  findAddress.mockReturnValueOnce(new Promise(() => {}));
  expect(await lookUp({ path: '/a', event: 'update' }, 10)).toEqual({
    before: undefined,
    after: undefined,
  });
});

test.each([undefined, 'update'] as const)(
  'a change of the whole site (%s) asks which items there are',
  async (event) => {
    const unknown = { before: undefined, after: undefined };
    let answer = () => {};
    let isOver = false;
    lookAtAll.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const known = lookUp({ path: '/*', event }).finally(() => {
      isOver = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    answer();
    expect(await known).toEqual(unknown);
    lookAtAll.mockReturnValueOnce(new Promise(() => {}));
    expect(await lookUp({ path: '/*', event }, 10)).toEqual(unknown);
    lookAtAll.mockRejectedValueOnce(new Error('away'));
    expect(await lookUp({ path: '/*', event })).toEqual(unknown);
  },
);

test.each(['menu', 'settings', 'redirects'] as const)('a change of the %s asks nothing', async (event) => {
  lookAtAll.mockClear();
  await lookUp({ path: '/*', event });
  expect(lookAtAll).not.toHaveBeenCalled();
});
