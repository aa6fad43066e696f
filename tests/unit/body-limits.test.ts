import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBodies } from '../../src/runtime/visitors/body-limits';

let server: Server;
let read = 0;
let parsed = 0;
beforeAll(async () => {
  limitBodies();
  server = createServer(async (request, response) => {
    read = 0;
    parsed = 0;
    const { push } = request;
    request.push = (...args) => {
      parsed += 1;
      return push.apply(request, args);
    };
    try {
      for await (const piece of request) read += (piece as Buffer).length;
      response.end('whole');
    } catch {
      // The connection is gone.
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

/** @returns what the server answers; empty where it hangs up */
async function post(headers: string, body: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n${body}`);
  let text = '';
  try {
    for await (const part of socket) text += part;
  } catch {
    // Hung up while it still had something to read.
  }
  return text.slice(-5);
}

const chunked = (count: number, bytes: number) =>
  `${`${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`.repeat(count)}0\r\n\r\n`;

test.each([
  ['twenty thousand chunks of a byte', chunked(20_000, 1), ''],
  ['twenty thousand of a hundred', chunked(20_000, 100), ''],
  ['twenty thousand of two hundred', chunked(20_000, 200), ''],
  ['a few of a byte', chunked(400, 1), 'whole'],
  ['many of a kilobyte', chunked(2_000, 1_024), 'whole'],
])('%s', async (_, body, answer) => {
  expect(await post('Transfer-Encoding: chunked\r\n', body)).toBe(answer);
});

test('a body that says how long it is', async () => {
  expect(await post('Content-Length: 90000\r\n', 'a'.repeat(90_000))).toBe('whole');
  expect(read).toBe(90_000);
});

test('pieces behind those of a body that is refused are not even parsed', async () => {
  await post('Transfer-Encoding: chunked\r\n', chunked(20_000, 1));
  expect(parsed).toBe(500);
  // Node gives the parser to the next connection.
  expect(await post('Transfer-Encoding: chunked\r\n', chunked(400, 1))).toBe('whole');
  expect(read).toBe(400);
});

test('requests that are sent at once share what may be small; one after the other, each has its own', async () => {
  const request = `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(400, 1)}`;
  const open = async (...requests: string[]) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    const answers = () => text.split('whole').length - 1;
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    for (const [index, sent] of requests.entries()) {
      socket.write(sent);
      while (!socket.closed && answers() <= index) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    socket.destroy();
    return answers();
  };
  expect(await open(request, request, request)).toBe(3);
  expect(await open(request + request)).toBeLessThan(2);
});
