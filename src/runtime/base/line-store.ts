import fs from 'node:fs';
import path from 'node:path';

/** Lines that are out of date, beyond which the file is written again: as many as there are others, and these. */
const MOST_OLD = 200;

/**
 * Values by key in a file of lines, for what is dear to make and can be made again. A change appends a line, a start reads them all;
 * the last line of a key counts. Nothing of it has to be right: a line that a kill has cut off or a full disk refused is missing,
 * and whoever reads takes it for what is not known.
 */
export class LineStore {
  readonly #file: string | undefined;
  readonly #head: string;
  readonly #keys = new Set<string>();
  #lines = 0;
  #writing: Promise<unknown> = Promise.resolve();

  /**
   * @param file made when it is missing; undefined for no store at all
   * @param head says what the values mean; a file with another first line is empty
   */
  constructor(file: string | undefined, head: string) {
    this.#file = file;
    this.#head = head;
  }

  /** @returns what the file holds; null where there is none, or one that means something else */
  async load(): Promise<Map<string, unknown> | null> {
    const found = new Map<string, unknown>();
    const text = this.#file && (await fs.promises.readFile(this.#file, 'utf8').catch(() => ''));
    const [head, ...lines] = (text || '').split('\n');
    if (head !== this.#head) return null;
    this.#lines = 1;
    for (const line of lines) {
      try {
        const [key, value] = JSON.parse(line) as [string, unknown];
        if (value === undefined) found.delete(key);
        else found.set(key, value);
        this.#lines += 1;
      } catch {
        // Cut off.
      }
    }
    for (const key of found.keys()) this.#keys.add(key);
    return found;
  }

  /**
   * @param changes undefined for what is no more
   * @param all everything, should the file be written again
   */
  save(
    changes: Iterable<[key: string, value: unknown]>,
    all: () => Iterable<[key: string, value: unknown]>,
  ): void {
    const file = this.#file;
    if (!file) return;
    this.#writing = this.#writing
      .then(() => this.#write(file, changes, all))
      .catch(() => {
        // A disk that takes nothing costs a start that asks again. The cache's handler complains of it.
      });
  }

  async #write(file: string, changes: Iterable<[string, unknown]>, all: () => Iterable<[string, unknown]>) {
    const lines: string[] = [];
    for (const [key, value] of changes) {
      if (value === undefined) this.#keys.delete(key);
      else this.#keys.add(key);
      lines.push(`${JSON.stringify(value === undefined ? [key] : [key, value])}\n`);
    }
    const isNew = this.#lines === 0;
    if (!isNew && lines.length === 0) return;
    if (!isNew && this.#lines + lines.length < 2 * this.#keys.size + MOST_OLD) {
      this.#lines += lines.length;
      await fs.promises.appendFile(file, lines.join(''));
      return;
    }
    await fs.promises.mkdir(path.dirname(file), { recursive: true });
    const whole = [...all()].map((entry) => `${JSON.stringify(entry)}\n`);
    await fs.promises.writeFile(`${file}.new`, `${this.#head}\n${whole.join('')}`);
    await fs.promises.rename(`${file}.new`, file);
    this.#lines = whole.length + 1;
  }
}
