/** The answers that are kept in memory: what Next has said at each address, and the bytes of each page once. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Bytes of all pages in each encoding: about seven hundred of the theme's. Next reads the others from the disk. */
const MOST_BYTES = 16 * 1024 * 1024;
/** A page that takes more of it is Next's. */
const LARGEST_SHARE = 0.1;
/** An address takes about 300 bytes. */
const MOST_ADDRESSES = 10_000;
/** Pages that wait to be compressed; one that finds no place is kept when it is asked for again. */
const MOST_WAITING = 100;
/** Measured on pages of the theme: 9 is 3% smaller than 5 and takes 4 ms, 11 another 5% and 60 ms. */
const BROTLI_QUALITY = 9;

/** A stored page. Clients that accept no compression get it unpacked: they are rare, and the text is five times as large. */
export interface Forms {
  gzip: Buffer;
  br: Buffer;
}

interface Kept<Entry> {
  /** Undefined while the cache has another page, or none; its forms stay for one that is made again and is the same. */
  entry: Entry | undefined;
  etag: string;
  forms: Forms;
}

/** Next's headers before a page. */
export interface Head {
  /** Names in lower case and values, one after the other. */
  headers: string[];
  /** Whether it compresses. */
  isCompressed: boolean;
}

interface Address {
  /** The cache's name of the page. */
  key: string;
  head: Head;
  /** Whether Next said the same twice: what differs from visitor to visitor is nobody else's. */
  isSure: boolean;
}

interface Page<Entry> {
  /** Kept, so without the text. */
  entry: Entry;
  etag: string;
  html: string;
}

export interface Found<Entry> {
  /** The cache's name of the page. */
  key: string;
  entry: Entry;
  etag: string;
  forms: Forms;
  head: Head;
}

export class Pages<Entry> {
  readonly #addresses = new Map<string, Address>();
  readonly #pages = new Map<string, Kept<Entry>>();
  /** Being compressed. */
  readonly #waiting = new Map<string, Entry>();
  /** Equal ones once: most pages have the same. */
  readonly #heads = new Map<string, Head>();
  #bytes = 0;
  #work = Promise.resolve();
  readonly #most: number;

  /** @param most bytes */
  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  find(address: string): Found<Entry> | undefined {
    const known = this.#addresses.get(address);
    const kept = known?.isSure ? this.#pages.get(known.key) : undefined;
    if (!known || kept?.entry === undefined) return undefined;
    touch(this.#addresses, address, known);
    touch(this.#pages, known.key, kept);
    return { key: known.key, entry: kept.entry, etag: kept.etag, forms: kept.forms, head: known.head };
  }

  /** The key has another page now. */
  forget(key: string): void {
    this.#waiting.delete(key);
    const kept = this.#pages.get(key);
    if (kept) kept.entry = undefined;
  }

  clear(): void {
    for (const map of [this.#addresses, this.#pages, this.#waiting, this.#heads]) map.clear();
    this.#bytes = 0;
  }

  /** Next has answered with a page of the cache. */
  learn(address: string, key: string, head: Head, page: Page<Entry>): void {
    const before = this.#addresses.get(address);
    const shared = this.#shared(head);
    const isSure = before?.head === shared && before.key === key;
    touch(this.#addresses, address, { key, head: shared, isSure });
    trim(this.#addresses, MOST_ADDRESSES);
    if (!isSure) return;
    const kept = this.#pages.get(key);
    if (kept?.etag === page.etag) kept.entry = page.entry;
    else this.#keep(key, page);
  }

  #shared(head: Head): Head {
    const text = JSON.stringify(head);
    const shared = this.#heads.get(text) ?? head;
    touch(this.#heads, text, shared);
    trim(this.#heads, MOST_ADDRESSES / 10);
    return shared;
  }

  /** One page after the other, off the thread that answers. */
  #keep(key: string, { entry, etag, html }: Page<Entry>): void {
    if (
      this.#waiting.has(key) ||
      this.#waiting.size >= MOST_WAITING ||
      html.length > this.#most * LARGEST_SHARE
    )
      return;
    this.#waiting.set(key, entry);
    this.#work = this.#work.then(async () => {
      // Made again in the meantime.
      const isWanted = () => this.#waiting.get(key) === entry;
      const forms = isWanted() ? await compressed(html).catch(() => undefined) : undefined;
      if (!isWanted()) return;
      this.#waiting.delete(key);
      if (!forms) return;
      this.#drop(key);
      this.#pages.set(key, { entry, etag, forms });
      this.#bytes += sizeOf(forms);
      for (const oldest of this.#pages.keys()) {
        if (this.#bytes <= this.#most) break;
        this.#drop(oldest);
      }
    });
  }

  #drop(key: string): void {
    const kept = this.#pages.get(key);
    if (kept) this.#bytes -= sizeOf(kept.forms);
    this.#pages.delete(key);
  }
}

async function compressed(html: string): Promise<Forms> {
  const bytes = Buffer.from(html);
  const [small, smaller] = [
    await promisify(gzip)(bytes, { level: 9 }),
    await promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  ];
  return { gzip: small, br: smaller };
}

const sizeOf = ({ gzip: small, br }: Forms) => small.length + br.length;

/** Puts it behind all others: what comes first has not been asked for the longest. */
function touch<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

function trim(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size > most) map.delete(oldest);
}
