import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Node's parser of a connection. It has no public way to be watched or stopped. Where a Node has no fields of these names, bodies are
 * not limited, and what was read of a connection that ends is parsed to its end; `tests/unit/body-limits.test.ts` fails then.
 */
interface Parser {
  incoming: IncomingMessage | null;
  onIncoming: () => number;
  /** Beside `onIncoming` it has callbacks under numbers. */
  [callback: string]: unknown;
}

type TakePiece = (this: Parser, piece: Uint8Array) => void;
type Connection = Socket & { parser?: Parser | null; _handle?: { readStop?: () => void } | null };

/** By request, what looks at each piece of its body. */
const looks = new WeakMap<IncomingMessage, (piece: Uint8Array) => boolean>();
const watched = new WeakSet<Parser>();

/** Bytes that are kept of a connection until they are parsed; what is larger waits on the line. */
const MOST_KEPT = 16 * 1024;
/** Milliseconds for a client to read the answer that it has, where nothing more is read of its body. */
const LINGER_MS = 500;

/**
 * Looks at each piece of a body, whether somebody reads it or not: Node hands pieces behind an answer to nobody.
 * @param look returns false for a piece that nobody is to have
 */
export function onBody(request: IncomingMessage, look: (piece: Uint8Array) => boolean): void {
  const { parser } = request.socket as Connection;
  const key = parser && keyOfBody(parser);
  if (!key) return;
  looks.set(request, look);
  if (watched.has(parser)) return;
  // Node keeps a parser for the next connection, and this with it.
  watched.add(parser);
  const takePiece = parser[key] as TakePiece;
  parser[key] = function parserOnBody(this: Parser, piece: Uint8Array) {
    if (this.incoming && looks.get(this.incoming)?.(piece) === false) return;
    takePiece.call(this, piece);
  };
}

/** Closes a connection, and has Node parse none of what it has read of it. */
export function hangUp(socket: Connection): void {
  stopParsing(socket);
  socket.destroy();
}

/**
 * The same when the client has had time to read its answer. Until then nothing is read of the connection, and the client hears that it ends,
 * so that it sends no other request by it.
 */
export function hangUpSoon(socket: Connection): void {
  stopParsing(socket);
  socket._handle?.readStop?.();
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Otherwise 900 requests of one read took 14 ms and the pieces of a body 11 ms, although nobody takes them: -1 ends the parser at the
 * next request, and pieces that nothing takes cost nothing.
 */
function stopParsing(socket: Connection): void {
  const { parser } = socket;
  if (!parser) return;
  parser.onIncoming = () => -1;
  const key = keyOfBody(parser);
  if (!key) return;
  const takePiece = parser[key];
  parser[key] = undefined;
  // Then the parser is another connection's.
  socket.once('close', () => {
    parser[key] = takePiece;
  });
}

/**
 * Has what a connection sends parsed after a while, as it came.
 * @param hasGone is called where it closes meanwhile, and nothing is parsed
 */
export function parseLater(socket: Connection, ms: number, hasGone: () => void): void {
  const listeners = socket.listeners('data') as ((piece: Buffer) => void)[];
  const pieces: Buffer[] = [];
  const keep = (piece: Buffer) => {
    pieces.push(piece);
    // From here on its end is not heard either.
    if (pieces.reduce((sum, { length }) => sum + length, 0) > MOST_KEPT) socket.pause();
  };
  for (const listener of listeners) socket.off('data', listener);
  // With a listener Node hands over what it would otherwise parse unseen.
  socket.on('data', keep);
  const timer = setTimeout(() => {
    socket.off('close', end);
    socket.off('data', keep);
    for (const listener of listeners) socket.on('data', listener);
    if (pieces.length > 0) socket.emit('data', Buffer.concat(pieces));
    socket.resume();
  }, ms).unref();
  const end = () => {
    clearTimeout(timer);
    hasGone();
  };
  socket.once('close', end);
}

/** The name under which a parser has what takes a piece of a body; undefined once it was stopped. */
function keyOfBody(parser: Parser): string | undefined {
  return Object.keys(parser).find((key) => (parser[key] as Named | undefined)?.name === 'parserOnBody');
}

interface Named {
  name?: string;
}
