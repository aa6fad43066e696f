import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { beforeNext } from '../base/before-next.ts';

/** Requests that wait on one connection; a connection with more is closed. Neither browsers nor proxies send any. */
const MOST_WAITING = 20;

const waiting = new WeakMap<Socket, (() => void)[]>();

/**
 * Takes one request of a connection at a time: the next one when the answer before it is on its way. HTTP/1.1 lets a client send
 * requests without waiting, and Node hands over all that it has read: 12 connections with 1,000 requests each for a page of 666 KB
 * took 8 GB, because nobody read the answers.
 */
export function takeOneAtATime(): void {
  beforeNext('connection', takeInTurn);
}

export function takeInTurn(
  { socket }: IncomingMessage,
  response: ServerResponse,
  next: () => Promise<void>,
): Promise<void> | undefined {
  const others = waiting.get(socket);
  if (!others) {
    waiting.set(socket, []);
    return begin(socket, response, next);
  }
  if (others.length >= MOST_WAITING) hangUp(socket);
  else others.push(AsyncResource.bind(() => void begin(socket, response, next)));
  return undefined;
}

/**
 * Closes a connection, and has Node parse none of what it has read of it: 900 requests of one read took 14 ms, even if nobody answers
 * them. Node has no way to say that; -1 ends its parser as an exception would. Without this field it parses on.
 */
function hangUp(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => -1;
  socket.destroy();
}

function begin(socket: Socket, response: ServerResponse, next: () => Promise<void>): Promise<void> {
  response.once('close', () => {
    const following = socket.writable ? waiting.get(socket)?.shift() : undefined;
    if (following) following();
    else waiting.delete(socket);
  });
  return next();
}
