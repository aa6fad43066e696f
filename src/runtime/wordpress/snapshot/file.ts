import path from 'node:path';
import { LineFile } from '../../base/line-file.ts';
import type { CmsComment, CmsIndexPage, CmsListed, CmsPostCard, Connection } from '../model/types.ts';
import type { Snapshot, SnapshotEntry, SnapshotItem, StoredItem } from './types.ts';

/** Where builds keep what they read from the CMS, each in a folder with the number of its process. */
export const FOLDER = path.join('.next', 'cache', 'cms-snapshot');

/** The file in the folder of a build. */
export const CONTENT = 'content.jsonl';

/** Milliseconds for which what an interrupted build has read is taken over: names of terms and authors change without a modification time. */
export const LIFE_MS = 5 * 60_000;

/** Entries of one line. */
const AT_ONCE = 1_000;

/** A page of a list, with the cursor that WPGraphQL itself gave. */
export type ListPage = Connection<CmsListed>;

type After = string | number | undefined;

/** The keys of its lines. */
const keys = {
  snapshot: 'snapshot',
  entries: (part: number) => `entries:${part}`,
  item: (id: number | string) => `item:${id}`,
  comments: (id: number | string) => `comments:${id}`,
  card: (id: number | string) => `card:${id}`,
  index: (type: string, after: After = '') => `index:${type}:${after}`,
  list: (type: string, after: After = '') => `list:${type}:${after}`,
  walked: (type: string, after: After = '') => `walked:${type}:${after}`,
};

/** One step of a walk through a list, for whoever goes on with it. */
export interface Walked {
  at: number;
  sum: string;
  pageInfo: Connection<unknown>['pageInfo'];
  rows: { databaseId: number; modifiedGmt?: string | null }[];
}

/** The snapshot of a build on disk: lines that are read one by one, so that its size costs no memory. */
export class SnapshotFile {
  readonly #file: LineFile;
  #snapshot: Snapshot | undefined;
  #waiting: SnapshotEntry[] = [];
  #parts = 0;

  private constructor(
    file: LineFile,
    readonly folder: string,
  ) {
    this.#file = file;
    this.#snapshot = file.get(keys.snapshot);
  }

  /** @throws {Error} as the disk says it */
  static create(folder: string, url: string): SnapshotFile {
    return new SnapshotFile(LineFile.create(path.join(folder, CONTENT), headOf(url)), folder);
  }

  /**
   * @param url address of the CMS; a snapshot of another is none, unless nothing is said
   * @returns null where there is none; one that was interrupted has no `snapshot`
   */
  static open(folder: string, url?: string): SnapshotFile | null {
    const isHead = (head: string) => head.startsWith(FORM) && (!url || head === headOf(url));
    const file = LineFile.open(path.join(folder, CONTENT), isHead);
    return file && new SnapshotFile(file, folder);
  }

  get snapshot(): Snapshot | undefined {
    return this.#snapshot;
  }

  /** Items found by address: those whose contents are there. */
  *entries(): Generator<SnapshotEntry> {
    const { parts = 0 } = this.snapshot ?? {};
    for (let part = 0; part < parts; part++) yield* this.#file.get<SnapshotEntry[]>(keys.entries(part)) ?? [];
  }

  stored(id: number | string): StoredItem | undefined {
    return this.#file.get(keys.item(id));
  }

  item(id: number | string): SnapshotItem | undefined {
    const stored = this.stored(id);
    if (!stored) return undefined;
    const comments = this.#file.get<Connection<CmsComment>>(keys.comments(id));
    // Pages and items of custom types were not asked for any.
    return stored.node.contentTypeName === 'post'
      ? { ...stored.node, comments: comments ?? { nodes: [] } }
      : stored.node;
  }

  card(id: number | string): CmsPostCard | undefined {
    return this.#file.get(keys.card(id));
  }

  indexPage(type: string, after?: After): CmsIndexPage | undefined {
    return this.#file.get(keys.index(type, after));
  }

  listPage(type: string, after?: After): ListPage | undefined {
    return this.#file.get(keys.list(type, after));
  }

  walked(type: string, after?: After): Walked | undefined {
    return this.#file.get(keys.walked(type, after));
  }

  setItem(entry: SnapshotEntry, item: StoredItem): void {
    this.#file.set(keys.item(entry.databaseId), item);
    this.#enter(entry);
  }

  /** Takes an item over from a snapshot that was interrupted. */
  copyItem(entry: SnapshotEntry, from: SnapshotFile): void {
    this.#file.copy(keys.item(entry.databaseId), from.#file);
    this.#enter(entry);
  }

  setComments(id: number, comments: Connection<CmsComment>): void {
    this.#file.set(keys.comments(id), comments);
  }

  setCard(card: CmsPostCard): void {
    this.#file.set(keys.card(card.databaseId), card);
  }

  setIndexPage(type: string, after: After, page: CmsIndexPage): void {
    this.#file.set(keys.index(type, after), page);
  }

  setListPage(type: string, after: After, page: ListPage): void {
    this.#file.set(keys.list(type, after), page);
  }

  setWalked(type: string, after: After, walked: Walked): void {
    this.#file.set(keys.walked(type, after), walked);
  }

  /** Says that it is whole. */
  finish(snapshot: Omit<Snapshot, 'parts'>): void {
    this.#flush();
    this.#snapshot = { ...snapshot, parts: this.#parts };
    this.#file.set(keys.snapshot, this.#snapshot);
  }

  close(): void {
    this.#file.close();
  }

  #enter(entry: SnapshotEntry): void {
    this.#waiting.push(entry);
    if (this.#waiting.length === AT_ONCE) this.#flush();
  }

  #flush(): void {
    if (this.#waiting.length > 0) this.#file.set(keys.entries(this.#parts++), this.#waiting);
    this.#waiting = [];
  }
}

/** The number is that of this form: a file of an older version is not read. */
const FORM = '["snapshot",3,';
const headOf = (url: string) => `${FORM}${JSON.stringify(url)}]`;
