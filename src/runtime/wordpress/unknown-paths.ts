import { ofProcess } from '../base/of-process.ts';
import { currentScope } from '../base/request-scope.ts';
import { siteConfig } from '../config/site.ts';
import { availability } from './client/availability.ts';
import { cmsFailure } from './client/failure.ts';
import { outsideRenders } from './client/outside-renders.ts';
import { dependOn } from './client/read.ts';
import { readContentIndex } from './index/content-index.ts';
import { readTypes } from './index/site-types.ts';
import { readAuthors, readTerms } from './index/terms.ts';
import { LookupTurns } from './lookup-turns.ts';
import { normalizePath } from './model/paths.ts';
import { derivedStrategy } from './model/seo-strategy.ts';
import { changedSince, siteCache } from './model/site-cache.ts';
import { tags } from './model/tags.ts';

/**
 * Anybody can make addresses up, and only the CMS knows whether there is something at one. So lookups of addresses that nothing here
 * speaks for take turns (`lookup-turns.ts`); a visitor whose turn does not come in time gets a 404, or hears that the CMS hangs.
 */

/** How long what the index says counts. */
const INDEX_MS = 10_000;
/** How many addresses that the CMS has confirmed are remembered. */
const MOST_CONFIRMED = 10_000;

/** Marks an answer that the CMS did not give. No identity, because pages and routes share requests in flight. */
export const unasked = { isUnasked: true } as const;
export const isUnasked = (data: object): boolean => 'isUnasked' in data;

interface State {
  turns: LookupTurns;
  /** The addresses that the index knows, and when it was read. */
  index: { at: number; subjects: Promise<Set<string>> } | undefined;
  confirmed: Set<string>;
}

const state = ofProcess<State>('unknown-paths', () => ({
  turns: new LookupTurns(),
  index: undefined,
  confirmed: new Set(),
}));

/** How an item is spoken of by its id, where it is asked for by that. */
export const subjectOfId = (id: string) => `?p=${id}`;

/**
 * Asks the CMS about an address, when its turn has come.
 * @param subject the path in normal form, or `subjectOfId`
 * @param ask reads with an operation that answers `unasked` where `mayAsk` says no. All that decides it happens in there: while Next
 *   renews an answer, it gives whoever asks once more within the same render what the first one got.
 * @returns the answer. One that is unasked leaves its mark on the page, which is kept nowhere.
 * @throws {WordPressError} when no turn comes because the CMS does not answer
 */
export async function inTurnOf<Data extends object>(
  subject: string,
  ask: (mayAsk: () => Promise<boolean>) => Promise<Data>,
): Promise<Data> {
  const { turns } = state;
  const scope = currentScope();
  const clients = () => [...new Set([scope?.client ?? '', ...(scope?.waiting?.() ?? [])])];
  let release: (() => void) | null = null;
  let isOver = false;
  const hold = (turn: (() => void) | null): boolean => {
    // Next may renew an answer after it has handed out the old one: nobody would end the turn.
    if (isOver) turn?.();
    else release = turn;
    return turn !== null && !isOver;
  };
  try {
    const data = await ask(async () => {
      // A WordPress that is away is said at once.
      if (isSpokenFor(subject) || availability.refuses) return true;
      if (isOver) return false;
      if (release || hold(turns.takeNow(clients())) || (await isInIndex(subject))) return true;
      if (hold(await turns.take(clients))) return true;
      // That there is nothing at the address would be a guess.
      if (turns.isStuck) throw hanging();
      return false;
    });
    if (isUnasked(data)) {
      if (scope) scope.isUnasked = true;
      await dependOn(tags.unasked);
    }
    return data;
  } finally {
    isOver = true;
    endTurn(release);
  }
}

function hanging(): Error {
  availability.missed();
  availability.suspect();
  return cmsFailure(siteConfig.wordpress.graphqlUrl, 'timeout');
}

/** TypeScript takes a variable that only a closure sets for one that is never set. */
const endTurn = (release: (() => void) | null): void => release?.();

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
  if (!state.index || now - state.index.at > INDEX_MS)
    state.index = { at: now, subjects: outsideRenders(readSubjects) };
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
