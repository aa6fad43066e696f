import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../site/create';
import { buildAndServe } from '../site/serve';
import type { ServedSite } from '../site/support/site-server';
import { all, parseXml, textOf } from '../site/support/xml';
import { type SeoCms, startSeoCms } from '../support/seo-cms';

const PUBLIC = 'https://www.example.com';
const HIDDEN = '/dovetails-by-eye/';

/** A production site with a public address, on a CMS with Yoast. */
describe('a public site with an SEO plugin', () => {
  let cms: SeoCms;
  let site: ServedSite;
  beforeAll(async () => {
    cms = await startSeoCms('yoast', ({ uri = '' }) => ({
      title: `${uri} by Yoast`,
      metaDesc: 'Written for search engines',
      canonical: cms.url + uri,
      metaRobotsNoindex: uri === HIDDEN ? 'noindex' : 'index',
      opengraphImage: null,
    }));
    const dir = await createSite('seo', '--custom', 'project=isr');
    site = await buildAndServe(dir, cms.graphqlUrl, { NEXT_PUBLIC_SITE_URL: PUBLIC });
  });
  afterAll(async () => {
    await site?.stop();
    await cms?.close();
  });

  const read = async (path: string) => (await fetch(site.url + path, { redirect: 'manual' })).text();
  const metaOf = (page: string, name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1];

  test("the plugin's texts, on this site's own address", async () => {
    for (const path of [
      '/a-chair-that-can-be-mended/',
      '/about/',
      '/project/kitchen-in-afife/',
      '/tag/oak/',
      '/author/rosa/',
    ]) {
      const page = await read(path);
      expect(/<title>[^<]*/.exec(page)?.[0]).toBe(`<title>${path} by Yoast`);
      expect(/<link rel="canonical" href="([^"]*)/.exec(page)?.[1]).toBe(PUBLIC + path);
      expect(metaOf(page, 'description')).toBe('Written for search engines');
      expect(metaOf(page, 'robots')).toBe('index, follow, max-image-preview:large');
    }
  });
  test('noindex keeps a page out of search results and of the sitemap', async () => {
    expect(metaOf(await read(HIDDEN), 'robots')).toBe('noindex, follow');
    const listed = all(parseXml(await read('/sitemap.xml')), 'loc').map(textOf);
    expect(listed).toContain(`${PUBLIC}/project/`);
    expect(listed).toContain(`${PUBLIC}/a-chair-that-can-be-mended/`);
    expect(listed).not.toContain(PUBLIC + HIDDEN);
  });
  test('robots.txt opens the site and names the sitemap', async () => {
    expect(await read('/robots.txt')).toBe(
      `User-agent: *\nDisallow: /api/\nDisallow: /preview/\n\nSitemap: ${PUBLIC}/sitemap.xml\n`,
    );
  });
  test('search results stay out', async () => {
    expect(metaOf(await read('/search/'), 'robots')).toMatch(/^noindex/);
  });
  test('the address of the CMS is in no head but for its images', async () => {
    const [head = ''] = (await read('/a-chair-that-can-be-mended/')).split('</head>');
    const addresses = head.match(new RegExp(`${cms.url}[^"]*`, 'g')) ?? [];
    expect(addresses.filter((address) => !address.includes('/wp-content/'))).toEqual([]);
  });
  test('feeds carry the public address', async () => {
    const feed = parseXml(await read('/feed/'));
    for (const item of all(feed, 'item'))
      expect(textOf(all(item, 'link')[0])).toMatch(/^https:\/\/www\.example\.com\//);
  });
});
