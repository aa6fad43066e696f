import { request as ask, createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { NodeNextRequest } from 'next/dist/server/base-http/node.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

/** The route of forms behind Next's own reader of bodies, and a WordPress that reads when a test says so. */
let site: Server;
let sockets: Socket[] = [];
const wordpress = createNetServer((socket) => {
  socket.on('error', () => undefined);
  socket.pause();
  sockets.push(socket);
});
const LARGE = 12 * 1024 * 1024;
const ZEROS = Buffer.alloc(64 * 1024);

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const listen = (server: Server | typeof wordpress) =>
  new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

beforeAll(async () => {
  await listen(wordpress);
  Object.assign(process.env, siteEnvironment, {
    NEXT_PUBLIC_CMS_API_URL: `http://127.0.0.1:${portOf(wordpress)}/graphql`,
  });
  const { POST } = await import('../../src/runtime/routes/forms');
  const { holdBodies } = await import('../../src/runtime/visitors/forms/slow-body');
  site = createServer(async (incoming, response) => {
    const body = (new NodeNextRequest(incoming) as unknown as { stream(): ReadableStream }).stream();
    const headers = new Headers(incoming.headers as Record<string, string>);
    const request = new Request('http://localhost/api/forms/x', {
      ...{ method: 'POST', headers, body, duplex: 'half' },
    });
    const answer = await POST(request, { params: Promise.resolve({ id: 'contact-form-7:12' }) });
    response.writeHead(answer.status).end(await answer.text());
  });
  holdBodies();
  await listen(site);
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  site.closeAllConnections();
  site.close();
  wordpress.close();
});

/** Sends a form with a file of zeros. */
function send(bytes: number, path = '/api/forms/contact-form-7:12') {
  const head = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="_page"\r\n\r\n/\r\n--b\r\nContent-Disposition: form-data; name="cv"; filename="a.pdf"\r\n\r\n',
  );
  const end = Buffer.from('\r\n--b--\r\n');
  const request = ask({
    ...{ host: '127.0.0.1', port: portOf(site), path, method: 'POST' },
    headers: {
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': head.length + bytes + end.length,
      'Sec-Fetch-Site': 'same-origin',
      Accept: 'application/json',
    },
  });
  const answer = new Promise<[number | undefined, string]>((done, failed) => {
    request.on('error', failed).on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      done([response.statusCode, text]);
    });
  });
  let isRead = false;
  // The same memory again and again: what is kept is not the sender's.
  const file = Readable.from(
    (function* () {
      yield head;
      for (let left = bytes; left > 0; left -= ZEROS.length) yield ZEROS;
      yield end;
    })(),
  );
  file.pipe(request).on('finish', () => {
    isRead = true;
  });
  return { answer, isRead: () => isRead };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Reads what has come in and says that it was sent. @param whenRead before that */
function readOn(socket: Socket, whenRead: () => Promise<void>): void {
  let bytes = 0;
  socket.on('data', async (chunk) => {
    const isFirst = bytes < LARGE;
    bytes += chunk.length;
    if (!isFirst || bytes < LARGE) return;
    await whenRead();
    const text = JSON.stringify({ status: 'sent', message: 'Danke.', fields: [] });
    socket.end(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
    );
  });
  socket.resume();
}

test('an upload waits on the line while WordPress does not read, and goes on when it does', async () => {
  const { answer, isRead } = send(LARGE);
  while (sockets.length === 0) await sleep(20);
  // Far longer than it takes to read all of it.
  await sleep(1500);
  expect(isRead()).toBe(false);
  // All of it has gone through, and nothing keeps it while the answer is awaited. V8 frees
  // buffers on a thread of its own, so the count falls some time after the collection.
  readOn(sockets[0] as Socket, async () => {
    do {
      collect();
      await sleep(20);
    } while (process.memoryUsage().arrayBuffers > LARGE / 2);
  });
  const [status, text] = await answer;
  expect([status, JSON.parse(text).message]).toEqual([200, 'Danke.']);
});

test('a body that is refused is answered, and the connection lives until then', async () => {
  sockets = [];
  const [status, text] = await send(20 * 1024 * 1024).answer;
  expect([status, JSON.parse(text).word, sockets.length]).toEqual([413, 'tooLarge', 0]);
});
