import type { Metadata } from 'next';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Bridge, type SeoCms, type SeoNode, startSeoCms } from '../support/seo-cms';
import { siteEnvironment } from '../support/site-environment';

/** From a plugin's answer over HTTP to the head of a page. Next's cache and cookies are left out: tests/site has them. */
vi.mock('next/cache', () => ({ unstable_cache: (load: () => Promise<unknown>) => load }));
vi.mock('next/server', () => ({ connection: async () => {} }));
vi.mock('next/headers', () => ({ draftMode: async () => ({ isEnabled: false }) }));

type Provider = 'auto' | 'seo_plugin_a' | 'seo_plugin_b' | 'none';

const POST = '/a-chair-that-can-be-mended/';
const PAGE = '/visit/';
const HIDDEN = ['/dovetails-by-eye/', '/about/', '/tag/oak/', '/author/tom/', '/project/kitchen-in-afife/'];
const MOVED = '/a-week-in-pictures/';

let cms: SeoCms | undefined;
afterEach(async () => {
  await cms?.close();
  cms = undefined;
});

/** The site's modules as new, against a CMS with this plugin. */
async function site(provider: Provider, bridge: Bridge, options?: { failing?: boolean }) {
  cms = await startSeoCms(bridge, (node) => answers[bridge](node, cms?.url ?? ''), options);
  Object.assign(process.env, {
    ...siteEnvironment,
    NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl,
    NEXT_PUBLIC_SITE_URL: 'https://www.example.com',
  });
  vi.resetModules();
  (globalThis as Record<symbol, unknown>)[Symbol.for('headless-site.cms-capabilities')] = undefined;
  vi.doMock('../../src/runtime/config/site', async (original) => {
    const actual = await original<typeof import('../../src/runtime/config/site')>();
    const { siteConfig } = actual;
    const features = { ...siteConfig.features, seo: { provider } };
    const rendering = {
      ...siteConfig.rendering,
      custom: { project: { strategy: 'isr', generateStaticParams: true } },
    };
    return { ...actual, isProduction: true, siteConfig: { ...siteConfig, features, rendering } };
  });
  const { resolveRoute } = await import('../../src/runtime/pages/resolve');
  const { canonicalOf, metadataOf } = await import('../../src/runtime/pages/metadata');
  const { readSitemap } = await import('../../src/runtime/wordpress/seo-sitemap');
  return {
    head: async (path: string) => {
      const route = await resolveRoute(path.replace(/(.)\/$/, '$1'), false);
      const canonical = route && 'shell' in route ? canonicalOf(route) : undefined;
      return { ...metadataOf(route), canonical };
    },
    sitemap: async () => (await readSitemap()).map(({ url }) => new URL(url).pathname),
  };
}

/** Canned answers in each plugin's own words and with its own traps. */
const answers: Record<Bridge, (node: SeoNode, cmsUrl: string) => object | null> = {
  yoast: ({ uri = '', __typename }, cmsUrl) => ({
    title: `${uri} & Yoast`,
    metaDesc: uri === PAGE ? '' : 'From Yoast',
    canonical: uri === MOVED ? 'https://elsewhere.example/original/' : cmsUrl + uri,
    metaRobotsNoindex: HIDDEN.includes(uri) ? 'noindex' : 'index',
    metaRobotsNofollow: 'follow',
    opengraphTitle: `${__typename} shared`,
    opengraphDescription: '',
    twitterTitle: '',
    twitterDescription: null,
    opengraphImage: uri === POST ? { sourceUrl: `${cmsUrl}/wp-content/uploads/oak-chair.webp` } : null,
  }),
  'rank-math': ({ uri = '', __typename }, cmsUrl) => ({
    title: `${uri} & Rank Math`,
    description: uri === PAGE ? null : 'From Rank Math',
    canonicalUrl: uri === MOVED ? 'https://elsewhere.example/original/' : cmsUrl + uri,
    robots: HIDDEN.includes(uri) ? ['follow', 'noindex'] : ['index', 'follow', 'max-snippet:-1'],
    openGraph: {
      title: `${__typename} &amp; shared`,
      description: null,
      image: uri === POST ? { url: `${cmsUrl}/wp-content/uploads/oak-chair.webp?a=1&amp;b=2` } : null,
      twitterMeta: { title: null, description: null },
    },
  }),
};

const imageOf = ({ openGraph }: Metadata) => (openGraph?.images as { url: string }[] | undefined)?.[0]?.url;

describe.each([
  ['auto', 'yoast', 'Yoast', 'Post shared'],
  ['seo_plugin_a', 'yoast', 'Yoast', 'Post shared'],
  ['auto', 'rank-math', 'Rank Math', 'Post & shared'],
  ['seo_plugin_b', 'rank-math', 'Rank Math', 'Post & shared'],
] as const)('%s, on a CMS with %s', (provider, bridge, name, shared) => {
  test('posts, pages, custom types, terms, authors and the blog index', async () => {
    const { head } = await site(provider, bridge);
    const post = await head(POST);
    expect(post.title).toBe(`${POST} & ${name}`);
    expect(post.description).toBe(`From ${name}`);
    expect(post.canonical).toBe(`https://www.example.com${POST}`);
    expect(post.openGraph).toMatchObject({
      title: shared,
      type: 'article',
      url: `https://www.example.com${POST}`,
    });
    expect(post.twitter?.title).toBe(shared);
    expect(imageOf(post)).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/wp-content\/uploads\/oak-chair\.webp(\?a=1&b=2)?$/,
    );
    expect(post.robots).toMatchObject({ index: true });
    for (const path of ['/project/kitchen-in-afife/', '/category/making/', '/author/rosa/', '/tag/oak/'])
      expect((await head(path)).title).toBe(`${path} & ${name}`);
    expect((await head('/journal/')).openGraph?.title).toContain('Page');
    // Without a description of the plugin's the page's own text.
    expect((await head(PAGE)).description).toMatch(/^\w+/);
    // Page 2 is not the page that the editor wrote for.
    const second = await head('/journal/page/2/');
    expect([second.title, second.canonical]).toEqual([
      'Journal, page 2 – Alder & Finch',
      'https://www.example.com/journal/page/2/',
    ]);
  });
  test('noindex and a canonical elsewhere: on the page, and not in the sitemap', async () => {
    const { head, sitemap } = await site(provider, bridge);
    expect((await head(HIDDEN[0] ?? '')).robots).toEqual({ index: false, follow: true });
    expect((await head(MOVED)).canonical).toBe('https://elsewhere.example/original/');
    const listed = await sitemap();
    expect(listed).toEqual(
      expect.arrayContaining(['/', POST, PAGE, '/category/making/', '/author/rosa/', '/project/']),
    );
    for (const path of [...HIDDEN, MOVED]) expect(listed).not.toContain(path);
  });
});

describe.each([
  ['none', 'yoast'],
  ['none', 'rank-math'],
  ['seo_plugin_b', 'yoast'],
  ['seo_plugin_a', 'rank-math'],
] as const)('%s, on a CMS with %s', (provider, bridge) => {
  test("the site's own texts, and no question to the plugin", async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { head, sitemap } = await site(provider, bridge);
    expect((await head(POST)).title).toBe('A chair that can be mended – Alder & Finch');
    expect(await sitemap()).toContain(HIDDEN[0]);
    expect(cms?.asked.get('GetPost')).not.toContain('seo');
    expect(cms?.asked.has('ListRobots')).toBe(false);
    expect(warn).toHaveBeenCalledTimes(provider === 'none' ? 0 : 1);
    warn.mockRestore();
  });
});

test('a plugin whose set-up is not finished costs no page: its errors are told once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { head, sitemap } = await site('auto', 'rank-math', { failing: true });
  const post = await head(POST);
  expect(post.title).toBe('A chair that can be mended – Alder & Finch');
  expect(post.canonical).toBe(`https://www.example.com${POST}`);
  expect(await head('/category/making/')).toMatchObject({ title: 'Making – Alder & Finch' });
  expect(await sitemap()).toContain(POST);
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]?.[0]).toContain('post.seo.title: Internal server error');
  warn.mockRestore();
});
