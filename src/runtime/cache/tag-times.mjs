/**
 * When each tag was last invalidated, kept on disk so that a restart forgets nothing.
 *
 * Two times a tag, both only ever grow: `soft` (refresh it behind the visitor) and `hard` (never show it again). They
 * identify what was said, wherever it was said, so two instances agree by taking the later of each. What counts for
 * the entries of this instance is when it learned of it: until then everything it made may rest on what was old
 * already, whatever its clock says. That time is written into Next's own table.
 *
 * What the disk does not take counts until the process ends. So that the next one does not take old pages for good, the
 * file then gets another name, which a full disk allows; whoever finds it under that name, or cannot write, has doubts.
 */
import fs from 'node:fs';
import path from 'node:path';
import { tagsManifest } from './next-internals.mjs';

/**
 * What was said of tags: soft and hard, in milliseconds since 1970, 0 for never.
 * @typedef {Record<string, [soft: number, hard: number]>} Said
 * @typedef {[tag: string, soft: number, hard: number, stale: number, expired: number]} Line what the file holds
 */

/**
 * Clocks of the machine that builds and of those that serve may differ by this much. What was said in this time before a
 * build is heard once more, which costs each page that it touches one making.
 */
const CLOCKS_MS = 15 * 60_000;
/** Lines of the file beyond which it is written again; each is about 150 bytes a tag. */
const MOST_LINES = 20_000;
/** Stands for every tag: what was said is not all known. */
const ANY = '*';

export class TagTimes {
  /** @type {Map<string, [soft: number, hard: number]>} */
  #said = new Map();
  #lines = 0;
  /** Why the disk does not hold all that was said; undefined while it does. @type {NodeJS.ErrnoException | undefined} */
  #failure;
  /** What is older than this may be out of date without anybody knowing. Milliseconds since 1970. */
  #doubtedAt = 0;
  /** Milliseconds by which the clock that all instances go by is ahead of ours. */
  ahead = 0;
  /** The latest time that our own clock has shown. */
  #latest = 0;
  /** Called when it has been set back. */
  onSetBack = () => {};

  /**
   * @param {string} file lines of JSON, made when it is missing
   * @param {number} builtAt milliseconds since 1970: what was said before concerns nothing that this instance has
   */
  constructor(file, builtAt) {
    this.file = file;
    this.lost = `${file}.lost`;
    this.since = builtAt - CLOCKS_MS;
    const wasLost = fs.existsSync(this.lost);
    this.#load(wasLost ? this.lost : file);
    if (wasLost || !this.#isWritable()) this.#doubtedAt = Date.now();
    if (wasLost) this.#rewrite();
  }

  /**
   * Something changed, and it was said here. On disk when this returns, or `requireDisk` says that it is not.
   * @param {Iterable<string>} hard tags whose entries nobody may see again
   * @param {Iterable<string>} soft tags whose entries are refreshed behind the next visitor
   * @returns {Said}
   */
  say(hard, soft) {
    /** @type {Said} */
    const said = {};
    for (const tag of soft) said[tag] = [this.#after(tag, 0), 0];
    for (const tag of hard) said[tag] = [said[tag]?.[0] ?? 0, this.#after(tag, 1)];
    this.learn(said);
    return said;
  }

  /**
   * Now, and later than all that is known: of a clock that is behind, what is said now would count as old news.
   * @param {string} tag
   * @param {0 | 1} which
   */
  #after(tag, which) {
    return Math.max(Date.now() + this.ahead, this.since, (this.#said.get(tag)?.[which] ?? 0) + 1);
  }

  /**
   * Takes over what was said here or elsewhere.
   * @param {Said} said
   * @returns {number} how many tags it was news of
   */
  learn(said) {
    const now = Date.now();
    this.checkClock();
    /** @type {Line[]} */
    const lines = [];
    for (const [tag, [soft, hard]] of Object.entries(said)) {
      const [knownSoft, knownHard] = this.#said.get(tag) ?? [0, 0];
      if (Math.max(soft, hard) < this.since || (soft <= knownSoft && hard <= knownHard)) continue;
      const known = /** @type {[number, number]} */ ([Math.max(soft, knownSoft), Math.max(hard, knownHard)]);
      const times = { ...tagsManifest.get(tag), stale: now, ...(hard > knownHard ? { expired: now } : {}) };
      this.#said.set(tag, known);
      tagsManifest.set(tag, times);
      lines.push([tag, known[0], known[1], now, times.expired ?? 0]);
    }
    if (lines.length > 0) this.#append(lines);
    return lines.length;
  }

  /**
   * Where our clock was set back, what was heard is made as old as now: in the future it would not count until then.
   */
  checkClock() {
    const now = Date.now();
    const wasSetBack = now < this.#latest;
    this.#latest = now;
    if (!wasSetBack) return;
    this.onSetBack();
    for (const [tag, { stale = 0, expired = 0 }] of tagsManifest)
      tagsManifest.set(tag, notLater({ stale, expired }, now));
  }

  /**
   * @throws {Error} when a restart would forget something that was said here
   */
  requireDisk() {
    if (!this.#failure) return;
    const reason = this.#failure.code ?? this.#failure.message;
    throw new Error(
      `The change counts, but could not be written to disk (${reason}): a restart of the site would forget it. ` +
        'Fix: make .next/cache writable and give it room; then send the change again.',
    );
  }

  /**
   * Where it is not known what was said of these tags, an entry that is that old is to be made again.
   * @param {readonly string[]} tags of the entry
   * @param {number} lastModified
   */
  doubt(tags, lastModified) {
    if (lastModified >= this.#doubtedAt) return;
    for (const tag of tags) {
      const known = tagsManifest.get(tag);
      if ((known?.stale ?? 0) < this.#doubtedAt) tagsManifest.set(tag, { ...known, stale: this.#doubtedAt });
    }
  }

  /** @returns {Said} */
  all() {
    return Object.fromEntries(this.#said);
  }

  /**
   * Whether one of the tags was invalidated at that time or later.
   * @param {readonly string[]} tags
   * @param {number} at milliseconds since 1970
   */
  changedSince(tags, at) {
    return tags.some((tag) => (tagsManifest.get(tag)?.stale ?? Number.NEGATIVE_INFINITY) >= at);
  }

  /**
   * When the tag was last invalidated, wherever that was said: 0 for not since the build.
   * @param {string} tag
   */
  lastChange(tag) {
    return Math.max(...(this.#said.get(tag) ?? [0]));
  }

  /** @param {string} file */
  #load(file) {
    let text;
    try {
      text = fs.readFileSync(file, 'utf8');
    } catch (error) {
      if (fs.existsSync(file)) this.#complain('cannot be read', error);
      return;
    }
    const now = Date.now();
    let unreadable = 0;
    for (const line of text.split('\n').filter(Boolean)) {
      try {
        const [tag, soft, hard, stale, expired] = JSON.parse(line);
        this.#lines += 1;
        if (tag === ANY) this.#doubtedAt = Math.min(stale, now);
        // In the order in which they were written: the last line of a tag holds its latest times.
        if (tag === ANY || Math.max(soft, hard) < this.since) continue;
        this.#said.set(tag, [soft, hard]);
        // Learned before now, whatever a clock says that was set back since: it would be old news until it catches up.
        tagsManifest.set(tag, notLater({ stale, expired }, now));
      } catch {
        // A line that a kill cut off: its sender was never told that it is safe.
        unreadable += 1;
      }
    }
    if (unreadable > 0)
      console.error(`[cache] ${unreadable} unreadable lines in ${path.basename(file)}, left out`);
    if (unreadable > 0 || this.#lines > this.#said.size * 2) this.#rewrite();
  }

  #isWritable() {
    try {
      fs.mkdirSync(path.dirname(this.file), { recursive: true });
      fs.closeSync(fs.openSync(this.file, 'a'));
      return true;
    } catch (error) {
      this.#complain('cannot be written', error);
      return false;
    }
  }

  /** @param {Line[]} lines */
  #append(lines) {
    // A write that failed may have left half a line, and its news: the file is made whole.
    if (this.#failure) return this.#rewrite();
    try {
      fs.appendFileSync(this.file, toText(lines), { flush: true });
      this.#lines += lines.length;
      if (this.#lines > MOST_LINES && this.#lines > this.#said.size * 2) this.#rewrite();
    } catch (error) {
      this.#lose(error);
    }
  }

  /** Only the last line of each tag. Written beside and renamed: a kill leaves the old file or the new one. */
  #rewrite() {
    const lines = [...this.#said].map(([tag, said]) => {
      const { stale = 0, expired = 0 } = tagsManifest.get(tag) ?? {};
      return /** @type {Line} */ ([tag, said[0], said[1], stale, expired]);
    });
    if (this.#doubtedAt > 0) lines.push([ANY, 0, 0, this.#doubtedAt, 0]);
    // One name, not one a process: what a kill leaves behind is overwritten.
    const beside = `${this.file}.new`;
    try {
      fs.writeFileSync(beside, toText(lines), { flush: true });
      fs.renameSync(beside, this.file);
      fs.rmSync(this.lost, { force: true, recursive: true });
      this.#lines = lines.length;
      if (this.#failure) console.log(`[cache] ${path.basename(this.file)} holds all that was said again`);
      this.#failure = undefined;
    } catch (error) {
      this.#lose(error);
    }
  }

  /** @param {unknown} error */
  #lose(error) {
    this.#complain('cannot be written', error);
    try {
      if (!fs.existsSync(this.lost)) fs.renameSync(this.file, this.lost);
    } catch {
      // Where not even this is possible, the next start cannot write either, and has its doubts.
    }
  }

  /**
   * @param {string} what
   * @param {unknown} cause
   */
  #complain(what, cause) {
    const error = /** @type {NodeJS.ErrnoException} */ (cause);
    if (!this.#failure)
      console.error(
        `[cache] ${this.file} ${what} (${error.code ?? error.message}): a restart would forget what changed in the CMS. ` +
          'Make .next/cache writable for the site.',
      );
    this.#failure = error;
  }
}

/**
 * @param {{ stale: number, expired: number }} times
 * @param {number} now
 */
function notLater({ stale, expired }, now) {
  return { stale: Math.min(stale, now), ...(expired ? { expired: Math.min(expired, now) } : {}) };
}

/** @param {Line[]} lines */
const toText = (lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
