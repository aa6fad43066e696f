/** Bytes of the lines above a part. */
const MAX_HEAD = 16 * 1024;
const NEWLINE = '\r\n';

/**
 * Reads along with a multipart body and keeps it without what is in its files: what visitors wrote, in a size that memory can
 * have. Its output is a multipart body too, for the platform to read; this only knows where parts begin and end.
 */
export class WithoutFiles {
  readonly #delimiter: Buffer;
  /** Bytes that have come and are not judged yet. A body begins as if a line had ended. */
  #rest = Buffer.from(NEWLINE);
  #state: 'before' | 'head' | 'text' | 'file' | 'end' = 'before';
  #kept: Buffer[] = [];
  #size = 0;
  readonly #maxBytes: number;
  #partsLeft: number;
  /** Whether one came that has a name: where none is chosen, a browser sends one without. */
  hasFiles = false;

  /**
   * @param boundary of the body
   * @param maxBytes that are kept
   * @param maxParts of the body, files among them
   */
  constructor(boundary: string, maxBytes: number, maxParts: number) {
    this.#delimiter = Buffer.from(`${NEWLINE}--${boundary}`);
    this.#maxBytes = maxBytes;
    this.#partsLeft = maxParts;
  }

  /**
   * Takes the next piece.
   * @throws {RangeError} once, when there is more text than may be kept, or too many parts; whatever follows is ignored
   */
  push(chunk: Uint8Array): void {
    if (this.#state === 'end') return;
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#step());
  }

  /** The body as far as it has come, without files; closed, so that it can be read. */
  body(): Buffer {
    return Buffer.concat([...this.#kept, this.#delimiter, Buffer.from(`--${NEWLINE}`)]).subarray(
      NEWLINE.length,
    );
  }

  /** @returns whether there may be more in what has come */
  #step(): boolean {
    if (this.#state === 'head') return this.#readHead();
    const end = this.#rest.indexOf(this.#delimiter);
    // The last bytes may be the beginning of a delimiter.
    const sure = end === -1 ? Math.max(0, this.#rest.length - this.#delimiter.length) : end;
    if (this.#state === 'text') this.#keep(this.#rest.subarray(0, sure));
    this.#rest = this.#rest.subarray(sure);
    if (end === -1) return false;
    this.#state = 'head';
    return true;
  }

  /** The bytes begin with a delimiter. */
  #readHead(): boolean {
    const { length } = this.#delimiter;
    if (this.#rest.length < length + 2) return false;
    if (this.#rest.toString('latin1', length, length + 2) === '--') {
      this.#state = 'end';
      this.#rest = Buffer.alloc(0);
      return false;
    }
    const blank = this.#rest.indexOf(NEWLINE + NEWLINE, length);
    if (blank === -1) {
      if (this.#rest.length > MAX_HEAD) this.#refuse('The head of a part is too long');
      return false;
    }
    this.#partsLeft -= 1;
    if (this.#partsLeft < 0) this.#refuse('There are too many parts');
    const end = blank + 2 * NEWLINE.length;
    const head = this.#rest.subarray(0, end);
    const name = /;\s*filename\*?=("?)(.?)/i.exec(head.toString('latin1', length));
    this.#state = name ? 'file' : 'text';
    this.hasFiles ||= Boolean(name?.[2] && name[2] !== name[1]);
    if (this.#state === 'text') this.#keep(head);
    this.#rest = this.#rest.subarray(end);
    return true;
  }

  #keep(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > this.#maxBytes) this.#refuse('There is too much text');
    // A copy: the piece that it is part of may be far larger.
    this.#kept.push(Buffer.from(bytes));
  }

  #refuse(message: string): never {
    this.#state = 'end';
    this.#rest = Buffer.alloc(0);
    throw new RangeError(message);
  }
}
