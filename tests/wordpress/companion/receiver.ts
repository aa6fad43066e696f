import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { version } from '../../../src/runtime/base/version';
import { readJson } from '../../../src/runtime/pages/json-body';
import { MAX_BODY, readBody } from '../../../src/runtime/revalidate/body';
import { patience } from '../../support/patience';

/** The receiver's reaction to a request; by default that of a site that works. */
export interface Behaviour {
  /** Default 200. A redirect (3xx) leads to `/moved` of the receiver itself, where it would be recorded. */
  status?: number;
  /** Milliseconds before the answer. Default 0. */
  delayMs?: number;
  /** No answer at all, as long as the client waits. */
  hang?: boolean;
  /** Headers of the answer: `Retry-After`, … */
  headers?: OutgoingHttpHeaders;
  /** The answer's body, sent as JSON. Default as the interface has it; an `error` where `status` is one. */
  body?: unknown;
  /** The one that `/api/revalidate` accepts. Default: any. */
  secret?: string;
  /** `user:password` of the web server in front of it, which asks for them. Default: none. */
  basic?: string;
  /** A path that it refuses, as it does with what is no path. */
  refusedPath?: string;
  /** Status for that. Default 400. */
  refusedStatus?: number;
}

export interface Received {
  method: string;
  /** With query string. */
  path: string;
  headers: IncomingHttpHeaders;
  /** Body as it was sent. */
  raw: string;
  /** Body read as JSON; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  json: any;
  /** Milliseconds since 1970. */
  at: number;
  /** Status of the answer; 0 while there is none. */
  status: number;
}

/**
 * A server on loopback that stands for the site. The site's own functions decide what it accepts at
 * `POST /api/revalidate`: a body or a path that the site would refuse is refused here.
 */
export interface Receiver {
  /** Address for the setting `serviceUrl`. */
  url: string;
  /** All requests since the start or `clear`, in the order of arrival. */
  requests: Received[];
  /** From the next request on: this behaviour alone, nothing of the one before. The secret stays. */
  behave(behaviour: Behaviour): void;
  /** Nobody listens: open connections are cut, new ones refused. `listen` takes the same port again. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  /**
   * Waits until so many requests have come (answered or not).
   * @returns them
   * @throws after `ms` milliseconds (default: ten minutes), naming what has come
   */
  waitFor(count: number, ms?: number): Promise<Received[]>;
  /** @returns every path of a request to `/api/revalidate` that was answered with 2xx */
  paths(): Set<string>;
  clear(): void;
  stop(): Promise<void>;
}

/**
 * @param options how it behaves at first, and
 * - `host`: its loopback address, default 127.0.0.1. That is also WordPress's, whose rules about foreign hosts do not meet it
 *   there; with 127.0.0.2 they do (and `constants: { WP_ACCESSIBLE_HOSTS: '127.0.0.2' }` opens the harness's own fence).
 */
export async function startReceiver({
  host = '127.0.0.1',
  ...first
}: Behaviour & { host?: string } = {}): Promise<Receiver> {
  const requests: Received[] = [];
  const secret = first.secret;
  let behaviour: Behaviour = first;
  let arrived = () => {};

  const server = createServer(async (request, response) => {
    const now = behaviour;
    const raw = await textOf(request).catch(() => null);
    if (raw === null) return;
    const received = describe(request, raw);
    requests.push(received);
    arrived();
    if (now.hang) return;
    setTimeout(
      async () => answer(received, response, now, await usualAnswer(received, now)),
      now.delayMs ?? 0,
    );
  });
  // PHP's and cURL's connections are not to outlive a test.
  server.keepAliveTimeout = 1;
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject).listen(port, host, () => resolve((server.address() as AddressInfo).port));
    });
  const close = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const port = await listen(0);

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    requests,
    behave(next) {
      behaviour = { secret, ...next };
    },
    refuse: close,
    async listen() {
      if (!server.listening) await listen(port);
    },
    waitFor(count, ms = patience) {
      return new Promise((resolve, reject) => {
        const patience = setTimeout(() => {
          arrived = () => {};
          reject(
            new Error(`${requests.length} of ${count} requests in ${ms} ms: ${JSON.stringify(requests)}`),
          );
        }, ms);
        arrived = () => {
          if (requests.length < count) return;
          arrived = () => {};
          clearTimeout(patience);
          resolve(requests);
        };
        arrived();
      });
    },
    paths: () =>
      new Set(
        requests
          .filter(({ path, status }) => path === '/api/revalidate' && status >= 200 && status < 300)
          .flatMap(({ json }) => json?.paths ?? []),
      ),
    clear() {
      requests.length = 0;
    },
    stop: close,
  };
}

function describe(request: IncomingMessage, raw: string): Received {
  const { method = '', url = '', headers } = request;
  return { method, path: url, headers, raw, json: parse(raw), at: Date.now(), status: 0 };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answer(received: Received, response: ServerResponse, behaviour: Behaviour, usual: Answer): void {
  const status = behaviour.status ?? usual.status;
  if (behaviour.basic !== undefined && !isLetIn(received, behaviour.basic)) {
    received.status = 401;
    response.writeHead(401, { 'www-authenticate': 'Basic realm="Staging"' }).end('<h1>401</h1>');
    return;
  }
  received.status = status;
  const location = status >= 300 && status < 400 ? { location: '/moved' } : {};
  const headers = { 'content-type': 'application/json', ...location, ...usual.headers, ...behaviour.headers };
  const failure = { error: status === 401 ? 'Invalid revalidation secret' : `Answers ${status}` };
  const body = status === usual.status || status < 300 ? usual.body : failure;
  response.writeHead(status, headers).end(JSON.stringify(behaviour.body ?? body));
}

function isLetIn({ headers }: Received, basic: string): boolean {
  return headers.authorization === `Basic ${Buffer.from(basic).toString('base64')}`;
}

interface Answer {
  status: number;
  body: unknown;
  headers?: OutgoingHttpHeaders;
}

/** The site's route, without its cache. */
async function usualAnswer(
  received: Received,
  { secret, refusedPath, refusedStatus = 400 }: Behaviour,
): Promise<Answer> {
  const { method, path, headers, raw } = received;
  if (path !== '/api/revalidate') return { status: 200, body: {} };
  if (method !== 'POST') return { status: 405, body: '' };
  const type = headers['content-type'] ?? '';
  const request = new Request('http://site.invalid', {
    method,
    body: raw,
    headers: { 'content-type': type },
  });
  const json = await readJson(request, MAX_BODY);
  if (!json.ok) return { status: json.status, body: { error: json.error } };
  const body = readBody(json.value, [secret ?? received.json?.secret ?? 'any']);
  if (body.ok && body.changes.some((change) => change.path === refusedPath))
    return { status: refusedStatus, body: { error: 'paths must hold paths of this site, like /about' } };
  const ours = { 'x-headless-site': version };
  if (body.ok) {
    const paths = body.changes.map((change) => change.path);
    return { status: 200, body: { revalidated: true, paths }, headers: ours };
  }
  const supports = body.supports ? { 'webhook-supports': 'wildcard' } : {};
  return {
    status: body.status,
    body: { error: body.error },
    headers: { ...(body.authenticated ? ours : {}), ...supports },
  };
}
