import { Agent, type ClientRequest } from 'node:http';
import { beforeHeaders } from '../../base/before-answer-headers.ts';
import { currentScope } from '../../base/request-scope.ts';

/**
 * Downloads from one host that may be in flight at once, as with other requests to the CMS (`wordpress/client/turns.ts`). Where one client holds both
 * places, another one gets a third.
 */
const IN_FLIGHT = 2;
/** Seconds after which a browser may ask again. */
const RETRY_SECONDS = '10';

interface Options {
  host?: string | null;
  port?: number | string | null;
  /** Next's own, and how its downloads are known. */
  imageLookupKey?: string;
}
type AddRequest = (this: Agent, request: ClientRequest, options: Options) => void;
const http = Agent.prototype as unknown as { addRequest: AddRequest };

interface Download {
  client: string;
  request: ClientRequest;
  start: () => void;
}

interface Host {
  /** The client of each download. */
  inFlight: string[];
  /** The oldest first. */
  waiting: Download[];
}

/**
 * Limits the downloads of Next's image optimizer, which asks for any number at once. The client with the fewest in flight goes first, so
 * one that asks for many images leaves every other turn to somebody else. A download waits at most the seven seconds that Next gives it;
 * then the answer is 503. A stored image is no download, and never waits.
 *
 * Next 16.4 has no option for it, and its agents are no export. They are known by an option of their own, `imageLookupKey`.
 */
export function limitDownloads(): void {
  const { addRequest } = http;
  const hosts = new Map<string, Host>();
  http.addRequest = function (request, options) {
    if (!('imageLookupKey' in options)) return addRequest.call(this, request, options);
    const name = `${options.host}:${options.port}`;
    const host = hosts.get(name) ?? { inFlight: [], waiting: [] };
    hosts.set(name, host);
    host.waiting.push({
      client: currentScope()?.client ?? '',
      request,
      start: () => addRequest.call(this, request, options),
    });
    startNext(host, () => hosts.delete(name));
  };
  beforeHeaders(({ url = '/' }, response) => {
    if (!url.startsWith('/_next/image') || response.statusCode !== 504) return;
    response.statusCode = 503;
    response.setHeader('Retry-After', RETRY_SECONDS);
  });
}

/** @param forget the host, when nothing is left to do */
function startNext(host: Host, forget: () => void): void {
  for (let next = takeNext(host); next; next = takeNext(host)) {
    const { client, request, start } = next;
    host.inFlight.push(client);
    // Comes also where Next gave it up while it waited.
    request.once('close', () => {
      host.inFlight.splice(host.inFlight.indexOf(client), 1);
      startNext(host, forget);
    });
    start();
  }
  if (host.inFlight.length === 0) forget();
}

function takeNext({ inFlight, waiting }: Host): Download | undefined {
  const ofClient = (client: string) => inFlight.filter((one) => one === client).length;
  const fewest = Math.min(...waiting.map(({ client }) => ofClient(client)));
  const at = waiting.findIndex(({ client }) => ofClient(client) === fewest);
  const isHeldByOne = inFlight.length === IN_FLIGHT && new Set(inFlight).size === 1;
  const mayStart = inFlight.length < IN_FLIGHT || (isHeldByOne && fewest === 0);
  return mayStart ? waiting.splice(at, 1)[0] : undefined;
}
