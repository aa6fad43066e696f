import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { defineConfig, readEnvironment, withEnvironment } from '../../src/runtime/config';
import { toSeoData } from '../../src/runtime/content/seo-from-cms';
import type { CmsSeo } from '../../src/runtime/content/types';
import { absoluteHtml } from '../../src/runtime/seo/absolute-html';
import { canonicalUrl } from '../../src/runtime/seo/canonical';
import { type FeedItem, rss } from '../../src/runtime/seo/feed';
import { feedPath } from '../../src/runtime/seo/feed-path';
import { graphOf, serializeJsonLd } from '../../src/runtime/seo/json-ld';
import { sitemapPart, sitemapXml, URLS_PER_FILE } from '../../src/runtime/seo/sitemap';
import { describe as describeText, excerptText } from '../../src/runtime/seo/text';
import { isPublicSite, isUnlisted, robotsTag, robotsTxt } from '../../src/runtime/seo/visibility';
import { chooseSeo } from '../../src/runtime/wordpress/queries/seo-provider';
import { all, parseXml as parse, textOf } from '../site/support/xml';

const recorded = JSON.parse(
  readFileSync(fileURLToPath(new URL('../contract/responses/seoRankMath.json', import.meta.url)), 'utf8'),
);

describe("an SEO plugin's answer under the specification's names", () => {
  test('Rank Math, as a real one answered: what comes with entities is decoded', () => {
    expect(toSeoData(recorded.body.data.post.seo)).toEqual({
      title: 'Hello world! - Fresh & Co',
      metaDesc: 'Some body text & more for the excerpt.',
      canonical: 'https://cms.example.com/hello-world/',
      opengraphTitle: 'Hello world! - Fresh & Co',
      opengraphDescription: 'Some body text & more for the excerpt.',
      opengraphImage: { sourceUrl: 'https://cms.example.com/wp-content/uploads/2026/11/og.png' },
      twitterTitle: 'Hello world! - Fresh & Co',
      twitterDescription: 'Some body text & more for the excerpt.',
    });
  });
  test('Rank Math: robots in any order', () => {
    expect(toSeoData({ robots: ['nofollow', 'noindex'] })).toEqual({ noindex: true, nofollow: true });
    expect(toSeoData({ robots: ['index', 'follow', null] })).toBeUndefined();
  });
  test('Rank Math before its wizard: an object of nulls is no SEO', () => {
    const seo = { title: null, description: null, canonicalUrl: null, robots: null, openGraph: null };
    expect(toSeoData(seo)).toBeUndefined();
    expect(toSeoData({ openGraph: { title: null, image: { url: '' }, twitterMeta: null } })).toBeUndefined();
  });
  test('Yoast: an empty string is "not set", and the words noindex and nofollow', () => {
    const seo: CmsSeo = {
      title: 'A title - Site',
      metaDesc: '',
      canonical: '',
      opengraphTitle: ' ',
      opengraphImage: { sourceUrl: null },
      twitterTitle: null,
      metaRobotsNoindex: 'noindex',
      metaRobotsNofollow: 'follow',
    };
    expect(toSeoData(seo)).toEqual({ title: 'A title - Site', noindex: true });
    expect(toSeoData({ ...seo, title: '', metaRobotsNoindex: 'index' })).toBeUndefined();
    expect(toSeoData({ metaRobotsNofollow: 'nofollow' })).toEqual({ nofollow: true });
  });
  test.each([null, undefined, {}])('%s is no SEO', (seo) => expect(toSeoData(seo)).toBeUndefined());
});

test('the provider: what the CMS has, what the configuration wants, never what is not there', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(chooseSeo('auto', 'seo_plugin_b')).toBe('seo_plugin_b');
  expect(chooseSeo('auto', 'none')).toBe('none');
  expect(chooseSeo('none', 'seo_plugin_a')).toBe('none');
  expect(chooseSeo('seo_plugin_a', 'seo_plugin_a')).toBe('seo_plugin_a');
  expect(warn).not.toHaveBeenCalled();
  expect(chooseSeo('seo_plugin_a', 'seo_plugin_b')).toBe('none');
  expect(chooseSeo('seo_plugin_a', 'none')).toBe('none');
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]?.[0]).toMatch(/seo_plugin_a.*WPGraphQL Yoast SEO/s);
  warn.mockRestore();
});

describe('the canonical address', () => {
  const of = (custom?: string, path = '/a/') =>
    canonicalUrl(custom, path, 'https://www.example.com', 'https://cms.example.com/wp');
  test.each([
    [undefined, 'https://www.example.com/a/'],
    ['https://cms.example.com/wp/b/', 'https://www.example.com/b/'],
    ['http://cms.example.com/wp/', 'https://www.example.com/'],
    ['/b/', 'https://www.example.com/b/'],
    ['https://elsewhere.example/x/', 'https://elsewhere.example/x/'],
    ['https://www.example.com/x/', 'https://www.example.com/x/'],
    ['https://cms.example.com/wp/?p=7', 'https://www.example.com/a/'],
    ['javascript:alert(1)', 'https://www.example.com/a/'],
    ['nonsense', 'https://www.example.com/a/'],
  ])('%s', (custom, url) => expect(of(custom)).toBe(url));
  test('other scripts are percent-encoded', () => {
    expect(of(undefined, '/鉋/')).toBe('https://www.example.com/%E9%89%8B/');
    expect(of(undefined, '/%e9%89%8b/')).toBe('https://www.example.com/%e9%89%8b/');
  });
});

describe('off production nothing is found', () => {
  const at = (url: string | undefined) => ({ url, name: '', description: '', noindex: false });
  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://192.168.1.4',
    'http://10.0.0.2',
    'http://172.20.0.3:3000',
    'https://site.test',
    'http://site.local',
    'http://web:3000',
    'https://app.internal',
  ])('%s is private', (url) => expect(isPublicSite(at(url), true)).toBe(false));
  test.each([
    'https://www.example.com',
    'https://localhost.example.com',
    'https://10.example.com',
    'http://8.8.8.8',
  ])('%s is public, in production', (url) => {
    expect(isPublicSite(at(url), true)).toBe(true);
    expect(isPublicSite(at(url), false)).toBe(false);
    expect(isPublicSite({ ...at(url), noindex: true }, true)).toBe(false);
  });
  test('a staging site on a public address, by its configuration or by one deployment', () => {
    const variables = {
      NEXT_PUBLIC_CMS_API_URL: 'https://cms.example.com/graphql',
      NEXT_PUBLIC_SITE_URL: 'https://staging.example.com',
      REVALIDATION_SECRET: 'revalidation-secret-1',
      PREVIEW_SECRET: 'preview-secret-number-1',
    };
    const isPublic = (site: object, env = {}) =>
      isPublicSite(
        defineConfig(withEnvironment({ site }, readEnvironment({ ...variables, ...env }))).site,
        true,
      );
    expect(isPublic({})).toBe(true);
    expect(isPublic({ noindex: true })).toBe(false);
    expect(isPublic({}, { SITE_NOINDEX: 'true' })).toBe(false);
    // A deployment opens nothing that its configuration closes.
    expect(isPublic({ noindex: true }, { SITE_NOINDEX: 'false' })).toBe(false);
  });
  test('no address at all', () => expect(isPublicSite(at(undefined), true)).toBe(false));
  test('robots.txt', () => {
    expect(robotsTxt('https://www.example.com', true)).toBe(
      'User-agent: *\nDisallow: /api/\nDisallow: /preview/\n\nSitemap: https://www.example.com/sitemap.xml\n',
    );
    expect(robotsTxt('http://localhost:3000', false)).toMatch(/^#.*\nUser-agent: \*\nDisallow: \/\n$/);
  });
  test('the robots tag', () => {
    expect(robotsTag(false)).toEqual({ index: false, follow: false });
    expect(robotsTag(true)).toEqual({ index: true, follow: true, 'max-image-preview': 'large' });
    expect(robotsTag(true, { noindex: true })).toEqual({ index: false, follow: true });
    expect(robotsTag(true, { nofollow: true })).toEqual({ index: true, follow: false });
  });
  test('what no sitemap names', () => {
    expect(['/api', '/preview/7', '/search', '/search/results'].map(isUnlisted)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['/', '/api-design', '/previews', '/research'].map(isUnlisted)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

test('descriptions', () => {
  expect(excerptText('<p>Oak &amp; ash [&hellip;]</p>\n')).toBe('Oak & ash…');
  expect(describeText('<p>Short.</p>')).toBe('Short.');
  // The companion plugin shows the URL of a custom block like this.
  expect(
    describeText(
      '<p>A</p><p><a class="x" href="https://a.example/?a=1&amp;b">https://a.example/?a=1&amp;b</a></p><p><a href="/b/">B</a></p>',
    ),
  ).toBe('A B');
  const long = describeText(`<p>${'word '.repeat(100)}</p>`);
  expect(long).toMatch(/ word…$/);
  expect(long.length).toBeLessThanOrEqual(161);
});

const nasty = [
  '</script><script>alert(1)</script>',
  '<!-- <script>',
  '\u2028\u2029',
  ']]>',
  ']]> ]]> ]]>',
  '&amp;',
  '"\'',
  '\u0000\u0008\ud800',
];

describe('JSON-LD', () => {
  const site = { url: 'https://e.com', name: 'S', description: '', language: 'en', hasSearch: false };
  const page = { kind: 'page' as const, url: 'https://e.com/a/', title: 'T', trail: [] };
  // Security case 48: what an editor types must not leave the script element.
  test.each(nasty)('%j cannot end the element', (title) => {
    const data = graphOf(site, { ...page, title });
    const json = serializeJsonLd(data);
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(data)));
  });
  const typesOf = (data: object) =>
    (data as { '@graph': { '@type': string }[] })['@graph'].map((node) => node['@type']);
  test('what each kind of page is made of', () => {
    expect(typesOf(graphOf(site, page))).toEqual(['Organization', 'WebSite', 'WebPage']);
    const trail = [{ name: 'Home', url: 'https://e.com/' }];
    expect(typesOf(graphOf(site, { ...page, kind: 'archive', trail }))).toContain('CollectionPage');
    expect(typesOf(graphOf(site, { ...page, kind: 'article', trail })).slice(3)).toEqual([
      'BreadcrumbList',
      'BlogPosting',
    ]);
  });
  test("the owner's properties go into what the page is about, beside ours or in their place; empty ones are left out", () => {
    const properties = {
      '@type': 'Recipe',
      isbn: '</script>',
      about: null,
      headline: '',
      genre: undefined,
      copies: 0,
    };
    const nodeOf = (kind: 'page' | 'article', id: string) =>
      (graphOf(site, { ...page, kind, properties })['@graph'] as Record<string, unknown>[]).find(
        (node) => node['@id'] === `https://e.com/a/#${id}`,
      );
    expect(nodeOf('article', 'article')).toMatchObject({ '@type': 'Recipe', headline: 'T', copies: 0 });
    expect(nodeOf('article', 'article')).not.toHaveProperty('about');
    expect(nodeOf('article', 'webpage')).not.toHaveProperty('isbn');
    expect(nodeOf('page', 'webpage')).toMatchObject({ '@type': 'Recipe', isbn: '</script>' });
    expect(serializeJsonLd(graphOf(site, { ...page, kind: 'article', properties }))).not.toContain(
      '</script>',
    );
  });
  test('SearchAction on the front page, and only where there is a search', () => {
    const front = { ...page, url: `${site.url}/` };
    const withSearch = { ...site, hasSearch: true };
    expect(serializeJsonLd(graphOf(site, front))).not.toContain('SearchAction');
    expect(serializeJsonLd(graphOf(withSearch, page))).not.toContain('SearchAction');
    expect(serializeJsonLd(graphOf(withSearch, front))).toContain(
      'https://e.com/search?q={search_term_string}',
    );
  });
});

describe('feeds', () => {
  const channel = {
    title: 'Tom & Jerry <b>',
    description: '',
    url: 'https://e.com/',
    feedUrl: 'https://e.com/feed/',
    language: 'en-GB',
  };
  const item: FeedItem = {
    url: 'https://e.com/a/?x=1&y=2',
    title: 'A',
    publishedAt: '2026-11-20T22:17:49Z',
    modifiedAt: '2026-11-21T00:00:00Z',
    author: 'Rosa & Tom',
    categories: ['Making & mending', ''],
    excerpt: 'a < b & c',
    html: '<p>a &lt; b</p>',
  };
  test('what a reader finds', () => {
    const feed = parse(rss(channel, [item]));
    const [found] = all(feed, 'item');
    const value = (name: string) => textOf(all(found ?? {}, name)[0]);
    expect(textOf(all(feed, 'title')[0])).toBe('Tom & Jerry <b>');
    expect(textOf(all(feed, 'language')[0])).toBe('en-GB');
    expect(all(feed, 'atom:link')[0]?.attributes).toMatchObject({ rel: 'self', href: channel.feedUrl });
    expect(textOf(all(feed, 'lastBuildDate')[0])).toBe('Sat, 21 Nov 2026 00:00:00 GMT');
    expect(value('link')).toBe(item.url);
    expect(value('guid')).toBe(item.url);
    expect(value('pubDate')).toBe('Fri, 20 Nov 2026 22:17:49 GMT');
    expect(value('dc:creator')).toBe('Rosa & Tom');
    expect(value('category')).toBe('Making & mending');
    expect(value('description')).toBe('a &lt; b &amp; c');
    expect(value('content:encoded')).toBe('<p>a &lt; b</p>');
  });
  test.each(nasty)('a title, name or text like %j leaves the document whole', (text) => {
    const feed = rss({ ...channel, title: text }, [
      { ...item, title: text, author: text, categories: [text], excerpt: text, html: `<p>${text}</p>` },
      item,
    ]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(feed).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]/);
    expect(feed.split(']]>')).toHaveLength(feed.split('<![CDATA[').length);
    expect(all(parse(feed), 'item')).toHaveLength(2);
  });
  test('a protected item has no date, an untitled one its address', () => {
    const feed = parse(rss(channel, [{ ...item, title: '', publishedAt: '', html: '' }]));
    expect(all(feed, 'pubDate')).toHaveLength(0);
    expect(textOf(all(feed, 'title')[1])).toBe(item.url);
  });
  test('an empty feed is a feed', () => expect(all(parse(rss(channel, [])), 'item')).toHaveLength(0));
  test('where feeds live', () => {
    expect(['/', '/category/making/', '/tag/oak'].map(feedPath)).toEqual([
      '/feed/',
      '/category/making/feed/',
      '/tag/oak/feed',
    ]);
  });
  test('addresses in the text become absolute', () => {
    const html = absoluteHtml(
      '<a href="/b/?x=1&amp;y=2">b</a><a href="#c">c</a><img src="https://cms.e.com/i.png"/><a href="mailto:a@e.com">m</a> href="/no"',
      'https://e.com/a/',
    );
    expect(html).toContain('href="https://e.com/b/?x=1&amp;y=2"');
    expect(html).toContain('href="https://e.com/a/#c"');
    expect(html).toContain('src="https://cms.e.com/i.png"');
    expect(html).toContain('href="mailto:a@e.com"');
  });
});

describe('sitemaps', () => {
  const urls = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      url: `https://e.com/${i}/?a&'"<>`,
      modifiedAt: i % 2 ? '' : '2026-11-21T00:00:00Z',
    }));
  test('one file up to the limit, escaped, with a date where there is one', () => {
    const [first, second] = all(parse(sitemapXml(urls(2), 'https://e.com')), 'url');
    expect(textOf(all(first ?? {}, 'loc')[0])).toBe(`https://e.com/0/?a&'"<>`);
    expect(textOf(all(first ?? {}, 'lastmod')[0])).toBe('2026-11-21T00:00:00Z');
    expect(all(second ?? {}, 'lastmod')).toHaveLength(0);
    expect(sitemapPart(urls(URLS_PER_FILE), 1)).toBeNull();
    expect(sitemapXml(urls(URLS_PER_FILE), 'https://e.com')).toContain('<urlset');
  });
  test('beyond it an index, and parts that hold everything once', () => {
    const many = urls(URLS_PER_FILE + 1);
    const index = parse(sitemapXml(many, 'https://e.com'));
    expect(all(index, 'loc').map(textOf)).toEqual([
      'https://e.com/sitemap/1.xml',
      'https://e.com/sitemap/2.xml',
    ]);
    const parts = [1, 2].map((part) => sitemapPart(many, part)?.match(/<loc>/g)?.length);
    expect(parts).toEqual([URLS_PER_FILE, 1]);
    expect([sitemapPart(many, 0), sitemapPart(many, 3)]).toEqual([null, null]);
  });
});
