import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { mintLinkToken, sealSession } from '@/runtime/pages/preview/token';
import { control, cookieOf, eventually, get, post, sample } from '../support/context';
import { hiddenVariables } from '../support/hidden';
import { secrets } from '../support/site-server';

/** Attacks on the two routes with secrets. The numbers are those of this project's list of attacks. */

describe('POST /api/revalidate', () => {
  const secret = secrets.revalidation;
  const answer = async (body: unknown, type?: string) => {
    const response = await post('/api/revalidate', body, type);
    const text = await response.text();
    // Every error has the same form: one sentence, no stack, no secret, never stored.
    expect(text).not.toMatch(/\n\s+at |node_modules/);
    expect(text).not.toContain(secret);
    expect(response.headers.get('cache-control')).toBe('no-store');
    return { status: response.status, body: JSON.parse(text) };
  };

  test.each<[string, unknown, number]>([
    ['case 1: JSON that is none', '{"secret":', 400],
    ['case 2: null', 'null', 400],
    ['case 2: a list', '[]', 400],
    ['case 2: a number', '7', 400],
    ['case 3: no secret', { paths: ['/'] }, 401],
    ['case 4: a list as secret', { secret: [secret], paths: ['/'] }, 401],
    ['case 4: a number as secret', { secret: 1, paths: ['/'] }, 401],
    ['case 4: an object as secret', { secret: { secret }, paths: ['/'] }, 401],
    ['case 4: an empty secret', { secret: '', paths: ['/'] }, 401],
    ['case 5: a secret of other letters', { secret: 'sécret-日本', paths: ['/'] }, 401],
    ['case 5: a secret of 400 kB', { secret: 'x'.repeat(400_000), paths: ['/'] }, 401],
    ['case 6: the beginning of the secret', { secret: secret.slice(0, -1), paths: ['/'] }, 401],
    ['case 6: the secret and more', { secret: `${secret}x`, paths: ['/'] }, 401],
    ['case 7: no paths', { secret }, 400],
    ['case 8: a text as paths', { secret, paths: '/' }, 400],
    ['case 8: no path in the list', { secret, paths: [] }, 400],
    ['case 9: a number among paths', { secret, paths: [1] }, 400],
    ['case 9: null among good paths', { secret, paths: ['/', null, {}] }, 400],
    ['case 10: 1,001 paths', { secret, paths: Array.from({ length: 1001 }, (_, i) => `/${i}`) }, 400],
    [
      'case 10: 100,000 paths',
      { secret, paths: Array.from({ length: 100_000 }, (_, i) => `/path-${i}`) },
      413,
    ],
    ['case 11: five megabytes', `{"secret":"${'x'.repeat(5_000_000)}"}`, 413],
    ['case 12: out of the site', { secret, paths: ['/../../etc/passwd'] }, 400],
    ['case 12: the same, encoded', { secret, paths: ['/%2e%2e/%2e%2e/etc'] }, 400],
    ['case 12: a backslash', { secret, paths: ['/a\\b'] }, 400],
    ['case 12: a NUL', { secret, paths: ['/a%00b'] }, 400],
    ['case 12: a line break', { secret, paths: ['/a\nb'] }, 400],
    ['case 12: half of a character', { secret, paths: ['/\ud800'] }, 400],
    ['case 12: the other half, among good paths', { secret, paths: ['/', '/a/\udc00b'] }, 400],
    ['case 13: another site', { secret, paths: ['https://evil.example/x'] }, 400],
    ['case 13: another site without a scheme', { secret, paths: ['//evil.example'] }, 400],
    ['case 19: a wrong secret and wrong paths', { secret: 'wrong', paths: 7 }, 401],
  ])('%s', async (_, body, status) => {
    const got = await answer(body);
    expect(got.status).toBe(status);
    expect(Object.keys(got.body)).toEqual(['error']);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'case 14: a body of type "%s" is 415',
    async (type) => expect((await answer('secret=x', type)).status).toBe(415),
  );
  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('case 15: %s is 405', async (method) => {
    const { url } = await get('/api/revalidate');
    expect((await fetch(url, { method })).status).toBe(405);
  });
  test('case 16: the same path twice counts once', async () => {
    const { body } = await answer({ secret, paths: ['/about', '/about/', '/about?x', '/about#y'] });
    expect(body).toEqual({ revalidated: true, paths: ['/about'] });
  });
  test('case 20: names of JavaScript’s own objects are paths and events like others', async () => {
    const text = `{"secret":"${secret}","paths":["/__proto__"],"events":{"__proto__":"delete","/constructor":"publish"},"__proto__":{"paths":["/x"]}}`;
    expect(await answer(text)).toEqual({ status: 200, body: { revalidated: true, paths: ['/__proto__'] } });
  });
});

describe('GET /api/preview', () => {
  const secret = secrets.preview;
  const { post: item, draft } = sample;
  const at = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const token = (id: string | number, type = 'post', exp = at(60)) =>
    mintLinkToken(secret, { id: String(id), type }, exp);
  const preview = async (query: string | Record<string, string>) => {
    const response = await get(`/api/preview?${new URLSearchParams(query)}`);
    // case 35: nothing of it is stored, and nobody is told where it came from.
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    if (response.status !== 307) expect(response.headers.getSetCookie()).toEqual([]);
    const location = response.headers.get('location');
    if (location !== null) expect(location).toMatch(/^\/(?![/\\])/);
    return { status: response.status, location, cookie: cookieOf(response), text: await response.text() };
  };

  test.each<[string, string | Record<string, string>, number]>([
    ['case 21: no secret', { id: '110' }, 401],
    ['case 21: a wrong one', { secret: 'wrong', id: '110' }, 401],
    ['case 22: the right one twice', `secret=${secret}&secret=${secret}&id=110`, 401],
    ['case 22: the right one as a list', `secret[]=${secret}&id=110`, 401],
    ['case 23: no id', { secret }, 400],
    ['case 23: an empty id', { secret, id: '' }, 400],
    ['case 24: an id that is another site', { secret, id: '//evil.example' }, 404],
    ['case 24: one with a scheme', { secret, id: 'https://evil.example' }, 404],
    ['case 24: one with a backslash', { secret, id: '/\\evil.example' }, 404],
    ['case 24: one with a header in it', { secret, id: '110\r\nSet-Cookie: a=b' }, 404],
    ['case 25: an id that climbs', { secret, id: '../admin' }, 404],
    ['case 26: a type that is none', { secret, id: '110', type: 'user' }, 400],
    ['case 26: two types', `secret=${secret}&id=110&type=post&type=page`, 400],
    ['case 30: an item that is missing', { secret, id: '999999' }, 404],
    ['case 30: one in the trash', { secret, id: '131', type: 'page' }, 404],
  ])('%s', async (_, query, status) => expect((await preview(query)).status).toBe(status));

  test('case 27: a link that is over, forged, cut off or of another secret', async () => {
    const good = token(item.id);
    const forged = `v1.${at(60)}.${createHmac('sha256', 'other').update('x').digest('base64url')}`;
    const other = mintLinkToken('another-secret-of-16', { id: String(item.id), type: 'post' }, at(60));
    for (const wrong of [
      token(item.id, 'post', at(-1)),
      forged,
      good.slice(0, -2),
      `${good}x`,
      other,
      'v1..',
    ])
      expect((await preview({ secret: wrong, id: String(item.id) })).status, wrong).toBe(401);
    expect((await preview({ secret: good, id: String(item.id) })).status).toBe(307);
  });
  test('case 28: a link opens the item that it was made for, of the type that it was made for', async () => {
    expect((await preview({ secret: token(item.id), id: String(draft.id) })).status).toBe(401);
    expect((await preview({ secret: token(item.id), id: String(item.id), type: 'page' })).status).toBe(401);
  });
  test('a link of one site of a network holds with the number of that site, given once', async () => {
    const of = { id: String(item.id), type: 'post' };
    const link = (secret: string, site: string) => `${new URLSearchParams({ ...of, secret })}${site}`;
    const signed = mintLinkToken(secret, { ...of, site: '2' }, at(60));
    const opened = await preview(link(signed, '&site=2'));
    expect([opened.status, opened.cookie]).toEqual([
      307,
      expect.stringMatching(/preview_session=\d+\.post\.\d+\.2\./),
    ]);
    for (const site of ['', '&site=', '&site=3', '&site=02', '&site=2&site=2', '&site=2|1'])
      expect([site, (await preview(link(signed, site))).status]).toEqual([site, 401]);
    for (const site of ['&site=', '&site=x', '&site=2&site=2'])
      expect([site, (await preview(link(secret, site))).status]).toEqual([site, 401]);
    expect((await preview(link(token(item.id), '&site=2'))).status).toBe(401);
  });
  test('asks WordPress for the item of that site alone, which this one is not', async () => {
    const of = { id: String(draft.id), type: 'post' };
    const shown = async (site?: string) => {
      const session = sealSession(secret, { ...of, exp: at(60), site });
      const { cookie } = await preview({ secret: token(draft.id), id: of.id });
      const own = cookie.replace(/preview_session=[^;]+/, `preview_session=${session}`);
      return (await get(`/preview/${of.id}`, { cookie: own })).status;
    };
    expect([await shown(), await shown('2')]).toEqual([200, 404]);
    const query = { ...of, site: '2', secret: mintLinkToken(secret, { ...of, site: '2' }, at(60)) };
    expect((await preview(query)).status).toBe(404);
  });
  test('case 29: a link may be opened again until it ends', async () => {
    const link = { secret: token(draft.id), id: String(draft.id) };
    for (let i = 0; i < 2; i++) expect((await preview(link)).location).toBe(`/preview/${draft.id}`);
  });
  test('case 32: asking for the head of a link opens nothing for who has not the link’s cookie', async () => {
    const { url } = await get('/api/preview');
    const link = `${url}?${new URLSearchParams({ secret: token(draft.id), id: String(draft.id) })}`;
    const response = await fetch(link, { method: 'HEAD', redirect: 'manual' });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await get(`/preview/${draft.id}`)).status).toBe(404);
  });
  test('case 33: a link that claims more than a day is refused, however it is signed', async () => {
    expect((await preview({ secret: token(item.id, 'post', at(86_500)), id: String(item.id) })).status).toBe(
      401,
    );
    expect((await preview({ secret: token(item.id, 'post', at(86_000)), id: String(item.id) })).status).toBe(
      307,
    );
  });
  test('case 34: the way out leads home, wherever one asks to go, and takes both cookies along', async () => {
    const response = await get('/api/exit-preview?to=//evil.example&redirect=https://evil.example');
    expect([response.status, response.headers.get('location')]).toEqual([307, '/']);
    const gone = response.headers.getSetCookie().filter((cookie) => /=;/.test(cookie));
    expect(gone.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
      '__prerender_bypass',
      'preview_session',
    ]);
  });
});

test('case 50: a page of the CMS in the place of its answer is a failure, and not what lives there', async () => {
  await control({ failure: 'html' });
  await expect.poll(async () => (await get('/never-asked-for-before/')).status).toBe(503);
  await control({ failure: null });
  await eventually('/', (text) => text.includes('<h1'));
  // A probe a second finds out that it is back.
  await expect.poll(async () => (await get('/never-asked-for-before/')).status).toBe(404);
});

test('while secrets change the former ones open both routes, and nothing else does', async () => {
  const { REVALIDATION_SECRET_PREVIOUS, PREVIEW_SECRET_PREVIOUS } = hiddenVariables;
  const say = async (secret: string) => (await post('/api/revalidate', { secret, paths: ['/about'] })).status;
  const open = async (secret: string) =>
    (await get(`/api/preview?${new URLSearchParams({ secret, id: String(sample.post.id) })}`)).status;
  expect(await Promise.all([secrets.revalidation, REVALIDATION_SECRET_PREVIOUS].map(say))).toEqual([
    200, 200,
  ]);
  expect(await Promise.all([secrets.preview, PREVIEW_SECRET_PREVIOUS].map(open))).toEqual([307, 307]);
  // The secret of the one route is none of the other.
  expect([await say(PREVIEW_SECRET_PREVIOUS), await open(REVALIDATION_SECRET_PREVIOUS)]).toEqual([401, 401]);
});

test('one client asks for 400 pages at once: what is too much is refused, and other clients are answered', async () => {
  const flooder = { 'x-forwarded-for': '198.51.100.7' };
  const end = new AbortController();
  const { url } = await get('/');
  const statuses: number[] = [];
  const flood = Array.from({ length: 400 }, async (_, i) => {
    const response = await fetch(`${url}nobody-asked-for-${i}/`, { headers: flooder, signal: end.signal });
    statuses.push(response.status);
    await response.arrayBuffer();
  });
  await expect.poll(() => statuses).toContain(429);
  expect((await get('/search/?q=chair', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
  expect((await get('/about/', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
  end.abort();
  await Promise.allSettled(flood);
  // Those that waited are gone.
  expect((await get('/about/', flooder)).status).toBe(200);
});
