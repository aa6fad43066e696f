import { unstable_doesMiddlewareMatch as runsProxy } from 'next/experimental/testing/server';
import { beforeAll, expect, test } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

let config: typeof import('../../templates/site/proxy').config;
beforeAll(async () => {
  Object.assign(process.env, siteEnvironment);
  ({ config } = await import('../../templates/site/proxy'));
});

const runs = (url: string, headers: Record<string, string> = {}) =>
  // With cookies of its own this function would leave the header out.
  runsProxy({ config, nextConfig: {}, url, headers, cookies: null as never });

test('a page that nobody previews does not pass through the proxy, which halves the rate of cached pages', () => {
  for (const url of [
    '/',
    '/a-post/',
    '/category/making/page/2/',
    '/preview/131',
    '/search?q=x',
    '/_next/static/x.js',
  ])
    for (const cookie of ['', 'preview_session=x', 'other=x']) expect(runs(url, { cookie }), url).toBe(false);
});

test.each([
  ['both cookies', { cookie: '__prerender_bypass=x; preview_session=x' }],
  ['draft mode alone', { cookie: 'a=b; __prerender_bypass=x' }],
  ['draft mode behind an empty one', { cookie: '__prerender_bypass=; __prerender_bypass=x' }],
])('what opens draft mode does: %s, but not for files and the API', (_name, headers) => {
  const urls = ['/', '/a-post/', '/about/team/', '/preview/131', '/og/a-post', '/feed/', '/sitemap.xml'];
  expect(urls.map((url) => runs(url, headers))).toEqual(urls.map(() => true));
  const files = ['/_next/static/x.js', '/_next/image?url=x', '/api/exit-preview', '/api/contact'];
  expect(files.map((url) => runs(url, headers))).toEqual(files.map(() => false));
});
