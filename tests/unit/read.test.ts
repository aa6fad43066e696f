import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Address } from '../../src/runtime/wordpress/address';
import { siteEnvironment } from '../support/site-environment';

/** Entries that Next would cache: every call that gets through, with its tags. Next itself is the subject of tests/site. */
const stored: { key: string[]; tags: string[]; revalidate: unknown; source: string }[] = [];
/** Entries that were there before, by key. */
const inStore = new Map<string, unknown>();
vi.mock('next/cache', () => ({
  unstable_cache:
    (load: () => Promise<unknown>, key: string[], options: { tags: string[]; revalidate: unknown }) =>
    async () => {
      if (inStore.has(key.join())) return inStore.get(key.join());
      const data = await load();
      // The value that server/cache/handler.ts leaves out.
      if (JSON.stringify(data) !== '"headless-site:not-kept"')
        stored.push({ key, ...options, source: String(load) });
      return data;
    },
}));
vi.mock('next/server', () => ({ connection: async () => {} }));
const answer = vi.hoisted(() => ({ data: {} as unknown, failure: undefined as Error | undefined }));
let asked = 0;
vi.mock('../../src/runtime/wordpress/client/client', () => ({
  request: async () => {
    asked += 1;
    const { data, failure } = answer;
    if (failure) throw failure;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return data;
  },
  requestHead: async () => ({ status: 200 }),
}));
vi.mock('../../src/runtime/wordpress/index/content-index', () => ({ readContentIndex: async () => [] }));
vi.mock('../../src/runtime/wordpress/client/probe', () => ({ getCapabilities: async () => ({}) }));

let read: typeof import('../../src/runtime/wordpress/client/read').read;
beforeAll(async () => {
  Object.assign(process.env, siteEnvironment);
  ({ read } = await import('../../src/runtime/wordpress/client/read'));
});

const operation = { name: 'Test', document: () => 'query Test { x }' };
const ask = (
  strategy: 'static' | 'isr' | 'ssr',
  tags: string[] = ['a'],
  revalidate: number | boolean = false,
) => read({ operation, variables: {}, tags, strategy: { strategy, revalidate, generateStaticParams: true } });

test('isr keeps tags and interval, static neither, ssr is never cached', async () => {
  answer.data = { x: 1 };
  stored.length = 0;
  await ask('isr', ['a'], 30);
  await ask('isr', ['a'], true);
  await ask('static', ['a'], 30);
  await ask('ssr');
  expect(stored.map(({ tags, revalidate }) => [tags, revalidate])).toEqual([
    [['a'], 30],
    [['a'], 60],
    [[], false],
  ]);
});

test('the key does not hang on how a bundle compiled the function', async () => {
  stored.length = 0;
  await ask('isr');
  expect(stored[0]?.source).toBe('load');
});

test('an answer that is not worth keeping is given all the same', async () => {
  stored.length = 0;
  answer.data = { x: null };
  const strategy = { strategy: 'isr', revalidate: false, generateStaticParams: true } as const;
  const keep = (data: unknown) => (data as { x: unknown }).x !== null;
  expect(await read({ operation, variables: {}, tags: ['a'], strategy, keep })).toEqual({ x: null });
  expect(stored).toEqual([]);
  answer.data = { x: 1 };
  expect(await read({ operation, variables: {}, tags: ['a'], strategy, keep })).toEqual({ x: 1 });
  expect(stored).toHaveLength(1);
});

describe('a CMS that fails in silence says that nothing is there', () => {
  const address: Address = {
    ...{ kind: 'author', contentType: 'posts', type: 'post', typename: 'Post' },
    ...{ databaseId: 1, slug: 'a', path: '/a', uri: '/a/' },
  };

  test('of an item, which is not kept', async () => {
    const { readContent, readPage, readPost } = await import('../../src/runtime/wordpress/items');
    stored.length = 0;
    answer.data = { post: null, page: null, contentNode: null };
    for (const readItem of [readPost, readPage, readContent]) expect(await readItem(address)).toBeNull();
    expect(stored).toEqual([]);
  });

  test('of an archive, which is not missing then', async () => {
    const { readArchive } = await import('../../src/runtime/wordpress/archives');
    stored.length = 0;
    answer.data = { nodeByUri: null, front: null, readingSettings: null, sticky: null };
    const strategy = { strategy: 'isr', revalidate: false, generateStaticParams: true } as const;
    await expect(readArchive(address, 1, strategy)).rejects.toThrow('nothing is at the front page');
    expect(stored.map(({ key }) => key[0])).not.toContain('GetArchive');
  });
});

test('an answer over a million bytes is given, but not kept', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  stored.length = 0;
  // Three bytes a character: bytes count, not characters.
  answer.data = { x: '日'.repeat(333_400) };
  expect(await ask('isr')).toBe(answer.data);
  expect(stored).toEqual([]);
  expect(warn).toHaveBeenCalledOnce();
  answer.data = { x: '日'.repeat(333_200) };
  expect(await ask('isr')).toBe(answer.data);
  expect(stored).toHaveLength(1);
  warn.mockRestore();
});

test('more than a hundred tags are refused', async () => {
  const tags = (count: number) => Array.from({ length: count }, (_, i) => `tag:${i}`);
  await expect(ask('isr', tags(101))).rejects.toThrow('Test depends on more than 100 tags');
  await expect(ask('isr', tags(100))).resolves.toBeDefined();
});

test('pages that are made at the same time ask once', async () => {
  asked = 0;
  answer.data = { x: 1 };
  expect(await Promise.all([ask('isr'), ask('isr'), ask('isr', ['b'])])).toEqual([
    { x: 1 },
    { x: 1 },
    { x: 1 },
  ]);
  expect(asked).toBe(1);
  await ask('isr');
  expect(asked).toBe(2);
});

test('what is given in place of an answer is shared with nobody', async () => {
  answer.data = { x: 'from the CMS' };
  const given = { x: 'given' };
  const strategy = { strategy: 'isr', revalidate: false, generateStaticParams: true } as const;
  const common = { operation, variables: { of: 'an address' }, tags: [], strategy };
  const instead = async () => given;
  const seen = await Promise.all([read({ ...common, instead }), read(common), read({ ...common, instead })]);
  expect(seen).toEqual([given, answer.data, given]);
});

test('a text that lists other items is dropped when one of them is hidden, and no other text', async () => {
  const { readInTime } = await import('../../src/runtime/wordpress/client/read-in-time');
  const strategy = { strategy: 'isr', revalidate: 60, generateStaticParams: true } as const;
  const tagsOf = async (content: string, interval?: number) => {
    const page = { content, companionInterval: interval };
    answer.data = { page };
    stored.length = 0;
    const question = { operation, variables: { content }, tags: ['path:/a'], strategy };
    await readInTime(question, (data) => [(data as { page: typeof page }).page]);
    return [stored.at(-1)?.tags, stored.at(-1)?.revalidate];
  };
  expect(await tagsOf('<p>Text</p>')).toEqual([['path:/a'], 60]);
  expect(await tagsOf('<div class="a wp-block-query"><ul class="wp-block-post-template">')).toEqual([
    ['path:/a', 'shown'],
    60,
  ]);
  expect(await tagsOf('<ul class="wp-block-latest-posts__list wp-block-latest-posts">', 10)).toEqual([
    ['path:/a', 'shown'],
    10,
  ]);
});

test('a question from before a change is not the answer to one from after it, and is not kept', async () => {
  const key = Symbol.for('headless-site.cache');
  const said = new Map<string, number>();
  const changedSince = (tags: string[], at: number) => tags.some((tag) => (said.get(tag) ?? 0) >= at);
  Object.assign(globalThis, { [key]: { changedSince } });
  try {
    asked = 0;
    stored.length = 0;
    answer.data = { x: 'old' };
    const before = ask('isr');
    await new Promise((resolve) => setTimeout(resolve, 2));
    const changed = Date.now();
    said.set('a', changed);
    answer.data = { x: 'new' };
    // A timer may fire before the clock shows another millisecond, and what is as old as the change is not kept.
    while (Date.now() <= changed) await new Promise((resolve) => setTimeout(resolve, 1));
    const after = ask('isr');
    expect([await before, await after]).toEqual([{ x: 'old' }, { x: 'new' }]);
    expect(asked).toBe(2);
    expect(stored).toHaveLength(1);
  } finally {
    Reflect.deleteProperty(globalThis, key);
  }
});

describe('what is stored', () => {
  const strategy = { strategy: 'isr', revalidate: false, generateStaticParams: true } as const;
  const keyOf = async (document: string) => {
    stored.length = 0;
    await read({ operation: { name: 'Test', document: () => document }, variables: {}, tags: [], strategy });
    return stored[0]?.key.join();
  };

  test('an answer belongs to the document that it answers', async () => {
    expect(await keyOf('query Test { x }')).toBe(await keyOf('query Test { x }'));
    expect(await keyOf('query Test { x }')).not.toBe(await keyOf('query Test { x y }'));
  });

  test('is asked for again when it is not worth keeping: an older version may have kept a failure', async () => {
    const key = (await keyOf('query Test { x }')) ?? '';
    const keep = (data: unknown) => (data as { x?: unknown }).x !== undefined;
    answer.data = { x: 'from the CMS' };
    for (const garbage of [{}, 'headless-site:not-kept', undefined]) {
      inStore.set(key, garbage);
      const options = { operation, variables: {}, tags: [], strategy, keep };
      expect(await read(options)).toEqual({ x: 'from the CMS' });
    }
    inStore.clear();
  });

  test('a failure is thrown, and nothing is stored', async () => {
    stored.length = 0;
    answer.failure = new Error('The CMS is away');
    await expect(ask('isr')).rejects.toThrow('The CMS is away');
    answer.failure = undefined;
    expect(stored).toEqual([]);
  });
});

describe('in development', () => {
  beforeAll(async () => {
    vi.stubEnv('NODE_ENV', 'development');
    vi.resetModules();
    ({ read } = await import('../../src/runtime/wordpress/client/read'));
    return () => vi.unstubAllEnvs();
  });

  test('nothing is stored across requests', async () => {
    stored.length = 0;
    asked = 0;
    await ask('isr');
    await ask('static');
    expect([asked, stored]).toEqual([2, []]);
  });
});
