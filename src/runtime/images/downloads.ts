import { Agent, type ClientRequest } from 'node:http';
import { beforeHeaders } from '../base/before-headers.ts';

/** Downloads from one host that may be in flight at once, as with other requests to the CMS (`cms/turns.ts`). */
const IN_FLIGHT = 2;
/** Seconds after which a browser may ask again. */
const RETRY_SECONDS = '10';

type AddRequest = (this: Agent, request: ClientRequest, options: object) => void;
const http = Agent.prototype as unknown as { addRequest: AddRequest };

/**
 * Limits the downloads of Next's image optimizer, which asks for any number at once. The others wait in Node's own queue, at most the seven
 * seconds that Next gives a download; then the answer is 503. A stored image is no download, and never waits.
 *
 * Next 16.4 has no option for it, and its agents are no export. They are known by an option of their own, `imageLookupKey`.
 */
export function limitDownloads(): void {
  const { addRequest } = http;
  http.addRequest = function (request, options) {
    if ('imageLookupKey' in options) this.maxSockets = IN_FLIGHT;
    addRequest.call(this, request, options);
  };
  beforeHeaders(({ url = '/' }, response) => {
    if (!url.startsWith('/_next/image') || response.statusCode !== 504) return;
    response.statusCode = 503;
    response.setHeader('Retry-After', RETRY_SECONDS);
  });
}
