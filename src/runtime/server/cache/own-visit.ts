/** How this process visits its own pages. */
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { serverOfVisitors } from '../../base/before-next.ts';
import { REFRESH_HEADER, refreshSecret } from '../../base/refresh-header.ts';

/** A render that takes longer has failed; as in `renders-in-flight.ts`. */
const TIMEOUT_MS = 35_000;
const REDIRECTS = 2;

/**
 * Asks for a page and ignores the answer.
 * @param path encoded
 */
export async function visitPage(path: string, redirects = REDIRECTS): Promise<void> {
  const to = await requestPage(path);
  // The slash at the end is as the CMS has it.
  if (to !== undefined && redirects > 0 && to.replace(/\/$/, '') === path.replace(/\/$/, ''))
    await visitPage(to, redirects - 1);
}

/** @returns the path of a redirect within the site; undefined too where nothing answers */
function requestPage(path: string): Promise<string | undefined> {
  const server = serverOfVisitors();
  const address = server?.address();
  if (!server || !address) return Promise.resolve(undefined);
  const isSecure = 'setSecureContext' in server;
  const site = siteAddress();
  const options: https.RequestOptions = {
    ...placeOf(address),
    path,
    agent: false,
    timeout: TIMEOUT_MS,
    // To ourselves, by an address that the certificate does not name.
    rejectUnauthorized: false,
    headers: {
      host: site.host,
      'x-forwarded-proto': site.protocol,
      'accept-encoding': 'identity',
      'user-agent': 'headless-site refresh',
      [REFRESH_HEADER]: refreshSecret(),
    },
  };
  return new Promise((resolve) => {
    const request = (isSecure ? https : http).request(options, (response) => {
      const { location } = response.headers;
      response.resume().once('close', () => resolve(location && pathIn(location)));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(undefined));
    request.end();
  });
}

function placeOf(address: string | AddressInfo): Pick<http.RequestOptions, 'socketPath' | 'host' | 'port'> {
  if (typeof address === 'string') return { socketPath: address };
  const isAny = address.address === '::' || address.address === '0.0.0.0';
  return { host: isAny ? 'localhost' : address.address, port: address.port };
}

/** Redirects of the owner may go by host and protocol. */
function siteAddress(): { host: string; protocol: string } {
  try {
    const { host, protocol } = new URL(process.env.NEXT_PUBLIC_SITE_URL ?? '');
    return { host, protocol: protocol.slice(0, -1) };
  } catch {
    return { host: 'localhost', protocol: 'http' };
  }
}

function pathIn(location: string): string | undefined {
  try {
    return new URL(location, 'http://localhost').pathname;
  } catch {
    return undefined;
  }
}
