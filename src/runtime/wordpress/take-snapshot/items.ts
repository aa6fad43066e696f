import { mayBeCustomFields } from '../fields/custom-errors.ts';
import { contentTypeEnum } from '../model/content-type-enum.ts';
import { GraphQLError } from '../model/errors.ts';
import type { Connection } from '../model/types.ts';
import type { Operation } from '../queries/operation.ts';
import type { SnapshotItem } from '../snapshot/types.ts';
import {
  askPage,
  entryOf,
  type Item,
  isFresh,
  isTooMuch,
  type List,
  questionOf,
  SIZES,
  type Source,
  smallerThan,
  store,
} from './pages.ts';
import type { Page } from './queries.ts';

/** Requests in flight at once; `turns.ts` lets no more through either. */
const LANES = 2;

/** An item that the index names. */
export interface Wanted {
  /** WordPress's name. */
  type: string;
  databaseId: number;
  /** Says what the index said of it. */
  sum: string;
}

/**
 * The contents of the items that the index names, two requests in flight all the time.
 * @param wanted of one type, or of several that `operation` asks for together
 * @param keep gets each as soon as it is on disk
 * @returns those that are not there any more
 * @throws {WordPressError|GraphQLError} when the CMS fails for good; what was read is on disk
 */
export async function readItems(
  source: Source,
  operation: Operation<List<Item>, Page>,
  wanted: readonly Wanted[],
  keep: (node: SnapshotItem) => void,
): Promise<Wanted[]> {
  const question = questionOf(operation, source);
  const waiting: Wanted[] = [];
  for (const item of wanted) {
    const kept = takeOver(source, item, question);
    if (kept) keep(kept);
    else waiting.push(item);
  }
  const missing: Wanted[] = [];
  const take = (nodes: readonly (Item | null)[], asked: readonly Wanted[]) => {
    const come = new Map(nodes.flatMap((node) => (node ? [[node.databaseId, node]] : [])));
    for (const item of asked) {
      const node = come.get(item.databaseId);
      if (!node) {
        missing.push(item);
        continue;
      }
      keep(store(source, item.type, question + item.sum, node));
      source.onRows(item.type, 1);
    }
  };
  const lane = async () => {
    while (waiting.length > 0)
      await readSome(source, operation, waiting.splice(0, SIZES[source.size] ?? 25), take);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return missing;
}

/** @param take gets all that came of what was asked for */
async function readSome(
  source: Source,
  operation: Operation<List<Item>, Page>,
  some: readonly Wanted[],
  take: (nodes: readonly (Item | null)[], asked: readonly Wanted[]) => void,
): Promise<void> {
  const ids = some.map(({ databaseId }) => String(databaseId));
  let list: Connection<Item> | null;
  try {
    list = await askPage(source, operation, {
      first: ids.length,
      ids,
      types: typesOf(some).map(contentTypeEnum),
    });
  } catch (error) {
    const parts = partsOf(some, error);
    if (!parts) throw error;
    console.warn(`[cms] ${operation.name} failed with ${some.length} items; trying ${parts[0]?.length}`);
    for (const part of parts) await readSome(source, operation, part, take);
    return;
  }
  const nodes = list?.nodes ?? [];
  const come = new Set(nodes.map((node) => node?.databaseId));
  const rest = some.filter(({ databaseId }) => !come.has(databaseId));
  // A plugin may let fewer through than are asked for.
  if (!list?.pageInfo?.hasNextPage || rest.length === some.length) return take(nodes, some);
  take(
    nodes,
    some.filter(({ databaseId }) => come.has(databaseId)),
  );
  await readSome(source, operation, rest, take);
}

const typesOf = (some: readonly Wanted[]) => [...new Set(some.map(({ type }) => type))];

/**
 * Parts to request in place of items that failed together. Several types are first split by type: an error of one, or the custom fields that
 * it loses for it, is no other's.
 */
function partsOf(some: readonly Wanted[], error: unknown): Wanted[][] | undefined {
  const types = typesOf(some);
  if (types.length > 1 && (error instanceof GraphQLError || isTooMuch(error) || mayBeCustomFields(error)))
    return types.map((type) => some.filter((item) => item.type === type));
  const smaller = smallerThan(some.length);
  if (!isTooMuch(error) || smaller === undefined) return undefined;
  return Array.from({ length: Math.ceil(some.length / smaller) }, (_, i) =>
    some.slice(i * smaller, (i + 1) * smaller),
  );
}

/** An item of an interrupted build, while it is true. */
function takeOver(
  source: Source,
  { type, databaseId, sum }: Wanted,
  question: string,
): SnapshotItem | undefined {
  for (const file of source.before) {
    const stored = file.stored(databaseId);
    if (!stored || stored.sum !== question + sum || !isFresh(stored)) continue;
    source.file.copyItem(entryOf(type, stored.node), file);
    source.taken += 1;
    source.onRows(type, 1);
    return stored.node;
  }
  return undefined;
}
