import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, running } from './support.js';

const folder = fileURLToPath(new URL('../../src/sample-cms/media/', import.meta.url));

describe('media', () => {
  let cms: Running;
  beforeAll(async () => {
    cms = await running();
  });
  afterAll(() => cms.close());

  /** fetch() would tidy the path up before sending it. */
  const status = (path: string) =>
    new Promise<number>((resolve, reject) => {
      request({ host: '127.0.0.1', port: cms.port, path }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  test('is served with its type, and not again when unchanged', async () => {
    const response = await fetch(`${cms.url}/wp-content/uploads/oak-chair.webp`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('last-modified')).toBeTruthy();
    expect((await response.arrayBuffer()).byteLength).toBe(statSync(`${folder}oak-chair.webp`).size);
    const again = await fetch(response.url, {
      headers: { 'If-None-Match': response.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test.each([
    '/wp-content/uploads/../server.mjs',
    '/wp-content/uploads/..%2fserver.mjs',
    '/wp-content/uploads/..%2f..%2fsample-cms%2fmedia%2foak-chair.webp',
    '/wp-content/uploads/%2e%2e/content/site.json',
    '/wp-content/uploads/..%5cserver.mjs',
    '/wp-content/uploads/%2fetc%2fpasswd',
    '/wp-content/uploads/.hidden.webp',
    '/wp-content/uploads/%E0%A4%A',
    '/wp-content/uploads/oak-chair.webp%00.webp',
    '/wp-content/uploads/',
  ])('%s is refused', async (path) => {
    expect(await status(path)).toBe(404);
  });

  test('stays small', () => {
    const sizes = readdirSync(folder).map((name) => statSync(folder + name).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(25_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(350 * 1024);
  });

  test('every picture that an item, a block, an author or a text names exists', async () => {
    const { data } = await cms.ask(`{
      contentNodes(first:100){nodes{... on NodeWithContentEditor{content} ... on NodeWithFeaturedImage{featuredImage{node{sourceUrl srcSet}}}}}
      pages(first:100){nodes{flexibleContent{
        ... on Page_Flexiblecontent_FlexibleContent_HeroSplit{image{sourceUrl}} ... on Page_Flexiblecontent_FlexibleContent_ContentSection{image{sourceUrl}}
        ... on Page_Flexiblecontent_FlexibleContent_Testimonials{testimonials{authorImage{sourceUrl}}}}}}
      mediaItems(first:100){nodes{sourceUrl srcSet altText blurDataUrl}} users{nodes{avatar{url}}}
    }`);
    const urls = new Set(
      [...JSON.stringify(data).matchAll(/http[^"\\ ]*\/wp-content\/uploads\/[^"\\ ]+/g)].map(([url]) => url),
    );
    expect(urls.size).toBeGreaterThan(20);
    for (const url of urls) expect((await fetch(url)).status, url).toBe(200);
    for (const node of data.mediaItems.nodes)
      expect(node.altText && node.blurDataUrl, node.sourceUrl).toBeTruthy();
  });
});
