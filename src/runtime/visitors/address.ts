import { isIPv4, isIPv6 } from 'node:net';

/**
 * Who is asking. The last entry of X-Forwarded-For is the one that the nearest proxy wrote; earlier ones are whatever
 * the client sent. Without a proxy Next writes the connection's address there, unless the client sent the header.
 * @returns an address in one spelling, without a port; `unknown` for anything else
 */
export const clientOf = (headers: Headers): string =>
  addressIn(headers.get('x-forwarded-for')?.split(',').at(-1) ?? '');

/** Proxies write one client as `192.0.2.1`, `192.0.2.1:1234` and `::ffff:192.0.2.1`. */
function addressIn(entry: string): string {
  const text = entry.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (isIPv4(bare)) return bare;
  const [address = ''] = bare.split('%', 1);
  if (!isIPv6(address)) return 'unknown';
  const groups = groupsOf(address);
  if (!groups.slice(0, 5).every((group) => group === 0) || groups[5] !== 0xffff) return canonical(address);
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/**
 * The networks that count as one client, the narrowest first. One customer of a provider has a /64 at least, and often a /48.
 * @param address as `clientOf` has it
 */
export function networksOf(address: string): [narrow: string, wide: string] {
  if (!isIPv6(address)) return [address, address];
  const groups = groupsOf(address).map((group) => group.toString(16));
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`];
}

/** URLs have one spelling of an address: lower case, the longest run of zeros left out, no dots. */
const canonical = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

function groupsOf(address: string): number[] {
  const [head = '', tail] = canonical(address).split('::');
  const parse = (part: string) =>
    part.split(':').flatMap((group) => (group ? [Number.parseInt(group, 16)] : []));
  const before = parse(head);
  const after = parse(tail ?? '');
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}
