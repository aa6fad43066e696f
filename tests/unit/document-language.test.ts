import { beforeAll, describe, expect, test, vi } from 'vitest';
import { backgroundScope, runInScope } from '../../src/runtime/base/request-scope';
import { WordPressError } from '../../src/runtime/wordpress/model/errors';
import { siteEnvironment } from '../support/site-environment';

/** Seconds after which the page is made again, as Next is told. */
const lives: unknown[] = [];
vi.mock('next/cache', () => ({
  unstable_cache: (load: () => Promise<unknown>, _: string[], { revalidate }: { revalidate: unknown }) => {
    lives.push(revalidate);
    return load;
  },
}));
vi.mock('next/server', () => ({ connection: async () => {} }));
vi.mock('../../src/runtime/wordpress/client/ask', () => ({
  askCms: async () => {
    throw new WordPressError('away', 502);
  },
}));

let readDocument: typeof import('../../src/runtime/wordpress/language')['readDocument'];
beforeAll(async () => {
  Object.assign(process.env, siteEnvironment);
  ({ readDocument } = await import('../../src/runtime/wordpress/language'));
});

describe('language and name of the document, while WordPress does not say them', () => {
  const read = (isBackground: boolean) => runInScope({ ...backgroundScope(), isBackground }, readDocument);

  test('a visitor who waits gets a page in English, which is made again soon', async () => {
    expect((await read(false)).language).toBe('en');
    expect(lives).toContain(60);
  });

  test('a stored page keeps its own', async () => {
    await expect(read(true)).rejects.toThrow('away');
  });
});
