import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { beforeListeners, beforeNext } from '../../src/runtime/base/before-next';

test('a handler sees each request first, knows when the listeners are done, and leaves `once` as it is', async () => {
  const seen: string[] = [];
  const server = http.createServer(async (request, response) => {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(`listener ${request.url}`);
    response.end();
  });
  server.once('request', ({ url }) => seen.push(`once ${url}`));
  beforeListeners(server, async ({ url }, _response, next) => {
    seen.push(`before ${url}`);
    await next();
    seen.push(`after ${url}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  for (const path of ['/a', '/b']) await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
  await expect.poll(() => seen.at(-1)).toBe('after /b');
  server.close();
  expect(seen).toEqual([
    'before /a',
    'once /a',
    'listener /a',
    'after /a',
    'before /b',
    'listener /b',
    'after /b',
  ]);
});

test('the chain has one order, whoever joins it first, and each waits for all that follows', async () => {
  const seen: string[] = [];
  const join = (chain: typeof beforeNext, place: Parameters<typeof beforeNext>[0]) =>
    chain(place, async (_request, _response, next) => {
      seen.push(place);
      await next();
      seen.push(`after ${place}`);
    });
  join(beforeNext, 'deadline');
  join(beforeNext, 'redirects');
  // A second copy of the module, like the one that Next bundles.
  vi.resetModules();
  const { beforeNext: copy } = await import('../../src/runtime/base/before-next');
  expect(copy).not.toBe(beforeNext);
  join(copy, 'client');
  const server = http.createServer((_request, response) => {
    seen.push('Next');
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer();
  join(copy, 'stored pages');
  await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer();
  await expect.poll(() => seen.at(-1)).toBe('after client');
  server.close();
  const before = [
    'client',
    'redirects',
    'deadline',
    'Next',
    'after deadline',
    'after redirects',
    'after client',
  ];
  const late = [
    'client',
    'redirects',
    'stored pages',
    'deadline',
    'Next',
    'after deadline',
    'after stored pages',
    'after redirects',
    'after client',
  ];
  expect(seen).toEqual([...before, ...late]);
});

test('a server that is told to end while it answers does not wait for the connection to be left alone', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    beforeNext('bodies', ({ url }, response, next) => {
      if (url !== '/slow') return next();
      answer = () => response.end('whole');
      resolve();
    });
  });
  const server = http.createServer({ keepAliveTimeout: 3_600_000 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const response = fetch(`http://127.0.0.1:${port}/slow`);
  await asked;
  const closed = new Promise((resolve) => server.close(resolve));
  answer();
  expect(await (await response).text()).toBe('whole');
  await closed;
});

test('a request with an expectation that Node does not know takes the same way', async () => {
  const seen: (string | undefined)[] = [];
  beforeNext('addresses', (request, _response, next) => {
    seen.push(request.headers.expect);
    return next();
  });
  const server = http.createServer((_request, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const statusOf = async (): Promise<number | undefined> => {
    const request = http.get({ port, host: '127.0.0.1', headers: { expect: 'bananas' } });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
  server.close();
  expect(seen).toEqual(['bananas', 'bananas']);
});

test('links may all wait for the end of an answer, without a warning of Node', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  beforeNext('bodies', (_request, response, next) => {
    for (let i = 0; i < 15; i++) response.once('close', () => {});
    return next();
  });
  const server = http.createServer((_request, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer();
  server.close();
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
