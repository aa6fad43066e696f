/**
 * When each tag was last invalidated, kept on disk (`tag-file.ts`) so that a restart forgets nothing.
 *
 * Two times a tag, both only ever grow: `stale` (shown until it is rendered again) and `expired` (never shown again). They
 * identify what was said, wherever it was said, so two instances agree by taking the later of each. What counts for
 * the entries of this instance is when it learned of it: until then everything it made may rest on what was old
 * already, whatever its clock says. That time is written into Next's own table.
 */
import { tagsManifest } from './next-internals.ts';
import { ANY, type Line, TagFile } from './tag-file.ts';

/** Stale and expired, in milliseconds since 1970, 0 for never. */
type Times = [stale: number, expired: number];
/** Times at which tags were invalidated. */
export type Said = Record<string, Times>;

/**
 * Clocks of the machine that builds and of those that serve may differ by this much. What was said in this time before a
 * build is heard once more, which costs each page that it touches one render.
 */
const CLOCKS_MS = 15 * 60_000;
/** Clocks of instances differ by a little; what was stored by another one is no sign that a clock was set back. */
const JITTER_MS = 5_000;

export class TagTimes {
  readonly #said = new Map<string, Times>();
  readonly #file: TagFile;
  /** Entries older than this may be out of date without anybody knowing. Milliseconds since 1970. */
  #doubtedAt = 0;
  /** Milliseconds by which the clock that all instances go by is ahead of ours. */
  ahead = 0;
  /** When we last learned that something may not be shown again. Milliseconds since 1970. */
  #droppedAt = 0;
  /** The latest time that our own clock has shown. */
  #latest = 0;
  /** Times that our clock was set back and has not caught up with yet, the oldest first. */
  readonly #setBacks: SetBack[] = [];
  /** Called when it has been set back. */
  onSetBack: () => void = () => {};
  /** Called with the tags that were invalidated elsewhere. */
  onHeard: (tags: string[]) => void = () => {};
  readonly since: number;

  /**
   * @param file lines of JSON, made when it is missing
   * @param builtAt milliseconds since 1970: what was said before concerns nothing that this instance has
   * @param hasRun whether an earlier process has left pages
   */
  constructor(file: string, builtAt: number, hasRun = false) {
    this.since = builtAt - CLOCKS_MS;
    this.#file = new TagFile(file, { count: () => this.#said.size, lines: () => this.#toLines() });
    const { wasLost, isThere } = this.#file;
    this.#load();
    if (wasLost || (hasRun && !isThere) || !this.#file.isWritable()) this.#doubtedAt = Date.now();
    if (wasLost) this.#file.rewrite();
  }

  /**
   * Something changed, and it was said here. On disk when this returns, or `unwritten` says that it is not.
   * @param expire tags whose entries nobody may see again
   * @param stale tags whose entries are shown until they are rendered again
   */
  say(expire: Iterable<string>, stale: Iterable<string>): Said {
    const said: Said = {};
    for (const tag of stale) said[tag] = [this.#after(tag, 0), 0];
    for (const tag of expire) said[tag] = [said[tag]?.[0] ?? 0, this.#after(tag, 1)];
    this.#learn(said);
    return said;
  }

  /** Now, and later than all that is known: of a clock that is behind, what is said now would count as old news. */
  #after(tag: string, which: 0 | 1): number {
    return Math.max(Date.now() + this.ahead, this.since, (this.#said.get(tag)?.[which] ?? 0) + 1);
  }

  /**
   * Takes over what was said elsewhere.
   * @returns how many tags it was news of
   */
  learn(said: Said): number {
    const news = this.#learn(said);
    if (news.length > 0) this.onHeard(news);
    return news.length;
  }

  #learn(said: Said): string[] {
    const now = Date.now();
    this.checkClock();
    const lines: Line[] = [];
    for (const [tag, [stale, expired]] of Object.entries(said)) {
      const [knownStale, knownExpired] = this.#said.get(tag) ?? [0, 0];
      if (Math.max(stale, expired) < this.since || (stale <= knownStale && expired <= knownExpired)) continue;
      const known: Times = [Math.max(stale, knownStale), Math.max(expired, knownExpired)];
      const times = {
        ...tagsManifest.get(tag),
        stale: now,
        ...(expired > knownExpired ? { expired: now } : {}),
      };
      const isExpired = expired > knownExpired;
      if (isExpired) this.#droppedAt = now;
      for (const { said } of this.#setBacks) said.set(tag, isExpired || said.get(tag) === true);
      this.#said.set(tag, known);
      tagsManifest.set(tag, times);
      lines.push([tag, known[0], known[1], now, times.expired ?? 0]);
    }
    if (lines.length > 0) this.#file.append(lines);
    return lines.map(([tag]) => tag);
  }

  /**
   * Where our clock was set back, what was heard is made as old as now: in the future it would not count until then. When the clock
   * is where it was, what was heard before is as late as it was, and what was heard since is later than all that was stored before.
   */
  checkClock(): void {
    const now = Date.now();
    const latest = this.#latest;
    this.#latest = now;
    if (now < latest) {
      this.#setBacks.push({ latest, times: new Map(tagsManifest), said: new Map() });
      this.onSetBack();
      for (const [tag, times] of tagsManifest) tagsManifest.set(tag, notLater(times, now));
    }
    for (let last = this.#setBacks.at(-1); last && now >= last.latest; last = this.#setBacks.at(-1)) {
      this.#setBacks.pop();
      this.#catchUp(last, now);
    }
  }

  /**
   * Something stored is from later than now: the clock was set back before this process began, and what was said since is not told apart.
   * @param at milliseconds since 1970
   */
  noteLater(at: number): void {
    if (at < Date.now() + JITTER_MS) return;
    const [first] = this.#setBacks;
    if (first) first.latest = Math.max(at, first.latest);
    else {
      const said = new Map([...tagsManifest].map(([tag, { expired }]) => [tag, Boolean(expired)]));
      this.#setBacks.push({ latest: at, times: new Map(), said });
    }
  }

  /** Our clock shows what it did before it was set back. */
  #catchUp({ times, said }: SetBack, now: number): void {
    for (const [tag, before] of times) tagsManifest.set(tag, later(before, tagsManifest.get(tag)));
    if (said.size === 0) return;
    for (const [tag, isExpired] of said) {
      tagsManifest.set(tag, { ...tagsManifest.get(tag), stale: now, ...(isExpired ? { expired: now } : {}) });
      if (isExpired) this.#droppedAt = now;
    }
    this.#file.rewrite();
    this.onHeard([...said.keys()]);
  }

  /** Whether all of them are on disk; what it has refused is tried again. */
  isOnDisk(): boolean {
    return this.#file.isComplete();
  }

  /** Why a restart would forget changes; undefined where all of them are on disk. */
  get unwritten(): string | undefined {
    const { failure } = this.#file;
    if (!failure) return undefined;
    return (
      `The change counts, but could not be written to disk (${failure.code ?? failure.message}): a restart of the site would forget it. ` +
      'Fix: make .next/cache writable and give it room.'
    );
  }

  /**
   * Where it is not known what was said of these tags, an entry that is that old is to be made again.
   * @param tags of the entry
   */
  doubt(tags: readonly string[], lastModified: number): void {
    if (lastModified >= this.#doubtedAt) return;
    for (const tag of tags) {
      const known = tagsManifest.get(tag);
      if ((known?.stale ?? 0) < this.#doubtedAt) tagsManifest.set(tag, { ...known, stale: this.#doubtedAt });
    }
  }

  all(): Said {
    return Object.fromEntries(this.#said);
  }

  /**
   * Whether one of the tags was invalidated at that time or later.
   * @param at milliseconds since 1970; a time that is still to come is from before our clock was set back, and anything may be later
   */
  changedSince(tags: readonly string[], at: number): boolean {
    const since = at > Date.now() ? 0 : at;
    return tags.some((tag) => (tagsManifest.get(tag)?.stale ?? Number.NEGATIVE_INFINITY) >= since);
  }

  /**
   * Whether what carries these tags may not be shown any more.
   * @param tags undefined where they are not known: then anything that was dropped counts
   * @param at as `changedSince` has it
   */
  droppedSince(tags: readonly string[] | undefined, at: number): boolean {
    const since = at > Date.now() ? 1 : at;
    if (!tags) return this.#droppedAt >= since;
    return tags.some((tag) => (tagsManifest.get(tag)?.expired ?? 0) >= since);
  }

  /** When the tag was last invalidated, wherever that was said: 0 for not since the build. */
  lastChange(tag: string): number {
    return Math.max(...(this.#said.get(tag) ?? [0]));
  }

  #load(): void {
    const now = Date.now();
    let latest = 0;
    for (const [tag, saidStale, saidExpired, stale, expired] of this.#file.read()) {
      if (tag === ANY) this.#doubtedAt = Math.min(stale, now);
      // In the order in which they were written: the last line of a tag holds its latest times.
      if (tag === ANY || Math.max(saidStale, saidExpired) < this.since) continue;
      this.#said.set(tag, [saidStale, saidExpired]);
      // Learned before now, whatever a clock says that was set back since: it would be old news until it catches up.
      latest = Math.max(latest, stale, expired);
      tagsManifest.set(tag, notLater({ stale, expired }, now));
    }
    this.noteLater(latest);
    this.#file.tidy();
  }

  /** @returns the last line of each tag */
  #toLines(): Line[] {
    const lines = [...this.#said].map(([tag, said]): Line => {
      const { stale = 0, expired = 0 } = tagsManifest.get(tag) ?? {};
      return [tag, said[0], said[1], stale, expired];
    });
    if (this.#doubtedAt > 0) lines.push([ANY, 0, 0, this.#doubtedAt, 0]);
    return lines;
  }
}

interface SetBack {
  /** The latest time that our clock had shown. */
  latest: number;
  /** Times of the tags by then. */
  times: Map<string, TagState>;
  /** Tags that were invalidated since, and whether nobody may see their old entries again. */
  said: Map<string, boolean>;
}

type TagState = { stale?: number; expired?: number };

function notLater({ stale = 0, expired }: TagState, now: number): TagState {
  return { stale: Math.min(stale, now), ...(expired ? { expired: Math.min(expired, now) } : {}) };
}

/** @returns the later of each of two times */
function later({ stale = 0, expired = 0 }: TagState, other: TagState = {}): TagState {
  const latest = Math.max(expired, other.expired ?? 0);
  return { stale: Math.max(stale, other.stale ?? 0), ...(latest ? { expired: latest } : {}) };
}
