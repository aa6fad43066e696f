import { beforeAll, describe, expect, inject, test } from 'vitest';
import answers from '../../../templates/site/site.config.json';
import { control, edit, get, post, sample } from '../support/context';
import { secrets } from '../support/site-server';

const { enabled = true, provider = 'local_index' } = answers.features?.search ?? {};

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Text of /search that a visitor reads, without scripts: data for the browser repeats texts. */
const searchFor = async (query: string) => {
  const response = await get(`/search/?${new URLSearchParams({ q: query })}`);
  const html = await response.text();
  const main = /<main[\s\S]*<\/main>/.exec(html.replace(/<script[\s\S]*?<\/script>/g, ''))?.[0] ?? '';
  return { status: response.status, html, main };
};
const linksIn = (main: string) => [...main.matchAll(/<h2[^>]*><a href="([^"]+)"/g)].map((match) => match[1]);

// Only what applies to this site is registered: nothing is skipped.
if (!enabled)
  test('search is switched off: /search is not found, and so is all below it', async () => {
    for (const path of ['/search/', '/search/titles.json', '/search/texts.json', '/search/results?q=oak'])
      expect((await get(path)).status, path).toBe(404);
    expect((await (await get('/')).text()).includes('href="/search"')).toBe(false);
  });

describe.runIf(enabled)('the search page', () => {
  test('without a query: a form and the latest posts, kept out of other search engines', async () => {
    const { status, html, main } = await searchFor('');
    expect(status).toBe(200);
    expect(main).toMatch(/<form[^>]*action="\/search"/);
    expect(main).not.toContain('Nothing found');
    expect(main).toContain('Latest posts');
    expect(html).toMatch(/<meta name="robots" content="noindex/);
  });
  test('categories stand below the form before a search, and are no answer to one', async () => {
    const chips = async (query: string) => {
      const nav = /<nav aria-label="Categories".*?<\/nav>/s.exec((await searchFor(query)).main)?.[0] ?? '';
      return [...nav.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path);
    };
    const shown = await chips('');
    expect(shown).toContain('/category/making/');
    expect(shown.filter((path) => !path.startsWith('/category/'))).toEqual([]);
    expect(await chips('zzzqqq')).toEqual([]);
    expect(await chips('chair')).toEqual([]);
  });
  test.each([
    '<script>steal(cookies)</script>',
    '"><img src=x onerror=alert(1)>',
    '%',
    '%E0%A4%A',
    '\\',
    '🪑',
    'x'.repeat(10_000),
  ])('odd input is shown as text and cut: %j', async (query) => {
    const { status, html, main } = await searchFor(query);
    expect(status).toBe(200);
    expect(main).toContain('Nothing found');
    for (const markup of ['<script>steal(', '<img src=x']) expect(html.includes(markup), markup).toBe(false);
    expect(main).not.toContain('x'.repeat(101));
  });
  test('several values count as the first one', async () => {
    const text = await (await get('/search/?q=first-value&q=second-value')).text();
    expect(/<title>([^<]*)/.exec(text)?.[1]).toMatch(/first-value/);
    expect(/<title>([^<]*)/.exec(text)?.[1]).not.toMatch(/second-value/);
  });
  test.each(['page', 'post'])('a %s of the CMS at this address lends it title and text', async (type) => {
    const changed = (event: string) =>
      post('/api/revalidate', {
        secret: secrets.revalidation,
        paths: ['/search'],
        events: { '/search': event },
      });
    await edit({ create: { type, slug: 'search', title: 'Find it here', content: '<p>Or ask us.</p>' } });
    await changed('publish');
    try {
      const { html, main } = await searchFor('zzzqqq');
      expect(main.match(/<h1[^>]*>([^<]*)/g)).toEqual([expect.stringMatching(/Find it here$/)]);
      expect(main).toMatch(/Or ask us\.[\s\S]*<form[^>]*action="\/search"[\s\S]*Nothing found/);
      expect(html).toMatch(/<title>“zzzqqq” – Find it here/);
      expect(html).toMatch(/<meta name="robots" content="noindex/);
    } finally {
      await control({ reset: true });
      await changed('delete');
    }
    expect((await searchFor('')).main).not.toContain('Find it here');
  });
  test('the header leads to it', async () => {
    expect((await (await get('/')).text()).includes('<a href="/search"')).toBe(true);
  });
});

describe.runIf(enabled && provider === 'local_index')('the local index', () => {
  const titles = async () => (await get('/search/titles.json')).json();
  const texts = async () => (await get('/search/texts.json')).json();
  beforeAll(() => control({ reset: true }));

  test('a word of a title finds its post first, with type, date and excerpt', async () => {
    const { main } = await searchFor('chair mended');
    expect(linksIn(main)[0]).toBe(sample.post.path);
    expect(main).toContain('28 October 2026');
    expect(main).toContain('Most chairs are thrown away');
  });
  test('pages and words of texts are found too', async () => {
    expect(linksIn((await searchFor('apprentices')).main)).toContain('/about/team/apprentices/');
    expect(linksIn((await searchFor('thrown away')).main)).toContain(sample.post.path);
  });
  test('a part of a Japanese title finds it', async () => {
    expect((await searchFor('研ぐ')).main).toContain('鉋を研ぐ朝');
  });
  test('nothing found is said', async () => {
    const { status, main } = await searchFor('zzzqqq');
    expect([status, linksIn(main)]).toEqual([200, []]);
    expect(main).toContain('Nothing found');
    expect(main).toContain('Latest posts');
  });
  test('a protected post is found by its title; neither file holds its text', async () => {
    const { main } = await searchFor('Trade notes');
    expect(linksIn(main)[0]).toBe(sample.protectedPost.path);
    const { items } = await titles();
    const [id, , , , date] = items.find((row: unknown[]) => row[2] === sample.protectedPost.path);
    expect(date).toBe('');
    expect((await texts()).items.filter((row: unknown[]) => row[0] === id)).toEqual([]);
  });
  test('drafts are in no file', async () => {
    expect(JSON.stringify([await titles(), await texts()])).not.toContain(sample.draft.title);
  });
  test('the files are kept like a page, and the first holds no text', async () => {
    const response = await get('/search/titles.json');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).not.toContain('no-store');
    expect(await response.text()).not.toContain('Most chairs are thrown away');
  });
  test('the route that the dialog may ask answers the same, and is never kept', async () => {
    const response = await get('/search/results?q=chair%20mended');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { results, total } = await response.json();
    expect([results[0].path, total > 0]).toEqual([sample.post.path, true]);
    expect(await (await get('/search/results')).json()).toEqual({ results: [], total: 0 });
  });
  test('searching asks the CMS nothing once its answers are cached', async () => {
    const log = `${inject('site').cmsUrl}/__sample/log`;
    const asked = async () => {
      await fetch(log, { method: 'DELETE' });
      await searchFor('chair mended');
      await sleep(300);
      return (await (await fetch(log)).json()).total;
    };
    // The index looks at the cached data once a second at most: each turn here is one look.
    await expect.poll(asked, { interval: 1000 }).toBe(0);
  });
  test('while the CMS is down, search goes on', async () => {
    await control({ failure: 'refuse' });
    try {
      expect(linksIn((await searchFor('chair mended')).main)[0]).toBe(sample.post.path);
    } finally {
      await control({ reset: true });
    }
  });
  test('what changes in the CMS is found after its webhook, and what it was no longer', async () => {
    const path = '/how-we-dry-our-boards/';
    const changed = () =>
      post('/api/revalidate', { secret: secrets.revalidation, paths: [path], events: { [path]: 'update' } });
    const finds = async (query: string) => linksIn((await searchFor(query)).main).includes(path);
    const becomes = (query: string, wanted: boolean) =>
      expect.poll(() => finds(query), { interval: 250, message: query }).toBe(wanted);
    await edit({ slug: 'how-we-dry-our-boards', set: { title: 'Kilnless', excerpt: 'Xylotheque words' } });
    await changed();
    await becomes('kilnless', true);
    await becomes('xylotheque', true);
    await becomes('how we dry our boards', false);
    await control({ reset: true });
    await changed();
    await becomes('how we dry our boards', true);
  });
});
