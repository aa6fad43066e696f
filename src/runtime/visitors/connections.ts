import { subscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import type { Socket } from 'node:net';
import { peerNetworks } from './address.ts';

/**
 * Connections that one client may have open at a server that listens itself: browsers open six to a host. A process may have 20,000 files by
 * default, and one client that opened as many kept everybody else out.
 */
const MOST = { narrow: 1_000, wide: 4_000 };

/** Closes connections of a client that has too many before anything is read. Proxies nearby, which bring all clients, are not limited. */
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
    const names = new Set(networks);
    for (const name of names) change(name, 1);
    socket.once('close', () => {
      for (const name of names) change(name, -1);
    });
  });
}
