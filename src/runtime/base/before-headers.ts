import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeNext } from './before-next.ts';

/**
 * Lets something look at each answer of Next when all its headers are set and none is sent.
 * @param look may change headers and the status
 */
export function beforeHeaders(look: (request: IncomingMessage, response: ServerResponse) => void): void {
  beforeNext((request, response, next) => {
    const { writeHead } = response;
    // Node calls it too where Next sends a body without it.
    response.writeHead = function (this: ServerResponse, status: number, ...rest: unknown[]) {
      response.statusCode = status;
      look(request, response);
      return Reflect.apply(writeHead, this, [response.statusCode, ...rest]);
    } as typeof writeHead;
    return next();
  });
}
