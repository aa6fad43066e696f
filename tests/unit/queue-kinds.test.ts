import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isFile } from '../../src/runtime/visitors/files';
import { queueRequests } from '../../src/runtime/visitors/queue-requests';

const folder = mkdtempSync(path.join(tmpdir(), 'queue-kinds-'));
const client = { 'x-forwarded-for': '198.51.100.1' };
/** Answers that the server was asked for, and leaves to the test. */
let open: ServerResponse[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  mkdirSync(path.join(folder, '.next/static/chunks'), { recursive: true });
  mkdirSync(path.join(folder, 'public/pictures'), { recursive: true });
  for (const name of ['.next/static/chunks/a [b].js', 'public/pictures/logo.png'])
    writeFileSync(path.join(folder, name), '');
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  queueRequests();
  // Like Next, it works until it has answered; where the client has gone, for ever.
  server = http.createServer(async (_request, response) => {
    open.push(response);
    await new Promise((resolve) => response.once('finish', resolve));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  open = [];
});

/** Asks, and hangs up when it is told to. */
function ask(at: string, count: number) {
  const stop = new AbortController();
  const asked = Array.from({ length: count }, () =>
    fetch(url + at, { headers: client, signal: stop.signal }).catch(() => {}),
  );
  return { asked: Promise.all(asked), hangUp: () => stop.abort() };
}

test.each([
  ['/_next/static/chunks/a%20%5Bb%5D.js?dpl=1', true],
  ['/pictures/logo.png', true],
  ['/_next/static/chunks', false],
  ['/_next/static/chunks/missing.js', false],
  ['/_next/static/%', false],
  ['/', false],
])('%s is a file: %s', (at, expected) => {
  expect(isFile(at)).toBe(expected);
});

test('files whose client has gone before Next sent them hold no place', async () => {
  const first = ask('/pictures/logo.png', 6);
  await expect.poll(() => open.length).toBe(6);
  first.hangUp();
  await first.asked;
  const next = ask('/pictures/logo.png', 1);
  await expect.poll(() => open.length).toBe(7);
  open[6]?.end();
  await next.asked;
});

test.for([
  ['GET', '/_next/image?url=a'],
  ['POST', '/_next/image?url=a'],
  ['DELETE', '/_next/image?url=a'],
  ['GET', '/_next/image/?url=a'],
  ['GET', '/_next/image;a?url=a'],
  ['GET', '/_next/image%2F?url=a'],
  ['GET', 'http://other.example/_next/image?url=a'],
] as const)('images of a client take half of the cores: %s %s', async ([method, at]) => {
  const half = Math.ceil(availableParallelism() / 2);
  const { port } = server.address() as AddressInfo;
  const asked = Array.from({ length: 4 }, async () => {
    const request = http.request({ port, method, path: at, headers: client, agent: false }).end();
    const [response] = await once(request, 'response');
    await once(response.resume(), 'end');
  });
  for (let ended = 0; ended < 4; ended++) {
    await expect.poll(() => open.length).toBe(Math.min(ended + half, 4));
    open[ended]?.end();
  }
  await Promise.all(asked);
});

test('a file that is missing is rendered, so it waits as a page does', async () => {
  const flood = ask('/_next/static/missing.js', 12);
  await expect.poll(() => open.length).toBe(6);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(open.length).toBe(6);
  for (let ended = 0; ended < 12; ended++) {
    await expect.poll(() => open.length).toBeGreaterThan(ended);
    open[ended]?.end();
  }
  await flood.asked;
});

test.for(['/og/a', '/og', '/og?a', '/og/a?b'])('one share image of a client at a time: %s', async (at) => {
  const images = ask(at, 3);
  const page = ask('/og-a-page/', 3);
  const begun = () => open.filter(({ req }) => req.url === at);
  await expect.poll(() => open.length - begun().length).toBe(3);
  for (let ended = 0; ended < 3; ended++) {
    await expect.poll(() => begun().length).toBeGreaterThan(ended);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(begun().length).toBe(ended + 1);
    begun()[ended]?.end();
  }
  for (const response of open) response.end();
  await Promise.all([images.asked, page.asked]);
});
