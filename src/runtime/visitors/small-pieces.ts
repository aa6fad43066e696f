import { beforeNode } from '../base/before-next.ts';
import { hangUp } from './hang-up.ts';

/** Pieces of a body that may be as small as they like, and the bytes that more of them must have on average. */
const FREE = 500;
const SMALLEST = 1_000;

/**
 * Hangs up on a body that comes in small chunks. Each costs Node as much as a large one: 540 KB in chunks of six bytes kept all others
 * waiting for two seconds, and twenty connections with chunks of 129 kept the process busy for seven seconds after they had gone.
 * Browsers say how long a body is, and programs that stream one send kilobytes at a time.
 */
export function refuseSmallPieces(): void {
  beforeNode((request) => {
    if (request.headers['transfer-encoding'] === undefined) return;
    const { push } = request;
    let pieces = 0;
    let bytes = 0;
    request.push = (piece: Uint8Array | null, ...rest) => {
      if (piece) {
        pieces += 1;
        bytes += piece.length;
      }
      const isSmall = pieces > FREE && bytes < pieces * SMALLEST;
      if (!isSmall) return push.call(request, piece, ...rest);
      hangUp(request.socket);
      return false;
    };
  });
}
