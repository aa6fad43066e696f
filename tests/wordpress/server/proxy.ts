import { Agent, createServer, type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cutAnswer, drip, nullFirstField, nullLists, replaceFields, Switch } from './failure';
import { describeGraphql, type Entry, RequestLog } from './request-log';
import type { FailureMode } from './types';

/**
 * The proxy between the clients and WordPress: it records the traffic and can fail in WordPress's place.
 * @param options `workers` requests are passed on at the same time, the others wait here; `port` 0 is a free one
 */
export async function startProxy(options: { port: number; workers: number }) {
  const log = new RequestLog();
  const failure = new Switch();
  // PHP's server closes every connection after the answer.
  const agent = new Agent({ keepAlive: false, maxSockets: options.workers });
  let upstream = 0;

  const server = createServer(async (request, response) => {
    const entry = log.begin(request);
    response.on('close', () => entry.finish(0));
    const body = await bodyOf(request).catch(() => null);
    if (body === null) return;
    describeGraphql(entry, body.toString());
    const { mode, last } = failure.next();
    if (last) stopListening();
    if (mode?.kind === 'refuse') return request.destroy();
    if (mode?.kind === 'status' || mode?.kind === 'html') return errorPage(response, entry, mode);
    if (mode?.kind === 'drip') return drip(response);
    if (mode?.kind === 'answer') return answerAlways(response, entry, mode);
    if (mode?.kind === 'delay') await sleep(mode.ms);
    passOn({ request, response, entry, body, mode, agent, upstream });
  });

  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const stopListening = () => {
    if (server.listening) server.close();
  };
  const port = await listen(options.port);

  return {
    port,
    log,
    /** Where WordPress listens, on 127.0.0.1. */
    passTo(port: number) {
      upstream = port;
    },
    async fail(mode: FailureMode | null): Promise<void> {
      failure.set(mode);
      if (mode?.kind === 'refuse' || (mode?.kind === 'afterRequests' && mode.count <= 0)) {
        stopListening();
        server.closeAllConnections();
        // Until clients have noticed: a request on a connection that was open would end differently from refused.
        await sleep(50);
      } else if (!server.listening) await listen(port);
    },
    stop() {
      stopListening();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function errorPage(
  response: ServerResponse,
  entry: Entry,
  mode: FailureMode & { kind: 'status' | 'html' },
): void {
  const status = mode.kind === 'status' ? mode.status : 200;
  const page = `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`;
  if (mode.kind === 'status' && mode.retryAfter !== undefined)
    response.setHeader('Retry-After', mode.retryAfter);
  entry.bytes = page.length;
  entry.finish(status);
  response.writeHead(status, { 'Content-Type': 'text/html; charset=UTF-8' }).end(page);
}

function answerAlways(response: ServerResponse, entry: Entry, mode: FailureMode & { kind: 'answer' }): void {
  entry.bytes = mode.body.length;
  entry.finish(mode.status);
  response.writeHead(mode.status, { 'Content-Type': 'application/json; charset=UTF-8' }).end(mode.body);
}

interface Passage {
  request: IncomingMessage;
  response: ServerResponse;
  entry: Entry;
  body: Buffer;
  mode: FailureMode | null;
  agent: Agent;
  upstream: number;
}

function passOn({ request, response, entry, body, mode, agent, upstream }: Passage): void {
  const { connection: _, 'transfer-encoding': __, ...headers } = request.headers;
  const asking = open(
    // The client's Host stays, so that WordPress redirects to the address it was asked at.
    { port: upstream, host: '127.0.0.1', agent, method: request.method, path: request.url, headers },
    async (answer) => {
      const status = answer.statusCode ?? 502;
      const { connection: _, 'transfer-encoding': __, ...headers } = answer.headers;
      try {
        let data = await bodyOf(answer);
        if (mode?.kind === 'cut') return cutAnswer(response, status, headers, data);
        if (mode?.kind === 'partial') data = nullFirstField(data);
        if (mode?.kind === 'nullLists') data = nullLists(data);
        if (mode?.kind === 'nullFields') data = replaceFields(data, null);
        if (mode?.kind === 'emptyFields') data = replaceFields(data, {});
        entry.bytes = data.length;
        entry.finish(status);
        if (data.length) headers['content-length'] = String(data.length);
        response.writeHead(status, headers).end(data);
      } catch {
        response.destroy();
      }
    },
  );
  asking.on('error', () => response.destroy());
  response.on('close', () => asking.destroy());
  asking.end(body);
}
