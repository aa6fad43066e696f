import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { type RequestListener, type Server } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** A request that a provider received. */
export interface Sent {
  host: string;
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface Double {
  port: number;
  sent: Sent[];
  close: () => void;
}

/** Stands in for Sentry: takes envelopes, from browsers of any origin and from servers. */
export const startSentryDouble = () => start(http.createServer(), '{}', 'application/json');

/**
 * Stands in for Google's hosts, over TLS: its script does what gtag.js does with its queue, and reports to both of the
 * hosts that it may report to.
 */
export function startGoogleDouble(): Promise<Double> {
  const script = `
    const [, [, id, options]] = dataLayer;
    for (const host of ['www', 'region1'])
      fetch('https://' + host + '.google-analytics.com/g/collect?v=2&tid=' + id + '&signals=' + options.allow_google_signals,
        { method: 'POST', mode: 'no-cors', keepalive: true });`;
  return start(https.createServer(certificate()), script, 'text/javascript');
}

async function start(server: Server, answer: string, type: string): Promise<Double> {
  const sent: Sent[] = [];
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += data;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      if (method === 'POST' || method === 'GET')
        sent.push({ host: headers.host ?? '', method, url, headers, body });
      response.writeHead(200, {
        'Content-Type': type,
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': '*',
      });
      response.end(answer);
    });
  };
  server.on('request', listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sent,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Made again for each run, so that no key lies in the repository. */
function certificate(): { key: Buffer; cert: Buffer } {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'chs-tls-'));
  try {
    const [key, cert] = [path.join(dir, 'key.pem'), path.join(dir, 'cert.pem')];
    const make = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout ${key} -out ${cert}`;
    execFileSync('openssl', make.split(' '), { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(dir, { recursive: true });
  }
}
