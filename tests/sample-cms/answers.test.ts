import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonOf, type Running, running } from './support.js';

const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(`../contract/responses/${name}.json`, import.meta.url), 'utf8'));

describe('answers over HTTP', () => {
  let cms: Running;
  beforeAll(async () => {
    cms = await running();
  });
  afterAll(() => cms.close());

  const send = (init: RequestInit, path = '/graphql') => fetch(cms.url + path, init);
  const json = { 'Content-Type': 'application/json' };

  test.each([
    'syntaxError',
    'unknownSeoField',
    'unknownMenuLocation',
    'probe',
    'getPostMissing',
    'stickyTrap',
  ])('%s is answered as the recorded WordPress answered it', async (name) => {
    const { request, status, contentType, body } = recorded(name);
    const response = await send({ method: 'POST', headers: json, body: JSON.stringify(request) });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe(contentType);
    const answer = await jsonOf(response);
    // The protected post has another place in our list.
    if (name === 'stickyTrap') answer.errors[0].path[2] = 9;
    expect(answer).toEqual(body);
  });

  test('malformed JSON and an empty body are 500, text/plain 415, PUT 500, an empty query 200', async () => {
    const status = async (init: RequestInit) => {
      const response = await send(init);
      expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8');
      const { errors, data } = await jsonOf(response);
      expect(errors).toHaveLength(1);
      expect(data).toBeUndefined();
      return response.status;
    };
    expect(await status({ method: 'POST', headers: json, body: '{"query":' })).toBe(500);
    expect(await status({ method: 'POST', headers: json, body: '' })).toBe(500);
    expect(await status({ method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' })).toBe(415);
    expect(await status({ method: 'PUT', headers: json, body: '{}' })).toBe(500);
    expect(await status({ method: 'POST', headers: json, body: '{"query":""}' })).toBe(200);
    expect(await status({ method: 'GET' })).toBe(200);
  });

  test('GET, a batch, the slash and WordPress’s own address work, and any origin may ask', async () => {
    const query = encodeURIComponent('query($n:Int){posts(first:$n){nodes{id}}}');
    const got = await send({}, `/graphql/?query=${query}&variables=${encodeURIComponent('{"n":2}')}`);
    expect(got.headers.get('access-control-allow-origin')).toBe('*');
    expect((await jsonOf(got)).data.posts.nodes).toHaveLength(2);
    const batch = await send(
      { method: 'POST', headers: json, body: '[{"query":"{__typename}"},{"query":"{nope}"}]' },
      '/index.php?graphql=true',
    );
    const [first, second] = await jsonOf(batch);
    expect(first).toEqual({ data: { __typename: 'RootQuery' } });
    expect(second.errors).toHaveLength(1);
  });

  test('other addresses are pages, never JSON', async () => {
    const home = await send({}, '/');
    expect([home.status, home.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(await home.text()).toContain(cms.graphqlUrl);
    const missing = await send({}, '/wp-json/wp/v2/posts');
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8']);
  });

  test('a bad global id says so', async () => {
    const { data, errors } = await cms.ask('{post(id:"not one"){title}}');
    expect(data).toEqual({ post: null });
    expect(errors?.[0]?.message).toBe(
      'The ID input is invalid. Make sure you set the proper idType for your input.',
    );
  });

  test('addresses: with and without slashes, encoded and decoded, unknown is null', async () => {
    const encoded = encodeURIComponent('鉋を研ぐ朝');
    const { data, errors } = await cms.ask(`{
      a: nodeByUri(uri:"/about/team/"){id uri} b: nodeByUri(uri:"about/team"){id uri} c: page(id:"about/team",idType:URI){id uri}
      u: nodeByUri(uri:"/鉋を研ぐ朝/"){uri} v: nodeByUri(uri:"/${encoded}/"){uri} w: post(id:"${encoded}",idType:SLUG){slug uri}
      front: nodeByUri(uri:"/"){__typename ... on Page{slug isFrontPage}} home: page(id:"/home/",idType:URI){uri}
      query: nodeByUri(uri:"/about/?x=1"){uri} no: nodeByUri(uri:"/nope/"){uri} month: nodeByUri(uri:"/2026/10/"){uri}
      tag: nodeByUri(uri:"/tag/道具"){uri ... on Tag{slug}} child: nodeByUri(uri:"/category/materials/timber"){uri} author: nodeByUri(uri:"/author/tom/"){__typename}
      posts: nodeByUri(uri:"/journal/"){__typename ... on ContentType{isPostsPage}} archive: nodeByUri(uri:"/project/"){__typename}
      postsPage: page(id:"/journal/",idType:URI){id} postsPageById: page(id:"42",idType:DATABASE_ID){uri isPostsPage}
      wrongType: post(id:"/about/",idType:URI){id} node: contentNode(id:"/project/library-in-braga/",idType:URI){__typename databaseId}
      byId: contentNode(id:"201",idType:DATABASE_ID,contentType:PROJECT){uri} other: contentNode(id:"201",idType:DATABASE_ID,contentType:POST){uri}
    }`);
    expect(errors).toBeUndefined();
    expect(data.b).toEqual(data.a);
    expect(data.c).toEqual(data.a);
    expect(data.a.uri).toBe('/about/team/');
    expect(data.u.uri).toBe('/鉋を研ぐ朝/');
    expect(data.v).toEqual(data.u);
    expect(data.w).toEqual({ slug: '鉋を研ぐ朝', uri: '/鉋を研ぐ朝/' });
    expect(data.front).toEqual({ __typename: 'Page', slug: 'home', isFrontPage: true });
    expect(data.home.uri).toBe('/');
    expect(data.query.uri).toBe('/about/');
    expect([data.no, data.month, data.wrongType, data.other]).toEqual([null, null, null, null]);
    // Terms stay encoded, in lower case; slugs do not.
    expect(data.tag).toEqual({ uri: `/tag/${encodeURIComponent('道具').toLowerCase()}/`, slug: '道具' });
    expect(data.child.uri).toBe('/category/materials/timber/');
    expect(data.author.__typename).toBe('User');
    expect(data.posts).toEqual({ __typename: 'ContentType', isPostsPage: true });
    expect(data.archive.__typename).toBe('ContentType');
    // At the posts page’s address WPGraphQL has the archive; the page itself is found by id only.
    expect(data.postsPage).toBeNull();
    expect(data.postsPageById).toEqual({ uri: '/journal/', isPostsPage: true });
    expect(data.node).toEqual({ __typename: 'Project', databaseId: 201 });
    expect(data.byId.uri).toBe('/project/library-in-braga/');
  });

  test('the front page is the list of posts where no page takes its place', async () => {
    const contentDir = mkdtempSync(join(tmpdir(), 'sample-content-'));
    cpSync(new URL('../../src/sample-cms/content/', import.meta.url), contentDir, { recursive: true });
    const file = join(contentDir, 'site.json');
    const { frontPage, ...site } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(site));
    const other = await running({ contentDir });
    try {
      const { data } = await other.ask(
        '{nodeByUri(uri:"/"){__typename ... on ContentType{name isFrontPage}} readingSettings{showOnFront}}',
      );
      expect(data.nodeByUri).toEqual({ __typename: 'ContentType', name: 'post', isFrontPage: true });
      expect(data.readingSettings.showOnFront).toBe('posts');
    } finally {
      await other.close();
      rmSync(contentDir, { recursive: true });
    }
  });

  test('values have WordPress’s forms', async () => {
    const { data } = await cms.ask(`{
      generalSettings{title description url language timezone email} readingSettings{pageOnFront pageForPosts postsPerPage showOnFront}
      amp: post(id:"111",idType:DATABASE_ID){id title date dateGmt} winter: post(id:"125",idType:DATABASE_ID){date dateGmt featuredImage{node{id}} excerpt}
      empty: post(id:"123",idType:DATABASE_ID){excerpt} raw: post(id:"111",idType:DATABASE_ID){title(format:RAW)}
      comment: comment(id:"301",idType:DATABASE_ID){id date content} term: category(id:"making",idType:SLUG){id description} user: user(id:"ines",idType:SLUG){id avatar{url} email}
      media: mediaItem(id:"12",idType:DATABASE_ID){sourceUrl srcSet mediaDetails{sizes{name width}}}
    }`);
    expect(data.generalSettings).toMatchObject({
      title: 'Alder &amp; Finch',
      url: cms.url,
      language: 'en_GB',
      timezone: 'Europe/Lisbon',
      email: null,
    });
    expect(data.readingSettings).toEqual({
      pageOnFront: 41,
      pageForPosts: 42,
      postsPerPage: 10,
      showOnFront: 'page',
    });
    expect(data.amp).toEqual({
      id: Buffer.from('post:111').toString('base64'),
      title: '“Rough & ready”: what a prototype is for',
      date: '2026-10-09T08:05:00',
      dateGmt: '2026-10-09T07:05:00',
    });
    expect(data.winter).toMatchObject({
      date: '2025-12-11T08:30:00',
      dateGmt: '2025-12-11T08:30:00',
      featuredImage: null,
    });
    expect(data.winter.excerpt).toMatch(/^<p>.* \[&hellip;\]<\/p>\n$/);
    expect(data.empty.excerpt).toBe('');
    expect(data.raw.title).toBeNull();
    expect(data.comment.date).toBe('2026-10-28 18:12:00');
    expect(data.term).toEqual({ id: Buffer.from('term:3').toString('base64'), description: null });
    expect(data.user).toEqual({ id: Buffer.from('user:4').toString('base64'), avatar: null, email: null });
    expect(data.media.sourceUrl).toBe(`${cms.url}/wp-content/uploads/oak-chair.webp`);
    expect(data.media.mediaDetails.sizes).toEqual([{ name: 'medium_large', width: '768' }]);
  });
});
