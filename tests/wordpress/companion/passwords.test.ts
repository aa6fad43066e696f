import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitorHeader } from '../../../src/runtime/base/visitor-signature';
import { passwordHeader } from '../../../src/runtime/pages/passwords/token';
import { now, readGrantHeader } from '../../../src/runtime/pages/preview/token';
import { whyNoWordPress } from '../server';
import { type Connected, complaints, connect, revalidationSecret } from './site';

const reason = whyNoWordPress();

/** Passwords of posts: what the plugin says to the site, and what it opens. */
describe.skipIf(reason)(`passwords of posts${reason ? ` (${reason})` : ''}`, () => {
  let site: Connected;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    site = await connect();
    for (const [name, fields] of [
      ['letter', `'post_password' => 'secret'`],
      ['other', `'post_password' => 'secret'`],
      ['draft', `'post_password' => 'secret', 'post_status' => 'draft'`],
      ['open', `'post_title' => 'Open'`],
    ] as const)
      ids[name] = await site.wordpress.php<number>(
        `echo wp_insert_post( [ ${fields} ] + [ 'post_status' => 'publish', 'post_title' => 'A post', 'post_content' => 'Hidden words.' ] );`,
      );
  });
  afterAll(async () => {
    expect(complaints(site.wordpress)).toBe('');
    await site.stop();
  });

  const ask = async (body: object, secret = revalidationSecret, query = '') => {
    const visitor = { ip: '203.0.113.9', agent: 'Firefox', page: '/letter/' };
    const id = randomBytes(16).toString('hex');
    const json = JSON.stringify(body);
    const response = await fetch(`${site.wordpress.url}/?rest_route=/companion/v1/passwords${query}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...visitorHeader(secret, 'passwords', id, visitor, now(), json),
      },
      body: json,
    });
    const said = (await response.json()) as { status?: string; code?: string; fingerprint?: string };
    return { http: response.status, ...said };
  };
  const fingerprint = async (name: string) => {
    const said = await ask({ post: ids[name], password: 'secret' });
    return said.fingerprint ?? '';
  };
  const read = async (name: string, headers: Record<string, string>) => {
    const query = `{ contentNode(id: ${ids[name]}, idType: DATABASE_ID) { isRestricted companionTakesPassword ... on Post { content password } } posts { nodes { databaseId content } } }`;
    const response = await fetch(site.wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    const { data } = (await response.json()) as {
      data: { contentNode: Record<string, unknown> | null; posts: { nodes: { content: string | null }[] } };
    };
    return { node: data.contentNode, lists: data.posts.nodes, cache: response.headers.get('cache-control') };
  };

  it('says who knows the password, to the site alone, and keeps nothing of it', async () => {
    const post = ids.letter;
    expect(await ask({ post, password: 'secret' })).toMatchObject({ http: 200, status: 'open' });
    for (const password of ['Secret', 'secret ', '', ['secret'], null, 0])
      expect(await ask({ post, password })).toEqual({ http: 200, status: 'wrong' });
    expect(await ask({ post: ids.open, password: 'x' })).toEqual({ http: 200, status: 'public' });
    for (const missing of [ids.draft, 999_999, 0, -1, 'x', null, [post]])
      expect(await ask({ post: missing, password: 'secret' })).toMatchObject({
        http: 404,
        code: 'companion_no_post',
      });
    expect(await ask({ post, password: 'secret' }, 'another-secret-0123456789')).toMatchObject({ http: 401 });
    // Nothing comes from the address, which stands in logs.
    const query = `&post=${post}&password=secret`;
    expect(await ask({ post }, revalidationSecret, query)).toEqual({ http: 200, status: 'wrong' });
    expect(await ask({}, revalidationSecret, query)).toMatchObject({ http: 404 });
    const kept = `global $wpdb; echo (int) $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE '%companion_visitor_%'" );`;
    expect(await site.wordpress.php(kept)).toBe(0);
  });

  it('opens one post to one request, and no list', async () => {
    const id = String(ids.letter);
    const grant = passwordHeader(revalidationSecret, { id, fingerprint: await fingerprint('letter') });
    const opened = await read('letter', grant);
    expect(opened.node).toMatchObject({
      isRestricted: false,
      companionTakesPassword: true,
      password: null,
    });
    expect(opened.node?.content).toContain('Hidden words.');
    expect(opened.cache).toBe('no-store, private');
    expect(JSON.stringify(opened.lists.filter(({ content }) => content)).match(/Hidden/g)).toHaveLength(1);
    expect((await read('other', grant)).node).toMatchObject({ isRestricted: true, content: null });
    expect((await read('letter', {})).node).toMatchObject({ isRestricted: true, content: null });
  });

  it('a signature that shows nothing opens nothing', async () => {
    const id = String(ids.letter);
    const own = await fingerprint('letter');
    const other = await fingerprint('other');
    expect(other).not.toBe(own);
    for (const headers of [
      passwordHeader('another-secret-0123456789', { id, fingerprint: own }),
      passwordHeader(revalidationSecret, { id, fingerprint: other }),
      passwordHeader(revalidationSecret, { id, fingerprint: own }, now() - 400),
      { 'X-Companion-Password': 'x' },
      readGrantHeader(revalidationSecret, id),
    ])
      expect((await read('letter', headers)).node).toMatchObject({ isRestricted: true, content: null });
  });

  it('another password, and a post that is taken back, end it', async () => {
    const id = String(ids.letter);
    const grant = passwordHeader(revalidationSecret, { id, fingerprint: await fingerprint('letter') });
    const update = (fields: string) => site.wordpress.php(`wp_update_post( [ 'ID' => ${id}, ${fields} ] );`);
    await update(`'post_password' => 'another'`);
    expect((await read('letter', grant)).node).toMatchObject({ isRestricted: true, content: null });
    await update(`'post_password' => 'secret'`);
    expect((await read('letter', grant)).node).toMatchObject({ isRestricted: false });
    await update(`'post_status' => 'private'`);
    expect((await read('letter', grant)).node).toBeNull();
  });
});
