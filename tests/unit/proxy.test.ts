import { unstable_doesMiddlewareMatch as runsProxy } from 'next/experimental/testing/server';
import { beforeAll, expect, test } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

let config: typeof import('../../templates/site/proxy').config;
beforeAll(async () => {
  Object.assign(process.env, siteEnvironment);
  ({ config } = await import('../../templates/site/proxy'));
});

const runs = (url: string, cookies: Record<string, string> = {}) =>
  runsProxy({ config, nextConfig: {}, url, cookies });

/** Only both cookies together make a preview. */
const jars: Record<string, string>[] = [
  {},
  { __prerender_bypass: 'x' },
  { preview_session: 'x' },
  { other: 'x' },
];

test('a page that nobody previews does not pass through the proxy, which halves the rate of cached pages', () => {
  for (const url of [
    '/',
    '/a-post/',
    '/category/making/page/2/',
    '/preview/131',
    '/search?q=x',
    '/_next/static/x.js',
  ])
    for (const cookies of jars) expect(runs(url, cookies), url).toBe(false);
});

test('a preview does, but not its files and not the API', () => {
  const cookies = { __prerender_bypass: 'x', preview_session: 'x' };
  const urls = ['/', '/a-post/', '/about/team/', '/preview/131'];
  expect(urls.map((url) => runs(url, cookies))).toEqual(urls.map(() => true));
  const files = ['/_next/static/x.js', '/_next/image?url=x', '/api/exit-preview', '/api/contact'];
  expect(files.map((url) => runs(url, cookies))).toEqual(files.map(() => false));
});
