import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { scratch } from './cli';

/** Serves on 127.0.0.1 until the test ends. @returns the address, without a slash at the end */
export async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`;
}

export interface SecureServer {
  url: string;
  /** File with the certificate, which nobody knows. */
  certificate: string;
}

/** The same with TLS; on the same port it speaks plain HTTP, too. */
export async function serveSecurely(listener: RequestListener): Promise<SecureServer> {
  const folder = scratch('chs-tls-');
  const [key, certificate] = ['key.pem', 'cert.pem'].map((file) => path.join(folder, file)) as [
    string,
    string,
  ];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', ...subject];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...options, ...files], { stdio: 'ignore' });
  const plain = createServer(listener);
  const secure = createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) }, listener);
  const both = createSocketServer((socket) => {
    socket.on('error', () => {});
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (!first) return;
      socket.unshift(first);
      // Every TLS connection begins with this byte.
      (first[0] === 0x16 ? secure : plain).emit('connection', socket);
    });
  });
  return { url: `https://127.0.0.1:${await listen(both)}`, certificate };
}

async function listen(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

/** Answers every request alike. */
export const answer =
  (status: number, type: string, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };

export const json = (body: unknown, status = 200): RequestListener =>
  answer(status, 'application/json; charset=UTF-8', JSON.stringify(body));

/** An answer of GraphQL that is nothing but this error. */
export const failing = (message: string, status = 200): RequestListener =>
  json({ errors: [{ message }] }, status);

export const working = json({ data: { __typename: 'RootQuery' } });

/** WPGraphQL for logged-in users only. */
export const restricted = failing(
  'The field "RootQuery.__typename" cannot be accessed without authentication.',
);
