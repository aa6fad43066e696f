import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

/** The route of forms with a WordPress behind it that does what a test says: what arrives there, what is answered, what is logged. */
interface Arrived {
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
type Reply = { status: number; body: unknown } | 'hang up' | 'hold';

let wordpress: Server;
let page: Server;
let arrived: Arrived[] = [];
let replies: Reply[] = [];
let pagesAsked: string[] = [];
let POST: (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>;
/** Each test speaks from an address of its own. */
let client = 0;
let log: string[] = [];

const SENT = { status: 200, body: { status: 'sent', message: 'Danke.', fields: [] } };
const FORM =
  '<form id="form-1" action="/api/forms/contact-form-7:12" data-words="{&quot;failed&quot;:&quot;Not sent, still here.&quot;,&quot;unknown&quot;:&quot;Perhaps sent.&quot;,&quot;tooLarge&quot;:&quot;Too large.&quot;,&quot;limited&quot;:&quot;Too much.&quot;,&quot;files&quot;:&quot;Files again.&quot;}">' +
  '<input type="text" name="who"/><p data-for="who"></p><div role="status"></div></form>';

const listen = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );

beforeAll(async () => {
  wordpress = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    arrived.push({
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('latin1'),
    });
    const reply = replies.shift() ?? SENT;
    if (reply === 'hang up') return void request.socket.destroy();
    if (reply === 'hold') return;
    const isText = typeof reply.body === 'string';
    response.writeHead(reply.status, { 'Content-Type': isText ? 'text/html' : 'application/json' });
    response.end(isText ? reply.body : JSON.stringify(reply.body));
  });
  page = createServer((request, response) => {
    pagesAsked.push(`${request.headers.host}${request.url}`);
    response.writeHead(request.url === '/contact/' ? 200 : 404, { 'Content-Type': 'text/html' });
    response.end(`<html><body>${FORM}</body></html>`);
  });
  const cms = await listen(wordpress);
  Object.assign(process.env, siteEnvironment, {
    NEXT_PUBLIC_CMS_API_URL: `${cms}/graphql`,
    __NEXT_PRIVATE_ORIGIN: await listen(page),
  });
});
afterAll(async () => {
  delete process.env.__NEXT_PRIVATE_ORIGIN;
  await Promise.all(
    [wordpress, page].map(
      (server) =>
        new Promise((done) => {
          server.closeAllConnections();
          server.close(done);
        }),
    ),
  );
});
beforeEach(async () => {
  arrived = [];
  replies = [];
  pagesAsked = [];
  log = [];
  client += 1;
  vi.restoreAllMocks();
  vi.spyOn(console, 'error').mockImplementation((line) => void log.push(String(line)));
  vi.resetModules();
  ({ POST } = await import('../../src/runtime/routes/forms'));
});

const own = { 'Sec-Fetch-Site': 'same-origin' };
const script = { ...own, Accept: 'application/json' };
const browser = { ...own, Accept: 'text/html' };

const form = (fields: Record<string, string | Blob>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ _page: '/contact/', _form: 'form-1', ...fields }))
    data.append(name, value);
  return data;
};

const send = (body: BodyInit, headers: Record<string, string> = script, id = 'contact-form-7:12') =>
  POST(requestOf(body, headers), { params: Promise.resolve({ id }) });

const requestOf = (body: BodyInit, headers: Record<string, string>) =>
  new Request('http://localhost/api/forms/x', {
    method: 'POST',
    headers: { 'X-Forwarded-For': `192.0.2.${client}`, 'User-Agent': 'Browser', ...headers },
    body,
    ...{ duplex: 'half' },
  });

describe('what arrives in WordPress', () => {
  test('is what was written, with a signature of who wrote it, and without the honeypot', async () => {
    const file = new File(['content'], 'a "b".txt', { type: 'text/plain' });
    const response = await send(form({ who: 'Ädä', file, _website: '' }));
    expect([response.status, await response.json(), response.headers.get('cache-control')]).toEqual([
      200,
      { status: 'sent', message: 'Danke.', fields: [], hidden: {} },
      'no-store',
    ]);
    const [{ url, headers, body } = { url: '', headers: {}, body: '' }] = arrived;
    expect(url).toBe('/?rest_route=/companion/v1/forms/contact-form-7:12');
    expect(headers['content-length']).toBe(String(body.length));
    expect(Buffer.from(body, 'latin1').toString()).toMatch(/name="who"\r\n\r\nÄdä\r\n/);
    expect(body).toContain('filename="a %22b%22.txt"');
    expect(body).not.toMatch(/name="_(?!page)/);
    const [, id, visitor = ''] = String(headers['x-companion-visitor']).split('.');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.parse(Buffer.from(visitor, 'base64url').toString())).toEqual({
      ip: `192.0.2.${client}`,
      agent: 'Browser',
      page: '/contact/',
    });
  });
  test('of a large upload goes through as it is, with its length', async () => {
    const file = new File([Buffer.alloc(3_000_000, 'x')], 'a.bin');
    const encoded = new Response(form({ file, who: 'Ada' }));
    const body = Buffer.from(await encoded.arrayBuffer());
    const type = encoded.headers.get('content-type') ?? '';
    const response = await send(body, {
      ...script,
      'Content-Type': type,
      'Content-Length': String(body.length),
    });
    expect(response.status).toBe(200);
    expect(arrived[0]?.headers['content-length']).toBe(String(body.length));
    expect(arrived[0]?.body).toBe(body.toString('latin1'));
  });
  test('is sent again once with the same id where nothing can have taken it', async () => {
    replies = ['hang up'];
    expect((await send(form({ who: 'Ada' }))).status).toBe(200);
    const ids = arrived.map(({ headers }) => String(headers['x-companion-visitor']).split('.')[1]);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });
});

/** WordPress takes an id once. */
const idsArrived = () =>
  arrived.map(({ headers }) => String(headers['x-companion-visitor']).split('.')[1] ?? '');
const differentIds = () => new Set(idsArrived()).size;

test('without JavaScript a second click or a reload is the same form, and another visitor’s is another', async () => {
  const click = (ip: string, who = 'Ada') => send(form({ who }), { ...browser, 'X-Forwarded-For': ip });
  await Promise.all([click('198.51.100.1'), click('198.51.100.1')]);
  await click('198.51.100.1');
  expect([arrived.length, differentIds()]).toEqual([3, 1]);
  await click('198.51.100.2');
  await click('198.51.100.1', 'Eve');
  expect(differentIds()).toBe(3);
});

test('with JavaScript the same under the same key is the same form', async () => {
  const click = (key: string, who = 'Ada', id?: string) =>
    send(form({ who }), { ...script, 'Idempotency-Key': key }, id);
  await click('1');
  await click('1');
  expect([arrived.length, differentIds()]).toEqual([2, 1]);
  await click('2');
  const file = (text: string) => new File([text], 'a.txt', { type: 'text/plain' });
  const keyed = { ...script, 'Idempotency-Key': '1' };
  await send(form({ who: 'Ada', file: file('one') }), keyed);
  await send(form({ who: 'Ada', file: file('two') }), keyed);
  expect(differentIds()).toBe(4);
  await click('1', 'Eve');
  await click('1', 'Ada', 'contact-form-7:13');
  expect(differentIds()).toBe(6);
});

test.each<[string, Record<string, string>]>([
  ['of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['of another host of the same domain', { 'Sec-Fetch-Site': 'same-site' }],
  ['of an old browser on another site', { Origin: 'https://evil.example' }],
  ['of a frame without an origin', { Origin: 'null' }],
  ['of no page at all', {}],
])('a form %s is refused before anything of it is read', async (_name, headers) => {
  expect((await send(form({ who: 'Ada' }), { Accept: 'application/json', ...headers })).status).toBe(403);
  expect(arrived).toEqual([]);
});

test.each([
  '',
  'x',
  '../contact',
  'a:1/../../messages',
  'a:1?x=1',
  'a:%2e%2e',
  'A:1',
  '%',
  'a:1%00',
  '//evil:1',
])('the form %j is none of WordPress’s, and its body is not read', async (id) => {
  const request = requestOf(form({ who: 'Ada' }), browser);
  const response = await POST(request, { params: Promise.resolve({ id }) });
  expect([response.status, await response.json()]).toEqual([404, { status: 'failed' }]);
  expect(request.bodyUsed).toBe(false);
  expect(arrived).toEqual([]);
});

test.each([
  ['JSON', 'application/json', '{}', 415],
  ['text', 'text/plain', 'a=b', 415],
  ['a multipart body without a boundary', 'multipart/form-data', 'x', 415],
  ['one that is none', 'multipart/form-data; boundary=x', 'garbage', 422],
  ['one whose head has no end', 'multipart/form-data; boundary=x', `--x\r\nA: ${'b'.repeat(40_000)}`, 413],
])('%s is no form', async (_name, type, body, status) => {
  expect((await send(body, { ...script, 'Content-Type': type })).status).toBe(status);
  expect(arrived).toEqual([]);
});

describe('what is too large', () => {
  const endless = (length: number) => {
    let left = length;
    return new ReadableStream({
      start: (controller) =>
        controller.enqueue(
          Buffer.from(
            '--x\r\nContent-Disposition: form-data; name="who"\r\n\r\nAda\r\n--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n',
          ),
        ),
      pull: (controller) => {
        if (left <= 0) return controller.close();
        left -= 65_536;
        controller.enqueue(Buffer.alloc(65_536, 'y'));
      },
    });
  };
  const type = { 'Content-Type': 'multipart/form-data; boundary=x' };
  test('by its own word is not passed on', async () => {
    const body = endless(1024);
    const response = await send(body, { ...script, ...type, 'Content-Length': '20000000' });
    expect([response.status, (await response.json()).status]).toEqual([413, 'failed']);
    expect(arrived).toEqual([]);
  });
  test('without saying so is counted, and WordPress gets no whole of it', async () => {
    expect((await send(endless(20_000_000), { ...script, ...type })).status).toBe(413);
    expect(arrived).toEqual([]);
  });
  test('as text is not kept in memory', async () => {
    expect((await send(form({ who: 'x'.repeat(1_100_000) }))).status).toBe(413);
    const urlencoded = new URLSearchParams({ who: 'x'.repeat(300_000) });
    expect((await send(urlencoded)).status).toBe(413);
    expect(arrived).toEqual([]);
  });
});

describe('a body with as many fields as PHP takes is sent, and one with more is refused before it is built', () => {
  const multipart = (count: number, head: string, value: string) => {
    const part = `--x\r\nContent-Disposition: form-data; name="a"${head}\r\n\r\n${value}\r\n`;
    return Buffer.from(`${part.repeat(count)}--x--\r\n`);
  };
  const type = 'multipart/form-data; boundary=x';
  const file = '; filename="a.txt"';
  /** In chunks, like a body from the network. */
  const inPieces = (body: Buffer) => {
    let at = 0;
    return new ReadableStream({
      pull: (controller) => {
        if (at >= body.length) return controller.close();
        controller.enqueue(body.subarray(at, at + 1000));
        at += 1000;
      },
    });
  };
  test.each<[string, string, (count: number) => Buffer]>([
    [
      'URL-encoded',
      'application/x-www-form-urlencoded',
      (count) => Buffer.from(`a=b${'&a=b'.repeat(count - 1)}`),
    ],
    ['multipart', type, (count) => multipart(count, '', 'b')],
    ['multipart with files', type, (count) => multipart(count, file, 'b')],
    ['an upload that goes through', type, (count) => multipart(count, file, 'b'.repeat(500))],
  ])('%s', async (_name, type, body) => {
    const headers = { ...script, 'Content-Type': type };
    expect((await send(inPieces(body(1000)), headers)).status).toBe(200);
    expect(arrived).toHaveLength(1);
    const build = vi.spyOn(Response.prototype, 'formData');
    const answers = [];
    for (const count of [1001, 4000]) {
      const response = await send(inPieces(body(count)), headers);
      answers.push([response.status, await response.json()]);
    }
    const refused = [413, { status: 'failed', word: 'tooLarge' }];
    expect(answers).toEqual([refused, refused]);
    expect(arrived).toHaveLength(1);
    // Only the fields before an upload that goes through are built.
    expect(build).toHaveBeenCalledTimes(body(1001).length > 256 * 1024 ? answers.length : 0);
  });
  test('is answered with what was written up to there where there is no JavaScript', async () => {
    const head = '--x\r\nContent-Disposition: form-data; name=';
    const own = `${head}"_page"\r\n\r\n/contact/\r\n${head}"who"\r\n\r\nAda\r\n`;
    const body = Buffer.concat([Buffer.from(own), multipart(1000, '', 'b')]);
    const response = await send(body, { ...browser, 'Content-Type': type });
    const html = await response.text();
    expect([response.status, html.includes('Too large.'), html.includes('value="Ada"')]).toEqual([
      413,
      true,
      true,
    ]);
  });
});

test('whoever fills the field that nobody sees is told that nothing was sent', async () => {
  const response = await send(form({ who: 'Ada', _website: 'https://spam.example' }));
  expect([response.status, (await response.json()).status]).toEqual([422, 'spam']);
  expect(arrived).toEqual([]);
});

test('a line break in a name, a value or the page becomes no header', async () => {
  const body = form({ 'who\r\nX-Evil: 1': 'a\r\nBcc: everybody@example.com', _page: '/a\r\nX-Evil: 1' });
  await send(body, { ...script, 'User-Agent': 'a' });
  expect(arrived[0]?.headers).not.toHaveProperty('x-evil');
  expect(arrived[0]?.body).not.toMatch(/name="[^"]*\r\n[^"]*"/);
  const [, , visitor = ''] = String(arrived[0]?.headers['x-companion-visitor']).split('.');
  expect(JSON.parse(Buffer.from(visitor, 'base64url').toString()).page).toBe('/');
});

test('one client sends thirty, everybody together three hundred, whatever they call themselves', async () => {
  const statuses = async (count: number, from: (i: number) => string) => {
    const all: number[] = [];
    for (let i = 0; i < count; i++)
      all.push((await send(form({}), { ...script, 'X-Forwarded-For': from(i) })).status);
    return all.filter((status) => status === 200).length;
  };
  expect(await statuses(40, () => '198.51.100.1')).toBe(30);
  expect(await statuses(290, (i) => `forged, 203.0.113.${i % 250}`)).toBe(270);
  const last = await send(form({}), { ...script, 'X-Forwarded-For': '198.51.100.9' });
  expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

describe('a WordPress that is not well', () => {
  const twice = (status: number, body: unknown): Reply[] => [
    { status, body },
    { status, body },
  ];
  test.each<[string, Reply[], number, string]>([
    ['hangs up', ['hang up', 'hang up'], 503, 'unknown'],
    ['is in maintenance', twice(503, '<html>Briefly unavailable'), 503, 'failed'],
    ['has died behind its server', twice(502, '<html>Bad Gateway'), 503, 'unknown'],
    ['is still at it', twice(503, { code: 'companion_being_taken' }), 503, 'unknown'],
    ['is down after it hung up', ['hang up', { status: 503, body: '<html>' }], 503, 'unknown'],
    ['dies', [{ status: 500, body: '<p>There has been a critical error' }], 503, 'unknown'],
    ['answers with a text', [{ status: 200, body: '<!doctype html><title>Home' }], 503, 'unknown'],
    ['wants a password', [{ status: 401, body: '<h1>Unauthorized' }], 503, 'failed'],
    ['sends on', [{ status: 301, body: '' }], 503, 'unknown'],
    ['ends with a message', [{ status: 403, body: { code: 'wp_die', message: 'No.' } }], 503, 'unknown'],
    ['does not know this site', [{ status: 401, body: { code: 'companion_unknown_site' } }], 502, 'failed'],
    ['closes its REST API', [{ status: 401, body: { code: 'rest_login_required' } }], 502, 'failed'],
    ['has an older plugin', [{ status: 404, body: { code: 'rest_no_route' } }], 502, 'failed'],
    ['has a newer one', [{ status: 200, body: { status: 'queued' } }], 502, 'failed'],
    ['has no such form', [{ status: 404, body: { code: 'companion_no_form' } }], 404, 'gone'],
    ['takes less', [{ status: 413, body: '<h1>Request Entity Too Large' }], 413, 'tooLarge'],
  ])(
    'and %s: the visitor hears it, the log has one line, without what was written',
    async (_name, given, status, word) => {
      replies = [...given];
      const response = await send(form({ who: 'Ada-in-secret' }));
      const answer = await response.json();
      expect([response.status, answer.status, answer.word]).toEqual([status, 'failed', word]);
      const isSaid = status !== 404 && status !== 413;
      expect(log).toHaveLength(isSaid ? 1 : 0);
      expect(log.join()).not.toMatch(/Ada-in-secret|X-Companion/);
      expect(log.join()).not.toContain(siteEnvironment.REVALIDATION_SECRET);
    },
  );
  test('but only prints a notice before its answer has taken the form', async () => {
    replies = [{ status: 200, body: `<br />\n<b>Warning</b>: x in y\n${JSON.stringify(SENT.body)}` }];
    expect((await send(form({ who: 'Ada' }))).status).toBe(200);
  });
  test('for many visitors costs them nothing, and is asked no more than twenty times', async () => {
    replies = Array(200).fill({ status: 500, body: 'x' });
    for (let i = 0; i < 40; i++)
      expect(
        (await send(form({ who: 'Ada' }), { ...script, 'X-Forwarded-For': `192.0.2.${i}` })).status,
      ).toBe(503);
    expect(arrived).toHaveLength(20);
  });
  test('for one visitor is no outage for others', async () => {
    replies = Array(35).fill({ status: 500, body: 'x' });
    for (let i = 0; i < 60; i++)
      await send(form({ who: 'Ada' }), { ...script, 'X-Forwarded-For': '198.51.100.1' });
    expect(arrived).toHaveLength(35);
    expect((await send(form({ who: 'Bob' }), { ...script, 'X-Forwarded-For': '198.51.100.2' })).status).toBe(
      200,
    );
  });
});

describe('without JavaScript', () => {
  test('the answer is the page, filled in, for nobody to keep', async () => {
    const fields = [{ name: 'who', message: 'Zu kurz.' }];
    replies = [{ status: 200, body: { status: 'invalid', message: 'Fehler.', fields } }];
    const response = await send(form({ who: 'A' }), browser);
    const html = await response.text();
    expect([response.status, response.headers.get('cache-control')]).toEqual([422, 'no-store']);
    expect(html).toContain('name="who" aria-invalid="true" autofocus="" value="A"');
    expect(html).toContain('<p data-for="who" data-shown="">Zu kurz.</p>');
    expect(html).toContain('Fehler.');
  });
  test.each<[string, Reply[], number, string]>([
    ['sent', [], 200, 'Danke.'],
    ['WordPress is down', [{ status: 401, body: '<h1>' }], 503, 'Not sent, still here.'],
    ['WordPress hangs up', ['hang up', 'hang up'], 503, 'Perhaps sent.'],
  ])('%s', async (_name, given, status, text) => {
    replies = [...given];
    const response = await send(form({ who: 'Ada' }), browser);
    const html = await response.text();
    expect([response.status, html.includes(text), html.includes('value="Ada"')]).toEqual([
      status,
      true,
      status !== 200,
    ]);
  });
  test('an upload that is too large: what was written is still here, and files are asked for again', async () => {
    const file = new File([Buffer.alloc(17 * 1024 * 1024)], 'a.bin');
    const html = await (await send(form({ who: 'Ada', file }), browser)).text();
    expect(html).toContain('Too large. Files again.');
    expect(html).toContain('value="Ada"');
    expect(arrived).toEqual([]);
  });
  test.each([
    '//evil.example/',
    'https://evil.example/',
    '/\\evil.example',
    '/api/revalidate',
    '/contact/../api/revalidate',
    '/./%2e%2e/api/revalidate',
    '/_next/data',
    '\\\\evil.example',
    '/contact/\r\nHost: evil.example',
    '@evil.example/',
    '',
    '/gone/',
  ])('a page %j is none: what was written comes back on a plain one', async (path) => {
    replies = ['hang up', 'hang up'];
    const response = await send(form({ who: '<b>Ada', _page: path }), { ...browser, Host: 'evil.example' });
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain('<dd>&lt;b&gt;Ada</dd>');
    expect(html).not.toMatch(/href="(?!\/)/);
    expect(pagesAsked.filter((asked) => !/^127\.0\.0\.1:\d+\/(gone\/)?$/.test(asked))).toEqual([]);
  });
});
