import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { keepTrying } from '../../base/keep-trying.ts';
import { LineStore } from '../../base/line-store.ts';
import { ofProcess } from '../../base/of-process.ts';
import { itemTypes, type RenderingStrategy } from '../../config/index.ts';
import { siteConfig } from '../../config/site.ts';
import { asVisitor, inBackground } from '../client/deadline.ts';
import { outsideRenders } from '../client/outside-renders.ts';
import { inTime, read } from '../client/read.ts';
import { GraphQLError } from '../model/errors.ts';
import { changedSince, siteCache } from '../model/site-cache.ts';
import { lasting } from '../model/strategy.ts';
import { tags } from '../model/tags.ts';
import { getIndexChanges } from '../queries/lists.ts';
import type { Operation } from '../queries/operation.ts';
import { besideChanges, refreshBeside } from './index-beside.ts';
import { lookAgain } from './index-changes.ts';
import { type IndexEntry, newestFirst } from './index-entry.ts';
import { changedAt, readIndexOfBuild } from './index-of-build.ts';
import { spanOf } from './index-rows.ts';
import { type Changed, type LiveIndex, type Span, toSpans } from './index-spans.ts';
import { isTypeGone, readItemTypes } from './site-types.ts';
import { applyUnnamed } from './unnamed.ts';
import { readIndexed, readWhole } from './whole-index.ts';

/** How many versions that are over are remembered. */
const MOST_SEEN = 1_000;

/** The part that Next's cache holds: the rows would be rewritten with each change. */
interface IndexVersion {
  version: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * The index of a type, kept by difference. Next's cache says how old it is, by tags and interval as of every answer; the rows are
 * in the memory of the process, and on disk for the next one. Where what is cached is newer than the memory (another instance has
 * asked), the memory asks for what it lacks.
 * @throws {WordPressError|GraphQLError} when the CMS fails
 */
export async function readLive(type: string, strategy: RenderingStrategy): Promise<readonly IndexEntry[]> {
  const live = await liveOf(type);
  let found: IndexVersion | null;
  try {
    found = (
      await read({ operation: getIndexVersion, variables: { type }, tags: [tags.list(type)], strategy })
    ).index;
  } catch (error) {
    if (mayShowHidden(live)) throw error;
    // The index from the build may still be good; otherwise this fails with the same message.
    return readWhole(type, strategy);
  }
  if (found === null) return readWhole(type, strategy);
  if (!isCurrent(live, found) || mayShowHidden(live)) await refresh(live);
  return live.entries;
}

/**
 * The index as this process has it, for a page that must not be made again whenever any item changes: reading it adds no tag.
 * The CMS is asked only where it must be: the item is newer than what is known, or something was hidden.
 * @param id of an item that must be known; any will do when left out
 * @returns null where the index of this CMS is not kept by difference; nothing where nobody answers and nothing is known
 * @throws {WordPressError|GraphQLError} when the CMS fails, and the index may show what is hidden
 */
export async function readAtHand(type: string, id?: number): Promise<readonly IndexEntry[] | null> {
  const live = await liveOf(type);
  if (isKnown(live, id) && !mayShowHidden(live)) return live.entries;
  try {
    return (await inTime(refresh(live))) ? live.entries : null;
  } catch (error) {
    if (mayShowHidden(live)) throw error;
    return live.entries;
  }
}

function isKnown({ version, entries }: LiveIndex, id?: number): boolean {
  return id === undefined ? version !== '' : entries.some(({ databaseId }) => databaseId === id);
}

/**
 * Asks the CMS which items of all types there are, also where no webhook has named a change; pages of those that are gone are dropped.
 * One that does not answer is asked again until it does: nobody knows what it hides, and the stored pages stay until then.
 * @throws {WordPressError|GraphQLError} when the CMS fails
 */
export async function lookAtAll(): Promise<void> {
  try {
    await lookAt(await allTypes());
    owed.isOwed = false;
  } catch (error) {
    oweLook();
    throw error;
  }
}

/**
 * Asks the CMS what has changed since the stored pages were rendered: nobody told this site while it was not running, and what it was
 * told may not be on disk. A CMS that does not answer is asked again until it does. Never throws.
 */
export async function lookAtStart(): Promise<void> {
  const look = async () => {
    await Promise.all([...(await allTypes())].map(async (type) => refresh(await liveOf(type))));
  };
  // The first visitor waits for it.
  await outsideRenders(() => asVisitor(look)).catch(oweLook);
}

/** Those that WordPress shows, and those that it has shown: stored pages may show items of a type that nobody registers any more. */
async function allTypes(): Promise<Set<string>> {
  const shown = await readItemTypes(lasting).catch(() => itemTypes(siteConfig));
  const known = await Promise.all([...lives.keys(), ...(await typesOnDisk())].map(liveOf));
  return new Set([...shown, ...known.flatMap(({ type, entries }) => (entries.length > 0 ? [type] : []))]);
}

async function typesOnDisk(): Promise<string[]> {
  const folder = siteCache()?.folder;
  const folders = folder ? [folder, path.dirname(folder)].map((one) => path.join(one, 'index')) : [];
  const files = await Promise.all(folders.map((one) => readdir(one).catch(() => [])));
  // Items hidden by SEO plugins are no type (`hidden-items.ts`).
  return files
    .flat()
    .flatMap((file) => (file === 'hidden.jsonl' ? [] : (/^(.+)\.jsonl$/.exec(file)?.[1] ?? [])));
}

const owed = ofProcess('owed-look', () => ({ isOwed: false, isRunning: false }));

/** Looks again until the CMS has answered. */
function oweLook(): void {
  owed.isOwed = true;
  if (owed.isRunning) return;
  owed.isRunning = true;
  void outsideRenders(() => inBackground(() => keepTrying(lookIfOwed))).finally(() => {
    owed.isRunning = false;
  });
}

async function lookIfOwed(): Promise<void> {
  if (owed.isOwed) await lookAt(await allTypes());
  owed.isOwed = false;
}

async function lookAt(types: Iterable<string>): Promise<void> {
  const looks = [...types].map(async (type) => {
    const live = await liveOf(type);
    live.isDoubted = true;
    await refresh(live);
  });
  await Promise.all(looks);
}

/** Whether something was hidden after the CMS was last asked: what is rendered for each visitor would list it once more. */
const mayShowHidden = ({ askedAt, savedAt }: LiveIndex): boolean =>
  changedSince([tags.hidden], Math.max(askedAt, savedAt));

function isCurrent({ version, seen, askedAt }: LiveIndex, found: IndexVersion): boolean {
  return version === found.version || (seen.has(found.version) && found.at <= askedAt);
}

/** Not a question of its own to the CMS: brings the memory up to date, and says which version that is. */
const getIndexVersion: Operation<{ index: IndexVersion | null }, { type: string }> = {
  name: 'GetIndexVersion',
  document: getIndexChanges.document,
  ask: async ({ type }) => {
    const live = await liveOf(type);
    const at = Date.now();
    return { index: (await refresh(live)) ? { version: live.version, at } : null };
  },
};

interface Turn {
  inFlight: Promise<boolean>;
  next: Promise<boolean> | null;
}

const turns = ofProcess('index-turns', () => new Map<string, Turn>());

/**
 * Asks the CMS what has changed. Callers that come while a request is in flight wait for the next one, which begins after: an
 * answer from before a change is none to what is asked after it.
 * @returns false where the index of this CMS is not kept by difference
 */
function refresh(live: LiveIndex): Promise<boolean> {
  const turn = turns.get(live.type);
  if (!turn) return begin(live);
  turn.next ??= turn.inFlight.then(
    () => begin(live),
    () => begin(live),
  );
  return turn.next;
}

function begin(live: LiveIndex): Promise<boolean> {
  const turn: Turn = { inFlight: look(live), next: null };
  turns.set(live.type, turn);
  const end = () => {
    if (turns.get(live.type) === turn && !turn.next) turns.delete(live.type);
  };
  turn.inFlight.then(end, end);
  return turn.inFlight;
}

async function look(live: LiveIndex): Promise<boolean> {
  // Nobody knows what the process before had heard when it asked last: at a start nothing counts as named.
  let since = live.askedAt || undefined;
  const changed = await lookAgain(live).catch(async (error) => {
    const found = await lookAtGone(live, error);
    // A webhook that has named an item since knew nothing of this.
    since = undefined;
    return found;
  });
  if (changed === null) return false;
  if (changed.size > 0 || live.version === '') await take(live, changed, since);
  // A start finds what differs from the index on disk. On a disk that was full, that is what was said meanwhile, until it is written.
  // Where nothing has changed, this writes what is not there yet: a start knows by it that the type was there.
  if (siteCache()?.isOnDisk() !== false)
    live.store.save(
      [...changed].map(([span, found]) => [String(span), found && stored(found)]),
      () => [...live.spans].map(([span, found]) => [String(span), stored(found)]),
    );
  return true;
}

async function take(live: LiveIndex, changed: Changed, since: number | undefined): Promise<void> {
  const wasShown = live.entries.length > 0;
  // Before it is stored: a process that ends in between finds them again.
  await applyUnnamed(live, changed, since);
  const beside = besideChanges(live, changed);
  apply(live, changed);
  // WordPress may show neither the archive of the type nor those of its taxonomies any more.
  if (wasShown && live.entries.length === 0) await siteCache()?.invalidate([tags.types], []);
  await refreshBeside(beside(live.entries));
}

/**
 * Finds that a type which WordPress no longer shows has no items: the CMS refuses the question for them.
 * @throws {WordPressError|GraphQLError} where it shows the type, or does not say
 */
async function lookAtGone(live: LiveIndex, error: unknown): Promise<Changed> {
  const at = Date.now();
  if (!(error instanceof GraphQLError) || !(await isTypeGone(live.type))) throw error;
  live.askedAt = at;
  return new Map([...live.spans.keys()].map((span) => [span, undefined]));
}

const stored = ({ sum, entries }: Span) => [sum, entries];

/** @param changed undefined for a span that has no items any more */
function apply(live: LiveIndex, changed: ReadonlyMap<number, Span | undefined>): void {
  for (const [span, found] of changed) {
    if (found) live.spans.set(span, found);
    else live.spans.delete(span);
  }
  const kept = live.entries.filter(({ databaseId }) => !changed.has(spanOf(databaseId)));
  const come = [...changed.values()].flatMap((span) => span?.entries ?? []).sort(newestFirst);
  live.entries = merge(kept, come);
  live.seen.add(live.version);
  const [oldest] = live.seen;
  if (oldest !== undefined && live.seen.size > MOST_SEEN) live.seen.delete(oldest);
  live.version = versionOf(live.spans);
}

function merge(a: readonly IndexEntry[], b: readonly IndexEntry[]): IndexEntry[] {
  const all: IndexEntry[] = [];
  let i = 0;
  for (const entry of b) {
    for (let next = a[i]; next && newestFirst(next, entry) < 0; next = a[++i]) all.push(next);
    all.push(entry);
  }
  for (; i < a.length; i++) all.push(a[i] as IndexEntry);
  return all;
}

function versionOf(spans: ReadonlyMap<number, Span>): string {
  const sums = [...spans].map(([span, { sum }]) => `${span}:${sum}`).sort();
  return createHash('sha256').update(sums.join()).digest('hex').slice(0, 16);
}

const lives = ofProcess('live-index', () => new Map<string, Promise<LiveIndex>>());

function liveOf(type: string): Promise<LiveIndex> {
  const known = lives.get(type);
  if (known) return known;
  const made = load(type);
  lives.set(type, made);
  made.catch(() => lives.delete(type));
  return made;
}

/** Takes over what the build or an earlier process has read, whichever came later; otherwise what those have read who share our cache. */
async function load(type: string): Promise<LiveIndex> {
  const cache = siteCache();
  // A webhook that hides something reaches another instance, and not this one. A failure is tried again with the next call.
  if (cache) cache.onAlone ??= () => void inBackground(() => lookAt(lives.keys())).catch(() => {});
  const folder = cache?.folder;
  const file = folder && path.join(folder, 'index', `${type}.jsonl`);
  const store = new LineStore(file, JSON.stringify(['index', 1, siteConfig.wordpress.graphqlUrl]));
  const spans = new Map<number, Span>();
  const lines = await store.load();
  const lastAt = lines && file ? await changedAt(file) : 0;
  const build = folder ? await readIndexOfBuild(path.dirname(folder), type) : null;
  const isOfBuild = build !== null && build.at > lastAt;
  const known = isOfBuild ? build.lines : lines;
  const savedAt = isOfBuild ? 0 : lastAt;
  for (const [span, value] of known ?? []) {
    const [sum, entries] = value as [string, IndexEntry[]];
    spans.set(Number(span), { sum, entries, readAt: 0 });
  }
  if (!known) for (const [span, found] of await fromCache(type)) spans.set(span, found);
  return {
    type,
    spans,
    entries: [...spans.values()].flatMap(({ entries }) => entries).sort(newestFirst),
    version: known || spans.size > 0 ? versionOf(spans) : '',
    askedAt: 0,
    savedAt,
    lookedAt: 0,
    lookTook: 0,
    isDoubted: false,
    seen: new Set(),
    store,
  };
}

/** Old as it may be, it says by its digests what it is; without them nothing begins there. */
async function fromCache(type: string): Promise<Map<number, Span>> {
  const { entries = [], sums } = (await readIndexed(type, lasting, []).catch(() => null)) ?? {};
  return toSpans(entries, sums ?? new Map());
}
