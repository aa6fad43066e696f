/**
 * The same for a page that is made for one visitor, such as search: nothing stores it, so it is cut on its way out. Next sends such a
 * page as it renders it, in one piece unless something in it waits. Waiting parts are passed on as they come.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeNext } from '../../base/before-next.ts';
import { previewCookie } from '../../base/special.ts';
import { cutFramework, type KnownReferences } from './cut.ts';

/** Bytes of a page that are held back at most; larger ones keep their scripts. */
const MOST = 2_000_000;
/** Milliseconds that a page is held: what comes later, such as a promise that a client component was given, nobody waits for. */
const HELD_MS = 250;
/** React's mark of a place that is filled later: the visitor sees the rest meanwhile. */
const LATER = '<!--$?-->';
/** A page of Next's names its scripts before all else; what a route handler sends bit by bit does not. */
const SCRIPTS = '/_next/static/';

export function zeroJsAnswers(known: KnownReferences): void {
  beforeNext('zero-JS pages', (request, response, next) => {
    const done = next();
    // Behind Next, which has put its compression around the answer by now.
    if (isForDocument(request)) zeroJsAnswer(response, known);
    return done;
  });
}

/** A preview is for one editor, and shows what Next makes. */
function isForDocument({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.rsc === undefined && !previewCookie.test(headers.cookie ?? '');
}

/** Both take a chunk, an encoding and a callback, or fewer of them. `flush` is the compression's. */
interface Writes {
  flush?: () => void;
  write: (chunk: unknown, ...rest: unknown[]) => boolean;
  end: (...all: unknown[]) => ServerResponse;
}

function zeroJsAnswer(response: ServerResponse, known: KnownReferences): void {
  const compressed = response as unknown as Writes;
  const { write, end } = compressed;
  /** Next's output so far; undefined once it is passed on. */
  let held: Buffer[] | undefined = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;

  const passOn = (chunks = held ?? []) => {
    held = undefined;
    clearTimeout(timer);
    for (const chunk of chunks) write.call(response, chunk);
  };

  compressed.write = (chunk, ...rest) => {
    if (!held || rest.length > 0 || !(chunk instanceof Uint8Array) || !isPage(response)) {
      passOn();
      return write.call(response, chunk, ...rest);
    }
    timer ??= setTimeout(() => {
      passOn();
      compressed.flush?.();
    }, HELD_MS).unref();
    held.push(Buffer.from(chunk));
    bytes += chunk.length;
    // The mark may stand across two of them.
    const isLate = Buffer.concat(held.slice(-2)).includes(LATER);
    if (bytes > MOST || isLate || !held[0]?.includes(SCRIPTS)) passOn();
    return true;
  };
  compressed.end = (...last) => {
    const isWhole = held && held.length > 0 && last.length === 0;
    const cut = isWhole && cutFramework(Buffer.concat(held ?? []).toString(), undefined, known);
    passOn(cut ? [Buffer.from(cut)] : undefined);
    return end.call(response, ...last);
  };
  response.once('close', () => clearTimeout(timer));
}

/** An answer with a length or an ETag is stored, and was cut before. */
function isPage(response: ServerResponse): boolean {
  return (
    (response.statusCode === 200 || response.statusCode === 404) &&
    /^text\/html\b/.test(String(response.getHeader('content-type'))) &&
    !response.hasHeader('content-length') &&
    !response.hasHeader('etag')
  );
}
