/**
 * The same for a page that is made for one visitor, such as search: nothing stores it, so it is cut on its way out. Next sends such a
 * page as it renders it, in one piece unless something in it waits. What waits is passed on as it comes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeNext } from '../base/before-next.ts';
import { previewCookie } from '../front/special.ts';
import { cutFramework, type KnownReferences } from './cut.ts';

/** Bytes of a page that are held back at most; larger ones keep their scripts. */
const MOST = 2_000_000;
/** Milliseconds that a page is held: what comes later, such as a promise that a client component was given, nobody waits for. */
const PATIENCE = 250;
/** React's mark of a place that is filled later: the visitor sees the rest meanwhile. */
const LATER = '<!--$?-->';
/** A page of Next's names its scripts before all else; what a route handler sends bit by bit does not. */
const SCRIPTS = '/_next/static/';
const PIECE = /<script>self\.__next_f\.push\((\[[^<]*\])\)<\/script>/g;

export function lightenAnswers(known: KnownReferences): void {
  beforeNext((request, response, next) => {
    next();
    // Behind Next, which has put its compression around the answer by now.
    if (isForDocument(request)) lightenAnswer(response, known);
  });
}

/** A preview is for one editor, and shows what Next makes. */
function isForDocument({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.rsc === undefined && !previewCookie.test(headers.cookie ?? '');
}

/** Both take a chunk, an encoding and a callback, or fewer of them. `flush` is the compression's. */
interface Writes {
  flush?: () => void;
  write: (...all: unknown[]) => boolean;
  end: (...all: unknown[]) => ServerResponse;
}

function lightenAnswer(response: ServerResponse, known: KnownReferences): void {
  const { write, end } = response as unknown as Writes;
  /** What Next has sent so far; undefined once it is passed on. */
  let held: Buffer[] | undefined = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;

  const passOn = () => {
    const before = held;
    held = undefined;
    clearTimeout(timer);
    for (const chunk of before ?? []) write.call(response, chunk, 'utf8');
  };

  response.write = ((chunk: unknown, ...rest: unknown[]) => {
    const isHeld = held && rest.length === 0 && isPage(response) && chunk instanceof Uint8Array;
    if (!held || !isHeld) {
      passOn();
      return write.call(response, chunk, ...rest);
    }
    timer ??= setTimeout(() => {
      passOn();
      (response as unknown as Writes).flush?.();
    }, PATIENCE).unref();
    held.push(Buffer.from(chunk));
    bytes += chunk.length;
    // The mark may stand across two of them.
    const latest = Buffer.concat(held.slice(-2));
    if (bytes > MOST || latest.includes(LATER) || !(held[0] ?? latest).includes(SCRIPTS)) passOn();
    return true;
  }) as typeof response.write;

  response.once('close', () => clearTimeout(timer));
  response.end = ((...last: unknown[]) => {
    const whole = held && last.length === 0 ? Buffer.concat(held) : undefined;
    const cut = whole && whole.length > 0 ? cutPage(whole.toString(), known) : undefined;
    if (cut === undefined) passOn();
    else {
      held = undefined;
      clearTimeout(timer);
      write.call(response, Buffer.from(cut), 'utf8');
    }
    return end.call(response, ...last);
  }) as typeof response.end;
}

/** What has a length or a tag is stored, and was cut before. */
function isPage(response: ServerResponse): boolean {
  return (
    (response.statusCode === 200 || response.statusCode === 404) &&
    /^text\/html\b/.test(String(response.getHeader('content-type'))) &&
    !response.hasHeader('content-length') &&
    !response.hasHeader('etag')
  );
}

/** @param html whose flight data stands in its scripts alone */
function cutPage(html: string, known: KnownReferences): string | undefined {
  try {
    const flight = [...html.matchAll(PIECE)].map(([, piece = '']) => bytesOf(piece));
    return flight.length > 0 ? cutFramework(html, Buffer.concat(flight), known) : undefined;
  } catch (error) {
    // What looked like a piece of Next's is none.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Next writes text as it is, and what is no text as base64; the rest of its pieces are no data. */
function bytesOf(piece: string): Buffer {
  const [kind, data = ''] = JSON.parse(piece) as [number, string?];
  if (kind === 1) return Buffer.from(data);
  return kind === 3 ? Buffer.from(data, 'base64') : Buffer.alloc(0);
}
