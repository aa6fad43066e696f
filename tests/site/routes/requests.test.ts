import { existsSync, readdirSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { get, sample } from '../support/context';

/** Requests of strangers that the server handles before any page: pictures from anywhere, and requests that Next cannot read. */

describe('pictures', () => {
  const optimise = async (url: string, more = 'w=640&q=75') =>
    (await get(`/_next/image?url=${encodeURIComponent(url)}&${more}`)).status;
  test('case 52: the optimiser fetches from the CMS’s own host and from nowhere else', async () => {
    for (const url of [
      'http://169.254.169.254/latest/meta-data/',
      'https://evil.example/x.png',
      'http://localhost:22/',
      'file:///etc/passwd',
      '//evil.example/x.png',
    ])
      expect(await optimise(url), url).toBe(400);
  });
  test('the optimiser asks WordPress for uploads, and for nothing else', async () => {
    const { cmsUrl } = inject('site');
    for (const path of [
      '/',
      '/graphql',
      '/slow-page/',
      '/wp-json/wp/v2/posts',
      '/wp-content/plugins/a.php',
      '/index.php/wp-content/uploads/oak-chair.webp',
    ])
      expect(await optimise(cmsUrl + path), path).toBe(400);
    // This one is asked for.
    expect(await optimise(`${cmsUrl}/wp-content/uploads/no-such.webp`)).toBe(404);
  });
  test('case 53: no sizes and qualities but its own', async () => {
    expect(await optimise('/icon.svg')).toBe(400);
    expect(await optimise(picture(), 'w=641&q=75')).toBe(400);
    expect(await optimise(picture(), 'w=640&q=76')).toBe(400);
  });

  /** A picture as the pages name it. */
  const picture = () => `${inject('site').cmsUrl}/wp-content/uploads/oak-chair.webp`;
  const entries = () => {
    const folder = path.join(inject('site').dir, '.next/cache/images');
    return existsSync(folder) ? readdirSync(folder).length : 0;
  };

  test('the origin of the pictures is a protocol, a host and a port, written in one way', async () => {
    const { host, port, pathname } = new URL(picture());
    expect(await optimise(picture())).toBe(200);
    for (const url of [
      `https://${host}${pathname}`,
      `http://127.0.0.1${pathname}`,
      `http://127.0.0.1:22${pathname}`,
      `http://127.0.0.1:${Number(port) + 1}${pathname}`,
      `http://user:password@${host}${pathname}`,
      `http://user@${host}${pathname}`,
      `http://@${host}${pathname}`,
      `http://127.1:${port}${pathname}`,
      `http://2130706433:${port}${pathname}`,
      `http://0x7f000001:${port}${pathname}`,
      `http://0177.0.0.1:${port}${pathname}`,
      `http://127.0.0.1.:${port}${pathname}`,
      `http://[::ffff:127.0.0.1]:${port}${pathname}`,
      `http://127.0.0.1:0${port}${pathname}`,
      `HTTP://${host}${pathname}`,
      `http:/${host}${pathname}`,
      `http:\\\\${host}${pathname}`,
      ` ${picture()}`,
      `${picture()}?size=1`,
      `${picture()}\t`,
    ])
      expect(await optimise(url), url).toBe(400);
  });

  test('a picture has one entry in the cache, however its address is written', async () => {
    expect(await optimise(picture(), 'w=384&q=75')).toBe(200);
    const before = entries();
    expect(before).toBeGreaterThan(0);
    const ways = [
      ...Array.from({ length: 60 }, (_, i) => `${picture()}#${i}`),
      `${picture()}#`,
      `${picture()}?`,
      picture().replace('oak', '%6fak'),
      picture().replace('oak', '%6Fak'),
      picture().replace('/uploads/', '//uploads/'),
      picture().replace('/uploads/', '/./uploads/'),
      picture().replace('/uploads/', '%2Fuploads/'),
    ];
    for (const url of ways)
      for (const route of ['/_next/image', '/_next/image/'])
        await get(`${route}?url=${encodeURIComponent(url)}&w=384&q=75`);
    await get(`/_next/image?url=x&url=${encodeURIComponent(`${picture()}#twice`)}&w=384&q=75`);
    expect(entries()).toBe(before);
  });

  test('no address of this site is fetched for it', async () => {
    for (const url of [
      '/og/no-such',
      '/search/results?q=oak',
      '/api/exit-preview',
      '/?p=110',
      '/%',
      '/icon.svg#1',
    ])
      expect(await optimise(url), url).toBe(400);
  });
});

describe('requests that Next cannot read', () => {
  const addresses = [
    '/',
    sample.post.path,
    '/api/revalidate',
    '/api/contact',
    '/sitemap.xml',
    '/_next/image',
    '/no-such',
  ];
  test.each(addresses)('TRACE %s is 405, and sends nothing back', async (address) => {
    const { status, headers, body } = await raw('TRACE', address);
    expect([status, body]).toEqual([405, '']);
    expect(headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  });
  test.each([
    '/%',
    '/og/%',
    '/sitemap/%ff',
    '/preview/%ff',
    '/_next/static/%',
    '/_next/data/x/%',
    '/a/%zz/',
    '/%ed%a0%80/',
  ])('%s, whose encoding is broken, is 400', async (address) =>
    expect((await raw('GET', address)).status).toBe(400),
  );

  test('OPTIONS * says what the server takes', async () => {
    const { status, headers, body } = await raw('OPTIONS', '*');
    expect([status, headers.allow, body]).toEqual([204, 'GET, HEAD, POST, OPTIONS', '']);
    expect((await raw('GET', '*')).status).toBe(400);
  });

  /** `fetch` neither sends TRACE nor leaves an address as it is. */
  function raw(method: string, path: string) {
    return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>(
      (resolve, reject) => {
        const { hostname, port } = new URL(inject('site').url);
        const asked = request({ hostname, port, method, path }, async (response) => {
          let body = '';
          for await (const part of response) body += part;
          resolve({ status: response.statusCode, headers: response.headers, body });
        });
        asked.once('error', reject).end();
      },
    );
  }
});
