import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startNginx, whyNoServices } from '../site/support/services';

const reason = whyNoServices();
const STYLES = '.a{color:red}';
const FILE = '/_next/static/chunks/of-the-build-before.css';

describe.skipIf(reason)(`the shipped nginx${reason ? ` (${reason})` : ''}`, () => {
  let isReplaced = false;
  /** Next's way with files: gzip for whoever takes it, varied by what was asked. */
  const instance = () =>
    createServer((request, response) => {
      const takesGzip = request.headers['accept-encoding']?.includes('gzip');
      response.setHeader('Vary', 'Accept-Encoding');
      if (isReplaced) response.writeHead(404).end('Not found');
      else if (takesGzip) response.setHeader('Content-Encoding', 'gzip').end(gzipSync(STYLES));
      else response.end(STYLES);
    });
  const instances: [Server, Server] = [instance(), instance()];
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  beforeAll(async () => {
    for (const server of instances) await once(server.listen(0, '127.0.0.1'), 'listening');
    const [first, second] = instances.map((server) => (server.address() as AddressInfo).port);
    nginx = await startNginx([first ?? 0, second ?? 0]);
  });
  afterAll(async () => {
    await nginx?.stop();
    for (const server of instances) server.close();
  });

  test('a file of the build before is there for every browser that one browser has asked for', async () => {
    const get = async (encodings: string) => {
      const answer = await fetch(nginx.url + FILE, { headers: { 'Accept-Encoding': encodings } });
      return [answer.status, await answer.text()];
    };
    const browsers = ['gzip, deflate, br, zstd', 'gzip, deflate, br', 'gzip', 'identity'];
    expect(await get(browsers[0] ?? '')).toEqual([200, STYLES]);
    isReplaced = true;
    for (const encodings of browsers) expect(await get(encodings), encodings).toEqual([200, STYLES]);
    expect((await fetch(`${nginx.url}/_next/static/chunks/of-no-build.css`)).status).toBe(404);
  });
});
