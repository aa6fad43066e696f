import { once } from 'node:events';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeInTurn } from '../../src/runtime/visitors/one-at-a-time';

let server: Server;
let socket: Socket;
/** Requests that the server has begun with and not answered. */
let begun: Map<string, ServerResponse>;
let seen: string[];
let text: string;

beforeEach(async () => {
  begun = new Map();
  seen = [];
  text = '';
  server = http.createServer(
    (request: IncomingMessage, response) =>
      void takeInTurn(request, response, async () => {
        seen.push(request.url ?? '');
        begun.set(request.url ?? '', response);
      }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('data', (data) => {
    text += data;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
});
afterEach(() => {
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

const send = (...paths: string[]) =>
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `/${i}`);

test('requests of one read begin one after the other, each when the answer before it has gone', async () => {
  send('/a', '/b', '/c');
  for (const path of ['/a', '/b', '/c']) {
    await expect.poll(() => begun.has(path)).toBe(true);
    expect([...begun.keys()]).toEqual([path]);
    begun.get(path)?.end(path);
    begun.delete(path);
  }
  await expect.poll(() => text).toMatch(/\/a.*\/b.*\/c/s);
  send('/later');
  await expect.poll(() => begun.has('/later')).toBe(true);
});

test('an answer that nobody reads is followed by none', async () => {
  socket.pause();
  send('/large', '/next');
  await expect.poll(() => begun.has('/large')).toBe(true);
  begun.get('/large')?.end(Buffer.alloc(50_000_000));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(seen).toEqual(['/large']);
  socket.resume();
  await expect.poll(() => seen).toEqual(['/large', '/next']);
});

test('what waits on a connection that closes is never begun', async () => {
  send('/a', '/b');
  await expect.poll(() => begun.has('/a')).toBe(true);
  socket.destroy();
  await once(begun.get('/a') as ServerResponse, 'close');
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual(['/a']);
});

test('an answer that ends its connection ends what waits there', async () => {
  send('/a', '/b');
  await expect.poll(() => begun.has('/a')).toBe(true);
  begun.get('/a')?.writeHead(200, { Connection: 'close' }).end();
  await once(socket, 'close');
  expect(seen).toEqual(['/a']);
});

test('a connection on which twenty wait is closed when one more comes', async () => {
  send(...numbered(21));
  await expect.poll(() => begun.has('/0')).toBe(true);
  send('/more');
  await once(socket, 'close');
  expect(seen).toEqual(['/0']);
});

test('requests behind those of a connection that is closed are not even parsed', async () => {
  let parsed = 0;
  server.on('request', () => {
    parsed += 1;
  });
  send(...numbered(900));
  await once(socket, 'close');
  expect(parsed).toBe(22);
  // Node gives the parser to the next connection.
  socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  send('/after');
  await expect.poll(() => seen).toEqual(['/0', '/after']);
});
