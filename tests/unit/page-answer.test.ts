import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

Object.assign(process.env, siteEnvironment);
const { pageAnswer } = await import('@/runtime/visitors/page-answer');
const { asVisitor } = await import('@/runtime/wordpress/client/deadline');

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1::/48', '2001:db8:1::'],
  [undefined, undefined],
])('the page that answers a form counts as its client’s: %s', async (client, forwarded) => {
  let asked: IncomingHttpHeaders | undefined;
  const server = http.createServer(({ headers }, response) => {
    asked = headers;
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>no form</p>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  vi.stubEnv('__NEXT_PRIVATE_ORIGIN', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const filling = { id: 'f', action: '/api/contact', written: [], isSent: true, message: { word: 'sent' } };
  const answer = await asVisitor(() => pageAnswer({ page: '/contact/', status: 200, filling }), client);
  server.close();
  expect([answer.status, asked?.accept, asked?.['x-forwarded-for']]).toEqual([200, 'text/html', forwarded]);
});
