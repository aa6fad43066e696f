import { expect, test } from 'vitest';
import { limited } from '../../../src/runtime/server/cache/shared-lifetimes';
import { control, edit, get, post, sample } from '../support/context';
import { secrets } from '../support/site-server';

const cacheControl = async (path: string) => (await get(path)).headers.get('cache-control');

test.for([
  ['a page', sample.post.path],
  ['a list', '/journal/'],
  ['a feed', '/feed/'],
  ['the sitemap', '/sitemap.xml'],
  ['the titles of the search', '/search/titles.json'],
] as const)('caches in front of the site keep it for a minute at most: %s', async ([, path]) => {
  await get(path);
  // From Next, then from the site's own memory.
  for (let i = 0; i < 3; i++)
    expect(await cacheControl(path)).toMatch(/^s-maxage=([1-5]?\d|60)(, stale-while-revalidate=60)?$/);
});

test('a page that is being rendered again is kept for a second', async () => {
  await edit({ slug: sample.post.slug, set: { title: 'Rendered again' } });
  await control({ delayMs: 1_000 });
  const told = await post('/api/revalidate', { secret: secrets.revalidation, paths: [sample.post.path] });
  expect(told.status).toBe(200);
  const stale = await get(sample.post.path);
  expect([stale.headers.get('x-nextjs-cache'), stale.headers.get('cache-control')]).toEqual([
    'STALE',
    's-maxage=1',
  ]);
  await control({ reset: true });
  await post('/api/revalidate', { secret: secrets.revalidation, paths: [sample.post.path] });
});

test('a file of another build is kept by nobody', async () => {
  const missing = await get('/_next/static/chunks/of-another-build.css');
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

test.for([
  ['s-maxage=31536000', false, 's-maxage=60, stale-while-revalidate=60'],
  ['s-maxage=300, stale-while-revalidate=31535700', false, 's-maxage=60, stale-while-revalidate=60'],
  ['s-maxage=5, stale-while-revalidate=31535995', false, 's-maxage=5, stale-while-revalidate=60'],
  ['s-maxage=60', false, 's-maxage=60'],
  ['s-maxage=31536000', true, 's-maxage=1'],
  ['private, no-cache, no-store', false, undefined],
  ['public, max-age=0, must-revalidate', true, undefined],
] as const)('%s, stale: %s', ([said, isStale, expected]) => {
  expect(limited(said, isStale)).toBe(expected);
});
