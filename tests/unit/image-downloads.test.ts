import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchExternalImage } from 'next/dist/server/image-optimizer.js';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runInScope } from '../../src/runtime/base/request-scope';
import { limitDownloads } from '../../src/runtime/content/images/downloads';

/** Next's own downloads, from a WordPress that answers when a test says so. */
const held: ServerResponse[] = [];
let most = 0;
let inFlight = 0;
const asked: string[] = [];

const wordpress = createServer(({ url = '' }, response) => {
  asked.push(url);
  inFlight += 1;
  most = Math.max(most, inFlight);
  held.push(response);
  response.once('close', () => {
    inFlight -= 1;
  });
});
const listen = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  limitDownloads();
  await listen(wordpress);
});
afterAll(() => {
  wordpress.closeAllConnections();
  wordpress.close();
});
beforeEach(() => {
  held.length = 0;
  most = 0;
  asked.length = 0;
});

/** Begins downloads. Tests end them with `deadlines`, in place of the seven seconds that Next gives each. */
function download(count: number, deadlines: AbortController[] = [], name = 'image'): Promise<unknown>[] {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const deadline = new AbortController();
    deadlines.push(deadline);
    return deadline.signal;
  });
  const all = Array.from({ length: count }, (_, i) =>
    fetchExternalImage(`${urlOf(wordpress)}/wp-content/uploads/${name}-${i}.jpg`, true, 1_000_000, 0).catch(
      ({ statusCode }) => statusCode,
    ),
  );
  timeout.mockRestore();
  return all;
}

test('downloads two of a hundred images at a time, and all arrive', async () => {
  const all = download(100);
  for (let left = 100; left > 0; left--) {
    await expect.poll(() => held.length, { interval: 1 }).toBe(Math.min(2, left));
    held.shift()?.end('image');
  }
  const image = expect.objectContaining({ buffer: Buffer.from('image') });
  expect(await Promise.all(all)).toEqual(Array(100).fill(image));
  expect([most, asked.length]).toEqual([2, 100]);
});

test('drops downloads that waited too long, and goes on with the next one', async () => {
  const deadlines: AbortController[] = [];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const all = download(50, deadlines);
  await expect.poll(() => held.length).toBe(2);
  for (const deadline of deadlines) deadline.abort();
  expect(await Promise.all(all)).toEqual(Array(50).fill(504));
  const [next] = download(1);
  await expect.poll(() => held.length).toBe(3);
  held.at(-1)?.end('image');
  expect(await next).toMatchObject({ buffer: Buffer.from('image') });
  expect([most, asked.length]).toEqual([2, 3]);
});

test('a client that asks for many images makes nobody wait for more than one of them', async () => {
  const scope = (client: string) => ({ until: Number.POSITIVE_INFINITY, isBackground: false, client });
  const many = runInScope(scope('many'), () => download(20, [], 'many'));
  await expect.poll(() => held.length).toBe(2);
  // Both places are one client's: another one gets a third, and then every other turn.
  const few = runInScope(scope('few'), () => download(2, [], 'few'));
  await expect.poll(() => held.length).toBe(3);
  let isOver = false;
  const all = Promise.all([...many, ...few]).then(() => {
    isOver = true;
  });
  while (!isOver) {
    held.shift()?.end('image');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await all;
  expect(asked.findLastIndex((path) => path.includes('few'))).toBeLessThan(6);
  expect(most).toBe(3);
});

test.each([
  ['/_next/image?url=a', 504, 503, '10'],
  ['/_next/image?url=a', 404, 404, null],
  ['/about/', 504, 504, null],
])('%s: %i becomes %i', async (path, status, expected, retryAfter) => {
  const site = createServer((_, response) => {
    response.statusCode = status;
    response.end();
  });
  await listen(site);
  const answer = await fetch(urlOf(site) + path);
  site.close();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([expected, retryAfter]);
});
