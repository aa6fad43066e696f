import { beforeNext } from '../base/before-next.ts';
import { hangUp } from './hang-up.ts';

/** Bytes of a body that may come after its answer: what was on the way, and the rest of a form that was refused. */
const MOST = 1024 * 1024;
const LOOK_MS = 100;

/**
 * Hangs up on a body that goes on after its answer. Node reads it to its end, because a browser may read the answer only then:
 * twenty connections whose bodies never end made an unknown address 1.4 seconds slower.
 */
export function endBodies(): void {
  beforeNext('pieces', (request, response, next) => {
    response.once('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      const from = socket.bytesRead;
      const timer = setInterval(() => {
        const isLong = socket.bytesRead - from > MOST;
        if (request.complete || socket.destroyed || isLong) clearInterval(timer);
        if (isLong && !request.complete) hangUp(socket);
      }, LOOK_MS).unref();
    });
    return next();
  });
}
