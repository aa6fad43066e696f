import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

/** The comments' route with a double of WordPress behind it: what reaches WordPress, and what comes back. */

let server: Server;
let POST: (request: Request) => Promise<Response>;
let GET: (request: Request) => Promise<Response>;
let cookies: typeof import('../../src/runtime/visitors/comments/waiting-cookie');
/** Requests that WordPress received, and its answer. */
let asked: {
  target: string | null;
  id: string | undefined;
  body: Record<string, unknown>;
  visitor: Record<string, unknown>;
}[] = [];
let answer: { status: number; body: object } | 'gone';
let client = 0;

const taken = {
  ...{ status: 'hold', id: 7, post: 5, parent: 0, author: 'Ada', date: '2026-11-21 00:18:01' },
  content: '<p>Hello</p>',
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const [, id, visitor = ''] = String(request.headers['x-companion-visitor']).split('.');
    asked.push({
      target: new URL(request.url ?? '', 'http://x').searchParams.get('rest_route'),
      id,
      body: JSON.parse(text),
      visitor: JSON.parse(Buffer.from(visitor, 'base64url').toString()),
    });
    if (answer === 'gone') return void request.socket.destroy();
    response
      .writeHead(answer.status, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    ...siteEnvironment,
    NEXT_PUBLIC_CMS_API_URL: `http://127.0.0.1:${port}/graphql`,
  });
  ({ POST, GET } = await import('../../src/runtime/routes/comments'));
  cookies = await import('../../src/runtime/visitors/comments/waiting-cookie');
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  answer = { status: 200, body: taken };
  client++;
});

const own = { 'Sec-Fetch-Site': 'same-origin' };
const written = {
  post: '5',
  parent: '0',
  comment: 'Hello',
  author: 'Ada',
  email: 'ada@example.org',
  _page: '/a-post/',
};
const address = 'http://localhost:3000/api/comments';

function send(body: unknown, headers: Record<string, string> = own): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'Content-Type': 'application/json', 'X-Forwarded-For': `192.0.2.${client}`, ...headers };
  return POST(new Request(address, { method: 'POST', headers: all, body: text }));
}

function post(fields: Record<string, string>, headers: Record<string, string> = own): Promise<Response> {
  const type = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Forwarded-For': `192.0.2.${client}`,
  };
  return POST(
    new Request(address, {
      method: 'POST',
      headers: { ...type, ...headers },
      body: new URLSearchParams(fields),
    }),
  );
}

const look = (cookie: string, post = '5') =>
  GET(
    new Request(`${address}?post=${post}`, {
      headers: { Cookie: cookie, 'X-Forwarded-For': `192.0.2.${client}` },
    }),
  );

describe('what is passed on', () => {
  test('is what was written, with who the visitor is; nothing else of the body gets through', async () => {
    const response = await send(
      { ...written, user_id: 1, comment_approved: 1, comment_post_ID: 99 },
      { ...own, 'User-Agent': 'Firefox' },
    );
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toMatchObject({
      success: true,
      waiting: true,
      comment: { id: 7, html: '<p dir="auto">Hello</p>' },
    });
    expect(asked).toHaveLength(1);
    const [question] = asked;
    expect(question?.target).toBe('/companion/v1/comments');
    expect(question?.visitor).toEqual({
      ...{ ip: `192.0.2.${client}`, agent: 'Firefox', page: '/a-post/' },
      body: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(question?.body).toMatchObject({ comment_post_ID: 5, comment_parent: 0, comment: 'Hello' });
    expect(question?.body).not.toHaveProperty('user_id');
    expect(question?.body).not.toHaveProperty('comment_approved');
  });

  test('is cleaned when it comes back: script, handlers, addresses that run', async () => {
    const content =
      '<p onclick="x()">Hi<script>x()</script><img src=x onerror=x()><a href="javascript:x()">y</a></p>';
    answer = { status: 200, body: { ...taken, content, author: '<img src=x onerror=x()>' } };
    const { comment } = (await (await send(written)).json()) as { comment: { html: string } };
    expect(comment.html).not.toMatch(/script|onclick|onerror|<img/);
  });

  test.each([
    ['a number as text', { post: '5 OR 1=1' }],
    ['an object', { post: { $gt: 0 } }],
    ['a list', [1, 2]],
    ['nothing', null],
  ])('is nothing where the post is %s', async (_name, body) => {
    expect((await send(body)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  test('a path of another host never becomes the page', async () => {
    for (const page of [
      '//evil.example/',
      'https://evil.example/',
      '/api/comments',
      '/\\evil.example',
      '/a\r\nX: y',
    ])
      await send({ ...written, _page: page });
    expect(asked.map(({ visitor }) => visitor.page)).toEqual(['/', '/', '/', '/', '/']);
  });
});

test.each<[string, Record<string, string>, number]>([
  ['of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:3000' }, 403],
  ['of another host of the same domain', { 'Sec-Fetch-Site': 'same-site' }, 403],
  ['of an old browser on another site', { Origin: 'https://evil.example' }, 403],
  ['of a frame without an origin', { Origin: 'null' }, 403],
  ['of no page at all', {}, 403],
])('a request %s is refused, as a form and as JSON', async (_name, headers, status) => {
  expect([(await send(written, headers)).status, (await post(written, headers)).status]).toEqual([
    status,
    status,
  ]);
  expect(asked).toEqual([]);
});

test('a body that is too large is not read to its end', async () => {
  expect((await send({ ...written, comment: 'x'.repeat(100_000) })).status).toBe(413);
  expect((await post({ ...written, comment: 'x'.repeat(300_000) })).status).toBe(413);
  expect((await send('{"comment": ')).status).toBe(400);
  expect((await send('x', { ...own, 'Content-Type': 'text/plain' })).status).toBe(415);
  expect(asked).toEqual([]);
});

test('a form with more fields than PHP takes is 413, and no field of it is built', async () => {
  const send = (count: number) => {
    const body = `${new URLSearchParams(written)}${'&a=b'.repeat(count - Object.keys(written).length)}`;
    const type = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': `192.0.2.${client}`,
    };
    return POST(new Request(address, { method: 'POST', headers: { ...type, ...own }, body }));
  };
  expect((await send(1000)).status).toBe(200);
  const build = vi.spyOn(URLSearchParams.prototype, Symbol.iterator);
  expect((await send(1001)).status).toBe(413);
  expect(build).not.toHaveBeenCalled();
  build.mockRestore();
  expect(asked).toHaveLength(1);
});

test('a filled trap is refused, and nothing is passed on', async () => {
  expect((await send({ ...written, _website: 'https://spam.example' })).status).toBe(422);
  expect(asked).toEqual([]);
});

test('WordPress refuses in its own words, at the field', async () => {
  const duplicate = { status: 'error', code: 'comment_duplicate', message: 'Das sagten Sie bereits.' };
  answer = { status: 200, body: { ...duplicate, field: 'comment' } };
  const response = await send(written);
  expect([response.status, await response.json()]).toEqual([
    409,
    { success: false, error: 'Das sagten Sie bereits.', field: 'comment' },
  ]);
  answer = { status: 200, body: { status: 'error', code: 'x', message: 'No.', field: '__proto__' } };
  expect(await (await send(written)).json()).toEqual({ success: false, error: 'No.' });
});

test.each<[string, typeof answer, number, string]>([
  ['an older companion', { status: 404, body: { code: 'rest_no_route' } }, 502, 'failed'],
  ['another secret', { status: 401, body: { code: 'companion_unknown_site' } }, 502, 'failed'],
  ['maintenance', { status: 503, body: { code: 'wp_die' } }, 503, 'failed'],
  ['a PHP fatal', { status: 500, body: { code: 'internal_server_error' } }, 503, 'unknown'],
  ['a connection that ends after all was heard', 'gone', 503, 'unknown'],
])('%s: the visitor hears that it failed, or that nobody knows', async (_name, given, status, word) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  answer = given;
  const response = await send(written);
  expect([response.status, await response.json()]).toEqual([status, { success: false, word }]);
  // The same without JavaScript, on a page that says it in words of its own.
  const page = await post(written);
  expect([page.status, /cannot tell/.test(await page.text())]).toEqual([status, word === 'unknown']);
  expect(JSON.stringify(log.mock.calls)).not.toContain(siteEnvironment.REVALIDATION_SECRET);
  log.mockRestore();
});

test('what a script sends again under its key has the same id, from whatever address; nothing else has it', async () => {
  const key = { ...own, 'Idempotency-Key': '1-2-3-4' };
  await send(written, key);
  await send(written, { ...key, 'X-Forwarded-For': '198.51.100.7' });
  await send({ ...written, comment: 'Bye' }, key);
  await send({ ...written, parent: '3' }, key);
  await send(written);
  await send(written);
  const ids = asked.map(({ id }) => id);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect([ids[0] === ids[1], new Set(ids).size]).toEqual([true, 5]);
});

describe('the cookie', () => {
  const now = Math.floor(Date.now() / 1000);
  const valid = (comments: [id: number, post: number][]) =>
    cookies.waitingCookie(
      comments.map(([id, post]) => cookies.waitingFrom({ id, post }, now)),
      now,
    );
  const pair = (cookie: string) => cookie.split(';')[0] ?? '';

  test('is for this route alone, and for no script', async () => {
    const cookie = (await send(written)).headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^waiting-comments=7\.5\.\d+![\w-]{43}; Path=\/api\/comments; Max-Age=604800; HttpOnly; SameSite=Lax/,
    );
    answer = { status: 200, body: { ...taken, status: 'approved' } };
    expect((await send(written)).headers.get('set-cookie')).toBeNull();
  });

  test.each<[string, (value: string) => string]>([
    ['names another comment', (value) => value.replace('=7.', '=8.')],
    ['lives longer', (value) => value.replace(/\.(\d{10})!/, '.9999999999!')],
    ['has no signature', (value) => value.replace(/!.*/, '')],
    ['has the signature of nothing', (value) => value.replace(/=.*!/, '=!')],
    ['is of another site', (value) => value.replace(/!.*/, `!${'A'.repeat(43)}`)],
    ['is very long', (value) => value.replace('=', `=${'1.5.9~'.repeat(5000)}`)],
  ])('that %s names nothing, and WordPress is not asked', async (_name, forge) => {
    const response = await look(forge(pair(valid([[7, 5]]))));
    expect(await response.json()).toEqual({ comments: [] });
    expect(asked).toEqual([]);
  });

  test('of another site of a network names nothing, though the secret is the same', async () => {
    const { siteConfig } = await import('../../src/runtime/config/site');
    const here = siteConfig.wordpress.graphqlUrl;
    siteConfig.wordpress.graphqlUrl = here.replace('/graphql', '/two/graphql');
    const theirs = pair(valid([[7, 5]]));
    siteConfig.wordpress.graphqlUrl = here;
    expect(await (await look(theirs)).json()).toEqual({ comments: [] });
    expect(asked).toEqual([]);
  });

  test('names comments of one post; what no longer waits leaves it', async () => {
    answer = { status: 200, body: { comments: [taken] } };
    const response = await look(
      pair(
        valid([
          [7, 5],
          [8, 5],
          [9, 6],
        ]),
      ),
    );
    expect(asked[0]?.body).toEqual({ ids: [7, 8] });
    expect([response.headers.get('cache-control'), await response.json()]).toMatchObject([
      'no-store',
      { comments: [{ id: 7 }] },
    ]);
    expect(response.headers.get('set-cookie')).toMatch(/=7\.5\.\d+~9\.6\.\d+!/);
  });

  test('of a visitor who has none asks WordPress nothing', async () => {
    for (const other of ['', 'a=b', 'waiting-comments=']) await look(other);
    await look(pair(valid([[7, 5]])), '6');
    expect(asked).toEqual([]);
  });

  test('holds the last twenty', () => {
    const many = Array.from({ length: 30 }, (_, i): [number, number] => [i + 1, 5]);
    expect(cookies.readWaitingCookie(pair(valid(many)), now).map(({ id }) => id)).toEqual(
      many.slice(10).map(([id]) => id),
    );
    expect(cookies.readWaitingCookie(pair(valid([[7, 5]])), now + 604_801)).toEqual([]);
  });
});

test('forged addresses get no further than the limit for all', async () => {
  vi.resetModules();
  ({ POST } = await import('../../src/runtime/routes/comments'));
  const statuses: number[] = [];
  for (let i = 0; i < 130; i++)
    statuses.push(
      (await send(written, { ...own, 'X-Forwarded-For': `203.0.113.${i}, 198.51.100.${i}` })).status,
    );
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.at(-1)).toBe(429);
});

test('one client has ten, and no header of his own makes more of it', async () => {
  vi.resetModules();
  ({ POST } = await import('../../src/runtime/routes/comments'));
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++)
    statuses.push(
      (
        await send(written, {
          ...own,
          'X-Forwarded-For': `1.2.3.${i}, 192.0.2.77`,
          'X-Real-IP': `9.9.9.${i}`,
        })
      ).status,
    );
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
});

test('a text that WordPress makes sixteen times as long was taken, and counts', async () => {
  const content =
    '<img src="https://cms.example/wp-includes/images/smilies/mrgreen.png" alt=":mrgreen:" class="wp-smiley" />';
  answer = { status: 200, body: { ...taken, status: 'approved', content: content.repeat(12_000) } };
  for (let i = 0; i < 10; i++) expect((await send(written)).status).toBe(200);
  expect((await send(written)).status).toBe(429);
});

test('WordPress that nobody reaches has not taken it: it failed', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  vi.resetModules();
  process.env.NEXT_PUBLIC_CMS_API_URL = `http://127.0.0.1:${port}/graphql`;
  ({ POST } = await import('../../src/runtime/routes/comments'));
  expect(await (await send(written)).json()).toEqual({ success: false, word: 'failed' });
  log.mockRestore();
});
