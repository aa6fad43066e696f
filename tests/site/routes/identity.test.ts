import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { control, cookieOf, edit, eventually, get, post, sample, settings } from '../support/context';
import { secrets } from '../support/site-server';

const changed = async (...paths: [path: string, event: string][]) => {
  const body = {
    secret: secrets.revalidation,
    paths: paths.map(([path]) => path),
    events: Object.fromEntries(paths),
  };
  expect((await post('/api/revalidate', body)).status).toBe(200);
};
/** Settings that the site shows from now on, whatever the tests before have left. */
const settingsAre = async (set: object) => {
  await settings(set);
  await changed(['/*', 'settings']);
};

afterEach(async () => {
  await control({ reset: true });
  await changed(['/*', 'settings'], ['/*', 'update']);
  // The first visitor still sees the page of before: other tests come after that one.
  for (const path of ['/', '/journal/', '/contact/', '/feed/', '/2026/10/', sample.post.path])
    await eventually(path, (text) => text.includes('en-GB') && text.includes('Alder &amp; Finch'));
});

test("the site's name is WordPress's, everywhere, and follows it", async () => {
  const name = 'Ann & Söhne <1>';
  const shown = 'Ann &amp; Söhne &lt;1&gt;';
  await settingsAre({ title: name, description: 'Since 1871' });
  const page = await eventually(sample.post.path, (html) => html.includes(`– ${shown}</title>`));
  expect(page).toContain(`<meta property="og:site_name" content="${shown}"`);
  expect(page).toMatch(/<header.*Ann &amp; Söhne.*<\/header>/s);
  expect(page).toMatch(/<footer.*Ann &amp; Söhne.*Since 1871.*<\/footer>/s);
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  const graph = JSON.parse(json)['@graph'] as { '@type': string; name?: string; description?: string }[];
  expect(graph.find((node) => node['@type'] === 'WebSite')).toMatchObject({
    name,
    description: 'Since 1871',
  });
  expect(graph.find((node) => node['@type'] === 'Organization')).toMatchObject({ name });
  await eventually('/', (html) => html.includes(`<title>${shown}</title>`));
  await eventually('/feed/', (xml) => xml.includes(`<title>${shown}</title>`) && xml.includes('Since 1871'));
  await eventually('/category/making/feed/', (xml) => xml.includes(`– ${shown}</title>`));
  await eventually('/contact/', (html) => html.includes(shown) && !html.includes('Headless Site'));
  await eventually('/no-such-page/', (html, status) => status === 404 && html.includes(`– ${shown}</title>`));
  expect(await (await get('/search/?q=oak')).text()).toContain(`– ${shown}</title>`);
});

describe("the site's language", () => {
  test('is that of the document, its dates and its feeds', async () => {
    await settingsAre({ language: 'de_DE_formal' });
    const page = await eventually(sample.post.path, (html) => html.includes('>28 Oktober 2026</time>'));
    expect(page).toMatch(/<html[^>]* lang="de-DE" dir="ltr"/);
    expect(page).not.toContain('[dir=rtl]');
    expect(page).not.toContain(':lang(ar)');
    await eventually('/2026/10/', (html) => html.includes('Oktober 2026</h1>'));
    await eventually('/feed/', (xml) => xml.includes('<language>de-DE</language>'));
  });
  test('is the last one, where two changes come one after the other', async () => {
    for (const gap of [300, 900]) {
      await settingsAre({ language: 'de_DE' });
      await sleep(gap);
      await settingsAre({ language: 'pt_PT' });
      // Renders of a change of settings ask the CMS nothing, so that it does not tell when they are done.
      await expect.poll(async () => (await get(sample.post.path)).headers.get('x-nextjs-cache')).toBe('HIT');
      expect(await (await get(sample.post.path)).text()).toMatch(/<html[^>]* lang="pt-PT"/);
    }
  });
  test('gives the direction', async () => {
    await settingsAre({ language: 'ar' });
    const page = await eventually(sample.post.path, (html) => html.includes('أكتوبر'));
    expect(page).toMatch(/<html[^>]* lang="ar" dir="rtl"/);
    // Arrows, and words in another script in boxes of their own; no page that runs from left to right carries their rules.
    for (const part of ['.more:after', '.card-title>a'])
      expect(
        page.split('}').some((rule) => rule.includes('[dir=rtl]') && rule.includes(part)),
        part,
      ).toBe(true);
    const missing = await eventually('/nowhere/', (html) => html.includes('dir="rtl"'));
    expect(missing).toMatch(/<html[^>]* lang="ar" dir="rtl"/);
  });
});

describe('the format of dates in WordPress', () => {
  test('is that of posts, and of the rows that the search fills', async () => {
    await settingsAre({ dateFormat: 'l, d.m.Y' });
    const page = await eventually(sample.post.path, (html) => html.includes('>Wednesday, 28.10.2026</time>'));
    expect(page).toMatch(/<time[^>]* data-format="l, d\.m\.Y"/);
    await eventually('/journal/', (html) => html.includes('>Wednesday, 28.10.2026</time>'));
    expect(await (await get('/search/?q=oak')).text()).toMatch(/>[A-Z][a-z]+day, \d\d\.\d\d\.20\d\d<\/time>/);
  });
  test('that nobody can read is no format', async () => {
    await settingsAre({ dateFormat: 'W' });
    await eventually(sample.post.path, (html) => html.includes('>28 October 2026</time>'));
  });
});

test('sticky posts come first on the first page of the blog, and nowhere else', async () => {
  const titles = async (path: string) => {
    const html = await (await get(path)).text();
    return [...html.matchAll(/<h2[^>]*><a[^>]*href="([^"]+)"/g)].map(([, href]) => href ?? '');
  };
  const plain = [...(await titles('/journal/')), ...(await titles('/journal/page/2/'))];
  const [first = ''] = plain;
  const old = plain.at(-1) ?? '';
  expect(first).toBe(sample.post.path);
  await edit({ path: old, set: { sticky: true } });
  await changed(['/*', 'update']);
  await eventually('/journal/', (html) => html.includes(`href="${old}"`));
  const page = await titles('/journal/');
  expect(page.slice(0, 2)).toEqual([sample.post.path, old]);
  expect(new Set(page).size).toBe(page.length);
  // Where it has its place it stays, as in WordPress; a feed goes by dates.
  expect(await titles('/journal/page/2/')).toContain(old);
  const links = [...(await (await get('/journal/feed/')).text()).matchAll(/<link>([^<]+)<\/link>/g)];
  expect(links.map(([, link]) => new URL(link ?? '').pathname)).not.toContain(old);
});

test('a redirect names one address, also in its first answer', async () => {
  for (let i = 0; i < 2; i++) {
    const response = await get('/Questions-About-Alder/');
    expect([response.status, response.headers.get('location')]).toEqual([308, '/questions-about-alder/']);
  }
});

test('the banner of a preview says whether visitors see the item by now', async () => {
  const { id } = sample.draft;
  const link = await get(`/api/preview?secret=${secrets.preview}&id=${id}&type=post`);
  const cookie = cookieOf(link);
  const banner = async () =>
    /<aside aria-label="Preview".*?<\/aside>/s.exec(
      await (await get(`/preview/${id}`, { cookie })).text(),
    )?.[0];
  expect(await banner()).toContain('Visitors do not see it.');
  // In WordPress's time zone and format.
  const [, until = '', words] = /<time dateTime="([^"]+)">([^<]+)<\/time>/.exec((await banner()) ?? '') ?? [];
  const time = { timeZone: 'Europe/Lisbon', hour: '2-digit', minute: '2-digit' } as const;
  expect(words).toBe(new Date(until).toLocaleTimeString('en-GB', time));
  await edit({ id, set: { status: 'publish' } });
  expect(await banner()).toContain('visitors see its published version');
  expect(await banner()).not.toContain('Visitors do not see it.');
});
