import { OutgoingMessage } from 'node:http';

/**
 * Next 16.4 sets the Location of a cached redirect while it renders the page, and appends it once more from the entry
 * that it made of it (app-render.js `setHTTPAccessFallbackOrRedirectStatus`, app-page-runtime.js `cachedData.headers`).
 * Clients join two headers of a name with a comma, which is another address. There is never more than one.
 */
export function keepOneLocation(): void {
  const { appendHeader } = OutgoingMessage.prototype;
  OutgoingMessage.prototype.appendHeader = function (name, value) {
    if (name.toLowerCase() !== 'location') return appendHeader.call(this, name, value);
    this.setHeader(name, value);
    return this;
  };
}
