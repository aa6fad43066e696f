import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { jsonOf, type Running, running } from './support.js';

describe('control', () => {
  let cms: Running;
  let contentDir: string;
  beforeAll(async () => {
    contentDir = mkdtempSync(join(tmpdir(), 'sample-content-'));
    cpSync(fileURLToPath(new URL('../../src/sample-cms/content/', import.meta.url)), contentDir, {
      recursive: true,
    });
    cms = await running({ contentDir });
  });
  afterEach(() => {
    cms.control.reset();
  });
  afterAll(async () => {
    await cms.close();
    rmSync(contentDir, { recursive: true });
  });

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${cms.url}/__sample/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await jsonOf(response) };
  };
  const raw = (signal?: AbortSignal) =>
    fetch(`${cms.graphqlUrl}?query={__typename}`, signal ? { signal } : {});
  const title = async (id: number) =>
    (await cms.ask(`{post(id:"${id}",idType:DATABASE_ID){title modified}}`)).data.post;

  test('status, with a time to wait', async () => {
    expect((await post('control', { failure: { status: 503, retryAfter: 7 } })).status).toBe(200);
    const response = await raw();
    expect([
      response.status,
      response.headers.get('retry-after'),
      response.headers.get('content-type'),
    ]).toEqual([503, '7', 'text/html; charset=UTF-8']);
    await post('control', { failure: null });
    expect((await raw()).status).toBe(200);
  });

  test('a page instead of an answer, a refused connection, silence, half an answer', async () => {
    await post('control', { failure: 'html' });
    const page = await raw();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    await post('control', { failure: 'refuse' });
    await expect(raw()).rejects.toThrow('fetch failed');
    await post('control', { failure: 'timeout' });
    await expect(raw(AbortSignal.timeout(150))).rejects.toThrow(/abort|timeout/i);
    await post('control', { failure: 'partial' });
    const half = await cms.ask('{posts{nodes{id}} generalSettings{title}}');
    expect(half.data).toEqual({ posts: null, generalSettings: { title: 'Alder &amp; Finch' } });
    expect(half.errors).toEqual([{ message: 'Internal server error', path: ['posts'] }]);
    await post('control', { failure: 'lists' });
    const empty = await cms.ask('{posts{nodes{id}} generalSettings{title}}');
    expect([empty.errors, empty.data]).toEqual([
      undefined,
      { posts: null, generalSettings: { title: 'Alder &amp; Finch' } },
    ]);
    expect((await post('control', { failure: 'nonsense' })).status).toBe(400);
  });

  test('an edit shows, moves `modified`, and is gone after a reset', async () => {
    const before = await title(114);
    const { body } = await post('content', { slug: 'dovetails-by-eye', set: { title: 'Dovetails, again' } });
    expect(body).toMatchObject({ id: 114, uri: '/dovetails-by-eye/' });
    const after = await title(114);
    expect(after.title).toBe('Dovetails, again');
    expect(after.modified > before.modified).toBe(true);
    await post('control', { reset: true });
    expect(await title(114)).toEqual(before);
    expect((await post('content', { slug: 'nobody', set: {} })).status).toBe(400);
  });

  test('a slug change moves the page and everything below it', async () => {
    cms.control.content({ path: '/about/', set: { slug: 'us' } });
    const { data } = await cms.ask(
      '{a:nodeByUri(uri:"/us/"){uri} b:nodeByUri(uri:"/about/"){uri} c:page(id:"44",idType:DATABASE_ID){uri}}',
    );
    expect(data).toEqual({ a: { uri: '/us/' }, b: null, c: { uri: '/us/team/' } });
  });

  test('publish, unpublish, create and remove', async () => {
    expect(cms.control.content({ id: 131, set: { status: 'publish' } }).uri).toBe(
      '/a-stool-for-the-school-in-vilar/',
    );
    cms.control.content({ slug: 'a-walk-in-the-oak-wood', set: { status: 'draft' } });
    const { id } = cms.control.content({ create: { title: 'Brand new', content: '<p>Fresh.</p>' } });
    cms.control.content({ slug: 'oil-soap-or-wax', remove: true });
    const { data } = await cms.ask(`{
      published:nodeByUri(uri:"/a-stool-for-the-school-in-vilar/"){uri} draft:nodeByUri(uri:"/a-walk-in-the-oak-wood/"){uri}
      made:post(id:"${id}",idType:DATABASE_ID){uri content} gone:nodeByUri(uri:"/oil-soap-or-wax/"){uri} posts(first:100){nodes{slug}}
    }`);
    expect(data).toMatchObject({
      published: { uri: '/a-stool-for-the-school-in-vilar/' },
      draft: null,
      made: { uri: '/brand-new/', content: '\n<p>Fresh.</p>\n' },
      gone: null,
    });
    const slugs = data.posts.nodes.map((node: { slug: string }) => node.slug);
    expect(slugs[0]).toBe('brand-new');
    expect(slugs).not.toContain('oil-soap-or-wax');
  });

  test('menus can be changed and replaced', async () => {
    const labels = async (location: string) =>
      (
        await cms.ask(`{menuItems(where:{location:${location}},first:100){nodes{label}}}`)
      ).data.menuItems.nodes.map((item: { label: string }) => item.label);
    await post('menu', { id: 2004, set: { label: 'Learners' } });
    expect((await labels('PRIMARY'))[3]).toBe('Learners');
    await post('menu', { location: 'FOOTER', items: [{ label: 'Only', url: '/privacy/' }] });
    expect(await labels('FOOTER')).toEqual(['Only']);
    cms.control.reset();
    expect(await labels('FOOTER')).toHaveLength(5);
  });

  test('the number of generated posts can change', async () => {
    await post('control', { posts: 40 });
    const { data } = await cms.ask('{posts(first:100){nodes{id}}}');
    expect(data.posts.nodes).toHaveLength(19 + 40);
  });

  test('the log names what was asked, and can be cleared', async () => {
    cms.control.clearLog();
    await cms.ask('query GetOne($n:Int){posts(first:$n){nodes{id}}}', { n: 1 });
    await Promise.all([cms.ask('{pages{nodes{id}}}'), cms.ask('{pages{nodes{id}}}')]);
    const log = await jsonOf(await fetch(`${cms.url}/__sample/log`));
    expect(log.total).toBe(3);
    expect(log.operations).toEqual({ GetOne: 1, '{pages}': 2 });
    expect(log.requests[0]).toMatchObject({ operation: 'GetOne', variables: { n: 1 }, status: 200 });
    expect(log.requests[0].bytes).toBeGreaterThan(30);
    expect(log.maxInFlight).toBeGreaterThanOrEqual(1);
    await fetch(`${cms.url}/__sample/log`, { method: 'DELETE' });
    expect(cms.control.log().total).toBe(0);
  });

  test('pages of other sites cannot reach it', async () => {
    expect((await post('control', { failure: 500 }, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await raw()).status).toBe(200);
  });

  test('a file that changes on disk shows on the next request', async () => {
    const file = join(contentDir, 'posts', 'dovetails-by-eye.html');
    const before = readFileSync(file, 'utf8');
    expect((await title(114)).title).toBe('Dovetails by eye');
    writeFileSync(file, before.replace('"Dovetails by eye"', '"Dovetails by ear, mostly"'));
    expect((await title(114)).title).toBe('Dovetails by ear, mostly');
    const added = join(contentDir, 'posts', 'new-in-the-folder.html');
    writeFileSync(added, '<!-- { "title": "New" } -->\n<p>Hello.</p>');
    expect((await cms.ask('{nodeByUri(uri:"/new-in-the-folder/"){uri}}')).data.nodeByUri).not.toBeNull();
    rmSync(added);
    expect((await cms.ask('{nodeByUri(uri:"/new-in-the-folder/"){uri}}')).data.nodeByUri).toBeNull();
    writeFileSync(file, before);
  });

  test('a file with a mistake is named, and the server goes on', async () => {
    const file = join(contentDir, 'posts', 'broken.html');
    writeFileSync(file, '<!-- { "title": } -->');
    const { status, errors } = await cms.ask('{__typename posts{nodes{id}}}');
    rmSync(file);
    expect(status).toBe(500);
    expect(errors?.[0]?.message).toContain('posts/broken.html');
    expect((await cms.ask('{posts{nodes{id}}}')).status).toBe(200);
  });
});
