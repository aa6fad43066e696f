import type { IncomingMessage } from 'node:http';
import { beforeHeaders } from '../../base/before-answer-headers.ts';
import { beforeNext } from '../../base/before-next.ts';

/** Parameters of an address; WordPress's largest forms have some fifty. Next's cost grows with their square: 7,800 stopped a server for 3.6 s. */
const MOST_PARAMETERS = 250;

/**
 * Headers of a request. Node reads a thousand and drops the rest without a word, X-Forwarded-For of a proxy among them; browsers and
 * proxies send some thirty.
 */
const MOST_HEADERS = 200;

/** `.` and `..` between slashes, which browsers take out before they ask. */
const DOTS = /\/\.{1,2}(?=\/|$)/;
/** The home page's own name within Next, which answers with the not-found page and 200. No page of WordPress can have it. */
const INDEX = /^\/index\/?(?:\?|$)/;
/** Characters that are in no address of WordPress. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const CONTROL = /[\u0000-\u001f\u007f]/;
/** Letters, digits and signs that need no encoding: `/%61bout/` was a second address of `/about/`. */
const UNRESERVED = /%(?:2d|2e|3\d|4[1-9a-f]|5[0-9a]|5f|6[1-9a-f]|7[0-9a]|7e)/gi;

/**
 * Answers what nobody can read, before Next tries: a TRACE, which the web's `Request` refuses to be made of, an address
 * with too many parameters or a broken encoding, and `*`, by which OPTIONS asks about the whole server. Each would be an error 500, and some
 * a stack in the log. With more headers than Node reads, nobody knows whose request it is.
 */
export function refuseUnreadable(): void {
  beforeHeaders(({ url = '/' }, response) => {
    if (INDEX.test(url) && response.statusCode === 200) response.statusCode = 404;
  });
  beforeNext('headers read', (request, response, next) => {
    const { url = '/', rawHeaders } = request;
    // The client that such a request names would be charged with it.
    if (rawHeaders.length > 2 * MOST_HEADERS) {
      response.writeHead(431, { Connection: 'close' }).end();
      return undefined;
    }
    // The form for a proxy. Next would redirect to the host that it names.
    if (/^https?:\/\//i.test(url) && URL.canParse(url)) request.url = pathOf(url);
    return next();
  });
  // A refusal counts as its client's: 50 connections with 20 of them each in flight kept others waiting for two seconds.
  beforeNext('addresses', (request, response, next) => {
    const refusal = refusalOf(request);
    if (!refusal) return next();
    response.writeHead(...refusal).end();
  });
}

/** @returns status and headers; undefined for what Next can read */
function refusalOf({ method, url = '/' }: IncomingMessage): [number, Record<string, string>] | undefined {
  const allowed = { Allow: 'GET, HEAD, POST, OPTIONS' };
  if (method === 'TRACE') return [405, allowed];
  // No form of an address that a browser or a proxy sends.
  if (!url.startsWith('/') && url !== '*') return [400, {}];
  if (url === '*') return method === 'OPTIONS' ? [204, allowed] : [400, {}];
  const [path = '', ...query] = url.split('?');
  if (query.join('?').split('&').length > MOST_PARAMETERS) return [414, {}];
  try {
    // Next's routes end at a line break: it answered with the not-found page and 200.
    if (CONTROL.test(decodeURIComponent(path))) return [400, {}];
    const plain = path.replace(UNRESERVED, decodeURIComponent);
    // One address of each page: `/about/.` was another one, and browsers ask for `/about` where a link says `\about`.
    const isCanonical = plain === path && !DOTS.test(path) && !path.includes('\\');
    return isCanonical ? undefined : [308, { Location: [pathOf(plain), ...query].join('?') }];
  } catch {
    return [400, {}];
  }
}

/** @returns path and query of an address, without dots; a second slash in front would name a host */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost');
  return pathname.replace(/^\/+/, '/') + search;
}
