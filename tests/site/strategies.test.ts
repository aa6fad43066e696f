import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSite, secrets, serveSite } from '../../templates/site/tests/support/site-server';
import { createSite } from './create';

/** One site in which every strategy stands beside another one. */
describe('rendering strategies, live from the configuration', () => {
  let site: RunningSite;
  beforeAll(async () => {
    const flags = [
      '--posts',
      'ssr',
      '--pages',
      'static',
      '--archives',
      'isr:300',
      '--homepage',
      'static',
      '--custom',
      'project=isr:60',
      '--search',
      'none',
    ];
    site = await serveSite(await createSite('strategies', ...flags));
  });
  afterAll(() => site?.stop());

  const get = async (path: string) => {
    const response = await fetch(site.url + path, { redirect: 'manual' });
    return {
      status: response.status,
      text: await response.text(),
      cache: response.headers.get('cache-control') ?? '',
    };
  };
  /** Requests that the CMS got while `body` ran. */
  const requests = async (body: () => Promise<unknown>) => {
    site.cms.control.clearLog();
    await body();
    return site.cms.control.log().requests.map(({ operation }) => operation);
  };

  test('ssr: never cached, and asked for anew each time', async () => {
    const path = '/a-chair-that-can-be-mended/';
    expect((await get(path)).cache).toContain('no-store');
    expect(await requests(() => get(path))).toContain('GetPost');
    expect(await requests(() => get(path))).toContain('GetPost');
  });
  test('a static page on a route that an ssr type shares: rendered each time from cached data, never a 500', async () => {
    const path = '/about/team/';
    const first = await get(path);
    expect([first.status, first.text.includes('<h1')]).toEqual([200, true]);
    expect(await requests(() => get(path))).not.toContain('GetPage');
  });
  test('a missing address on that route is 404', async () => {
    expect((await get('/no-such-page/')).status).toBe(404);
    expect((await get('/no/such/page/')).status).toBe(404);
  });
  test('without search there is no search page, no search data and no button', async () => {
    for (const path of ['/search/', '/search/titles.json', '/search/texts.json', '/search/results?q=x'])
      expect((await get(path)).status, path).toBe(404);
    expect((await get('/')).text).not.toContain('href="/search"');
  });
  test('isr with an interval on a route of its own', async () => {
    await get('/project/kitchen-in-afife/');
    const { status, cache } = await get('/project/kitchen-in-afife/');
    expect([status, cache]).toEqual([200, expect.stringMatching(/^s-maxage=60, stale-while-revalidate=/)]);
    expect(await requests(() => get('/project/kitchen-in-afife/'))).toEqual([]);
  });
  test('static: an edit waits for the next build, and the webhook is told so', async () => {
    expect((await get('/')).cache).toBe('s-maxage=31536000');
    const before = (await get('/')).text;
    site.cms.control.content({ slug: 'home', set: { title: 'Another home' } });
    const response = await fetch(`${site.url}/api/revalidate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret: secrets.revalidation, paths: ['/'] }),
    });
    expect(await response.json()).toEqual({ revalidated: true, paths: ['/'], static: ['/'] });
    for (let i = 0; i < 3; i++) expect((await get('/')).text).toBe(before);
  });
  test('a menu edit leaves a static page byte for byte alone', async () => {
    const before = (await get('/')).text;
    site.cms.control.menu({ location: 'PRIMARY', items: [{ label: 'Only this', url: '/about/' }] });
    await fetch(`${site.url}/api/revalidate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret: secrets.revalidation, paths: ['/*'], events: { '/*': 'menu' } }),
    });
    for (let i = 0; i < 3; i++) expect((await get('/')).text).toBe(before);
    // The same edit reaches a page that may change.
    for (let i = 0; i < 50 && !(await get('/project/')).text.includes('Only this'); i++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await get('/project/')).text).toContain('Only this');
  });
});
