import { createHash } from 'node:crypto';
import { request } from '../client/client.ts';
import { forBuild, type RetryPolicy } from '../client/retry-policy.ts';
import type { Capabilities } from '../fields/capabilities.ts';
import { askWithoutCustomFields, CustomFieldError, mayBeCustomFields } from '../fields/custom-errors.ts';
import { WordPressError } from '../model/errors.ts';
import type { CmsListed, Connection } from '../model/types.ts';
import type { Operation } from '../queries/operation.ts';
import { LIFE_MS } from '../snapshot/file.ts';
import type { Begun } from '../snapshot/store.ts';
import type { SnapshotEntry, SnapshotItem, SnapshotPage, StoredItem } from '../snapshot/types.ts';
import type { Page } from './queries.ts';

/** Items a request asks for; a CMS that runs out of memory or time with a hundred gets fewer. */
export const SIZES = [100, 50, 25] as const;
/** Beyond that only the items that failed are asked for in ever smaller groups: one of them may be huge. */
const SMALLER = [...SIZES, 5, 1];

/** Size to try where so many items were too much; undefined where there is nothing smaller. */
export const smallerThan = (tried: number) => SMALLER.find((size) => size < tried);

/** Milliseconds after which an answer counts as a warning: twice as long, and it is given up. */
const SLOW_MS = 15_000;

export type List<Row> = { list: Connection<Row> | null };
export type Item = SnapshotItem | SnapshotPage;

export interface Source extends Begun {
  capabilities: Capabilities;
  /** Told of rows as they come. */
  onRows: (type: string, rows: number) => void;
  /** Place in SIZES of what a request asks for at most. */
  size: number;
  /** Items of interrupted builds that were taken over. */
  taken: number;
}

export function ask<Data, Variables extends object>(
  { capabilities }: Pick<Source, 'capabilities'>,
  operation: Operation<Data, Variables>,
  variables: Variables,
  retryPolicy: Partial<RetryPolicy> = {},
): Promise<Data> {
  const options = { retryPolicy: { ...forBuild, ...retryPolicy } };
  return request(operation.name, operation.document(capabilities), variables, options);
}

/**
 * One request for items; without the custom fields where they are what fails.
 * @throws the CMS's error; then fewer are requested from now on, if that may help. With several types nothing is tried
 */
export async function askPage(
  source: Source,
  operation: Operation<List<Item>, Page>,
  variables: Page,
): Promise<Connection<Item> | null> {
  const question = async (capabilities: Capabilities) => ask({ capabilities }, operation, variables);
  const began = performance.now();
  try {
    const { list } = await question(source.capabilities);
    if (performance.now() - began > SLOW_MS) shrink(source, variables.first);
    return list;
  } catch (error) {
    if (variables.types.length > 1) throw error;
    const isLeast = variables.first <= (SIZES.at(-1) ?? 0);
    if (isTooMuch(error) && !isLeast) {
      shrink(source, variables.first);
      throw error;
    }
    if (!isTooMuch(error) && !mayBeCustomFields(error)) throw error;
    return (await askWithoutCustomFields(operation.document, source.capabilities, error, question)).list;
  }
}

/** @param tried another request may have shrunk it meanwhile */
function shrink(source: Source, tried: number): void {
  const next = SIZES.findIndex((size) => size < tried);
  if (next > source.size) source.size = next;
}

/** Signs of a WordPress out of memory or out of time; an item whose custom field fails takes the others along. */
export function isTooMuch(error: unknown): boolean {
  if (error instanceof CustomFieldError) return true;
  if (!(error instanceof WordPressError)) return false;
  const { diagnosis } = error.details as { diagnosis?: string };
  return diagnosis === 'serverError' || diagnosis === 'timeout' || diagnosis === 'tooLarge';
}

/** Key that tells a query from another one: a plugin or the owner's custom fields change it. */
export function questionOf(
  { name, document }: Operation<List<Item>, Page>,
  { capabilities }: Pick<Source, 'capabilities'>,
): string {
  const hash = createHash('sha256').update(document(capabilities)).digest('hex').slice(0, 16);
  return `${name} ${hash} `;
}

export function store(source: Source, type: string, sum: string, item: Item): SnapshotItem {
  const node = item as SnapshotItem;
  source.file.setItem(entryOf(type, node), { at: Date.now(), sum, node });
  return node;
}

export const isFresh = ({ at }: Pick<StoredItem, 'at'>) => Math.abs(Date.now() - at) < LIFE_MS;

const typenames: Record<string, string> = { post: 'Post', page: 'Page' };

export function entryOf(type: string, node: SnapshotItem): SnapshotEntry {
  const { databaseId, uri, slug = null } = node;
  const __typename = typenames[type] ?? node.__typename ?? 'ContentNode';
  return { type, __typename, databaseId, uri, slug };
}

export function toListed(item: CmsListed): CmsListed {
  const { databaseId, uri, title, date, modifiedGmt, isRestricted, parentDatabaseId, author, terms } = item;
  return { databaseId, uri, title, date, modifiedGmt, isRestricted, parentDatabaseId, author, terms };
}
