import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientNetworks } from '../../src/runtime/visitors/address';

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  clientNetworks({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage);

test.each<[string, string | undefined, string | undefined, string | undefined]>([
  ['a client without a proxy', '198.51.100.7', undefined, '198.51.100.7'],
  ['one that says it is somebody else', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['a proxy on this machine', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['one that writes IPv4 as IPv6', '::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['several, of which the nearest counts', '172.31.255.255', '192.0.2.1, 203.0.113.9', '203.0.113.9'],
  ['a network of the provider', '100.64.3.4', '203.0.113.9:4711', '203.0.113.9'],
  ['IPv6 of one’s own', 'fd12::1', '2001:db8:1:2::3', '2001:db8:1:2::/64 of 2001:db8:1::/48'],
  ['IPv4 behind a translator', '127.0.0.1', '64:ff9b::c000:201', '192.0.2.1'],
  ['one that looks like it', '127.0.0.1', '64:ff9b:0:1::c000:201', '64:ff9b:0:1::/64 of 64:ff9b:0::/48'],
  ['a proxy that says nothing', '10.0.0.1', undefined, undefined],
  ['a proxy that says nonsense', '10.0.0.1', 'unknown', undefined],
  ['a Unix socket', undefined, '203.0.113.9', '203.0.113.9'],
  ['just outside of a private network', '172.32.0.1', '203.0.113.9', '172.32.0.1'],
])('%s', (_, remote, forwarded, client) => {
  const networks = from(remote, forwarded);
  expect(networks && [...new Set(networks)].join(' of ')).toBe(client);
});
