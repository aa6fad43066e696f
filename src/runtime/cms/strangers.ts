import { setTimeout as sleep } from 'node:timers/promises';
import { ofProcess } from '../base/of-process.ts';
import { readContentIndex } from './content-index.ts';
import { normalizePath } from './paths.ts';
import { dependOn } from './read.ts';
import { derivedStrategy } from './seo-strategy.ts';
import { changedSince, siteCache } from './site-cache.ts';
import { readTypes } from './site-types.ts';
import { tags } from './tags.ts';
import { readAuthors, readTerms } from './terms.ts';

/**
 * Anybody can make addresses up, and only the CMS knows whether there is something at one. So questions about addresses
 * that nothing here speaks for are asked one after the other, two a second in all; who would wait long gets a 404.
 */

/** Questions in a second. */
const RATE = 2;
/** A visitor may wait for his turn three times: for the address, for its lower case, and for where it moved. */
const LONGEST_WAIT_MS = 1_000;
/** Of the two requests that the CMS takes at once, one is always for what is known to be there, however slow it is. */
const IN_FLIGHT = 1;
/** How long what the index says counts. */
const INDEX_MS = 10_000;
/** How many addresses that the CMS has confirmed are remembered. */
const MOST_CONFIRMED = 10_000;

/** What an answer carries that the CMS did not give. A mark and no identity: pages and routes share answers under way. */
export const unasked = { isUnasked: true } as const;
export const isUnasked = (data: object): boolean => 'isUnasked' in data;

interface State {
  /** When the latest questions are asked, by the clock of the process; as many as RATE. */
  turns: number[];
  inFlight: number;
  /** The addresses that the index knows, and when it was read. */
  index: { at: number; subjects: Promise<Set<string>> } | undefined;
  confirmed: Set<string>;
}

const state = ofProcess<State>('strangers', () => ({
  turns: Array(RATE).fill(Number.NEGATIVE_INFINITY),
  inFlight: 0,
  index: undefined,
  confirmed: new Set(),
}));

/** How an item is spoken of by its id, where it is asked for by that. */
export const subjectOfId = (id: string) => `?p=${id}`;

/**
 * Asks the CMS about an address, when its turn has come.
 * @param subject the path in normal form, or `subjectOfId`
 * @param ask reads with an operation that answers `unasked` where `mayAsk` says no; it is called twice at most
 * @returns the answer. One that is still unasked leaves its mark on the page, which is kept nowhere.
 */
export async function inTurnOf<Data extends object>(
  subject: string,
  ask: (mayAsk: () => boolean) => Promise<Data>,
): Promise<Data> {
  const isKnown = () => isSpokenFor(subject);
  const data = await lookUp(ask, isKnown, () => takeTurn(0) !== null);
  if (!isUnasked(data)) return data;
  const isListed = await isInIndex(subject);
  const isTurn = isListed || (await waitForTurn());
  const again = isTurn
    ? await lookUp(
        ask,
        () => isListed,
        () => true,
      )
    : data;
  if (isUnasked(again)) await dependOn(tags.unasked);
  return again;
}

/** Asks about what is known to be there, and otherwise when no other lookup is in flight and `isTurn`. */
async function lookUp<Data>(
  ask: (mayAsk: () => boolean) => Promise<Data>,
  isKnown: () => boolean,
  isTurn: () => boolean,
): Promise<Data> {
  let isCounted = false;
  const begin = () => {
    if (isCounted || state.inFlight >= IN_FLIGHT || !isTurn()) return isCounted;
    state.inFlight += 1;
    isCounted = true;
    return true;
  };
  try {
    return await ask(() => isKnown() || begin());
  } finally {
    if (isCounted) state.inFlight -= 1;
  }
}

/** Remembers that the CMS has something there, or says so now. */
export function confirm(subject: string): void {
  state.confirmed.delete(subject);
  state.confirmed.add(subject);
  const [oldest] = state.confirmed;
  if (oldest !== undefined && state.confirmed.size > MOST_CONFIRMED) state.confirmed.delete(oldest);
}

/**
 * Whether the CMS has named this address since the build, or confirmed it. Where the platform brings the cache nothing
 * is known of what the CMS named, and nothing is held back.
 */
function isSpokenFor(subject: string): boolean {
  return !siteCache() || state.confirmed.has(subject) || changedSince([tags.missing(subject)], 0);
}

async function isInIndex(subject: string): Promise<boolean> {
  const now = performance.now();
  if (!state.index || now - state.index.at > INDEX_MS) state.index = { at: now, subjects: readSubjects() };
  const { subjects } = state.index;
  try {
    return (await subjects).has(subject);
  } catch (error) {
    if (state.index?.subjects === subjects) state.index = undefined;
    throw error;
  }
}

async function readSubjects(): Promise<Set<string>> {
  const [items, types, terms, authors] = await Promise.all([
    readContentIndex(derivedStrategy),
    readTypes(derivedStrategy),
    readTerms(derivedStrategy),
    readAuthors(derivedStrategy),
  ]);
  const archives = [...types.custom, ...terms, ...authors].map(({ uri }) => uri ?? '');
  const uris = [...items.map(({ path }) => path), ...archives];
  return new Set([
    ...uris.flatMap((uri) => normalizePath(uri) ?? []),
    ...items.map(({ databaseId }) => subjectOfId(String(databaseId))),
  ]);
}

async function waitForTurn(): Promise<boolean> {
  const wait = takeTurn(LONGEST_WAIT_MS);
  if (wait === null) return false;
  await sleep(wait);
  return true;
}

/**
 * @param longest milliseconds to wait at most
 * @returns milliseconds until the turn that was taken, null for none
 */
function takeTurn(longest: number): number | null {
  const now = performance.now();
  const at = Math.max(now, (state.turns[0] ?? now) + 1_000);
  if (at - now > longest) return null;
  state.turns = [...state.turns.slice(1), at];
  return at - now;
}
