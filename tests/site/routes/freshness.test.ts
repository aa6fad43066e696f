import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { cached, control, edit, eventually, get, post, sample, settings } from '../support/context';
import { secrets } from '../support/site-server';

const changed = async (paths: string[], events?: Record<string, string>) => {
  const response = await post('/api/revalidate', {
    secret: secrets.revalidation,
    paths,
    ...(events ? { events } : {}),
  });
  expect(response.status).toBe(200);
};
const read = async (path: string) => {
  const response = await get(path);
  return { status: response.status, text: await response.text() };
};

/** Waits until a page with the text is on the disk. A request for the page would have it rendered. */
const stored = (name: string, text: string) =>
  expect
    .poll(() => {
      const folder = path.join(inject('site').dir, '.next/server/route-cache');
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      return files.some(
        (file) =>
          file.endsWith(`${name}.html`) && readFileSync(path.join(folder, file), 'utf8').includes(text),
      );
    })
    .toBe(true);

describe('what changes in the CMS', () => {
  afterEach(async () => {
    await control({ reset: true });
  });

  test('an update: the site renders its page and the lists again, and the first visitor sees the new ones', async () => {
    const post = '/how-we-dry-our-boards/';
    for (const known of [post, '/journal/']) await cached(known);
    await edit({ slug: 'how-we-dry-our-boards', set: { title: 'Boards, once more' } });
    expect((await read(post)).text).not.toContain('Boards, once more');
    await changed([post]);
    for (const name of ['how-we-dry-our-boards', 'journal']) await stored(name, 'Boards, once more');
    for (const known of [post, '/journal/']) {
      const first = await get(known);
      expect([known, first.headers.get('x-nextjs-cache')]).toEqual([known, 'HIT']);
      expect(await first.text()).toContain('Boards, once more');
    }
  });

  test('a setting of the site: pages that nobody visits are rendered again too', async () => {
    await settings({ title: 'A Workshop by Another Name' });
    await changed(['/*'], { '/*': 'settings' });
    await stored('about', 'A Workshop by Another Name');
    await control({ reset: true });
    await changed(['/*'], { '/*': 'settings' });
  });

  test('a post that left is in no list again, however slow the CMS is', async () => {
    const lists = ['/', '/journal/', '/category/materials/', '/feed/', '/search/titles.json', '/sitemap.xml'];
    for (const known of lists) await cached(known);
    await edit({ slug: 'how-we-dry-our-boards', set: { status: 'draft' } });
    await control({ delayMs: 500 });
    await changed(['/how-we-dry-our-boards/'], { '/how-we-dry-our-boards/': 'delete' });
    const shown = await Promise.all(lists.map(async (known) => [known, (await read(known)).text] as const));
    expect(
      shown.filter(([, text]) => text.includes('How we dry our boards')).map(([known]) => known),
    ).toEqual([]);
    await control({ reset: true });
    await changed(['/how-we-dry-our-boards/'], { '/how-we-dry-our-boards/': 'publish' });
  });

  test('a post that left without being named: after a change of the whole site nobody sees it again', async () => {
    const lists = ['/', '/journal/', '/category/materials/', '/feed/', '/search/titles.json', '/sitemap.xml'];
    const all = [...lists, '/how-we-dry-our-boards/'];
    for (const known of all) await cached(known);
    await edit({ slug: 'how-we-dry-our-boards', set: { status: 'draft' } });
    await changed(['/*']);
    const shown = await Promise.all(all.map(async (known) => [known, (await read(known)).text] as const));
    expect(
      shown.filter(([, text]) => text.includes('How we dry our boards')).map(([known]) => known),
    ).toEqual([]);
    expect((await read('/how-we-dry-our-boards/')).status).toBe(404);
    await control({ reset: true });
    await changed(['/how-we-dry-our-boards/'], { '/how-we-dry-our-boards/': 'publish' });
  });

  describe('older and newer posts', () => {
    const slug = 'how-we-dry-our-boards';
    const path = `/${slug}/`;
    const leadsTo = async (from: string, rel: 'prev' | 'next') =>
      new RegExp(`<a href="([^"]+)" rel="${rel}"`).exec((await read(from)).text)?.[1] ?? '';

    test('a new title is in the pages before and after it, and theirs are in its own', async () => {
      const [older, newer] = [await leadsTo(path, 'prev'), await leadsTo(path, 'next')];
      expect([await leadsTo(older, 'next'), await leadsTo(newer, 'prev')]).toEqual([path, path]);
      for (const known of [older, newer]) await cached(known);
      await edit({ slug, set: { title: 'Boards by another name' } });
      await changed([path]);
      for (const known of [older, newer])
        await stored(known.replaceAll('/', ''), '<span class="near-title">Boards by another name</span>');
      await control({ reset: true });
      await changed([path]);
      for (const known of [older, newer])
        await stored(known.replaceAll('/', ''), '<span class="near-title">How we dry our boards</span>');
    });

    test('no page leads once more to a post that left, and one that comes is led to', async () => {
      const [older, newer] = [await leadsTo(path, 'prev'), await leadsTo(path, 'next')];
      for (const known of [older, newer]) await cached(known);
      await edit({ slug, set: { status: 'draft' } });
      await changed([path], { [path]: 'delete' });
      expect([await leadsTo(older, 'next'), await leadsTo(newer, 'prev')]).toEqual([newer, older]);
      for (const known of [older, newer]) expect((await read(known)).text).not.toContain(path);
      await control({ reset: true });
      await changed([path], { [path]: 'publish' });
      await eventually(older, (text) => text.includes(`<a href="${path}" rel="next"`));
      await eventually(newer, (text) => text.includes(`<a href="${path}" rel="prev"`));
    });

    test('a post with a password is passed over, and has its own place', async () => {
      const { path } = sample.protectedPost;
      const [older, newer] = [await leadsTo(path, 'prev'), await leadsTo(path, 'next')];
      expect([await leadsTo(older, 'next'), await leadsTo(newer, 'prev')]).toEqual([newer, older]);
    });
  });

  describe('pages below a page', () => {
    const path = '/about/team/';
    /** Links of "In this section". */
    const below = (text: string) =>
      [
        ...(/aria-labelledby="in-section".*?<\/nav>/s.exec(text)?.[0] ?? '').matchAll(/<a href="([^"]+)"/g),
      ].map(([, to]) => to);

    test('a new title is in the page above', async () => {
      expect(below((await read('/about/')).text)).toEqual(['/about/history/', path]);
      expect(below((await read('/about/history/')).text)).toEqual([]);
      await cached('/about/');
      await edit({ slug: 'team', set: { title: 'A crew' } });
      await changed([path, '/sitemap.xml']);
      await stored('about', `<a href="${path}">A crew</a>`);
      await control({ reset: true });
      await changed([path, '/sitemap.xml']);
      await stored('about', `<a href="${path}">The team</a>`);
    });

    test('one that left is in no page above once more, and is back when it is published', async () => {
      await cached('/about/');
      await edit({ slug: 'history', set: { status: 'draft' } });
      await changed(['/about/history/', '/sitemap.xml'], { '/about/history/': 'delete' });
      expect(below((await read('/about/')).text)).toEqual([path]);
      await control({ reset: true });
      await changed(['/about/history/', '/sitemap.xml'], { '/about/history/': 'publish' });
      await eventually('/about/', (text) => below(text).includes('/about/history/'));
    });
  });

  const cardsOf = (text: string) =>
    [...text.matchAll(/card-title"><a href="([^"]+)"/g)].map(([, to = '']) => to);
  const readNext = async (path: string) =>
    cardsOf(/aria-labelledby="related-title".*?<\/section>/s.exec((await read(path)).text)?.[0] ?? '');

  test('items of a custom type to read next are of this type', async () => {
    const all = cardsOf((await read('/project/')).text);
    for (const path of all.slice(0, 4))
      expect(await readNext(path)).toEqual(all.filter((other) => other !== path).slice(0, 3));
  });

  test('posts to read next: three others, and none that left', async () => {
    const [newest = ''] = cardsOf((await read('/journal/')).text);
    const shown = await readNext(newest);
    expect([shown.length, new Set(shown).size, shown.includes(newest)]).toEqual([3, 3, false]);
    const [left = '', ...kept] = shown;
    await cached(newest);
    await edit({ slug: left.replaceAll('/', ''), set: { status: 'draft' } });
    await changed([left], { [left]: 'delete' });
    const now = await readNext(newest);
    expect([now.length, now.includes(left), kept.every((path) => now.includes(path))]).toEqual([
      3,
      false,
      true,
    ]);
    await control({ reset: true });
    await changed([left], { [left]: 'publish' });
    await expect.poll(() => readNext(newest)).toEqual(shown);
  });

  test('a protected post stays in its archives when they are made again', async () => {
    const archive = '/category/materials/';
    await edit({ slug: 'trade-notes-autumn', set: { title: 'Trade notes, winter' } });
    await changed([sample.protectedPost.path, archive]);
    await eventually(archive, (text) => text.includes('Trade notes, winter'));
  });

  test('a post that is published: its 404 is gone with the first visitor', async () => {
    const path = '/a-new-post/';
    expect((await read(path)).status).toBe(404);
    await cached(path);
    await edit({ slug: 'dovetails-by-eye', set: { slug: 'a-new-post', title: 'A new post' } });
    await changed([path, '/dovetails-by-eye/'], { [path]: 'publish', '/dovetails-by-eye/': 'delete' });
    const appeared = await read(path);
    expect([appeared.status, appeared.text.includes('A new post')]).toEqual([200, true]);
    expect((await read('/dovetails-by-eye/')).status).toBe(404);
    for (const known of [path, '/dovetails-by-eye/']) await cached(known);
    // The CMS goes back to what it was; this time nobody says what happened.
    await control({ reset: true });
    await changed([path, '/dovetails-by-eye/']);
    expect((await read('/dovetails-by-eye/')).status).toBe(200);
    expect((await read(path)).status).toBe(404);
  });

  test('a post that left, told like any edit, is a 404 soon', async () => {
    const path = '/dovetails-by-eye/';
    // Its address is among the data that is cached then, as is that of the home page: only the post itself says that it is gone.
    await edit({ slug: 'dovetails-by-eye', set: { title: 'Dovetails by rule' } });
    await changed([path], { [path]: 'update' });
    await eventually(path, (text) => text.includes('Dovetails by rule'));
    await cached(path);
    await edit({ slug: 'dovetails-by-eye', set: { status: 'draft' } });
    await changed([path], { [path]: 'update' });
    await eventually(path, (_, status) => status === 404);
    await control({ reset: true });
    await changed([path], { [path]: 'publish' });
    expect((await read(path)).status).toBe(200);
  });

  test('everything may have changed: a cached 404 is looked at again, and other pages are refreshed', async () => {
    const path = '/a-post-of-an-import/';
    expect((await read(path)).status).toBe(404);
    for (const known of [path, sample.post.path]) await cached(known);
    await edit({ slug: 'dovetails-by-eye', set: { slug: 'a-post-of-an-import', title: 'Imported' } });
    await edit({ slug: sample.post.slug, set: { title: 'Edited by an import' } });
    await changed(['/*']);
    const appeared = await read(path);
    expect([appeared.status, appeared.text.includes('Imported')]).toEqual([200, true]);
    await eventually(sample.post.path, (text) => text.includes('Edited by an import'));
    await control({ reset: true });
    await changed([path, '/dovetails-by-eye/', sample.post.path]);
    await eventually(sample.post.path, (text) => text.includes(sample.post.title));
  });

  test('while the CMS is down the last good page stays, and nothing becomes a 404', async () => {
    const path = sample.post.path;
    await read(path);
    await control({ failure: 'refuse' });
    await changed([path]);
    for (let i = 0; i < 3; i++) expect((await read(path)).status).toBe(200);
    await edit({ slug: sample.post.slug, set: { title: 'A chair, after the outage' } });
    await control({ failure: null });
    await eventually(path, (text) => text.includes('A chair, after the outage'));
    await control({ reset: true });
    await changed([path]);
    await eventually(path, (text) => text.includes(sample.post.title));
  });
});
