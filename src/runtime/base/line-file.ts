import fs from 'node:fs';

/** Bytes that are looked at together. */
const CHUNK = 1024 * 1024;
/** Bytes of a line in which its key stands. */
const MOST_KEY = 256;
const NEWLINE = 10;

interface Place {
  at: number;
  length: number;
}

/**
 * Values by key in a file of lines, read one by one when they are asked for: memory holds where they are, whatever they weigh. The
 * form is that of `LineStore`, the last line of a key counts too, and a line that a kill has cut off is not there. For what is written by
 * one process, all of it, before anybody reads; a value that changes is `LineStore`'s.
 */
export class LineFile {
  readonly #fd: number;
  readonly #places: Map<string, Place>;
  #size: number;

  private constructor(fd: number, places: Map<string, Place>, size: number) {
    this.#fd = fd;
    this.#places = places;
    this.#size = size;
  }

  /**
   * A new file, to be written.
   * @param head says what the values mean
   * @throws {Error} as the disk says it
   */
  static create(file: string, head: string): LineFile {
    const made = new LineFile(fs.openSync(file, 'w+'), new Map(), 0);
    made.#write(`${head}\n`);
    return made;
  }

  /** @returns null where there is no file, or one whose first line is another */
  static open(file: string, isHead: (head: string) => boolean): LineFile | null {
    let fd: number;
    try {
      fd = fs.openSync(file, 'r');
    } catch {
      return null;
    }
    const places = new Map<string, Place>();
    let isOurs = false;
    let end = 0;
    for (const { at, length } of linesOf(fd)) {
      if (at === 0) {
        isOurs = isHead(read(fd, { at, length }).toString());
        if (!isOurs) break;
      } else {
        const key = keyOf(read(fd, { at, length: Math.min(length, MOST_KEY) }).toString());
        if (key !== undefined) places.set(key, { at, length });
      }
      end = at + length + 1;
    }
    if (isOurs) return new LineFile(fd, places, end);
    fs.closeSync(fd);
    return null;
  }

  /**
   * @param key letters, digits and punctuation, at most 200 of them, without quotes and backslashes
   * @throws {Error} as the disk says it; nothing is half there then
   */
  set(key: string, value: unknown): void {
    this.#append(key, JSON.stringify([key, value]));
  }

  /** Takes a line of another file, as it is. */
  copy(key: string, from: LineFile): void {
    const place = from.#places.get(key);
    if (place) this.#append(key, read(from.#fd, place).toString());
  }

  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** @returns undefined where there is none */
  get<Value>(key: string): Value | undefined {
    const place = this.#places.get(key);
    if (!place) return undefined;
    const [, value] = JSON.parse(read(this.#fd, place).toString()) as [string, Value];
    return value;
  }

  close(): void {
    fs.closeSync(this.#fd);
  }

  #append(key: string, line: string): void {
    const at = this.#size;
    this.#write(`${line}\n`);
    this.#places.set(key, { at, length: this.#size - at - 1 });
  }

  #write(text: string): void {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length; )
      done += fs.writeSync(this.#fd, bytes, done, bytes.length - done, this.#size + done);
    this.#size += bytes.length;
  }
}

/** Where whole lines are, without their ends. */
function* linesOf(fd: number): Generator<Place> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  let start = 0;
  for (let at = 0; ; ) {
    const length = fs.readSync(fd, chunk, 0, CHUNK, at);
    if (length === 0) return;
    for (let from = 0; ; ) {
      const end = chunk.subarray(0, length).indexOf(NEWLINE, from);
      if (end === -1) break;
      yield { at: start, length: at + end - start };
      start = at + end + 1;
      from = end + 1;
    }
    at += length;
  }
}

function read(fd: number, { at, length }: Place): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const more = fs.readSync(fd, bytes, done, length - done, at + done);
    if (more === 0) throw new Error('A line ends before its end');
    done += more;
  }
  return bytes;
}

const keyOf = (line: string): string | undefined => /^\["([^"\\]*)"/.exec(line)?.[1];
