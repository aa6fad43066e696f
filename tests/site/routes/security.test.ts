import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { now, sealSession } from '@/runtime/pages/preview/token';
import {
  cmsRequestsFor,
  control,
  cookieOf,
  edit,
  eventually,
  get,
  post,
  sample,
  settled,
} from '../support/context';
import { hiddenValues } from '../support/hidden';
import { MAIL_KEY, PROVIDER_DOWN } from '../support/mail-double.mjs';
import { secrets } from '../support/site-server';

/** Attacks on a running site. The numbers are those of this project's list of attacks. */

const pages = ['/', sample.post.path, '/contact/', '/no-such-page/'];
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';
const directive = (policy: string, name: string) =>
  policy.split('; ').find((part) => part.startsWith(`${name} `));

describe('security headers', () => {
  test.each([...pages, '/api/exit-preview', '/robots.txt'])('%s has them all', async (address) => {
    const { headers } = await get(address);
    const policy = headers.get('content-security-policy') ?? '';
    expect(directive(policy, 'script-src')).toBe("script-src 'self' 'unsafe-inline'");
    expect(policy).toContain("default-src 'self'");
    for (const part of [
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).toContain(part);
    expect(policy).not.toMatch(/\*|unsafe-eval/);
    expect(directive(policy, 'img-src')).toContain(new URL(inject('site').cmsUrl).origin);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('permissions-policy')).toBe('camera=(), microphone=(), geolocation=()');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('referrer-policy')).toMatch(/^(?:strict-origin-when-cross-origin|no-referrer)$/);
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('a preview has a nonce of its own on every script, and is never stored', async () => {
    const query = new URLSearchParams({ secret: secrets.preview, id: String(sample.draft.id) });
    const opened = await get(`/api/preview?${query}`);
    const see = () => get(opened.headers.get('location') ?? '', { Cookie: cookieOf(opened) });
    const [first, second] = [await see(), await see()];
    const nonces = [first, second].map((page) => /'nonce-([^']+)'/.exec(policyOf(page))?.[1] ?? 'none');
    expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(nonces[1]).not.toBe(nonces[0]);
    expect(policyOf(first)).not.toContain("'unsafe-inline' 'strict-dynamic'");
    expect(directive(policyOf(first), 'script-src')).not.toContain('unsafe-inline');
    expect(first.headers.get('cache-control')).toContain('no-store');
    const html = await first.text();
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    const withNonce = scripts.filter((tag) => tag.includes(`nonce="${nonces[0]}"`));
    expect(withNonce.length).toBeGreaterThan(5);
    // The theme's own script stands in the policy with its hash; data is not run.
    const others = scripts.filter((tag) => !withNonce.includes(tag) && !tag.includes('application/'));
    expect(others).toEqual(['<script>']);
  });

  test('who only claims to preview gets what everybody gets', async () => {
    const everybody = await get(sample.post.path);
    for (const session of ['x', '110.post.9999999999.forged']) {
      const forged = await get(sample.post.path, {
        Cookie: `__prerender_bypass=forged; preview_session=${session}`,
        'Content-Security-Policy': "script-src 'nonce-Zm9yZ2Vk'",
      });
      expect(policyOf(forged)).toBe(policyOf(everybody));
      expect(await forged.text()).not.toContain('Zm9yZ2Vk');
    }
  });
});

describe('what makes Next leave its cache aside', () => {
  const session = (exp: number) =>
    `preview_session=${sealSession(secrets.preview, { id: String(sample.post.id), type: 'post', exp })}`;
  let bypass: string;
  beforeAll(async () => {
    await settled();
    const query = new URLSearchParams({ secret: secrets.preview, id: String(sample.post.id) });
    const opened = await get(`/api/preview?${query}`);
    bypass = /__prerender_bypass=([^;]+)/.exec(cookieOf(opened))?.[1] ?? 'none';
    expect(bypass).not.toBe('none');
  });

  const later = now() + 600;
  test.each<[string, () => Record<string, string>]>([
    ['draft mode without a session', () => ({ Cookie: `__prerender_bypass=${bypass}` })],
    [
      'one that hides behind another',
      () => ({ Cookie: `__prerender_bypass=; a=b;__prerender_bypass=${bypass}` }),
    ],
    ['a session that has ended', () => ({ Cookie: `__prerender_bypass=${bypass}; ${session(now() - 1)}` })],
    ['a forged session', () => ({ Cookie: `__prerender_bypass=${bypass}; ${session(later)}x` })],
    ['the header of a revalidation', () => ({ 'X-Prerender-Revalidate': bypass })],
    [
      'the header, of what is there already',
      () => ({ 'X-Prerender-Revalidate': bypass, 'X-Prerender-Revalidate-If-Generated': '1' }),
    ],
    ['the header, in a session', () => ({ 'X-Prerender-Revalidate': bypass, Cookie: session(later) })],
  ])('%s: the page comes from the cache, and nobody asks the CMS for it', async (_name, headers) => {
    for (const path of [sample.post.path, `/og${sample.post.path}`]) {
      await (await get(path)).text();
      const before = await cmsRequestsFor(sample.post.path);
      for (let i = 0; i < 20; i++) {
        const response = await get(path, headers());
        await response.text();
        expect([response.status, response.headers.get('x-nextjs-cache')], path).toEqual([200, 'HIT']);
      }
      expect((await cmsRequestsFor(sample.post.path)) - before).toBe(0);
    }
  });

  test('a session that is valid still previews, and its cookies end with it', async () => {
    const query = new URLSearchParams({ secret: secrets.preview, id: String(sample.post.id) });
    const opened = await get(`/api/preview?${query}`);
    const seen = await get(sample.post.path, { Cookie: `__prerender_bypass=${bypass}; ${session(later)}` });
    expect(seen.headers.get('cache-control')).toContain('no-store');
    expect(await seen.text()).toContain('Leave the preview');
    const ends = opened.headers.getSetCookie().map((cookie) => /expires=([^;]+)/i.exec(cookie)?.[1]);
    expect(new Set(ends).size).toBe(1);
    expect(Date.parse(ends[0] ?? '')).toBeGreaterThan(Date.now());
  });
});

test.each([
  '/no-such-page/',
  '/og/no-such-page/',
  '/sitemap/9.xml',
  '/no-such-page/feed/',
  '/journal/page/99/',
])('%s: no cache in front of the site says for long that nothing is here', async (path) => {
  for (let i = 0; i < 2; i++) {
    const { status, headers } = await get(path);
    expect([status, headers.get('cache-control')]).toEqual([
      404,
      expect.stringMatching(/^s-maxage=60$|no-store/),
    ]);
  }
});

describe('POST /api/contact', () => {
  const valid = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello, how are you?' };
  /** Each test speaks from an address of its own, as behind a proxy: a client may send five messages. */
  const from =
    (address: string) =>
    async (body: unknown, type: string | null = 'application/json') => {
      const response = await post('/api/contact', body, type, { 'X-Forwarded-For': address });
      return { status: response.status, headers: response.headers, body: await response.json() };
    };
  const refused = { success: false, error: expect.any(String) };

  test('case 36: a line break inside name, email or company is 400', async () => {
    const send = from('192.0.2.36');
    for (const field of ['name', 'email', 'company']) {
      const answer = await send({ ...valid, [field]: 'ada\r\nBcc: everybody@example.com' });
      expect([answer.status, answer.body], field).toEqual([400, refused]);
    }
  });

  test('case 38: fields that are too long are 400, a body that is too large 413', async () => {
    const send = from('192.0.2.38');
    const long = { name: 201, company: 201, message: 10_001 };
    for (const [field, length] of Object.entries(long)) {
      const answer = await send({ ...valid, [field]: 'x'.repeat(length) });
      expect([answer.status, answer.body], field).toEqual([400, refused]);
    }
    const large = await send({ ...valid, message: 'x'.repeat(70_000) });
    expect([large.status, large.body]).toEqual([413, refused]);
  });

  test('case 39: a filled honeypot is told that nothing was sent, whatever else was filled in', async () => {
    const { status, body } = await from('192.0.2.39')({ name: 'x', website: 'https://spam.example' });
    expect([status, body]).toEqual([400, refused]);
  });

  test('case 40: the sixth message of a client is 429, and says when to come back', async () => {
    // Addresses before the last one are the client's own invention.
    const send = async (i: number) => from(`203.0.113.${i}, 192.0.2.40`)(valid);
    for (let i = 0; i < 5; i++) expect((await send(i)).status).toBe(200);
    const { status, headers, body } = await send(5);
    expect([status, body]).toEqual([429, refused]);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(600);
  });

  test('case 41: anything but JSON is 415, JSON that is none or no object 400, in the same shape', async () => {
    const send = from('192.0.2.41');
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      null,
    ])
      expect(await send('name=Ada', type), String(type)).toMatchObject({ status: 415, body: refused });
    for (const body of ['{', '', 'null', '[]', '"x"', '{"__proto__":{"name":"Ada"}}'])
      expect(await send(body), body).toMatchObject({ status: 400, body: refused });
  });

  test('case 42: a name of spaces is none, and one of two letters among spaces is one', async () => {
    const send = from('192.0.2.42');
    const empty = await send({ ...valid, name: ' \t  ' });
    expect([empty.status, empty.body.error]).toEqual([400, 'Name must be at least 2 characters']);
    expect((await send({ ...valid, name: '  Al  ' })).status).toBe(200);
  });

  test('case 43: odd e-mail addresses are 400, however long they are', async () => {
    const send = from('192.0.2.43');
    const odd = [
      'a@b',
      'ada@-example.com',
      'ada@example..com',
      'ådå@example.com',
      'a@b@example.com',
      '"a b"@example.com',
    ];
    const long = [`${'a'.repeat(2000)}@example.com`, `a@${'a.'.repeat(15_000)}`, `${'a.'.repeat(15_000)}@`];
    for (const email of [...odd, ...long]) {
      const answer = await send({ ...valid, email });
      expect([answer.status, answer.body.error], email.slice(0, 40)).toEqual([400, 'Invalid email address']);
    }
  });

  test('case 44: a provider that fails is 500, without what it said', async () => {
    const { status, body } = await from('192.0.2.44')({ ...valid, message: `Hello there ${PROVIDER_DOWN}` });
    expect([status, body]).toEqual([500, refused]);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${MAIL_KEY}|provider|Bearer`, 'i'));
  });
});

describe('hostile content in the CMS', () => {
  const address = '/how-we-dry-our-boards/';
  const changed = () => post('/api/revalidate', { secret: secrets.revalidation, paths: [address] });
  let html: string;
  beforeAll(async () => {
    const title = '</script><script>attack(1)</script>Fish &amp; &amp;lt;b&amp;gt;';
    const content =
      '<p id="marker">New text</p><script>attack(2)</script><img src="x" onerror="attack(3)">' +
      '<a href="java&#x09;script:attack(4)">link</a><iframe srcdoc="<script>attack(5)</script>"></iframe>';
    await edit({ slug: 'how-we-dry-our-boards', set: { title, content, excerpt: content } });
    await changed();
    html = await eventually(address, (text) => text.includes('id="marker"'));
  });
  afterAll(async () => {
    await control({ reset: true });
    await changed();
    await eventually(address, (text) => !text.includes('id="marker"'));
    // The site's search must not find it in a later test.
    await eventually('/search/titles.json', (text) => !text.includes('attack('));
  });

  test('case 45: nothing of it runs, in the text, in the head and in the data of the page', () => {
    expect(html).not.toMatch(/<script>attack|onerror="?alert|script:attack|srcdoc/);
    // The data for the browser holds the cleaned text only, and no `<` that could end its script.
    for (const [, script = ''] of html.matchAll(/<script\b[^>]*>self\.__next_f\.push\(([\s\S]*?)<\/script>/g))
      expect(script).not.toContain('<');
  });

  test('case 49: entities of a title are decoded once, in the heading and in the browser’s tab', () => {
    const text = 'Fish &amp; &amp;lt;b&amp;gt;';
    expect(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]).toContain(text);
    expect(/<title>(.*?)<\/title>/s.exec(html)?.[1]).toContain(text);
  });
});

test('no secret is in anything that the site gives away', async () => {
  const { dir } = inject('site');
  const files = (folder: string, names: RegExp) =>
    readdirSync(path.join(dir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && names.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name));
  const built = [
    ...files('.next/static', /\.\w+$/),
    ...files('.next/server/app', /\.(?:html|rsc|body|meta|json|txt|xml)$/),
  ];
  expect(built.length).toBeGreaterThan(50);
  const given = await Promise.all(
    pages
      .flatMap((page) => [get(page), get(page, { RSC: '1' })])
      .map(async (answer) => (await answer).text()),
  );
  for (const value of hiddenValues.flatMap((secret) => secret.split(' ')).filter((word) => word.length > 5)) {
    for (const file of built) expect(readFileSync(file, 'latin1').includes(value), file).toBe(false);
    for (const text of given) expect(text).not.toContain(value);
  }
});
