import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { endBodies } from '../../src/runtime/visitors/body-after-answer';

const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;

/** Sends chunks to a server that answers at once. @returns whether the connection is still open after all of them */
async function isOpenAfter(chunks: number): Promise<boolean> {
  // Nothing else ends the connection.
  const times = { keepAliveTimeout: 0, requestTimeout: 0 };
  const server = createServer(times, (_request, response) => response.end('early'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  await once(socket, 'data');
  for (let i = 0; i < chunks && !socket.destroyed; i++)
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  if (chunks < 16) {
    socket.write('0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
  } else if (!socket.destroyed) await once(socket, 'close');
  const isOpen = !socket.destroyed;
  socket.destroy();
  server.close();
  return isOpen;
}

test('a body that goes on after its answer is hung up on, and the rest of a refused form is not', async () => {
  endBodies();
  expect(await isOpenAfter(10)).toBe(true);
  expect(await isOpenAfter(200)).toBe(false);
});
