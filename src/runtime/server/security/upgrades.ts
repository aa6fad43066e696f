import { subscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Answers a request that asks for another protocol as if it did not, which HTTP allows. Next would neither answer it nor close its connection,
 * and it would come by the queue of its client: one client held all of the 20,000 files that a process may open.
 */
export function ignoreUpgrades(): void {
  // Before the first request of a connection is read.
  subscribe('net.server.socket', (message) => {
    const { server } = (message as { socket: Socket & { server: unknown } }).socket;
    if (server instanceof Server) server.removeAllListeners('upgrade');
  });
}
