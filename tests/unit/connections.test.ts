import { channel } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { limitConnections } from '../../src/runtime/visitors/connections';

beforeAll(limitConnections);

const server = createServer();

/** Connections as Node announces them: from loopback, where tests connect from, there is no limit. */
function connect(remoteAddress: string): EventEmitter & { isDestroyed: boolean } {
  const socket = Object.assign(new EventEmitter(), {
    ...{ server, remoteAddress, isDestroyed: false },
    destroy() {
      socket.isDestroyed = true;
      socket.emit('close');
    },
  });
  channel('net.server.socket').publish({ socket });
  return socket;
}

const connectAll = (count: number, address: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => connect(address(i)));
const refused = (sockets: ReturnType<typeof connectAll>) => sockets.filter(({ isDestroyed }) => isDestroyed);

test.each([
  ['an IPv4 address, however it is spelt', (i: number) => (i % 2 ? '198.51.100.7' : '::ffff:198.51.100.7')],
  ['a /64 of IPv6', (i: number) => `2001:db8:1:1::${i.toString(16)}`],
])('%s may have a thousand connections; another client is let in', (_, address) => {
  const sockets = connectAll(1_200, address);
  expect(refused(sockets)).toHaveLength(200);
  expect(refused(connectAll(6, () => '203.0.113.1'))).toEqual([]);
  for (const socket of sockets) if (!socket.isDestroyed) socket.emit('close');
  expect(refused(connectAll(1, address))).toEqual([]);
});

test('a /48 may have as many as four clients', () => {
  const sockets = connectAll(5_000, (i) => `2001:db8:2:${(i % 100).toString(16)}::1`);
  expect(refused(sockets)).toHaveLength(1_000);
});

test('a proxy nearby brings as many clients as there are', () => {
  expect(refused(connectAll(6_000, () => '::ffff:10.0.0.1'))).toEqual([]);
});
