import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeNext } from './before-next.ts';
import { ofProcess } from './of-process.ts';

type Look = (request: IncomingMessage, response: ServerResponse) => void;

const looks = () =>
  ofProcess<Look[]>('before-answer-headers', () => {
    beforeNext('answer headers', lookBeforeHeaders);
    return [];
  });

/**
 * Lets something look at each answer of Next when all its headers are set and none is sent.
 * @param look may change headers and the status
 */
export function beforeHeaders(look: Look): void {
  looks().push(look);
}

function lookBeforeHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => Promise<void>,
): Promise<void> {
  const { writeHead } = response;
  // Node calls it too where Next sends a body without it.
  response.writeHead = function (this: ServerResponse, status: number, ...rest: unknown[]) {
    response.statusCode = status;
    for (const look of looks()) look(request, response);
    return Reflect.apply(writeHead, this, [response.statusCode, ...rest]);
  } as typeof writeHead;
  return next();
}
