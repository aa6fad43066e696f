import { connect } from 'node:net';
import { expect, inject, test } from 'vitest';
import { get, sample, settled } from '../support/context';

/** Asks with an address as it stands here: `fetch` would change it. */
async function ask(target: string, headers = ''): Promise<{ status: number; location: string | undefined }> {
  const { hostname, port, host } = new URL(inject('site').url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`);
  let text = '';
  for await (const part of socket) text += part;
  return {
    status: Number(text.slice(9, 12)),
    location: /^location: (.*)$/im.exec(text.split('\r\n\r\n')[0] ?? '')?.[1]?.trim(),
  };
}

test.for([
  ['http://other.example/about/', 200, undefined],
  ['HTTPS://other.example/about', 308, '/about/'],
  ['http://other.example//evil.example/', 404, undefined],
  ['ftp://other.example/about/', 400, undefined],
  ['about/', 400, undefined],
  ['/ab%0aout/', 400, undefined],
  ['/%00', 400, undefined],
  ['/about/.', 308, '/about/'],
  ['/about/./', 308, '/about/'],
  ['/about/%2e%2E/about/?a=b', 308, '/about/?a=b'],
  ['/%61bout%2D%7e/?q=%61', 308, '/about-~/?q=%61'],
  ['/%2Fevil.example/%41', 308, '/%2Fevil.example/A'],
  ['/.//evil.example/', 308, '/evil.example/'],
  ['/.well-known/nothing', 404, undefined],
  [`/about/?${'a&'.repeat(249)}`, 200, undefined],
  [`/about/?${'a&'.repeat(250)}`, 414, undefined],
  [`/?${'a&'.repeat(7_000)}`, 414, undefined],
] as const)('%s', async ([target, status, location]) => {
  expect(await ask(target)).toEqual({ status, location });
});

test.for([
  ['/about/', 200],
  ['/about', 308],
  ['//other.example/', 308],
  ['http://other.example/about/', 200],
] as const)('another protocol is not spoken: %s is answered as it is without', async ([target, status]) => {
  const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Key: a\r\n';
  expect((await ask(target, upgrade)).status).toBe(status);
});

test('a page and its compressed forms share no strong name', async () => {
  await settled();
  for (let i = 0; i < 4; i++) {
    const answers = await Promise.all(
      ['identity', 'gzip', 'br'].map((encoding) => get(sample.post.path, { 'accept-encoding': encoding })),
    );
    const etags = new Set(answers.map(({ headers }) => headers.get('etag')));
    expect([...etags]).toEqual([expect.stringMatching(/^W\/"/)]);
    const known = await ask(sample.post.path, `If-None-Match: ${[...etags][0]}\r\n`);
    expect(known.status).toBe(304);
  }
});
