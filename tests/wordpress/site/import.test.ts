import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { seedPosts } from '../../bench/seed-posts';
import { siteEnvironment } from '../../support/site-environment';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';

/** Next's cache, which only runs inside Next: here every question goes to the CMS. */
vi.mock('next/cache', () => ({ unstable_cache: (load: () => Promise<unknown>) => load }));

const reason = whyNoWordPress();
/** Beyond what browsers get as files. */
const POSTS = 2_500;

describe.skipIf(reason)(`an import that brings many posts at once${reason ? ` (${reason})` : ''}`, () => {
  let cms: WordPress;
  beforeAll(async () => {
    cms = await startWordPress({ companion: true, content: 'empty' });
    await seedPosts(cms, 1, POSTS);
    Object.assign(process.env, { ...siteEnvironment, NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl });
  });
  beforeEach(async () => {
    vi.resetModules();
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (key.description?.startsWith('headless-site.')) Reflect.deleteProperty(globalThis, key);
    await cms.clearLog();
  });
  afterAll(() => cms?.stop());

  test('a visitor’s question does not stand behind the texts that search reads', async () => {
    const { readContentIndex } = await import('../../../src/runtime/wordpress/index/content-index');
    const { inBackground } = await import('../../../src/runtime/wordpress/client/deadline');
    const { readTexts } = await import('../../../src/runtime/search/texts');
    const { request } = await import('../../../src/runtime/wordpress/client/client');
    const entries = await readContentIndex({ strategy: 'isr', revalidate: true, generateStaticParams: true });
    expect(entries.length).toBe(POSTS);
    const read = inBackground(() => readTexts(entries));
    await expect.poll(texts).toBeGreaterThan(0);
    await request('Visitor', 'query Visitor { generalSettings { title } }', {});
    const before = await texts();
    expect((await read).texts.size).toBe(POSTS);
    expect(before).toBeLessThan((await texts()) / 2);
  });

  test('search knows titles at once, and what is published while it reads the texts', async () => {
    const { searchLocal } = await import('../../../src/runtime/search/local');
    const found = async (word: string) => (await searchLocal(word, 1)).results;
    expect(await found(`number ${POSTS}`)).toMatchObject([
      { title: expect.stringContaining(`${POSTS}`), excerpt: '' },
    ]);
    await cms.php(
      `wp_insert_post(['post_title' => 'Zebrafinch', 'post_content' => 'Striped.', 'post_status' => 'publish']);`,
    );
    await expect.poll(() => found('zebrafinch')).toMatchObject([{ excerpt: 'Striped.' }]);
    const whileItRead = await texts();
    await expect.poll(() => found('number 1')).not.toMatchObject([{ excerpt: '' }]);
    expect(whileItRead).toBeLessThan((await texts()) / 2);
  });

  /** Requests for texts so far. */
  const texts = async () => (await cms.log()).filter(({ operation }) => operation === 'ListTexts').length;
});
