import { connect } from 'node:net';

export interface Load {
  /** Requests per second. */
  rate: number;
  /** Milliseconds that 99 of 100 took at most. */
  slowest: number;
  /** Size of one answer, with its headers. */
  bytes: number;
}

/**
 * Asks for one page over and over. On bare sockets: a client that reads answers as Node's does takes more time than a server that has
 * them ready.
 * @param accepts `Accept-Encoding`
 * @throws {Error} for an answer that is no 200
 */
export async function load(url: string, seconds: number, accepts: string, connections = 20): Promise<Load> {
  const { host, hostname, port, pathname } = new URL(url);
  const question = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: ${accepts}\r\n\r\n`;
  const took: number[] = [];
  let bytes = 0;
  const end = performance.now() + seconds * 1000;
  /** One connection, until its server ends it, as nginx does after a thousand answers. */
  const visit = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let parts: Buffer[] = [];
      let asked = 0;
      const ask = () => {
        parts = [];
        asked = performance.now();
        socket.write(question);
      };
      socket.on('connect', ask);
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
      });
      socket.on('close', () => resolve());
      socket.on('data', (part) => {
        parts.push(part);
        const answer = parts.length === 1 ? part : Buffer.concat(parts);
        if (!isWhole(answer)) return;
        if (!answer.toString('latin1', 0, 12).endsWith(' 200'))
          reject(new Error(answer.toString('latin1', 0, 40)));
        bytes = answer.length;
        took.push(performance.now() - asked);
        if (performance.now() < end) ask();
        else socket.destroy();
      });
    });
  const visitor = async () => {
    while (performance.now() < end) await visit();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, visitor));
  const rate = took.length / ((performance.now() - began) / 1000);
  const sorted = took.sort((a, b) => a - b);
  return { rate, slowest: sorted[Math.floor(sorted.length * 0.99)] ?? 0, bytes };
}

/** With a length, or in chunks, of which the last one is empty. */
function isWhole(answer: Buffer): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, head))?.[1];
  if (length !== undefined) return answer.length >= head + 4 + Number(length);
  return answer.subarray(-7).toString('latin1') === '\r\n0\r\n\r\n';
}
