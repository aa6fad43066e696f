import { createHash } from 'node:crypto';
import { streamFrom } from '../../base/stream.ts';
import { siteFields } from '../../content/form.ts';
import { countFields, MAX_FIELDS } from '../posted-form.ts';
import type { Sent } from '../send.ts';
import { bodyOf } from './slow-body.ts';
import { WithoutFiles } from './without-files.ts';

/** Bytes of everything that a visitor sends with one form; `browser/form.ts` and the theme's words name it too. */
export const MAX_BODY = 16 * 1024 * 1024;
/** Bytes of what he writes, without files. */
const MAX_TEXT = 1024 * 1024;
/** Bytes that are kept whole, to be sent again; what is longer goes through. */
const MAX_KEPT = 256 * 1024;
/** Bytes that are read of a body which is refused, for what was written in it. */
const MAX_READ = 4 * MAX_BODY;

export class TooLarge extends Error {}

export type Written = [name: string, value: string][];

/** The body of a form that a visitor sends: read as far as memory may have it. */
export class Posted {
  readonly #type: string;
  readonly #bytes: number | undefined;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #text: WithoutFiles | undefined;
  /** The first bytes. */
  #head: Uint8Array[] = [];
  #read = 0;
  #isWhole = false;
  #parsed: Promise<FormData | null> | undefined;

  private constructor(request: Request, type: string, boundary: string | undefined) {
    this.#type = type;
    this.#bytes = Number(request.headers.get('content-length') ?? '') || undefined;
    this.#chunks = bodyOf(request);
    this.#text = boundary === undefined ? undefined : new WithoutFiles(boundary, MAX_TEXT, MAX_FIELDS);
  }

  /** @returns null for a body that is no form */
  static of(request: Request): Posted | null {
    const type = request.headers.get('content-type') ?? '';
    if (/^application\/x-www-form-urlencoded\b/i.test(type)) return new Posted(request, type, undefined);
    const [, quoted, plain] =
      /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
    const boundary = quoted ?? plain;
    return boundary === undefined ? null : new Posted(request, type, boundary);
  }

  /**
   * Reads the first part, in which the site's own fields are, or all of a small body.
   * @throws {TooLarge} as soon as that is sure
   */
  async begin(): Promise<void> {
    if ((this.#bytes ?? 0) > MAX_BODY) throw new TooLarge();
    let fields = 1;
    while (this.#read < MAX_KEPT) {
      const chunk = await this.#next(MAX_BODY);
      if (!chunk) return;
      if (!this.#text) fields += countFields(chunk);
      if (fields > MAX_FIELDS) throw new TooLarge();
      this.#head.push(chunk);
    }
    if (!this.#text) throw new TooLarge();
  }

  /** The fields that have come so far, in order. Files are left out, and fields that are empty. */
  async written(): Promise<Written> {
    const body = this.#text?.body() ?? Buffer.concat(this.#head);
    const form = await formIn(body, this.#type);
    return [...(form ?? [])].filter((field): field is [string, string] => field[1] !== '');
  }

  /** @returns what stands for all that was written, files too; undefined for an upload that goes through, of which nobody knows it */
  async fingerprint(): Promise<string | undefined> {
    const form = this.#isWhole ? await this.#form() : null;
    if (!form) return undefined;
    const hash = createHash('sha256');
    for (const [name, value] of form) {
      const said = typeof value === 'string' ? value : value.name;
      hash.update(JSON.stringify([name, said]));
      if (typeof value !== 'string') hash.update(new Uint8Array(await value.arrayBuffer()));
    }
    return hash.digest('hex');
  }

  /** Whether a file came with it. */
  get hasFiles(): boolean {
    return this.#text?.hasFiles ?? false;
  }

  /**
   * The body for WordPress, without the site's own fields where that is possible.
   * @returns null where it is no form after all
   */
  async toSend(): Promise<Pick<Sent, 'body' | 'contentType'> | null> {
    if (!this.#isWhole) {
      const stream = streamFrom(this.#through());
      return { body: { stream, bytes: this.#bytes }, contentType: this.#type };
    }
    const form = await this.#form();
    if (!form) return null;
    // `_page` stays: PHP takes a body in which nothing is left for one that was too large. The plugin drops it.
    const own = new FormData();
    for (const [name, value] of form) {
      if (name === siteFields.trap || name === siteFields.form) continue;
      // A browser sends a file where none was chosen, too: without a name, and empty.
      if (typeof value === 'string') own.append(name, value);
      else if (value.name !== '') own.append(name, value, value.name);
    }
    const encoded = new Response(own);
    return {
      body: new Uint8Array(await encoded.arrayBuffer()),
      contentType: encoded.headers.get('content-type') ?? '',
    };
  }

  /** Reads the rest of what is not passed on: what was written may be in it, and a browser reads no answer while it sends. */
  async finish(): Promise<void> {
    try {
      while (await this.#next(MAX_READ));
    } catch {
      // The visitor has gone, or sends without an end.
      await this.#chunks.return?.();
    }
  }

  /** The fields of a whole body, read once. */
  #form(): Promise<FormData | null> {
    this.#parsed ??= formIn(Buffer.concat(this.#head), this.#type);
    return this.#parsed;
  }

  async *#through(): AsyncGenerator<Uint8Array> {
    yield* this.#head;
    this.#head = [];
    for (let chunk = await this.#next(MAX_BODY); chunk; chunk = await this.#next(MAX_BODY)) yield chunk;
  }

  /** @returns undefined at the end */
  async #next(maxBytes: number): Promise<Uint8Array | undefined> {
    const { value, done } = await this.#chunks.next();
    if (done) {
      this.#isWhole = true;
      return undefined;
    }
    this.#read += value.byteLength;
    if (this.#read > maxBytes) throw new TooLarge();
    try {
      this.#text?.push(value);
    } catch (error) {
      throw error instanceof RangeError ? new TooLarge() : error;
    }
    return value;
  }
}

async function formIn(body: Uint8Array, type: string): Promise<FormData | null> {
  return new Response(body as BodyInit, { headers: { 'Content-Type': type } }).formData().catch(() => null);
}
