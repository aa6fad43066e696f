import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { beforeNext } from '../base/before-next.ts';
import { hangUp } from './parser.ts';

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

function begin(socket: Socket, response: ServerResponse, next: () => Promise<void>): Promise<void> {
  response.once('close', () => {
    const following = socket.writable ? waiting.get(socket)?.shift() : undefined;
    if (following) following();
    else waiting.delete(socket);
  });
  return next();
}
