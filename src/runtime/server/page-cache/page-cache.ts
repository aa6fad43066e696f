/**
 * Stands before Next's listeners, in Next's process, and answers a plain question for a page with the bytes that Next has sent
 * before. Whether the page is still the one to show only the cache knows, and is asked each time. `README.md` has the why.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { beforeHeaders } from '../../base/before-answer-headers.ts';
import { beforeNext } from '../../base/before-next.ts';
import { addressOf, isSameForAll, type Routing, readRouting } from '../../base/special.ts';
import { chooseEncoding, type Encoding } from './encodings.ts';
import { type Found, type Head, Pages } from './pages.ts';

interface Cache<Entry> {
  /** Whether Next would answer with this very entry, and make nothing. */
  isCurrent: (entry: Entry) => boolean;
  htmlOf: (entry: Entry) => string | undefined;
  /** The part of it that `isCurrent` needs. */
  withoutBody: (entry: Entry) => Entry;
  /** Next's own: then both send the same ETag for a page. */
  etagOf: (html: string) => string;
  /** A visitor has been answered with the page. */
  visited: (key: string) => void;
}

/** The entries that the cache has handed out for one request. */
interface Seen<Entry> {
  key?: string;
  entry?: Entry;
  isMixed?: boolean;
}

/** Next's own names in `Vary`: a page that varies by another header is not kept. */
const varies = /^(rsc|next-[a-z-]+|accept-encoding)$/;
const compressed = ['br', 'gzip', 'identity'] as const;
const plain = ['identity'] as const;

export class PageCache<Entry> {
  readonly #pages = new Pages<Entry>();
  readonly #seen = new AsyncLocalStorage<Seen<Entry>>();
  readonly #cache: Cache<Entry>;
  readonly #routing: Routing;

  constructor(cache: Cache<Entry>, routing: Routing) {
    this.#cache = cache;
    this.#routing = routing;
  }

  /** The cache hands out a page that is not to be made again. */
  note(key: string, entry: Entry): void {
    const seen = this.#seen.getStore();
    if (!seen) return;
    seen.isMixed ||= seen.key !== undefined && seen.key !== key;
    seen.key = key;
    seen.entry = entry;
  }

  /** The cache stores a page. */
  forget(key: string): void {
    this.#pages.forget(key);
  }

  /** The cache does not know any more how old what it has is. */
  clear(): void {
    this.#pages.clear();
  }

  /** Answers a request, or has it answered and learns from that. */
  async handle(request: IncomingMessage, response: ServerResponse, next: () => Promise<void>): Promise<void> {
    if (!isSameForAll(request, this.#routing)) return next();
    if (this.#answer(request, response)) return;
    if (request.method !== 'GET') return next();
    const address = addressOf(request, this.#routing);
    const seen: Seen<Entry> = {};
    response.once('finish', () => this.#learn(address, response, seen));
    return this.#seen.run(seen, next);
  }

  /** @returns whether it did */
  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    const found = this.#pages.find(addressOf(request, this.#routing));
    if (!found || !this.#cache.isCurrent(found.entry)) return false;
    const accepted = header(request, 'accept-encoding');
    const encoding = chooseEncoding(accepted, found.head.isCompressed ? compressed : plain);
    if (!encoding) return false;
    send(request, response, found, encoding);
    this.#cache.visited(found.key);
    return true;
  }

  /** Next has answered. The page is kept while it is current, if everybody gets the same. */
  #learn(address: string, response: ServerResponse, { key, entry, isMixed }: Seen<Entry>): void {
    if (key === undefined || entry === undefined || isMixed || response.statusCode !== 200) return;
    const path = address.slice(address.indexOf('/'));
    if (this.#routing.proxied.some((pattern) => pattern.test(path)) || !this.#cache.isCurrent(entry)) return;
    const html = this.#cache.htmlOf(entry);
    const head = headOf(response);
    if (html === undefined || !head) return;
    const etag = this.#cache.etagOf(html);
    // The very bytes of the entry: whatever else stands in the way would have changed them.
    if (String(response.getHeader('etag')).replace(/^W\//, '') !== etag) return;
    this.#pages.learn(address, key, head, { entry: this.#cache.withoutBody(entry), etag, html });
  }
}

/** @returns undefined where the answer is no page of the cache, or not for everybody */
function headOf(response: ServerResponse): Head | undefined {
  const { etag: _, 'content-length': __, 'content-encoding': ___, ...headers } = response.getHeaders();
  const isPage =
    headers['x-nextjs-cache'] === 'HIT' && String(headers['content-type']).startsWith('text/html');
  const vary = [headers.vary ?? []].flat().join(',').toLowerCase();
  const names = vary.split(',').map((name) => name.trim());
  if (!isPage || 'set-cookie' in headers || !names.every((name) => name === '' || varies.test(name)))
    return undefined;
  const list = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [name, String(one)]),
  );
  return { headers: list, isCompressed: names.includes('accept-encoding') };
}

/**
 * @param build folder `.next`
 * @returns undefined where it says something that is not known: then every request is Next's
 */
export function openPageCache<Entry>(build: string, cache: Cache<Entry>): PageCache<Entry> | undefined {
  weakenEtags();
  try {
    const pageCache = new PageCache(cache, readRouting(build));
    beforeNext('stored pages', (...request) => pageCache.handle(...request));
    return pageCache;
  } catch (error) {
    console.warn(`[page-cache] page cache disabled, unrecognised build output: ${(error as Error).message}`);
    return undefined;
  }
}

/** Next gives one strong name to a page and its compressed forms, which a cache may then join. A weak one says that they mean the same. */
function weakenEtags(): void {
  beforeHeaders((_request, response) => {
    const etag = response.getHeader('etag');
    const differs = /accept-encoding/i.test(String(response.getHeader('vary')));
    if (typeof etag === 'string' && etag.startsWith('"') && differs) response.setHeader('etag', `W/${etag}`);
  });
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, forms, head }: Found<unknown>,
  encoding: Encoding,
): void {
  if (isKnownToVisitor(request, etag)) {
    response.writeHead(304, [...without('content-type', head.headers), 'etag', `W/${etag}`]).end();
    return;
  }
  const body = encoding === 'identity' ? gunzipSync(forms.gzip) : forms[encoding];
  const ofBody = ['etag', `W/${etag}`, 'content-length', String(body.length)];
  if (encoding !== 'identity') ofBody.push('content-encoding', encoding);
  response.writeHead(200, [...head.headers, ...ofBody]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** @param headers names and values, one after the other */
function without(name: string, headers: readonly string[]): string[] {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text === name);
  return at < 0 ? [...headers] : [...headers.slice(0, at), ...headers.slice(at + 2)];
}

/** Follows Next: a visitor who reloads by force gets the page. */
function isKnownToVisitor(request: IncomingMessage, etag: string): boolean {
  const known = header(request, 'if-none-match');
  if (!known || /(?:^|,)\s*?no-cache\s*?(?:,|$)/.test(header(request, 'cache-control') ?? '')) return false;
  return known === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}
