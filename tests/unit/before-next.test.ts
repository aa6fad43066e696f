import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { beforeListeners } from '../../src/runtime/base/before-next';

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
