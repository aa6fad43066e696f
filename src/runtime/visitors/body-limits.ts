import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { beforeNode } from '../base/before-next.ts';
import { hangUp, hangUpSoon, onBody } from './parser.ts';

/** Pieces that may be as small as they like, and the bytes that more of them must have on average. */
const FREE = 500;
const SMALLEST = 1_000;
/**
 * Bytes of a body that are read after its answer: the rest of a form that was refused, which a browser sends before it reads. A client may
 * send its next request by the same connection once the two systems have taken all of the body: by default 4 MB wait to be sent on Linux
 * and 6 MB to be read. A connection that had been closed behind less lost that request.
 */
const MOST_AFTER_ANSWER = 10 * 1024 * 1024;
/** Milliseconds for the same. A body that came a byte every three seconds kept its connection open without end. */
const LONGEST_AFTER_ANSWER_MS = 60_000;

/**
 * Hangs up on a body in small chunks, and on one that goes on after its answer. Each chunk costs Node as much as a large one: 540 KB in
 * chunks of six bytes kept all others waiting for two seconds. Browsers say how long a body is, and programs that stream one send kilobytes
 * at a time. Behind an answer Node reads a body to its end and hands it to nobody, so twenty connections that wrote on made a
 * stored page 1.4 seconds slower.
 */
export function limitBodies(): void {
  beforeNode((request, response) => {
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    if (!isChunked && !Number(request.headers['content-length'])) return;
    const ofAll = countOf(request, response);
    let bytes = 0;
    let most = Number.POSITIVE_INFINITY;
    response.once('finish', () => {
      most = bytes + MOST_AFTER_ANSWER;
      if (request.complete) return;
      const timer = setTimeout(() => {
        if (!request.complete) hangUpSoon(request.socket);
      }, LONGEST_AFTER_ANSWER_MS).unref();
      request.socket.once('close', () => clearTimeout(timer));
    });
    onBody(request, ({ length }) => {
      bytes += length;
      ofAll.pieces += 1;
      ofAll.bytes += length;
      if (isChunked && ofAll.pieces > FREE && ofAll.bytes < ofAll.pieces * SMALLEST) hangUp(request.socket);
      else if (bytes > most) hangUpSoon(request.socket);
      else return true;
      return false;
    });
  });
}

interface Count {
  requests: number;
  pieces: number;
  bytes: number;
}

const counts = new WeakMap<Socket, Count>();

/**
 * Counts the bodies of a connection together until it has no request in flight: twenty requests that are sent at once had twenty times as
 * many small pieces.
 */
function countOf({ socket }: IncomingMessage, response: ServerResponse): Count {
  const count = counts.get(socket) ?? { requests: 0, pieces: 0, bytes: 0 };
  counts.set(socket, count);
  count.requests += 1;
  response.once('close', () => {
    count.requests -= 1;
    if (count.requests === 0) counts.delete(socket);
  });
  return count;
}
