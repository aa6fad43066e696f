import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantOf } from '../../src/sample-cms/http/preview-grant.mjs';
import { grant, type Running, running } from './support.js';

const HIDDEN = { draft: 131, scheduled: 129, private: 130 };
const PROTECTED = 124;
const WITH_AUTOSAVE = 127;

describe('what a visitor may see', () => {
  let cms: Running;
  beforeAll(async () => {
    cms = await running();
  });
  afterAll(() => cms.close());

  const post = (id: number, asPreview = false) =>
    `{post(id:"${id}",idType:DATABASE_ID,asPreview:${asPreview}){databaseId slug uri title content status isPreview categories{nodes{slug}}}}`;

  test.each(Object.entries(HIDDEN))('a %s post is nowhere', async (status, id) => {
    const { data, errors } = await cms.ask(`{
      one: post(id:"${id}",idType:DATABASE_ID){title} node: contentNode(id:"${id}",idType:DATABASE_ID){id} preview: post(id:"${id}",idType:DATABASE_ID,asPreview:true){title}
      global: node(id:"${Buffer.from(`post:${id}`).toString('base64')}"){id} uri: nodeByUri(uri:"/?p=${id}"){uri} slug: nodeByUri(uri:"/open-workshop-in-spring/"){uri}
      all: posts(first:100){nodes{databaseId}} asked: posts(first:100,where:{stati:[DRAFT,FUTURE,PRIVATE,PENDING,TRASH]}){nodes{databaseId}}
      in: posts(where:{in:["${id}"]}){nodes{databaseId}} nodes: contentNodes(first:100){nodes{databaseId}} category: category(id:"people",idType:SLUG){posts(first:100){nodes{databaseId}}}
    }`);
    expect(errors).toBeUndefined();
    const { one, node, preview, global, uri, slug, all, asked, in: byId, nodes, category } = data;
    expect([one, node, preview, global, uri, slug], status).toEqual([null, null, null, null, null, null]);
    expect([asked.nodes, byId.nodes]).toEqual([[], []]);
    const listed = [...all.nodes, ...nodes.nodes, ...category.posts.nodes].map((entry) => entry.databaseId);
    expect(listed.length).toBeGreaterThan(20);
    expect(listed).not.toContain(id);
  });

  test('a protected post shows its title and hides the rest', async () => {
    const { data, errors } = await cms.ask(
      `{posts(where:{in:["${PROTECTED}"]}){nodes{title slug uri status hasPassword isRestricted content excerpt date modified commentCount author{node{name}} featuredImage{node{id}} categories{nodes{slug}} tags{nodes{slug}}}}}`,
    );
    expect(errors).toBeUndefined();
    expect(data.posts.nodes).toEqual([
      {
        title: 'Trade notes, autumn',
        slug: 'trade-notes-autumn',
        uri: '/trade-notes-autumn/',
        status: 'publish',
        hasPassword: true,
        isRestricted: true,
        content: null,
        excerpt: null,
        date: null,
        modified: null,
        commentCount: null,
        author: null,
        featuredImage: null,
        categories: { nodes: [] },
        tags: { nodes: [] },
      },
    ]);
  });

  test('a comment that waits for approval is hidden', async () => {
    const { data } = await cms.ask(
      '{comments(first:100){nodes{content}} post(id:"127",idType:DATABASE_ID){comments{nodes{id}}}}',
    );
    expect(data.comments.nodes).toHaveLength(13);
    expect(JSON.stringify(data)).not.toContain('pallets');
    expect(data.post.comments.nodes).toEqual([]);
  });

  test.each([...Object.values(HIDDEN), PROTECTED])(
    'the preview header opens item %i with its text, and only that',
    async (id) => {
      const headers = grant(id);
      const { data } = await cms.ask(post(id), {}, headers);
      expect(data.post.databaseId).toBe(id);
      expect(data.post.content).toContain('<p>');
      for (const other of [...Object.values(HIDDEN), PROTECTED].filter((number) => number !== id)) {
        expect((await cms.ask(post(other), {}, headers)).data.post?.content ?? null).toBeNull();
      }
      const list = await cms.ask(
        '{posts(first:100){nodes{databaseId}} asked:posts(where:{stati:[DRAFT,FUTURE,PRIVATE]}){nodes{databaseId}}}',
        {},
        headers,
      );
      expect(list.data.asked.nodes).toEqual([]);
    },
  );

  test('a draft without a slug has none, and an address made of its id', async () => {
    const { data } = await cms.ask(post(HIDDEN.draft), {}, grant(HIDDEN.draft));
    expect(data.post).toMatchObject({ slug: null, uri: '/?p=131', status: 'draft', isPreview: false });
  });

  test('asPreview gives the autosave to whoever holds the header, and null to others', async () => {
    const mine = await cms.ask(post(WITH_AUTOSAVE, true), {}, grant(WITH_AUTOSAVE));
    expect(mine.data.post).toMatchObject({
      databaseId: 190,
      slug: '127-autosave-v1',
      status: 'inherit',
      isPreview: true,
      uri: '/what-offcuts-become/?preview=true',
      title: 'What offcuts become, and what they cost',
    });
    expect(mine.data.post.content).toContain('not published yet');
    expect(mine.data.post.categories.nodes).toEqual([{ slug: 'materials' }]);
    expect((await cms.ask(post(WITH_AUTOSAVE, true))).data.post).toBeNull();
    expect((await cms.ask(post(WITH_AUTOSAVE), {}, grant(WITH_AUTOSAVE))).data.post.title).toBe(
      'What offcuts become',
    );
  });

  test.each([
    ['another secret', grant(HIDDEN.draft, { secret: 'guessed' })],
    ['an expired token', grant(HIDDEN.draft, { ahead: -900 })],
    ['a token from too far ahead', grant(HIDDEN.draft, { ahead: 3600 })],
    ['rubbish', { 'X-Companion-Preview': '131.9999999999.AAAA' }],
  ])('%s opens nothing', async (_, headers) => {
    expect((await cms.ask(post(HIDDEN.draft), {}, headers)).data.post).toBeNull();
  });

  test('without a secret nothing can be opened', async () => {
    const closed = await running({ previewSecret: undefined });
    expect(
      (await closed.ask(post(HIDDEN.draft), {}, grant(HIDDEN.draft, { secret: '' }))).data.post,
    ).toBeNull();
    await closed.close();
  });

  const vectors = JSON.parse(readFileSync(new URL('../vectors/preview.json', import.meta.url), 'utf8'));
  test.each(
    vectors.read.verify as { name: string; value: string; id: string; now: number; valid: boolean }[],
  )('shared vector: $name', ({ value, id, now, valid }) => {
    expect(grantOf(value, vectors.secret, now) === Number(id)).toBe(valid);
  });
});
