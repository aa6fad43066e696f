import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beforeListeners } from '../../src/runtime/base/before-next.ts';
import { type Routing, readRouting } from '../../src/runtime/base/special.ts';
import { chooseEncoding } from '../../src/runtime/server/page-cache/encodings.ts';
import { openPageCache, PageCache } from '../../src/runtime/server/page-cache/page-cache.ts';
import { Pages } from '../../src/runtime/server/page-cache/pages.ts';

interface Entry {
  html: string;
  isOld?: boolean;
}

const nothing: Routing = { headers: [], cookies: [], queries: [], byHost: false, proxied: [] };
const etagOf = (html: string) => `"${html.length}"`;

describe('an answer of Next’s', () => {
  /** Entries of the cache, by path. */
  let pages: Record<string, Entry>;
  /** How often Next was asked. */
  let asked: number;
  let server: Server;
  let pageCache: PageCache<Entry>;
  /** Keys of the pages that the page cache answered with. */
  let visited: string[];
  /** Headers that Next sends beside its usual ones. */
  let more: Record<string, string>;
  const stop = () => new Promise((resolve) => server.close(resolve));

  const next: RequestListener = (message, response) => {
    asked += 1;
    const key = (message.url ?? '').replace(/\?.*/, '');
    const entry = pages[key];
    if (!entry) return response.writeHead(404, { 'content-type': 'text/html' }).end('not here');
    if (!entry.isOld) pageCache.note(key, entry);
    response.setHeader('Vary', 'rsc, next-router-state-tree, Accept-Encoding');
    response.setHeader('X-Nextjs-Cache', entry.isOld ? 'STALE' : 'HIT');
    response.setHeader('Cache-Control', 's-maxage=60');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('ETag', `W/${etagOf(entry.html)}`);
    for (const [name, value] of Object.entries(more)) response.setHeader(name, value);
    return response.end(entry.html);
  };
  const start = async (routing: Routing = nothing) => {
    const withoutBody = (entry: Entry) => entry;
    pageCache = new PageCache(
      {
        isCurrent: (entry) => !entry.isOld,
        htmlOf: (entry) => entry.html,
        withoutBody,
        etagOf,
        visited: (key) => void visited.push(key),
      },
      routing,
    );
    server = createServer(next).listen(0, '127.0.0.1');
    beforeListeners(server, (...asked) => pageCache.handle(...asked));
    await once(server, 'listening');
  };

  beforeEach(() => {
    pages = { '/a/': { html: 'page a '.repeat(1000) }, '/b/': { html: 'page b' } };
    asked = 0;
    visited = [];
    more = {};
  });
  afterEach(stop);

  interface Answer {
    status: number;
    headers: IncomingHttpHeaders;
    body: Buffer;
    /** Whether Next was asked. */
    isNexts: boolean;
  }
  const get = (url: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
    new Promise<Answer>((resolve, reject) => {
      const before = asked;
      const { port } = server.address() as AddressInfo;
      const asking = request({ port, host: '127.0.0.1', path: url, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
            isNexts: asked > before,
          }),
        );
      });
      asking.on('error', reject).end(body);
    });
  /** Until it is kept: asked twice, and compressed behind that. */
  const keep = async (url: string) => {
    await expect.poll(async () => (await get(url)).isNexts).toBe(false);
  };

  test('is kept once Next has said the same twice, and is the same', async () => {
    await start();
    const first = await get('/a/');
    expect([first.isNexts, (await get('/a/')).isNexts]).toEqual([true, true]);
    await keep('/a/');
    const kept = await get('/a/');
    const { date: _, ...headers } = first.headers;
    expect(kept.headers).toMatchObject(headers);
    expect([kept.status, kept.body.equals(first.body)]).toEqual([200, true]);
    expect(new Set(visited)).toEqual(new Set(['/a/']));
  });
  test.for([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const)('comes as the visitor takes it: %s', async ([accepted, encoding, decompress]) => {
    await start();
    await keep('/a/');
    const { headers, body, isNexts } = await get('/a/', { 'accept-encoding': accepted });
    expect([isNexts, headers['content-encoding'], headers['content-length']]).toEqual([
      false,
      encoding,
      String(body.length),
    ]);
    expect(String(decompress(body))).toBe(pages['/a/']?.html);
  });
  test('a visitor who has it hears that, and one who reloads by force gets it', async () => {
    await start();
    await keep('/a/');
    const known = { 'if-none-match': '"x", W/"7000"' };
    const { status, headers, body, isNexts } = await get('/a/', known);
    expect([status, headers.etag, headers['content-type'], body.length, isNexts]).toEqual([
      304,
      'W/"7000"',
      undefined,
      0,
      false,
    ]);
    expect((await get('/a/', { 'if-none-match': '"x"' })).status).toBe(200);
    expect((await get('/a/', { ...known, 'cache-control': 'no-cache' })).status).toBe(200);
  });
  test('HEAD has the headers alone', async () => {
    await start();
    await keep('/a/');
    const { headers, body, isNexts } = await get('/a/', {}, 'HEAD');
    expect([headers['content-length'], body.length, isNexts]).toEqual(['7000', 0, false]);
  });
  test('is not used once the page is old, nor for another one at its place', async () => {
    await start();
    await keep('/a/');
    const page = pages['/a/'] as Entry;
    page.isOld = true;
    expect((await get('/a/')).headers['x-nextjs-cache']).toBe('STALE');
    expect((await get('/a/')).isNexts).toBe(true);
    pages['/a/'] = { html: 'page a, made again' };
    pageCache.forget('/a/');
    expect(String((await get('/a/')).body)).toBe('page a, made again');
    await keep('/a/');
    expect(String((await get('/a/')).body)).toBe('page a, made again');
    delete pages['/a/'];
    pageCache.forget('/a/');
    expect((await get('/a/')).status).toBe(404);
  });
  test('a page that is made again and is the same needs no second look', async () => {
    await start();
    await keep('/a/');
    pageCache.forget('/a/');
    pages['/a/'] = { html: String(pages['/a/']?.html) };
    expect([(await get('/a/')).isNexts, (await get('/a/')).isNexts]).toEqual([true, false]);
  });
  test.for([
    ['a name in the query that is Next’s own', '/a/?_rsc=1', {}],
    ['a preview', '/a/', { cookie: 'a=b; __prerender_bypass=1' }],
    ['the data of a preview', '/a/', { cookie: '__next_preview_data=1' }],
    ['the router’s question', '/a/', { rsc: '1' }],
    ['its prefetch', '/a/', { 'next-router-prefetch': '1' }],
    ['its data', '/a/', { 'x-nextjs-data': '1' }],
    ['the order to make it again', '/a/', { 'x-prerender-revalidate': 'a' }],
    ['a part', '/a/', { range: 'bytes=0-1' }],
    ['a form', '/a/', { 'content-type': 'multipart/form-data' }],
    ['an encoding that nothing has', '/a/', { 'accept-encoding': 'identity;q=0' }],
    ['an encoding that cannot be read', '/a/', { 'accept-encoding': 'gzip;q=a' }],
    ['a whole address', 'http://evil.example/a/', {}],
    ['an address without a host', '//a/', {}],
  ] as const)('is not for everybody: %s', async ([, url, headers]) => {
    await start();
    await keep('/a/');
    expect((await get(url, headers)).isNexts).toBe(true);
    // And nobody else gets what was said then.
    await get(url, headers);
    expect(String((await get('/a/')).body)).toBe(pages['/a/']?.html);
  });
  test('a question with a body, or another method, is Next’s', async () => {
    await start();
    await keep('/a/');
    expect((await get('/a/', { 'content-length': '1' }, 'GET', 'x')).isNexts).toBe(true);
    expect((await get('/a/', {}, 'POST')).isNexts).toBe(true);
  });
  test('a link of a campaign gets the stored page', async () => {
    await start();
    await keep('/a/');
    const { isNexts, body, status } = await get('/a/?utm_source=letter&x=%E0%A4%A', {
      'accept-encoding': 'identity',
    });
    expect([isNexts, String(body), status]).toEqual([false, pages['/a/']?.html, 200]);
  });
  test('cookies of an analytics service make no difference', async () => {
    await start();
    await keep('/a/');
    expect((await get('/a/', { cookie: '_ga=1; theme=dark' })).isNexts).toBe(false);
  });
  test.for([
    ['a cookie', () => ({ 'set-cookie': 'a=b' })],
    ['another form for another visitor', () => ({ vary: 'Cookie' })],
    ['no page', () => ({ 'content-type': 'application/xml' })],
    ['another text than the cache’s', () => ({ etag: '"x"' })],
    ['what differs each time', () => ({ 'x-request-id': String(Math.random()) })],
  ] as const)('is not kept with %s', async ([, headers]) => {
    await start();
    for (let i = 0; i < 5; i++) {
      more = (headers as () => Record<string, string>)();
      expect((await get('/a/')).isNexts).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  test('two spellings of one address are two answers with one page', async () => {
    await start();
    pages['/%c3%a4/'] = pages['/%C3%A4/'] = { html: 'ä' };
    await keep('/%C3%A4/');
    expect((await get('/%c3%a4/')).isNexts).toBe(true);
    await keep('/%c3%a4/');
  });
  test('what the routing looks at is Next’s: headers, cookies, queries, hosts, paths of a proxy', async () => {
    await start({
      headers: [['x-country', /^de$/]],
      cookies: ['group'],
      queries: ['lang'],
      byHost: true,
      proxied: [/^\/b/],
    });
    await keep('/a/');
    expect((await get('/a/?x=1&%6Cang=de')).isNexts).toBe(true);
    expect((await get('/a/?x=1')).isNexts).toBe(false);
    expect((await get('/a/', { 'x-country': 'de' })).isNexts).toBe(true);
    expect((await get('/a/', { 'x-country': 'fr' })).isNexts).toBe(false);
    expect((await get('/a/', { cookie: 'group=b' })).isNexts).toBe(true);
    expect((await get('/a/', { host: 'other.example' })).isNexts).toBe(true);
    for (let i = 0; i < 5; i++) expect((await get('/b/')).isNexts).toBe(true);
  });
  test('a visitor of HTTP/1.0 gets it, and the connection ends', async () => {
    await start();
    await keep('/a/');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /a/ HTTP/1.0\r\n\r\n');
    let text = '';
    for await (const part of socket) text += part;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n(.*\r\n)*content-length: 7000\r\n(.*\r\n)*.*page a $/);
  });
});

describe('what is kept', () => {
  const head = { headers: ['a', 'b'], isCompressed: true };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
  const keep = async (pages: Pages<object>, name: string, html: string) => {
    const page = { entry: {}, etag: html.slice(0, 20), html };
    for (let i = 0; i < 2; i++) pages.learn(name, name, head, page);
    await settled();
  };
  test('has a limit of bytes, and what was asked for last stays', async () => {
    // Ten of them: a thousand characters that say nothing take 1,550 bytes in both forms.
    const pages = new Pages<object>(16_000);
    const text = () => randomBytes(750).toString('base64');
    const names = [...'abcdefghij'];
    for (const name of names) {
      await keep(pages, name, text());
      await expect.poll(() => pages.find(name)).toBeDefined();
    }
    expect(names.filter((name) => pages.find(name))).toEqual(names);
    pages.find('a');
    await keep(pages, 'k', text());
    await expect.poll(() => pages.find('k')).toBeDefined();
    expect([...names, 'k'].filter((name) => !pages.find(name))).toEqual(['b']);
  });
  test('is no page that is larger than a tenth of it', async () => {
    const pages = new Pages<object>(1_000_000);
    await keep(pages, 'large', 'x'.repeat(100_001));
    expect(pages.find('large')).toBeUndefined();
  });
  test('is nothing that was made again while it was compressed', async () => {
    const pages = new Pages<object>();
    const page = { entry: {}, etag: 'a', html: 'a' };
    for (let i = 0; i < 2; i++) pages.learn('a', 'a', head, page);
    pages.forget('a');
    await settled();
    expect(pages.find('a')).toBeUndefined();
  });
});

test.for([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['gzip;q=0, *', 'br'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['identity, gzip;q=0.1', 'identity'],
  ['zstd, identity;q=0', undefined],
  ['gzip;q=2', undefined],
  ['gzip; q=0.123 , br ; q=0.2', 'br'],
] as const)('of a page there is for "%s": %s', ([header, encoding]) => {
  for (let i = 0; i < 2; i++) expect(chooseEncoding(header, ['br', 'gzip', 'identity'])).toBe(encoding);
});

describe('what a build says of its routing', () => {
  const write = (routes: object, matchers: object[] = []): string => {
    const build = mkdtempSync(path.join(tmpdir(), 'routing-'));
    mkdirSync(path.join(build, 'server'));
    const files = {
      'routes-manifest.json': { redirects: [], headers: [], rewrites: { beforeFiles: [] }, ...routes },
      'server/functions-config-manifest.json': { functions: { '/_middleware': { matchers } } },
      'server/middleware-manifest.json': { middleware: {} },
    };
    for (const [name, text] of Object.entries(files))
      writeFileSync(path.join(build, name), JSON.stringify(text));
    return build;
  };
  test('what it looks at besides the address', () => {
    const headers = [{ source: '/', has: [{ type: 'header', key: 'X-Country', value: 'd.' }] }];
    const redirects = [{ source: '/', missing: [{ type: 'cookie', key: 'group' }] }];
    const afterFiles = [
      { source: '/', has: [{ type: 'host', value: 'a' }] },
      { source: '/', has: [{ type: 'query', key: 'lang' }] },
    ];
    expect(readRouting(write({ headers, redirects, rewrites: { afterFiles } }))).toEqual({
      headers: [['x-country', /^d.$/]],
      cookies: ['group'],
      queries: ['lang'],
      byHost: true,
      proxied: [],
    });
  });
  test('the proxy of the theme sees previews alone, one of an owner what its matcher says', () => {
    const cookie = {
      has: [{ type: 'header', key: 'cookie', value: '.*__prerender_bypass.*' }],
      regexp: '^/a',
    };
    const missing = { missing: [{ type: 'header', key: 'next-router-prefetch' }], regexp: '^/b' };
    expect(readRouting(write({}, [cookie, missing])).proxied).toEqual([/^\/b/]);
  });
  test.for([
    ['it has another form', { redirects: {} }],
    ['it has languages of its own', { i18n: { locales: [] } }],
    ['it has conditions of another form', { headers: [{ has: 'cookie' }] }],
  ] as const)('Next answers all requests where %s, and the log says so once', ([, routes]) => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const cache = {
      isCurrent: () => true,
      htmlOf: () => '',
      withoutBody: () => undefined,
      etagOf,
      visited: () => {},
    };
    expect(openPageCache(write(routes), cache)).toBeUndefined();
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});
