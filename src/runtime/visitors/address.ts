import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks that one's own proxies connect from: this machine, private ones, and those that providers share among their machines. */
const nearby = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  nearby.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  nearby.addSubnet(network, bits, 'ipv6');

/**
 * The client that asks. The last entry of X-Forwarded-For is the one that the nearest proxy wrote; earlier ones are whatever
 * the client sent. Without a proxy Next writes the connection's address there, unless the client sent the header.
 * @returns an address in one spelling, without a port; `unknown` for anything else
 */
export const clientOf = (headers: Headers): string => lastAddress(headers.get('x-forwarded-for') ?? '');

/** @param forwarded value of X-Forwarded-For */
const lastAddress = (forwarded: string): string => addressIn(forwarded.split(',').at(-1) ?? '');

type Networks = [narrow: string, wide: string];

/**
 * The client of a request, as the server sees it. X-Forwarded-For counts where a proxy nearby is at the other end; anybody else could write
 * anything there.
 * @returns the networks that count as one client (`networksOf`); undefined where nobody can tell: a proxy that sends no X-Forwarded-For,
 * or this machine itself
 */
export function clientNetworks(request: IncomingMessage): Networks | undefined {
  if (!known.has(request)) known.set(request, readNetworks(request));
  return known.get(request);
}

/** Two interceptors ask for them. A flood of connections that hang up costs each reading once. */
const known = new WeakMap<IncomingMessage, Networks | undefined>();

/** Most peers that are remembered: behind proxies there are a few. */
const MOST_PEERS = 1_000;
const proxies = new Map<string, boolean>();

function isProxy(peer: string): boolean {
  const known = proxies.get(peer);
  if (known !== undefined) return known;
  if (proxies.size >= MOST_PEERS) proxies.clear();
  const isNearby = nearby.check(peer, isIPv4(peer) ? 'ipv4' : 'ipv6');
  proxies.set(peer, isNearby);
  return isNearby;
}

function readNetworks({ headers, socket }: IncomingMessage): Networks | undefined {
  const peer = addressIn(socket.remoteAddress ?? '');
  const isNearby = peer === 'unknown' || isProxy(peer);
  const client = isNearby ? lastAddress(String(headers['x-forwarded-for'] ?? '')) : peer;
  return client === 'unknown' ? undefined : networksOf(client);
}

/** @returns the networks at the other end of a connection; undefined for a proxy nearby, or where nobody knows */
export function peerNetworks(remoteAddress = ''): Networks | undefined {
  const peer = addressIn(remoteAddress);
  return peer === 'unknown' || isProxy(peer) ? undefined : networksOf(peer);
}

/** Proxies write one client as `192.0.2.1`, `192.0.2.1:1234` and `::ffff:192.0.2.1`; behind NAT64 it is `64:ff9b::192.0.2.1`. */
function addressIn(entry: string): string {
  const text = entry.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (isIPv4(bare)) return bare;
  const [address = ''] = bare.split('%', 1);
  if (!isIPv6(address)) return 'unknown';
  const canonical = canonicalOf(address);
  const groups = groupsOf(canonical);
  if (!OF_IPV4.includes(groups.slice(0, 6).join(' '))) return canonical;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** First six groups of an IPv6 address that holds an IPv4 one. */
const OF_IPV4 = ['0 0 0 0 0 65535', `${0x64} ${0xff9b} 0 0 0 0`];

/**
 * The networks that count as one client, the narrowest first. One customer of a provider has a /64 at least, and often a /48; in others
 * thousands of telephones share one.
 * @param address as `clientOf` has it
 */
export function networksOf(address: string): Networks {
  if (!isIPv6(address)) return [address, address];
  const groups = groupsOf(address).map((group) => group.toString(16));
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`];
}

/** URLs have one spelling of an address: lower case, the longest run of zeros left out, no dots. */
const canonicalOf = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** @param canonical as `canonicalOf` has it */
function groupsOf(canonical: string): number[] {
  const [head = '', tail] = canonical.split('::');
  const parse = (part: string) =>
    part.split(':').flatMap((group) => (group ? [Number.parseInt(group, 16)] : []));
  const before = parse(head);
  const after = parse(tail ?? '');
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}
