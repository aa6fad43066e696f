import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { beforeNode } from '../base/before-next.ts';
import { hangUp, stopParsing } from './hang-up.ts';

/** Bytes of a body that are read after its answer: the rest of a form that was refused, which a browser sends before it reads. */
const MOST = 1024 * 1024;
/** Milliseconds for the client to read the answer, where its body is not read any more. */
const LINGER_MS = 500;

/**
 * Hangs up on a body that goes on after its answer. Node reads it to its end, and looks at no part of it: twenty connections that wrote
 * chunks of one byte made a stored page 1.4 seconds slower. One that says its length and is not long is read; of any other nothing is.
 */
export function endBodies(): void {
  beforeNode((request, response) => {
    response.once('finish', () => {
      if (!request.complete && !isShort(request)) stopReading(request.socket);
    });
  });
}

const isShort = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= MOST;

function stopReading(socket: Socket & { _handle?: { readStop?: () => void } | null }): void {
  stopParsing(socket);
  // Behind what Node does behind this event: it starts to read what is left. Without the field it reads for the time of the timer.
  process.nextTick(() => process.nextTick(() => socket._handle?.readStop?.()));
  setTimeout(() => hangUp(socket), LINGER_MS).unref();
}
