import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { limitBodies } from '../../src/runtime/visitors/body-limits';

const MIB = 1024 * 1024;

// Nothing else ends the connection.
const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (_request, response) =>
  response.end('early'),
);
beforeAll(async () => {
  limitBodies();
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

/** Sends the head of a request, and waits for its answer. */
async function answered(...headers: string[]): Promise<{ socket: Socket; onServer: Socket; answer: string }> {
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(['POST / HTTP/1.1', ...headers, '', ''].join('\r\n'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { socket, onServer: (await connected)[0], answer: String(answer) };
}

/** A connection that is reset fails first. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

/** Sends pieces until they are all sent or nobody takes them. */
async function send(socket: Socket, piece: string, count: number): Promise<void> {
  for (let i = 0; i < count && !socket.destroyed; i++)
    if (!socket.write(piece))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed(socket)]);
}

const chunked = ['Host: a', 'Transfer-Encoding: chunked'];
const tiny = '1\r\na\r\n'.repeat(10_000);

test.each([
  ['in chunks of a byte', chunked, tiny, 0.2],
  ['in large chunks', chunked, `10000\r\n${'a'.repeat(0x10000)}\r\n`, 16],
  ['of a length that nobody sends', ['Host: a', `Content-Length: ${1024 * MIB}`], 'a'.repeat(0x10000), 16],
  ['behind an answer of Node itself', ['Transfer-Encoding: chunked'], tiny, 0.2],
])('a body %s is hardly read after its answer, and the connection ends', async (_, headers, piece, most) => {
  const { socket, onServer, answer } = await answered(...headers);
  expect(answer).toMatch(/^HTTP\/1\.1 (200|400) /);
  await send(socket, piece, 1_000);
  if (!onServer.destroyed) await closed(onServer);
  // At most what one turn of the loop has read before the limit was seen.
  expect(onServer.bytesRead).toBeLessThan(most * MIB);
});

test('a body that trickles in after its answer ends with its connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { socket, onServer } = await answered('Host: a', 'Content-Length: 9');
  const end = closed(onServer);
  await vi.advanceTimersByTimeAsync(59_000);
  socket.write('a');
  expect(onServer.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  socket.write('a');
  await vi.advanceTimersByTimeAsync(60_000);
  await end;
});

test('a client whose long form was refused reads the answer, and its next request is answered, too', async () => {
  const { port } = server.address() as AddressInfo;
  for (const bytes of [3 * MIB, 20 * MIB, 3 * MIB]) {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a'.repeat(bytes) });
    expect(await response.text()).toBe('early');
  }
});

test('the rest of a refused form is read, and its connection takes the next request', async () => {
  const { socket } = await answered('Host: a', `Content-Length: ${10 * MIB}`);
  await send(socket, 'a'.repeat(0x10000), 160);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [next] = (await once(socket, 'data')) as [Buffer];
  expect(String(next)).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});
