import { contentTypeEnum } from '../model/content-type-enum.ts';
import { pageThrough } from '../model/paging.ts';
import type { CmsListed, Connection } from '../model/types.ts';
import type { Operation } from '../queries/operation.ts';
import type { SnapshotItem } from '../snapshot/types.ts';
import {
  ask,
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
  toListed,
} from './pages.ts';
import type { Page } from './queries.ts';

type Checked = { databaseId: number; modifiedGmt?: string | null | undefined };

/** How the items of a type are walked through, where no index names them. */
export interface Walk {
  /** WordPress's name of the type. */
  type: string;
  /** Asks for the contents. */
  operation: Operation<List<Item>, Page>;
  /** Asks for what the content index says, behind the items whose contents are wanted. */
  light: (after: string | undefined) => Promise<Connection<CmsListed> | null>;
  /** Asks for ids and modification times alone: whether what an interrupted build has left is true. */
  check?: Operation<List<Checked>, Omit<Page, 'types'>>;
}

/**
 * A list to its end, by cursor: the newest with their contents, the others with what the content index says of them.
 * @param most how many contents are wanted
 * @returns whether the contents of all are there
 * @throws {WordPressError|GraphQLError} when the CMS fails for good; what was read is on disk
 */
export async function walkItems(
  source: Source,
  walk: Walk,
  most: number,
  keep: (node: SnapshotItem | CmsListed) => void,
): Promise<boolean> {
  let left = most;
  let isWhole = true;
  await pageThrough<never>(walk.operation.name, async (after) => {
    if (left <= 0) {
      const list = await walk.light(after);
      if ((list?.nodes.length ?? 0) > 0) isWhole = false;
      return written(source, walk.type, after, list, keep);
    }
    const list = (await takeOver(source, walk, after)) ?? (await readPage(source, walk, after, left));
    left -= list?.nodes.length ?? 0;
    return written(source, walk.type, after, list, keep);
  });
  return isWhole;
}

/** Without the nodes, which are on disk. */
function written(
  source: Source,
  type: string,
  after: string | undefined,
  list: Connection<CmsListed> | null,
  keep: (node: CmsListed) => void,
): Connection<never> {
  const nodes = (list?.nodes ?? []).filter((node) => node !== null);
  const pageInfo = list?.pageInfo ?? { hasNextPage: false, endCursor: null };
  source.file.setListPage(type, after, { pageInfo, nodes: nodes.map(toListed) });
  nodes.forEach(keep);
  source.onRows(type, nodes.length);
  return { pageInfo, nodes: [] };
}

async function readPage(
  source: Source,
  walk: Walk,
  after: string | undefined,
  left: number,
  first = Math.min(SIZES[source.size] ?? 25, left),
): Promise<Connection<Item> | null> {
  const { type, operation } = walk;
  let list: Connection<Item> | null;
  try {
    list = await askPage(source, operation, {
      first,
      types: [contentTypeEnum(type)],
      ...(after ? { after } : {}),
    });
  } catch (error) {
    const smaller = smallerThan(first);
    if (!isTooMuch(error) || smaller === undefined) throw error;
    console.warn(`[cms] ${operation.name} failed with ${first} items; trying ${smaller}`);
    return readPage(source, walk, after, left, smaller);
  }
  const sum = questionOf(operation, source);
  const rows = (list?.nodes ?? []).flatMap((node) => (node ? [store(source, type, sum, node)] : []));
  note(source, walk, after, { ...list, nodes: rows });
  return list;
}

function note(source: Source, walk: Walk, after: string | undefined, list: Connection<SnapshotItem>): void {
  const rows = list.nodes.flatMap((node) => node ?? []);
  source.file.setWalked(walk.type, after, {
    at: Date.now(),
    sum: questionOf(walk.operation, source),
    pageInfo: list.pageInfo,
    rows: rows.map(({ databaseId, modifiedGmt }) => ({ databaseId, modifiedGmt })),
  });
}

/** Reuses this step of an interrupted build, at a tenth of the price of reading it again: the CMS only confirms that it is still true. */
async function takeOver(
  source: Source,
  { type, operation, check }: Walk,
  after: string | undefined,
): Promise<Connection<SnapshotItem> | null> {
  const sum = questionOf(operation, source);
  for (const before of check ? source.before : []) {
    const walked = before.walked(type, after);
    if (!check || walked?.sum !== sum || !isFresh(walked)) continue;
    const { rows, pageInfo } = walked;
    const now = (await ask(source, check, { first: rows.length, ...(after ? { after } : {}) })).list;
    const same = rows.every(({ databaseId, modifiedGmt }, i) => {
      const other = now?.nodes[i];
      return other?.databaseId === databaseId && other?.modifiedGmt === modifiedGmt;
    });
    const sameEnd = now?.pageInfo?.hasNextPage === pageInfo?.hasNextPage;
    const items = rows.flatMap(({ databaseId }) => before.stored(databaseId)?.node ?? []);
    if (!same || !sameEnd || now?.nodes.length !== rows.length || items.length !== rows.length) return null;
    for (const node of items) source.file.copyItem(entryOf(type, node), before);
    source.taken += items.length;
    source.file.setWalked(type, after, walked);
    return { ...(pageInfo ? { pageInfo } : {}), nodes: items };
  }
  return null;
}
