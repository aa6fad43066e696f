import type { RenderingStrategy } from '../../config/index.ts';
import { pageThrough } from '../model/paging.ts';
import type { Connection } from '../model/types.ts';
import type { Operation } from '../queries/operation.ts';
import { read } from './read.ts';

type List<Row> = { list: Connection<Row> | null };

/**
 * All rows of a list, a hundred a request, to its end: WPGraphQL caps at 100 without a word.
 * @param operation answers its connection under the name `list` and takes `after`
 * @throws {Error} on a repeated cursor: half a list must never replace a whole one
 */
export async function walk<Row, Variables extends object>(
  operation: Operation<List<Row>, Variables & { after?: string }>,
  variables: Variables,
  tags: readonly string[],
  strategy: RenderingStrategy,
): Promise<NonNullable<Row>[]> {
  return pageThrough(operation.name, async (after) => {
    const cursor = (after ? { after } : {}) as { after?: string };
    const { list } = await read({ operation, variables: { ...variables, ...cursor }, tags, strategy });
    return list;
  });
}
