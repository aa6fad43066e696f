import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startNginx, whyNoServices } from '../site/support/services';

/** Limit in milliseconds: nginx serves a cached response for less than this. */
const GONE_MS = 2_100;
const reason = whyNoServices();

describe.skipIf(reason)(`nginx in front of a site${reason ? ` (${reason})` : ''}`, () => {
  let upstream: Server;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let asked: IncomingMessage[];
  /** Headers that the site sends beside its usual ones. */
  let more: Record<string, string>;
  let status: number;
  /** Statuses of the next answers. */
  let statuses: number[];
  let text: string;

  beforeAll(async () => {
    upstream = createServer((message, response) => {
      asked.push(message);
      const headers = {
        'cache-control': 's-maxage=31536000',
        vary: 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, Accept-Encoding',
        'x-nextjs-cache': 'HIT',
        etag: `"${text}"`,
        'x-form': message.headers['accept-encoding'] ?? 'identity',
      };
      response
        .writeHead(statuses.shift() ?? status, { ...headers, ...more })
        .end(message.method === 'HEAD' ? undefined : text);
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    nginx = await startNginx([port, port]);
  });
  afterAll(async () => {
    await nginx?.stop();
    upstream?.close();
  });
  let number = 0;
  let page: string;
  beforeEach(() => {
    asked = [];
    more = {};
    status = 200;
    statuses = [];
    text = 'page';
    page = `/page-${++number}/`;
  });

  const get = (url = page, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; body: string; form: string | undefined }>((resolve, reject) => {
      request(nginx.url + url, { method, headers }, (response) => {
        let body = '';
        response.on('data', (part) => {
          body += part;
        });
        const form = response.headers['x-form'] as string | undefined;
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body, form }));
      })
        .on('error', reject)
        .end();
    });
  /** How often the site is asked for eight visits. Without any keeping it would be eight times; nginx keeps from the second visit on. */
  const visits = async (url = page, headers: Record<string, string> = {}, method = 'GET') => {
    for (let i = 0; i < 8; i++) await get(url, headers, method);
    return asked.length;
  };
  /** So that no second passes in between on a busy machine: then a page is asked for once more. */
  const isKept = async (url = page, headers: Record<string, string> = {}) => {
    const count = await visits(url, headers);
    return count < 8;
  };

  test('an idle connection is closed by nginx before Node does it under the next request', async () => {
    await get();
    const { socket } = asked[0] as IncomingMessage;
    const closed = await Promise.race([
      once(socket, 'end').then(() => 'nginx'),
      once(socket, 'close').then(() => 'Node'),
    ]);
    expect(closed).toBe('nginx');
  });

  test('a page is kept, for those with a cookie of an analytics service, too', async () => {
    expect(await isKept()).toBe(true);
    asked = [];
    expect(await isKept(page, { cookie: '_ga=1' })).toBe(true);
  });
  test('a page that has changed or is gone is gone here', async () => {
    await visits();
    text = 'changed';
    await sleep(GONE_MS);
    expect((await get()).body).toBe('changed');
    status = 404;
    await sleep(GONE_MS);
    // Visited all the time: nobody sees the old one while somebody asks for the new one.
    const answers = await Promise.all(Array.from({ length: 8 }, () => get()));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([404]));
  });
  test('each form of a page is another answer', async () => {
    const forms = ['gzip, deflate, br, zstd', 'gzip', 'br', 'gzip;q=0', ''];
    for (const form of forms) await visits(page, { 'accept-encoding': form });
    const got = await Promise.all(forms.map((form) => get(page, { 'accept-encoding': form })));
    expect(got.map(({ form }) => form)).toEqual(['br, gzip', 'gzip', 'identity', 'identity', 'identity']);
  });
  test('who has the page hears that; HEAD has no body', async () => {
    await visits();
    expect(await get(page, { 'if-none-match': '"page"' })).toMatchObject({ status: 304, body: '' });
    expect(await get(page, {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });
  test.for([
    ['a preview', { cookie: 'a=b; __prerender_bypass=1' }],
    ['the data of a preview', { cookie: '__next_preview_data=1' }],
    ['a question of Next’s router', { rsc: '1' }],
    ['its prefetch', { 'next-router-prefetch': '1' }],
    ['a password', { authorization: 'Basic YTpi' }],
  ] as const)(
    'what is for one visitor always comes from the site, and nobody else gets it: %s',
    async ([, headers]) => {
      await visits();
      asked = [];
      text = 'for one';
      expect(await visits(page, headers)).toBe(8);
      text = 'page';
      expect((await get()).body).toBe('page');
    },
  );
  test.for([
    ['a cookie', { 'set-cookie': 'a=b' }],
    ['what nobody may keep', { 'cache-control': 'private, no-cache, no-store, max-age=0, must-revalidate' }],
    ['what says nothing of keeping', { 'cache-control': '' }],
    ['a page that is just made again', { 'x-nextjs-cache': 'STALE' }],
    ['what differs from visitor to visitor', { vary: 'Cookie' }],
    ['what differs in a way of the owner', { vary: 'rsc, Accept-Language' }],
  ])('an answer is not kept with %s', async ([, headers]) => {
    more = headers as Record<string, string>;
    expect(await visits()).toBe(8);
  });
  test.for(['/api/revalidate', '/_next/image?url=a'])('%s is not kept', async (url) => {
    expect(await visits(url)).toBe(8);
  });
  test('a form that is sent is not kept', async () => {
    expect(await visits(page, {}, 'POST')).toBe(8);
  });
  test('scripts are kept for days', async () => {
    await get('/_next/static/a.js');
    await sleep(GONE_MS);
    asked = [];
    expect(await visits('/_next/static/a.js')).toBe(0);
  });
  test('an asset that one instance does not have yet comes from the next; a missing one is not kept', async () => {
    const asset = () => `/_next/static/chunks/${++number}.css`;
    statuses = [404];
    expect((await get(asset())).status).toBe(200);
    const missing = asset();
    statuses = [404, 404];
    expect((await get(missing)).status).toBe(404);
    expect((await get(missing)).status).toBe(200);
  });
  test('the site hears who asks', async () => {
    await get(page, { 'x-forwarded-for': '1.2.3.4' });
    expect(asked[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
  });
});

describe.skipIf(reason)(`nginx in front of two instances${reason ? ` (${reason})` : ''}`, () => {
  const listen = async (port = 0) => {
    const instance = createServer((_, response) => response.end('page')).listen(port, '127.0.0.1');
    await once(instance, 'listening');
    return instance;
  };
  const portOf = (instance: Server) => (instance.address() as AddressInfo).port;
  const end = async (instance: Server) => {
    instance.close();
    instance.closeAllConnections();
    await once(instance, 'close');
  };

  test('both are replaced, one right after the other, and every visitor is answered', async () => {
    const instances = [await listen(), await listen()] as [Server, Server];
    const nginx = await startNginx([portOf(instances[0]), portOf(instances[1])]);
    const statuses: number[] = [];
    const visit = async () => {
      const visits = Array.from({ length: 20 }, (_, i) => fetch(`${nginx.url}/${statuses.length + i}/`));
      statuses.push(...(await Promise.all(visits)).map(({ status }) => status));
    };
    await visit();
    for (const at of [0, 1] as const) {
      const port = portOf(instances[at]);
      await end(instances[at]);
      await visit();
      instances[at] = await listen(port);
    }
    await visit();
    await nginx.stop();
    for (const instance of instances) await end(instance);
    expect(statuses).toEqual(Array(80).fill(200));
  });
});
