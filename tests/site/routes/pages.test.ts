import { describe, expect, inject, test } from 'vitest';
import { blockTable } from '@/runtime/content/blocks/table';
import { control, edit, get, post, sample } from '../support/context';
import { secrets } from '../support/site-server';

const html = async (path: string) => {
  const response = await get(path);
  return {
    status: response.status,
    text: await response.text(),
    cache: response.headers.get('cache-control'),
  };
};
/** Text that a visitor reads, without scripts: data for the browser repeats texts. */
const visible = (text: string) => text.replace(/<script[\s\S]*?<\/script>/g, '');

describe('pages', () => {
  test('home: the page that WordPress puts in front, and the newest posts', async () => {
    const { status, text } = await html('/');
    expect(status).toBe(200);
    expect(visible(text)).toContain('data-block="HeroSplit"');
    expect(visible(text)).toContain(sample.post.title);
  });
  test('a post: title, text, author, date, canonical address', async () => {
    const { text } = await html(sample.post.path);
    const page = visible(text);
    expect(page).toMatch(new RegExp(`<h1[^>]*>${sample.post.title}</h1>`));
    expect(page).toContain('28 October 2026');
    expect(page).toMatch(new RegExp(`<link rel="canonical" href="http://127.0.0.1:\\d+${sample.post.path}"`));
    expect(page.match(/<h1/g)).toHaveLength(1);
  });
  test('the block page shows every block once it is known, and the content not a second time', async () => {
    const { text } = await html(sample.blocks);
    const page = visible(text);
    const names = Object.keys(blockTable).flatMap(
      (name) => /^Page_Flexiblecontent_FlexibleContent_(\w+)$/.exec(name)?.[1] ?? [],
    );
    for (const name of names.filter((name) => !name.startsWith('Cta')))
      expect(page).toContain(`data-block="${name}"`);
    expect(page.match(/<h[12][^>]*>[^<]*Made once, for you/g)).toHaveLength(1);
  });
  test('the sidebar page shows its sidebar', async () => {
    const page = visible((await html(sample.sidebar)).text);
    expect(page).toContain('data-block="SidebarContentSection"');
    expect(page).toContain('data-block="SidebarCtaSimple"');
  });
  test('nested pages live at the path of the CMS, and the form without slash leads there', async () => {
    const path = '/about/team/apprentices';
    expect((await html(`${path}/`)).status).toBe(200);
    const other = await get(path);
    expect([other.status, other.headers.get('location')]).toEqual([308, `${path}/`]);
    expect((await html('/apprentices/')).status).toBe(404);
  });
  test.each(['/', '/journal/', sample.post.path])('%s: cards fill the rows of two columns', async (path) => {
    const list = /<ul class="posts [\s\S]*?<\/ul>/.exec(visible((await html(path)).text))?.[0] ?? '';
    const places = [...list.matchAll(/<li class="([^"]+)"/g)].map(([, place = '']) => place);
    expect(places.length).toBeGreaterThan(2);
    let open = 0;
    for (const place of places) {
      const fills = /first|wide|alone/.test(place);
      expect([places.join(), fills && open === 1]).toEqual([places.join(), false]);
      open = fills ? 0 : 1 - open;
    }
    expect([places.join(), open]).toEqual([places.join(), 0]);
  });
  test('the blog index goes on at its own paths, and ends', async () => {
    const first = visible((await html('/journal/')).text);
    const second = visible((await html('/journal/page/2/')).text);
    expect(first).toContain(sample.post.title);
    expect(first).toContain('href="/journal/page/2/"');
    expect(second).not.toContain(sample.post.title);
    expect((await html('/journal/page/99/')).status).toBe(404);
    const one = await get('/journal/page/1/');
    expect([one.status, one.headers.get('location')]).toEqual([308, '/journal/']);
  });
  test.each([
    '/category/making/',
    '/tag/oak/',
    '/author/rosa/',
    '/project/',
    '/project/kitchen-in-afife/',
    '/contact/',
  ])('%s is there', async (path) => {
    expect((await html(path)).status).toBe(200);
  });
  test('a post at the address of the contact form stands above it', async () => {
    const told = (event: string) =>
      post('/api/revalidate', {
        secret: secrets.revalidation,
        paths: ['/contact'],
        events: { '/contact': event },
      });
    await edit({ id: 49, remove: true });
    await edit({ create: { type: 'post', slug: 'contact', title: 'Ask us', content: '<p>By letter.</p>' } });
    await told('publish');
    try {
      await expect
        .poll(async () => visible((await html('/contact/')).text))
        .toMatch(/<h1[^>]*>Ask us[\s\S]*By letter\.[\s\S]*<form[^>]*action="\/api\/contact"/);
    } finally {
      await control({ reset: true });
      await told('delete');
    }
    await expect.poll(async () => (await html('/contact/')).text).not.toContain('By letter.');
  });
  test('a protected post says so and shows nothing of its text', async () => {
    const { status, text } = await html(sample.protectedPost.path);
    expect(status).toBe(200);
    expect(text).toContain(sample.protectedPost.title);
    expect(text).toMatch(/password/i);
    expect(text).not.toContain('Oak has gone up by four per cent');
  });
  test.each(['/category/materials/', '/tag/oak/', '/author/rosa/', '/2026/01/'])(
    'a protected post is listed at %s, as in WordPress’s own archives',
    async (path) => {
      const page = visible((await html(path)).text);
      expect(page).toContain(`href="${sample.protectedPost.path}"`);
      expect(page).not.toContain('Prices and dates for the architects');
    },
  );
  test('the text is sanitised and its links stay on this site', async () => {
    const page = visible((await html(sample.post.path)).text);
    expect(page).not.toMatch(
      /href="http:\/\/127\.0\.0\.1:\d+\/(?!wp-content)[a-z-]+\/"(?! rel="canonical")(?=[^>]*>[^<]*<\/a>)/,
    );
  });
  test.each(['/no-such-page/', '/no/such/page/', '/wp-login.php', '/index/'])(
    '%s is 404, with the page in the HTML',
    async (path) => {
      const { status, text } = await html(path);
      expect(status).toBe(404);
      expect(visible(text)).toMatch(/<h1/);
    },
  );
  test.each(['/oak-chair/', '/?attachment_id=12', '/?p=12'])(
    '%s, the page of an attachment in WordPress, leads to its file',
    async (path) => {
      const answer = async () => {
        const { status, headers } = await get(path);
        return [status, headers.get('location')];
      };
      // The tests are one client, and its turns for unknown addresses may be used up: then nobody asks WordPress.
      await expect.poll(answer).toEqual([308, `${inject('site').cmsUrl}/wp-content/uploads/oak-chair.webp`]);
    },
  );
  test.each([
    ['/index.php', '/'],
    [`/index.php${sample.post.path}`, sample.post.path],
    [`${sample.post.path}index.php`, sample.post.path],
    ['/index.php/journal/page/2/', '/journal/page/2/'],
    [`/index.php?p=${sample.post.id}`, sample.post.path],
  ])('%s leads to the address without index.php', async (path, to) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('location')]).toEqual([308, to]);
  });
  test('a missing page offers the words of its address to the search, and ways on from the menu', async () => {
    const main = /<main[\s\S]*<\/main>/.exec((await html('/no/such-oak_chairs/')).text)?.[0] ?? '';
    expect(main).toMatch(/<input[^>]*name="q"[^>]*value="such oak chairs"/);
    const ways = [...main.matchAll(/<li><a href="(\/[^"]*)"/g)].map(([, href]) => href);
    expect(new Set(ways).size).toBe(ways.length);
    expect(ways.length).toBeGreaterThanOrEqual(6);
  });
  test('no page says where the CMS is, beyond its images', async () => {
    const { text } = await html('/');
    expect(text).not.toContain('/graphql');
  });
});
