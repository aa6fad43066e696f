import { afterAll, describe, expect, inject, test } from 'vitest';
import { cached, control, edit, eventually, get, post, sample } from '../support/context';
import { secrets } from '../support/site-server';
import { all, parseXml, textOf } from '../support/xml';

/** Asked for inside the tests: whoever only lists them has no site. */
const siteUrl = () => inject('site').url;
const html = async (path: string) => (await get(path)).text();
const metaOf = (page: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1];
const graphOf = (page: string) => {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  return (JSON.parse(json)['@graph'] as Record<string, unknown>[]).map((node) => ({
    type: node['@type'],
    ...node,
  }));
};
const sizeOf = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];

describe('what a page says of itself', () => {
  test('a post: title, description, share image, dates, author', async () => {
    const page = await html(sample.post.path);
    expect(page).toContain(`<title>${sample.post.title} – `);
    expect(metaOf(page, 'description')).toMatch(/^Most chairs/);
    expect(metaOf(page, 'og:type')).toBe('article');
    expect(metaOf(page, 'og:url')).toBe(siteUrl() + sample.post.path);
    expect(metaOf(page, 'og:image')).toContain('/wp-content/uploads/');
    expect(metaOf(page, 'article:published_time')).toMatch(/^2026-10-28T\d\d:\d\d:\d\dZ$/);
    expect(metaOf(page, 'author')).toBeTruthy();
  });
  test('structured data: the post, the way to it, the site and its search', async () => {
    const graph = graphOf(await html(sample.post.path));
    expect(graph.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['WebSite', 'Organization', 'WebPage', 'BreadcrumbList', 'BlogPosting']),
    );
    expect(graph.find(({ type }) => type === 'BlogPosting')).toMatchObject({ headline: sample.post.title });
    expect(graphOf(await html('/category/making/')).map(({ type }) => type)).toContain('CollectionPage');
  });
  test('on an address of this machine nothing may be indexed', async () => {
    for (const path of ['/', sample.post.path, '/contact/', '/category/making/'])
      expect(metaOf(await html(path), 'robots')).toBe('noindex, nofollow');
    expect(await html('/robots.txt')).toMatch(/^# .*\nUser-agent: \*\nDisallow: \/\n$/);
  });
  test('feeds are found from the page', async () => {
    const page = await html('/category/making/');
    expect(page).toContain(`type="application/rss+xml" href="${siteUrl()}/feed/"`);
    expect(page).toContain(`type="application/rss+xml" href="${siteUrl()}/category/making/feed/"`);
  });
});

describe('the share image', () => {
  test('is drawn where the CMS has none', async () => {
    const address = metaOf(await html('/category/making/'), 'og:image') ?? '';
    expect(address).toBe(`${siteUrl()}/og/category/making/`);
    const response = await get(new URL(address).pathname);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(sizeOf(Buffer.from(await response.arrayBuffer()))).toEqual(['PNG', 1200, 630]);
  });
  test('a title in another script gets the name of the site', async () => {
    const image = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
    expect((await image(`/og/${encodeURI('鉋を研ぐ朝')}/`)).equals(await image('/og/'))).toBe(true);
  });
  test('nobody can have another text drawn, or one of an address that is not there', async () => {
    const image = async (query: string) => Buffer.from(await (await get(`/og/about/${query}`)).arrayBuffer());
    expect((await image('?title=Hello')).equals(await image(''))).toBe(true);
    expect((await get('/og/no-such-page/')).status).toBe(404);
  });
});

describe('feeds', () => {
  const feed = async (path: string) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
    ]);
    const text = await response.text();
    return { text, xml: parseXml(text), items: all(parseXml(text), 'item') };
  };

  test('the newest posts with their whole text and absolute addresses', async () => {
    const { text, xml, items } = await feed('/feed/');
    expect(items).toHaveLength(10);
    expect(all(xml, 'atom:link')[0]?.attributes?.href).toBe(`${siteUrl()}/feed/`);
    for (const item of items) {
      expect(textOf(all(item, 'link')[0]).startsWith(`${siteUrl()}/`)).toBe(true);
      expect(textOf(all(item, 'guid')[0])).not.toBe('');
    }
    const first = items.find((item) => textOf(all(item, 'link')[0]) === siteUrl() + sample.post.path);
    expect(textOf(all(first ?? {}, 'content:encoded')[0])).toContain('<h2');
    expect(textOf(all(first ?? {}, 'pubDate')[0])).toMatch(/GMT$/);
    expect(text).not.toMatch(/ (?:href|src)="\//);
  });
  test.each([
    '/category/making/',
    '/category/materials/timber/',
    '/tag/oak/',
    '/author/rosa/',
    '/project/',
    '/journal/',
  ])('%s has its own', async (path) => {
    const { xml, items } = await feed(`${path}feed/`);
    expect(all(xml, 'atom:link')[0]?.attributes?.href).toBe(`${siteUrl()}${path}feed/`);
    expect(items.length).toBeGreaterThan(0);
  });
  test('a protected post is named and keeps its text', async () => {
    const { path, title } = sample.protectedPost;
    await edit({ slug: 'trade-notes-autumn', set: { date: '2026-11-01T10:00:00' } });
    await post('/api/revalidate', { secret: secrets.revalidation, paths: [path] });
    await eventually('/feed/', (xml) => xml.includes(path));
    const { text, items } = await feed('/feed/');
    const item = items.find((item) => textOf(all(item, 'link')[0]) === siteUrl() + path);
    expect(textOf(all(item ?? {}, 'title')[0])).toBe(title);
    expect(textOf(all(item ?? {}, 'content:encoded')[0])).toContain('protected by a password');
    expect(text).not.toContain('Oak has gone up by four per cent');
    await control({ reset: true });
    await post('/api/revalidate', { secret: secrets.revalidation, paths: [path] });
    await eventually('/feed/', (xml) => !xml.includes(path));
  });
  test.each(['/nothing/feed/', `${sample.post.path}feed/`, '/about/feed/'])('%s is 404', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('the sitemap', () => {
  const addresses = async () => {
    // Another test file may have renamed a post just before.
    const text = await eventually('/sitemap.xml', (xml) => xml.includes('/dovetails-by-eye/'));
    return all(parseXml(text), 'url');
  };
  test('names every public address once, and nothing protected', async () => {
    const paths = (await addresses()).map((url) => textOf(all(url, 'loc')[0]).replace(siteUrl(), ''));
    const expected = [
      '/',
      sample.post.path,
      sample.blocks,
      '/journal/',
      '/category/making/',
      '/tag/oak/',
      '/author/rosa/',
    ];
    expect(paths).toEqual(expect.arrayContaining([...expected, encodeURI('/鉋を研ぐ朝/')]));
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).not.toContain(sample.protectedPost.path);
    const statuses = await Promise.all(paths.map(async (path) => [path, (await get(path)).status]));
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  });
  test('says when an item was changed, in UTC', async () => {
    const url = (await addresses()).find((url) => textOf(all(url, 'loc')[0]).endsWith(sample.post.path));
    expect(textOf(all(url ?? {}, 'lastmod')[0])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });
  test('has no parts while one file is enough', async () => {
    for (const path of ['/sitemap/1.xml', '/sitemap/x', '/sitemap/0.xml'])
      expect((await get(path)).status).toBe(404);
  });
});

test('an outage of the CMS leaves feed, sitemap and share image as they were', async () => {
  const paths = ['/feed/', '/sitemap.xml', `/og${sample.blocks}`];
  for (const path of paths) await cached(path);
  const before = await Promise.all(paths.map(html));
  await control({ failure: 500 });
  try {
    await post('/api/revalidate', { secret: secrets.revalidation, paths: [sample.post.path, sample.blocks] });
    for (let i = 0; i < 3; i++) {
      expect(await Promise.all(paths.map(html))).toEqual(before);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    await control({ reset: true });
    await post('/api/revalidate', { secret: secrets.revalidation, paths: [sample.post.path, sample.blocks] });
  }
});

describe('a title that is full of markup', () => {
  const path = '/a-walk-in-the-oak-wood/';
  const slug = 'a-walk-in-the-oak-wood';
  const text = '</script><script>alert(1)</script> ]]> & "Oak"';
  const title = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const changed = () => post('/api/revalidate', { secret: secrets.revalidation, paths: [path] });
  afterAll(async () => {
    await control({ reset: true });
    await changed();
    await eventually(path, (page) => !page.includes('alert(1)'));
  });

  test('stays text: in the head, in structured data, in the feed and in the sitemap', async () => {
    for (const known of [path, '/category/places/feed/', `/og${path}`]) await cached(known);
    const image = Buffer.from(await (await get(`/og${path}`)).arrayBuffer());
    await edit({ slug, set: { title } });
    await changed();
    const page = await eventually(path, (page) => page.includes('alert(1)'));
    expect(page).not.toContain('<script>alert(1)');
    const article = graphOf(page).find(({ type }) => type === 'BlogPosting');
    expect(article).toMatchObject({ headline: text });
    const feed = await eventually('/category/places/feed/', (xml) => xml.includes('alert(1)'));
    const titles = all(parseXml(feed), 'item').map((item) => textOf(all(item, 'title')[0]));
    expect(titles).toContain(text.replace(']]>', ']] >'));
    parseXml(await html('/sitemap.xml'));
    const isOld = async () => Buffer.from(await (await get(`/og${path}`)).arrayBuffer()).equals(image);
    await expect.poll(isOld).toBe(false);
  });
});
