import { subscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import type { Socket } from 'node:net';
import { peerNetworks } from './address.ts';
import { GIVEN_UP_WAIT_MS, givenUp } from './given-up.ts';
import { parseLater } from './parser.ts';

/**
 * Connections that one client may have open at a server that listens itself: browsers open six to a host. A process may have 20,000 files by
 * default, and one client that opened as many kept everybody else out.
 */
const MOST = { narrow: 1_000, wide: 4_000 };

/**
 * Closes connections of a client that has too many before anything is read, and parses nothing for a while where a network gives up by the
 * hundred: two thousand connections a second that hung up after 20 ms took the process for a third of each. Proxies nearby, which bring all
 * clients, are not limited.
 */
export function limitConnections(): void {
  const open = new Map<string, number>();
  const change = (name: string, by: number) => {
    const count = (open.get(name) ?? 0) + by;
    if (count > 0) open.set(name, count);
    else open.delete(name);
  };
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket & { server: unknown } };
    const networks = socket.server instanceof Server ? peerNetworks(socket.remoteAddress) : undefined;
    if (!networks) return;
    const [narrow, wide] = networks;
    // An IPv4 address has one network: itself.
    const isWide = narrow !== wide;
    if ((open.get(narrow) ?? 0) >= MOST.narrow || (isWide && (open.get(wide) ?? 0) >= MOST.wide)) {
      socket.destroy();
      return;
    }
    if (givenUp.areMany(wide))
      parseLater(socket, GIVEN_UP_WAIT_MS, () => {
        givenUp.note(wide);
      });
    const names = new Set(networks);
    for (const name of names) change(name, 1);
    socket.once('close', () => {
      for (const name of names) change(name, -1);
    });
  });
}
