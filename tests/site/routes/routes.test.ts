import { describe, expect, test } from 'vitest';
import { version } from '../../../src/runtime/base/version';
import { cookieOf, get, post, sample } from '../support/context';
import { PROVIDER_DOWN } from '../support/mail-double.mjs';
import { secrets } from '../support/site-server';

/** The four routes, exactly as the interface specification states them; what attackers send: security.test.ts. */

describe('POST /api/revalidate', () => {
  const secret = secrets.revalidation;
  const statusOf = async (body: unknown, type?: string | null) =>
    (await post('/api/revalidate', body, type)).status;

  test('POST /api/revalidate: 200', async () => {
    const response = await post('/api/revalidate', { secret, paths: ['/About/?x=1', '/About', '/'] });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ revalidated: true, paths: ['/About', '/'] });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
  test('POST /api/revalidate: 401', async () => {
    for (const wrong of ['', 'wrong', secret.slice(0, -1), null, [secret], { secret }]) {
      const response = await post('/api/revalidate', { secret: wrong, paths: ['/'] });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ error: 'Invalid revalidation secret' });
    }
  });
  test('Errors: wrong revalidation secret', async () => {
    const response = await post('/api/revalidate', { secret: 'x', paths: 'not looked at' });
    expect([response.status, await response.json()]).toEqual([401, { error: 'Invalid revalidation secret' }]);
  });
  test('the checks come in the order method, content type, size, JSON, secret, paths', async () => {
    const wrongMethod = await get('/api/revalidate');
    expect(wrongMethod.status).toBe(405);
    expect(await statusOf('{', 'text/plain')).toBe(415);
    expect(await statusOf('a=b', 'application/x-www-form-urlencoded')).toBe(415);
    expect(await statusOf(`"${'x'.repeat(600 * 1024)}`)).toBe(413);
    expect(await statusOf('{"secret":')).toBe(400);
    expect(await statusOf({ secret: 'wrong' })).toBe(401);
    expect(await statusOf({ secret })).toBe(400);
    expect(await statusOf({ secret, paths: ['/../etc/passwd'] })).toBe(400);
    expect(await statusOf({ secret, paths: ['/'] }, 'Application/JSON; charset=utf-8')).toBe(200);
  });
  test('an empty list is 400 and says what this site understands', async () => {
    const response = await post('/api/revalidate', { secret, paths: [] });
    expect([response.status, response.headers.get('webhook-supports')]).toEqual([400, 'wildcard']);
    const refused = await post('/api/revalidate', { secret: 'wrong', paths: [] });
    expect([refused.status, refused.headers.get('webhook-supports')]).toEqual([401, null]);
  });
  test('whoever knows the secret is told the version of the runtime, and nobody else', async () => {
    const told = async (secret: string) =>
      (await post('/api/revalidate', { secret, paths: ['/'] })).headers.get('x-headless-site');
    expect([await told(secret), await told('wrong')]).toEqual([version, null]);
    const templates = async (secret: string) =>
      (await post('/api/revalidate', { secret, paths: [] })).headers.get('x-headless-templates');
    expect([await templates(secret), await templates('wrong')]).toEqual(['', null]);
    // The sample CMS ends its addresses with one.
    const slash = async (secret: string) =>
      (await post('/api/revalidate', { secret, paths: [] })).headers.get('x-headless-slash');
    expect([await slash(secret), await slash('wrong')]).toEqual(['yes', null]);
  });
  test('the trailing slash changes nothing and is never redirected', async () => {
    expect((await post('/api/revalidate/', { secret, paths: ['/'] })).status).toBe(200);
  });
});

describe('GET /api/preview', () => {
  const preview = (query: Record<string, string>) => get(`/api/preview?${new URLSearchParams(query)}`);
  const { post: item, draft } = sample;

  test('GET /api/preview: GET /api/preview', async () => {
    const response = await preview({ secret: secrets.preview, id: String(item.id), type: 'post' });
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe(item.path);
    expect(cookieOf(response)).toMatch(/__prerender_bypass=\w+/);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
  test('Errors: wrong preview secret', async () => {
    for (const secret of ['wrong', secrets.preview.slice(0, -1), '']) {
      const response = await preview({ secret, id: String(item.id) });
      expect(response.status).toBe(401);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect((await get(`/api/preview?id=${item.id}`)).status).toBe(401);
    const twice = new URLSearchParams([
      ['secret', secrets.preview],
      ['secret', secrets.preview],
      ['id', '1'],
    ]);
    expect((await get(`/api/preview?${twice}`)).status).toBe(401);
  });
  test('Limits: preview token lifetime', async () => {
    const before = Date.now();
    const response = await preview({ secret: secrets.preview, id: String(item.id) });
    const cookie = response.headers.getSetCookie().find((value) => value.startsWith('preview_session='));
    // A cookie's date has whole seconds.
    const expires = Date.parse(/expires=([^;]+)/i.exec(cookie ?? '')?.[1] ?? '');
    expect(expires).toBeGreaterThan(before + 3_599_000);
    expect(expires).toBeLessThanOrEqual(Date.now() + 3_600_000);
    expect(cookie).toMatch(/HttpOnly/i);
  });
  test('the type defaults to post, an unknown one or a missing id is 400', async () => {
    expect((await preview({ secret: secrets.preview, id: item.slug })).headers.get('location')).toBe(
      item.path,
    );
    expect((await preview({ secret: secrets.preview, id: '1', type: 'user' })).status).toBe(400);
    expect((await preview({ secret: secrets.preview })).status).toBe(400);
  });
  test('a missing item is the not-found page, without a cookie', async () => {
    const missing: Record<string, string>[] = [
      { id: '999999' },
      { id: String(item.id), type: 'page' },
      { id: '//evil.example' },
    ];
    for (const query of missing) {
      const response = await preview({ secret: secrets.preview, ...query });
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('Page not found');
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });
  test('a draft without an address is seen by the one who previews it, and by nobody else', async () => {
    const response = await preview({ secret: secrets.preview, id: String(draft.id) });
    const location = response.headers.get('location') ?? '';
    expect(location).toBe(`/preview/${draft.id}`);
    const seen = await get(location, { Cookie: cookieOf(response) });
    expect(seen.status).toBe(200);
    expect(await seen.text()).toContain(draft.title);
    expect((await get(location)).status).toBe(404);
    const other = await preview({ secret: secrets.preview, id: String(item.id) });
    expect((await get(location, { Cookie: cookieOf(other) })).status).toBe(404);
  });
});

test('GET /api/exit-preview: GET /api/exit-preview', async () => {
  const response = await get('/api/exit-preview?to=https://evil.example');
  expect(response.status).toBe(307);
  expect(response.headers.get('location')).toBe('/');
  const cookies = response.headers.getSetCookie();
  for (const name of ['__prerender_bypass', 'preview_session']) {
    expect(cookies.find((cookie) => cookie.startsWith(`${name}=;`))).toMatch(/Expires=Thu, 01 Jan 1970/);
  }
});

describe('POST /api/contact', () => {
  const valid = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello, how are you?' };
  const send = async (body: unknown, type?: string) => {
    // A client of its own: five messages are taken from one, and other files send some.
    const response = await post('/api/contact', body, type, { 'X-Forwarded-For': '192.0.2.142' });
    return [response.status, await response.json()];
  };
  test('POST /api/contact: 400', async () => {
    expect(await send({ ...valid, name: 'A' })).toEqual([
      400,
      { success: false, error: 'Name must be at least 2 characters' },
    ]);
    expect(await send({ ...valid, email: 'ada' })).toEqual([
      400,
      { success: false, error: 'Invalid email address' },
    ]);
    expect(await send({ ...valid, message: 'short' })).toEqual([
      400,
      { success: false, error: 'Message must be at least 10 characters' },
    ]);
  });
  test('Errors: contact input fails validation', async () => {
    expect(await send({})).toEqual([400, { success: false, error: 'Name must be at least 2 characters' }]);
    for (const body of ['{', 'null', '[]', '"x"']) expect((await send(body))[0]).toBe(400);
  });
  test('POST /api/contact: 200', async () => {
    expect(await send(valid)).toEqual([200, { success: true, message: 'Thank you for your message.' }]);
  });
  test('POST /api/contact: 500', async () => {
    const [status, body] = await send({ ...valid, message: `Hello there ${PROVIDER_DOWN}` });
    expect(status).toBe(500);
    expect(body).toEqual({ success: false, error: 'Your message could not be sent, please try again later' });
  });
  test('Errors: contact server failure', async () => {
    const [status, body] = await send({ ...valid, message: `Once more ${PROVIDER_DOWN}` });
    expect([status, body.success]).toEqual([500, false]);
    expect(JSON.stringify(body)).not.toContain('re_double');
  });
});
