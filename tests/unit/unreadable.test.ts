import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { beforeNext } from '../../src/runtime/base/before-next';
import { refuseUnreadable } from '../../src/runtime/server/security/unreadable';

/** Addresses and clients as the queue of clients sees them. */
const seen: [url: string | undefined, client: unknown][] = [];
refuseUnreadable();
beforeNext('client', (request, _response, next) => {
  seen.push([request.url, request.headers['x-forwarded-for']]);
  return next();
});

/** @returns status and what the queue saw of it */
async function ask(target: string, headers = '') {
  seen.length = 0;
  const server = createServer((_request, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`);
  let text = '';
  for await (const part of socket) text += part;
  server.close();
  return { status: Number(text.slice(9, 12)), seen: [...seen] };
}

test.each(['http://a/_next\\image?url=b', 'http://a//_next/image?url=b', 'HTTP://a/x/../_next/image?url=b'])(
  '%s counts as an image',
  async (target) => {
    expect(await ask(target)).toEqual({ status: 200, seen: [['/_next/image?url=b', undefined]] });
  },
);

test('an address with a backslash leads to the one that browsers make of it', async () => {
  expect(await ask('/_next\\image?url=b')).toEqual({
    status: 308,
    seen: [['/_next\\image?url=b', undefined]],
  });
});

test.each([
  ['/%', 400],
  [`/?${'&'.repeat(250)}`, 414],
  ['/%61', 308],
])('%s is refused behind the queue of its client', async (target, status) => {
  expect(await ask(target)).toEqual({ status, seen: [[target, undefined]] });
});

test('what a proxy says of the client is read behind two hundred headers, or nobody is served', async () => {
  const proxy = 'X-Forwarded-For: 198.51.100.7\r\n';
  const own = 'X-Forwarded-For: 203.0.113.50\r\n';
  const behind = async (count: number) => ask('/', `${own}${'a:\r\n'.repeat(count)}${proxy}`);
  expect(await behind(196)).toEqual({ status: 200, seen: [['/', '203.0.113.50, 198.51.100.7']] });
  for (const count of [197, 1_100, 3_000]) expect(await behind(count)).toEqual({ status: 431, seen: [] });
});
