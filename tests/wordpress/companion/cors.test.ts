import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';
import { applicationPassword, logIn, type Visit, visitor } from './session';
import { type Connected, complaints, configure, connect } from './site';

const reason = whyNoWordPress();
const title = `cross-origin requests${reason ? ` (${reason})` : ''}`;

const graphql = '/graphql';
const rests = [
  '/wp-json/wp/v2/types',
  '/wp-json/companion/v1',
  '/?rest_route=/wp/v2/types',
  '/wp-json/wp/v2/posts/999999',
];
const query = { method: 'POST', body: '{"query":"{ generalSettings { title } }"}' };

describe.skipIf(reason)(title, () => {
  let site: Connected;
  let anonymous: Visit;
  let origin: string;

  beforeAll(async () => {
    site = await connect();
    anonymous = visitor(site.wordpress);
    origin = site.receiver.url;
  });
  afterAll(async () => {
    await site?.stop();
  });
  afterEach(() => expect(complaints(site.wordpress)).toBe(''));

  /** Headers of an answer that tell a browser who may read it. */
  const cors = (answer: Response) => {
    const all = Object.fromEntries(
      [...answer.headers].filter(([name]) => name.startsWith('access-control-')),
    );
    return { ...all, vary: answer.headers.get('vary') ?? '' };
  };
  const ask = (path: string, from: string | null, init: RequestInit = {}, visit = anonymous) =>
    visit(path, {
      ...(path === graphql ? query : {}),
      ...init,
      headers: {
        'content-type': 'application/json',
        ...(from === null ? {} : { origin: from }),
        ...init.headers,
      },
    });
  const preflight = (path: string, from: string) =>
    ask(path, from, {
      method: 'OPTIONS',
      body: undefined,
      headers: {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, authorization, x-wp-nonce, x-companion-preview',
      },
    });
  const varies = (vary: string) => vary.split(/,\s*/).filter((name) => name === 'Origin').length;
  const strangers = () => {
    const { port } = new URL(origin);
    return {
      'another site': 'https://example.com',
      null: 'null',
      'https instead of http': `https://127.0.0.1:${port}`,
      'another port': `http://127.0.0.1:${Number(port) === 65_535 ? 1 : Number(port) + 1}`,
      'no port': 'http://127.0.0.1',
      'a suffix': `${origin}.evil.example`,
      'a path': `${origin}/`,
      'upper case': origin.replace('http', 'HTTP'),
      'a prefix of it': origin.slice(0, -1),
      'two at once': `${origin} ${origin}`,
      'a list': `${origin}, https://example.com`,
      'WordPress itself': site.wordpress.url,
      'a star': '*',
    };
  };

  for (const path of [graphql, ...rests]) {
    it(`${path}: the site may read the answer, with cookies`, async () => {
      const found = cors(await ask(path, origin));
      expect(found).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
      });
      expect(varies(found.vary)).toBe(1);
    });

    it(`${path}: a preflight request of the site is answered`, async () => {
      const answer = await preflight(path, origin);
      expect(answer.status).toBe(200);
      const found: Record<string, string> = cors(answer);
      expect(found).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
      });
      expect(found['access-control-allow-methods']?.split(', ')).toEqual(
        expect.arrayContaining(['POST', 'GET', 'OPTIONS']),
      );
      const headers = found['access-control-allow-headers']?.toLowerCase().split(', ');
      expect(headers).toEqual(
        expect.arrayContaining(['content-type', 'authorization', 'x-wp-nonce', 'x-companion-preview']),
      );
      expect(varies(found.vary ?? '')).toBe(1);
    });

    it(`${path}: nobody else may`, async () => {
      for (const [name, stranger] of Object.entries(strangers())) {
        for (const answer of [await ask(path, stranger), await preflight(path, stranger)]) {
          const found: Record<string, string> = cors(answer);
          expect([name, found['access-control-allow-origin']]).toEqual([name, undefined]);
          expect([name, found['access-control-allow-credentials']]).toEqual([name, undefined]);
          expect([name, varies(found.vary ?? '')]).toEqual([name, 1]);
        }
      }
    });

    it(`${path}: a request without an origin, as servers send it, is answered as ever`, async () => {
      const answer = await ask(path, null);
      const found: Record<string, string> = cors(answer);
      expect(answer.headers.get('content-type')).toContain('application/json');
      expect(found['access-control-allow-origin']).toBeUndefined();
      expect(varies(found.vary ?? '')).toBe(1);
    });
  }

  it('GraphQL has no such header at all for strangers, and answers them', async () => {
    const answer = await ask(graphql, 'https://example.com');
    expect(Object.keys(cors(answer))).toEqual(['vary']);
    expect((await answer.json()).data.generalSettings.title).toBeTypeOf('string');
  });

  it('errors have the headers, too: the site is to see what went wrong', async () => {
    for (const body of ['{"query":"{ nonsense }"}', 'not JSON', '{"query":"{"}']) {
      const answer = await ask(graphql, origin, { method: 'POST', body });
      expect([body, answer.headers.get('access-control-allow-origin')]).toEqual([body, origin]);
    }
  });

  it('adds to the Vary header of others', async () => {
    const remove = await ownPlugin(
      site.wordpress,
      `add_action( 'init', function () { header( 'Vary: Accept-Language' ); } );
       add_filter( 'graphql_response_headers_to_send', function ( $headers ) { $headers['Vary'] = 'Cookie, origin'; return $headers; } );`,
    );
    const found = [
      cors(await ask(graphql, origin)).vary,
      cors(await ask('/wp-json/wp/v2/types', origin)).vary,
    ];
    await remove();
    for (const vary of found) expect(vary).toContain('Accept-Language');
    expect(found[0]).toContain('Cookie');
    expect(found[0]?.toLowerCase().match(/origin/g)).toHaveLength(1);
  });

  it('the address of the site may have a path and a default port', async () => {
    const { wordpress } = site;
    for (const [url, allowed] of [
      ['https://www.example.com/folder', 'https://www.example.com'],
      ['https://www.example.com:443', 'https://www.example.com'],
      ['HTTPS://WWW.Example.COM/', 'https://www.example.com'],
    ] as const) {
      await wordpress.php(configure(url));
      for (const path of [graphql, '/wp-json/wp/v2/types']) {
        const answer = await ask(path, allowed);
        expect([url, answer.headers.get('access-control-allow-origin')]).toEqual([url, allowed]);
        expect((await ask(path, origin)).headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    await wordpress.php(configure(origin));
  });

  it('application passwords and the editor’s own requests work as ever', async () => {
    const { wordpress } = site;
    const authorization = await applicationPassword(wordpress);
    const me = await anonymous('/wp-json/wp/v2/users/me', { headers: { authorization } });
    expect((await me.json()).name).toBe('admin');
    const viewer = await ask(graphql, null, {
      method: 'POST',
      body: '{"query":"{ viewer { name } }"}',
      headers: { authorization },
    });
    expect((await viewer.json()).data).toEqual({ viewer: { name: 'admin' } });
    const admin = await logIn(wordpress);
    const page = await (await admin('/wp-admin/edit.php')).text();
    const nonce =
      /wpApiSettings = .*?"nonce":"(\w+)"/.exec(page)?.[1] ??
      (await (await admin('/wp-admin/admin-ajax.php?action=rest-nonce')).text());
    const saved = await admin('/wp-json/wp/v2/posts', {
      method: 'POST',
      headers: { origin: wordpress.url, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
      body: '{"title":"Of the editor"}',
    });
    expect(saved.status).toBe(201);
  });

  it('WordPress with two addresses: its editor may read REST across them, others may not, and GraphQL stays the site’s', async () => {
    const { wordpress } = site;
    const remove = await ownPlugin(
      wordpress,
      `add_filter( 'home_url', function ( $url ) { return str_replace( home(), 'http://home.example', $url ); } );
       function home() { return '${wordpress.url}'; }`,
    );
    const allowed = async (path: string, from: string) =>
      (await ask(path, from)).headers.get('access-control-allow-origin');
    const found = [
      await allowed('/wp-json/wp/v2/types', wordpress.url),
      await allowed('/wp-json/wp/v2/types', 'http://home.example'),
      await allowed('/wp-json/wp/v2/types', 'https://home.example'),
      await allowed('/wp-json/wp/v2/types', origin),
      await allowed(graphql, wordpress.url),
    ];
    await remove();
    expect(found).toEqual([wordpress.url, 'http://home.example', null, origin, null]);
  });

  it('without an address of the site everything is as WordPress and WPGraphQL have it', async () => {
    await site.wordpress.php(`update_option( 'companion_settings', [] );`);
    const stranger = 'https://example.com';
    expect(cors(await ask(graphql, stranger))).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(cors(await ask('/wp-json/wp/v2/types', stranger))).toMatchObject({
      'access-control-allow-origin': stranger,
      'access-control-allow-credentials': 'true',
    });
    const allowed = (await preflight(graphql, stranger)).headers.get('access-control-allow-headers');
    expect(allowed).toBe('Authorization, Content-Type');
    await site.wordpress.php(configure(origin));
  });
});
