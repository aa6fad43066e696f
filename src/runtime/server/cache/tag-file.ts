/**
 * The file of `tag-times.ts`: lines of JSON, appended at each change.
 *
 * Changes that the disk does not take count until the process ends. So that the next one does not take old pages for good, the
 * file then gets another name, which a full disk allows; whoever finds it under that name, or cannot write, has doubts.
 */
import fs from 'node:fs';
import path from 'node:path';

/** The times in the webhook, and the times at which this instance learned of them. Milliseconds since 1970. */
export type Line = [tag: string, saidStale: number, saidExpired: number, stale: number, expired: number];

/** Stands for every tag: what was said is not all known. */
export const ANY = '*';

/** Lines beyond which the file is written again; each is about 150 bytes a tag. */
const MOST_LINES = 20_000;

/** Everything that the file has to hold. */
interface Content {
  /** Tags, each of which has one line that counts. */
  count: () => number;
  lines: () => Line[];
}

export class TagFile {
  readonly #file: string;
  /** The file's name once the disk did not take everything. */
  readonly #lost: string;
  readonly #content: Content;
  readonly wasLost: boolean;
  readonly isThere: boolean;
  #lines = 0;
  #unreadable = 0;
  /** Bytes that were in the file when it was last written here. */
  #bytes = 0;
  /** Why the disk does not hold all that was said; undefined while it does. */
  failure: NodeJS.ErrnoException | undefined;

  /** @param file made when it is missing */
  constructor(file: string, content: Content) {
    this.#file = file;
    this.#lost = `${file}.lost`;
    this.#content = content;
    this.wasLost = fs.existsSync(this.#lost);
    this.isThere = this.wasLost || fs.existsSync(file);
  }

  /** @returns the lines that can be read, as they were written */
  read(): Line[] {
    const file = this.wasLost ? this.#lost : this.#file;
    let text: string;
    try {
      text = fs.readFileSync(file, 'utf8');
    } catch (error) {
      if (fs.existsSync(file)) this.#complain('cannot be read', error);
      return [];
    }
    this.#bytes = Buffer.byteLength(text);
    const written = text.split('\n').filter(Boolean);
    const lines = written.flatMap(parsed);
    this.#lines = lines.length;
    this.#unreadable = written.length - lines.length;
    return lines;
  }

  /** Writes the file again where a line cannot be read or most are out of date. */
  tidy(): void {
    if (this.#unreadable > 0)
      console.error(`[cache] ${this.#unreadable} unreadable lines in ${path.basename(this.#file)}, left out`);
    if (this.#unreadable > 0 || this.#isMostlyOld()) this.rewrite();
  }

  isWritable(): boolean {
    try {
      fs.mkdirSync(path.dirname(this.#file), { recursive: true });
      fs.closeSync(fs.openSync(this.#file, 'a'));
      return true;
    } catch (error) {
      this.#complain('cannot be written', error);
      return false;
    }
  }

  /** Whether all is on disk; what it has refused is tried again. */
  isComplete(): boolean {
    if (this.failure) this.rewrite();
    return !this.failure;
  }

  append(lines: readonly Line[]): void {
    // A write that failed may have left half a line, and its news: the file is made whole.
    if (this.failure) {
      this.rewrite();
      return;
    }
    try {
      // Deleted with all of `.next/cache`, or cut: what it held has to be in it again.
      if (sizeOf(this.#file) < this.#bytes) {
        this.rewrite();
        return;
      }
      const text = toText(lines);
      fs.appendFileSync(this.#file, text, { flush: true });
      this.#bytes += Buffer.byteLength(text);
      this.#lines += lines.length;
      if (this.#lines > MOST_LINES && this.#isMostlyOld()) this.rewrite();
    } catch (error) {
      this.#lose(error);
    }
  }

  /** Writes all of its content. Beside it and renamed: a kill leaves the old file or the new one. */
  rewrite(): void {
    const lines = this.#content.lines();
    // One name, not one a process: what a kill leaves behind is overwritten.
    const beside = `${this.#file}.new`;
    const text = toText(lines);
    try {
      fs.mkdirSync(path.dirname(this.#file), { recursive: true });
      fs.writeFileSync(beside, text, { flush: true });
      fs.renameSync(beside, this.#file);
      this.#bytes = Buffer.byteLength(text);
      fs.rmSync(this.#lost, { force: true, recursive: true });
      this.#lines = lines.length;
      if (this.failure)
        console.log(
          `[cache] ${path.basename(this.#file)} was rewritten; all invalidations are persisted again`,
        );
      this.failure = undefined;
    } catch (error) {
      this.#lose(error);
    }
  }

  #isMostlyOld(): boolean {
    return this.#lines > this.#content.count() * 2;
  }

  #lose(error: unknown): void {
    this.#complain('cannot be written', error);
    try {
      if (!fs.existsSync(this.#lost)) fs.renameSync(this.#file, this.#lost);
    } catch {
      // Where not even this is possible, the next start cannot write either, and has its doubts.
    }
  }

  #complain(what: string, cause: unknown): void {
    const error = cause as NodeJS.ErrnoException;
    if (!this.failure)
      console.error(
        `[cache] ${this.#file} ${what} (${error.code ?? error.message}): a restart would forget what changed in the CMS. ` +
          'Make .next/cache writable for the site.',
      );
    this.failure = error;
  }
}

/** A line that a kill cut off is none: its sender was never told that it is safe. */
function parsed(text: string): Line[] {
  try {
    const [...line] = JSON.parse(text) as Line;
    return [line];
  } catch {
    return [];
  }
}

/** @returns bytes; 0 where it is not there */
const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const toText = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
