import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { siteEnvironment } from '../support/site-environment';
import { type SmtpSink, startSmtpSink } from '../wordpress/companion/smtp-sink';

/** Attacks on what delivers messages of the contact form: SMTP, WordPress, and the disk that keeps what could not be delivered. */

const answers = vi.hoisted(() => ({ features: { contact: 'smtp' } }));
vi.mock('../../templates/site/site.config', () => ({ default: answers }));
const own = vi.hoisted(() => ({
  contact: {
    fields: [
      { name: 'phone', label: 'Telephone' },
      { name: 'more', label: 'More', kind: 'textarea' },
    ],
  },
}));
vi.mock('../../templates/site/content.config', () => ({ default: own }));

const PASSWORD = 'p4ss%2Fw0rd-of-mail';
const valid = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello, how are you?' };
const home = process.cwd();
const outbox = '.contact-outbox/waiting';
let log: string;
let client = 0;

/** Modules of a site that starts in an empty folder. */
async function site(contact: string, env: Record<string, string>) {
  vi.resetModules();
  answers.features.contact = contact;
  process.chdir(mkdtempSync(path.join(tmpdir(), 'contact-')));
  const variables = {
    ...siteEnvironment,
    SMTP_URL: '',
    EMAIL_FROM_ADDRESS: '',
    EMAIL_PROVIDER_API_KEY: '',
    ...env,
  };
  Object.assign(process.env, variables);
  const { POST } = await import('../../src/runtime/routes/contact');
  const { deliverWaiting } = await import('../../src/runtime/visitors/contact/retry');
  const send = (body: object, forwardedFor = `192.0.2.${client}`, more: Record<string, string> = {}) =>
    POST(
      new Request('http://localhost/api/contact', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwardedFor, ...more },
        body: JSON.stringify(body),
      }),
    );
  return { send, deliverWaiting };
}
const waiting = () => (existsSync(outbox) ? readdirSync(outbox) : []);

beforeEach(() => {
  client++;
  log = '';
  for (const kind of ['error', 'log'] as const)
    vi.spyOn(console, kind).mockImplementation((text) => {
      log += `${text}\n`;
    });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => process.chdir(home));

describe('by SMTP', () => {
  let sink: SmtpSink;
  beforeEach(async () => {
    sink = await startSmtpSink();
  });
  afterEach(() => sink.stop());
  const smtp = (port = sink.port) =>
    site('smtp', {
      SMTP_URL: `smtp://mailer:${PASSWORD}@127.0.0.1:${port}`,
      EMAIL_FROM_ADDRESS: 'site@example.com',
    });

  test('a message is one mail, to the owner alone, answered to its sender', async () => {
    const { send } = await smtp();
    expect((await send({ ...valid, name: 'Ädä 研', phone: '123', more: 'a\nb' })).status).toBe(200);
    expect(sink.mails).toHaveLength(1);
    const [mail] = sink.mails;
    expect([mail?.headers.from, mail?.to]).toEqual(['site@example.com', ['site@example.com']]);
    expect(mail?.headers['reply-to']).toBe('ada@example.com');
    expect(mail?.headers['message-id']).toMatch(/^<[0-9a-f]{32}@localhost>$/);
    expect(mail?.text.replaceAll('\r\n', '\n')).toBe(
      'Name: Ädä 研\nE-mail: ada@example.com\nTelephone: 123\nMore: a\nb\n\nHello, how are you?',
    );
    expect(waiting()).toEqual([]);
  });

  const smuggled =
    '\r\n.\r\nMAIL FROM:<evil@example.com>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nSpam\r\n.\r\n';
  test.each<[string, object]>([
    ['a second mail behind a dot', { message: `Hello there${smuggled}` }],
    ['the same with lone line feeds', { message: `Hello there${smuggled.replaceAll('\r', '')}` }],
    ['the same with lone carriage returns', { message: `Hello there${smuggled.replaceAll('\n', '')}` }],
    ['the same in a field of the owner’s', { more: smuggled }],
    ['headers in the message', { message: 'Bcc: victim@example.com\r\n\r\nHello there' }],
    ['an encoded word that becomes a line break', { name: 'Ada =?utf-8?Q?=0D=0ABcc:_victim@example.com?=' }],
    ['a list of addresses in the name', { name: 'victim@example.com, <victim@example.com>' }],
    [
      'a file to attach',
      { name: 'Ada', attachments: [{ path: '/etc/passwd' }], message: { path: '/etc/passwd' } },
    ],
  ])('%s reaches nobody else', async (_name, attack) => {
    const { send } = await smtp();
    await send({ ...valid, ...attack });
    expect(sink.mails.length).toBeLessThanOrEqual(1);
    for (const { to, headers, source } of sink.mails) {
      expect(to).toEqual(['site@example.com']);
      expect(headers.to).toBe('site@example.com');
      expect(headers).not.toHaveProperty('bcc');
      expect(source).not.toContain('root:');
    }
  });

  test.each<[string, object]>([
    ['a line break in the name', { name: 'Ada\r\nBcc: victim@example.com' }],
    ['a line break in a custom field', { phone: '1\r\nBcc: victim@example.com' }],
    ['a list of addresses', { email: 'ada@example.com, victim@example.com' }],
    ['an address with a name', { email: 'Ada <ada@example.com>' }],
    ['a quoted line break', { email: '"a\r\nBcc: x"@example.com' }],
  ])('%s is 400', async (_name, attack) => {
    const { send } = await smtp();
    expect((await send({ ...valid, ...attack })).status).toBe(400);
    expect(sink.mails).toEqual([]);
  });

  test('a server that is down: the message waits, and arrives once when it is back', async () => {
    const { port } = sink;
    await sink.stop();
    const { send, deliverWaiting } = await smtp(port);
    expect((await send(valid)).status).toBe(200);
    expect(waiting()).toHaveLength(1);
    expect(await deliverWaiting()).toBe(false);
    sink = await startSmtpSink(port);
    expect(await deliverWaiting()).toBe(true);
    expect(await deliverWaiting()).toBe(true);
    expect(sink.mails.map(({ text }) => text.includes(valid.message))).toEqual([true]);
    expect(waiting()).toEqual([]);
  });

  test('what a script sends again under its key is one mail, from whatever address, and uses up nothing', async () => {
    const { send } = await smtp();
    const key = { 'Idempotency-Key': '1-2-3-4' };
    const mails = async (...sent: Promise<Response>[]) => {
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      return [new Set(statuses), sink.mails.length];
    };
    const here = `192.0.2.${client}`;
    const ok = new Set([200]);
    // On its way, and taken.
    expect(await mails(send(valid, here, key), send(valid, '198.51.100.7', key))).toEqual([ok, 1]);
    for (let i = 0; i < 6; i++) expect(await mails(send(valid, here, key))).toEqual([ok, 1]);
    // Nobody's key hides what another one has written.
    expect(await mails(send({ ...valid, message: 'Something else.' }, here, key))).toEqual([ok, 2]);
    expect(await mails(send({ ...valid, phone: '123' }, here, key))).toEqual([ok, 3]);
    expect(await mails(send(valid, here, { 'Idempotency-Key': '5' }))).toEqual([ok, 4]);
    expect(await mails(send(valid, here))).toEqual([ok, 5]);
    expect((await send(valid, here)).status).toBe(429);
  });

  test('one with a key that waits is not kept twice, and arrives once', async () => {
    const { port } = sink;
    await sink.stop();
    const { send, deliverWaiting } = await smtp(port);
    const again = async () => (await send(valid, undefined, { 'Idempotency-Key': 'x'.repeat(5000) })).status;
    expect([await again(), await again(), waiting().length]).toEqual([200, 200, 1]);
    sink = await startSmtpSink(port);
    expect(await deliverWaiting()).toBe(true);
    expect([await again(), sink.mails.length]).toEqual([200, 1]);
    expect(sink.mails[0]?.headers['message-id']).toMatch(/^<[0-9a-f]{32}@localhost>$/);
  });

  test('a password that is refused: the message waits, and nothing in the log holds it', async () => {
    sink.refuses.login = `535 no: ${decodeURIComponent(PASSWORD)} ${PASSWORD}`;
    const { send } = await smtp();
    expect((await send(valid)).status).toBe(200);
    expect(waiting()).toHaveLength(1);
    expect(log).toContain('waits: ');
    for (const secret of [
      PASSWORD,
      decodeURIComponent(PASSWORD),
      Buffer.from(`\0mailer\0${PASSWORD}`).toString('base64'),
    ])
      expect(log).not.toContain(secret);
  });

  test('a message that the server will never take is 500, counts, and does not wait', async () => {
    sink.refuses.mail = '554 this is spam';
    const { send } = await smtp();
    for (let i = 0; i < 5; i++) expect((await send(valid)).status).toBe(500);
    expect([(await send(valid)).status, waiting()]).toEqual([429, []]);
  });

  test('one that it refuses later stays for the owner', async () => {
    const { port } = sink;
    await sink.stop();
    const { send, deliverWaiting } = await smtp(port);
    await send(valid);
    sink = await startSmtpSink(port);
    sink.refuses.mail = '554 this is spam';
    expect(await deliverWaiting()).toBe(true);
    expect([waiting(), readdirSync('.contact-outbox/refused').length]).toEqual([[], 1]);
  });

  test('a disk that takes nothing: 500, and the visitor may try again at once', async () => {
    const { port } = sink;
    await sink.stop();
    const { send } = await smtp(port);
    writeFileSync('.contact-outbox', 'a file in its place');
    for (let i = 0; i < 7; i++) expect((await send(valid)).status).toBe(500);
    expect(log).toContain('it could not be kept: ');
  });

  test('forged addresses fill the disk no further than the limit for all', async () => {
    const { port } = sink;
    await sink.stop();
    const { send } = await smtp(port);
    for (let i = 0; i < 70; i++) await send(valid, `203.0.113.${i}`);
    expect(waiting()).toHaveLength(60);
  });

  test('a filled honeypot leaves nothing on the disk', async () => {
    const { port } = sink;
    await sink.stop();
    const { send } = await smtp(port);
    expect((await send({ ...valid, website: 'https://spam.example' })).status).toBe(400);
    expect(waiting()).toEqual([]);
  });

  test('a body beyond what the fields can hold is 413', async () => {
    const { send } = await smtp();
    expect((await send({ ...valid, more: 'x'.repeat(200_000) })).status).toBe(413);
    expect(sink.mails).toEqual([]);
  });
});

describe('by WordPress', () => {
  let server: Server;
  let heard: { url: string; id: string; body: Record<string, unknown> }[];
  let answer: (request: IncomingMessage) => { status: number; body: string } | 'gone';
  beforeEach(async () => {
    heard = [];
    answer = () => ({ status: 200, body: '{"status":"kept"}' });
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        const header = String(request.headers['x-companion-visitor']);
        heard.push({
          url: request.url ?? '',
          id: header.split('.')[1] ?? '',
          body: JSON.parse(text || '{}'),
        });
        const now = answer(request);
        if (now === 'gone') return void request.socket.destroy();
        response.writeHead(now.status, { 'content-type': 'application/json' }).end(now.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => void server.close());
  const wordpress = () =>
    site('wordpress', {
      NEXT_PUBLIC_CMS_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    });

  test('it gets what was written, with the labels of the owner’s fields', async () => {
    const { send } = await wordpress();
    expect((await send({ ...valid, phone: '123', bcc: 'x@example.com' })).status).toBe(200);
    expect(heard).toEqual([
      {
        url: '/?rest_route=/companion/v1/contact',
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: { ...valid, fields: [{ label: 'Telephone', value: '123' }] },
      },
    ]);
  });

  test('two clicks are one message, also where it waits', async () => {
    const { send } = await wordpress();
    const twice = async () => (await Promise.all([send(valid), send(valid)])).map(({ status }) => status);
    expect([await twice(), heard.length]).toEqual([[200, 200], 1]);
    answer = () => 'gone';
    expect([await twice(), waiting().length]).toEqual([[200, 200], 1]);
  });

  test.each<[string, () => ReturnType<typeof answer>]>([
    ['that has a fatal error', () => ({ status: 500, body: '<!doctype html><p>critical error' })],
    ['that is in maintenance', () => ({ status: 503, body: '<!doctype html><p>Briefly unavailable' })],
    ['that ends the connection after it has heard everything', () => 'gone'],
    ['whose plugin is too old', () => ({ status: 404, body: '{"code":"rest_no_route"}' })],
    [
      'whose plugin does not know the site',
      () => ({ status: 401, body: '{"code":"companion_unknown_site"}' }),
    ],
    ['behind a login', () => ({ status: 200, body: '<!doctype html><form>' })],
  ])('one %s: the message waits, and comes again with the same id', async (_name, fault) => {
    answer = fault;
    const { send, deliverWaiting } = await wordpress();
    expect((await send(valid)).status).toBe(200);
    expect(waiting()).toHaveLength(1);
    answer = () => ({ status: 200, body: '{"status":"kept"}' });
    expect(await deliverWaiting()).toBe(true);
    expect([new Set(heard.map(({ id }) => id)).size, waiting()]).toEqual([1, []]);
    expect(log).not.toContain(valid.message);
    expect(log).not.toContain(siteEnvironment.REVALIDATION_SECRET);
  });

  test('one that comes again under a key, after another start, has its id', async () => {
    const key = { 'Idempotency-Key': '1-2-3-4' };
    for (const body of [valid, valid, { ...valid, message: 'Something else.' }])
      expect((await (await wordpress()).send(body, undefined, key)).status).toBe(200);
    const [first, again, other] = heard.map(({ id }) => id);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([again, other]).toEqual([first, expect.not.stringMatching(first ?? '')]);
  });

  test('one that will not have this message: 500, and it does not wait', async () => {
    answer = () => ({ status: 400, body: '{"code":"companion_invalid_message"}' });
    const { send } = await wordpress();
    expect([(await send(valid)).status, waiting()]).toEqual([500, []]);
  });
});

test.each([
  ['none', {}],
  ['smtp', { EMAIL_FROM_ADDRESS: 'site@example.com' }],
  ['smtp', { EMAIL_FROM_ADDRESS: 'site@example.com', SMTP_URL: 'javascript:alert(1)' }],
  ['wordpress', { NEXT_PUBLIC_CMS_API_URL: 'http://127.0.0.1:8787/graphql' }],
])('in production, delivery by %s with %j is none: 500, and nothing is kept', async (contact, env) => {
  vi.stubEnv('NODE_ENV', 'production');
  const { send } = await site(contact, env);
  const { isContactOpen } = await import('../../src/runtime/visitors/contact/delivery');
  const response = await send(valid);
  vi.unstubAllEnvs();
  expect([response.status, await response.json(), isContactOpen]).toEqual([
    500,
    { success: false, error: 'Your message could not be sent, please try again later' },
    false,
  ]);
  expect(existsSync('.contact-outbox')).toBe(false);
});
