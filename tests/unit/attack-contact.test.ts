import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MESSAGE_REFUSED, PROVIDER_DOWN, startMailDouble } from '../site/support/mail-double.mjs';
import { siteEnvironment } from '../support/site-environment';

/**
 * The contact route with a real mail provider's SDK and a double behind it: what is in the mail and in the log, which
 * the tests of a running site (templates/site/tests/security.test.ts) cannot see. Numbers as in the list of attacks.
 */
const valid = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello, how are you?' };

let double: Awaited<ReturnType<typeof startMailDouble>>;
let POST: (request: Request) => Promise<Response>;
/** Each test speaks from an address of its own, because five messages are what one may send. */
let client = 0;

beforeAll(async () => {
  double = await startMailDouble();
  Object.assign(process.env, { ...siteEnvironment, ...double.env });
  ({ POST } = await import('../../src/runtime/routes/contact'));
});
afterAll(() => double.close());
beforeEach(() => {
  double.mails.length = 0;
  client++;
});

const send = (body: unknown, forwardedFor = `192.0.2.${client}`) =>
  POST(
    new Request('http://localhost/api/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwardedFor },
      body: JSON.stringify(body),
    }),
  );

test('case 36: a line break in a field becomes no header of the mail', async () => {
  const attack = '\r\nBcc: everybody@example.com';
  for (const field of ['name', 'email', 'company'] as const) {
    const inside = `ada${attack}, ada@example.com`;
    expect((await send({ ...valid, [field]: inside })).status, field).toBe(400);
  }
  for (const separator of ['\n', '\u0000', '\u0085', '\u2028'])
    expect((await send({ ...valid, name: `Ada${separator}Bcc: x` })).status).toBe(400);
  expect(double.mails).toEqual([]);
  // Around a field it is white space, and cut off.
  expect((await send({ ...valid, name: '\r\nAda\r\n', email: ' ada@example.com\r\n' })).status).toBe(200);
  const [mail] = double.mails as Record<string, unknown>[];
  expect(mail?.subject).toMatch(/^Message from Ada through https?:\S+$/);
  expect(mail?.reply_to).toBe('ada@example.com');
  expect(Object.keys(mail ?? {}).sort()).toEqual(['from', 'reply_to', 'subject', 'text', 'to', 'url']);
});

test('case 37: markup arrives as the text it is: the mail has no HTML part', async () => {
  const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  expect((await send({ ...valid, name: `Ada ${markup}`, message: `Look: ${markup}` })).status).toBe(200);
  const [mail] = double.mails;
  expect(mail).not.toHaveProperty('html');
  expect(mail?.text).toBe(`Name: Ada ${markup}\nE-mail: ada@example.com\n\nLook: ${markup}`);
});

test('case 39: a filled honeypot is told that nothing was sent, which is true', async () => {
  const response = await send({ ...valid, website: 'https://spam.example' });
  expect([response.status, await response.json()]).toEqual([
    400,
    { success: false, error: 'Your message could not be sent, please try again later' },
  ]);
  expect(double.mails).toEqual([]);
});

test('case 44: a provider that fails and quotes the key: 500, and the key is neither answered nor logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const response = await send({ ...valid, message: `Hello there ${PROVIDER_DOWN}` });
  const said = JSON.stringify(log.mock.calls);
  log.mockRestore();
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain(double.env.EMAIL_PROVIDER_API_KEY);
  expect(said).toContain('a message was not delivered: The provider is down for Bearer [secret]');
  expect(said).not.toContain(double.env.EMAIL_PROVIDER_API_KEY);
});

describe('a delivery that fails', () => {
  /** The site as it is after a start: nobody has sent anything, and nothing has failed. */
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    vi.resetModules();
    ({ POST } = await import('../../src/runtime/routes/contact'));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const down = { ...valid, message: `Hello there ${PROVIDER_DOWN}` };
  const refused = { ...valid, message: `Hello there ${MESSAGE_REFUSED}` };
  const statuses = async (body: object, count: number, ip?: string) => {
    const all: number[] = [];
    for (let i = 0; i < count; i++) all.push((await send(body, ip)).status);
    return [...new Set(all)];
  };

  test('for a fault of the provider costs the visitor nothing: when it is back, five messages go through', async () => {
    expect(await statuses(down, 5)).toEqual([500]);
    expect(await statuses(valid, 5)).toEqual([200]);
    expect(await statuses(valid, 1)).toEqual([429]);
    // Nor everybody: sixty failures are not sixty messages.
    vi.advanceTimersByTime(601_000);
    for (let i = 0; i < 60; i++) await send(down, `198.51.100.${i}`);
    vi.advanceTimersByTime(11_000);
    expect(await statuses(valid, 5)).toEqual([200]);
  });

  test('is no way to ask the provider without end, in a row or all at once', async () => {
    const before = double.asked();
    // One client: five are forgiven, the next five count as messages.
    expect(await statuses(down, 300)).toEqual([500, 429]);
    expect(double.asked() - before).toBe(10);
    // Many: twenty in all, then none.
    for (let i = 0; i < 40; i++) expect(await statuses(down, 1, `203.0.113.${i}`)).toEqual([500]);
    expect(double.asked() - before).toBe(29);
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => send(down, `198.51.100.${i % 250}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
    expect(double.asked() - before).toBe(29);
    // It is asked again from time to time, and the first message that it takes ends the rest.
    vi.advanceTimersByTime(11_000);
    expect(await statuses(down, 10, '192.0.2.77')).toEqual([500]);
    expect(double.asked() - before).toBe(30);
    vi.advanceTimersByTime(11_000);
    expect(await statuses(valid, 5, '192.0.2.78')).toEqual([200]);
  });

  test('for a fault of the message counts like one that was sent', async () => {
    expect(await statuses(refused, 5)).toEqual([500]);
    expect(await statuses(refused, 1)).toEqual([429]);
  });
});

test('case 40: forged addresses get no further than the limit for all', async () => {
  vi.resetModules();
  ({ POST } = await import('../../src/runtime/routes/contact'));
  let accepted = 0;
  for (let i = 0; i < 100; i++) {
    const response = await send(valid, `203.0.113.${i}, 198.51.100.${i}`);
    if (response.status === 200) accepted++;
    else {
      expect(response.status).toBe(429);
      expect(await response.json()).toMatchObject({ success: false });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  }
  expect(accepted).toBe(60);
  expect(double.mails).toHaveLength(accepted);
});

describe('a form that the browser itself sends', () => {
  // The tests above have used up what all visitors together may send.
  beforeAll(async () => {
    vi.resetModules();
    ({ POST } = await import('../../src/runtime/routes/contact'));
  });
  const post = (fields: Record<string, string>, headers: Record<string, string>) =>
    POST(
      new Request('http://localhost/api/contact', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'X-Forwarded-For': `192.0.2.${client}`,
          Host: 'www.example.org',
          ...headers,
        },
        body: new URLSearchParams(fields),
      }),
    );
  const own = { 'Sec-Fetch-Site': 'same-origin' };

  test.each<[string, Record<string, string>]>([
    ['of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:3000' }],
    ['of another host of the same domain', { 'Sec-Fetch-Site': 'same-site' }],
    ['of an old browser on another site', { Origin: 'https://evil.example' }],
    ['of a frame without an origin', { Origin: 'null' }],
    ['of no page at all', {}],
  ])('one %s gets the answer that it always got, and sends nothing', async (_name, headers) => {
    const response = await post(valid, headers);
    expect([response.status, await response.json()]).toEqual([
      415,
      { success: false, error: 'Content-Type must be application/json' },
    ]);
    expect(double.mails).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ['as today’s browsers say it', own],
    ['as those of 2022 say it', { Origin: 'https://www.example.org' }],
  ])('one of this site is led back to the word that it was sent, %s', async (_name, headers) => {
    const { status, headers: answer } = await post({ ...valid, company: '', website: '' }, headers);
    expect([status, answer.get('location'), answer.get('cache-control')]).toEqual([
      303,
      '/contact#contact-sent',
      'no-store',
    ]);
    expect(double.mails).toHaveLength(1);
  });

  test('the same checks, the same honeypot, the same limit', async () => {
    const answer = async (fields: Record<string, string>) => {
      const response = await post(fields, own);
      return [response.status, response.headers.get('location') ?? (await response.text())];
    };
    const page = (status: number, text: RegExp) => [status, expect.stringMatching(text)];
    expect(await answer({ ...valid, name: ' ' })).toEqual(page(400, /<li>Name must/));
    expect(await answer({ ...valid, email: 'ada' })).toEqual(page(400, /<li>Invalid email/));
    expect(await answer({ ...valid, message: 'x'.repeat(10_001) })).toEqual(page(400, /<li>Message must/));
    expect(await answer({ ...valid, message: 'x'.repeat(300_000) })).toEqual(page(413, /was not sent/));
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, 'b']));
    expect(await answer({ ...valid, ...fields(998) })).toEqual(page(413, /was not sent/));
    const spam = await answer({ ...valid, message: '<b>"Hello"</b> there', website: 'https://spam.example' });
    expect(spam).toEqual(page(400, /was not sent.*<dd>&lt;b&gt;&quot;Hello&quot;/));
    // The field that the visitor never saw is empty when the form is sent again.
    expect(spam[1]).not.toContain('spam.example');
    expect(double.mails).toEqual([]);
    const sent = [303, '/contact#contact-sent'];
    expect(await answer({ ...valid, ...fields(997) })).toEqual(sent);
    // The longest that is valid, in the script that takes the most bytes.
    expect(await answer({ ...valid, message: '研'.repeat(10_000) })).toEqual(sent);
    for (let i = 0; i < 3; i++) expect(await answer(valid)).toEqual(sent);
    expect(await answer(valid)).toEqual(page(429, /too much was sent/));
  });
});
