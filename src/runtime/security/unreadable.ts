import type { IncomingMessage } from 'node:http';
import { beforeNext } from '../base/before-next.ts';

/**
 * Answers what Next cannot read, before Next tries: a TRACE, which the web's `Request` refuses to be made of, an address
 * whose encoding is broken, and `*`, by which OPTIONS asks about the whole server. Each would be an error 500, and some a stack in the log.
 */
export function refuseUnreadable(): void {
  beforeNext((request, response, next) => {
    const refusal = refusalOf(request);
    if (refusal) response.writeHead(...refusal).end();
    else next();
  });
}

/** @returns status and headers; undefined for what Next can read */
function refusalOf({ method, url = '/' }: IncomingMessage): [number, Record<string, string>] | undefined {
  const allowed = { Allow: 'GET, HEAD, POST, OPTIONS' };
  if (method === 'TRACE') return [405, allowed];
  if (url === '*') return method === 'OPTIONS' ? [204, allowed] : [400, {}];
  try {
    decodeURIComponent(url.replace(/\?.*/s, ''));
    return undefined;
  } catch {
    return [400, {}];
  }
}
