import type { Capabilities } from '../capabilities.ts';
import { request } from '../client.ts';
import { WordPressError } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { askWithoutOwnFields, mayBeOwnFields, OwnFieldError } from '../own-errors.ts';
import { pageThrough } from '../paging.ts';
import { builder, type Patience } from '../patience.ts';
import type { Connection } from '../types.ts';
import { type Part, readPart, writePart } from './store.ts';

/** Nodes a request asks for; a CMS that runs out of memory or time with a hundred gets fewer. */
const SIZES = [100, 50, 25] as const;

/** Milliseconds for which parts of an interrupted snapshot are looked at again. */
const PART_LIFE_MS = 15 * 60_000;

type Page = { first: number; after?: string };
type List<Row> = { list: Connection<Row> | null };
type Checked = { databaseId: number; modifiedGmt?: string | null | undefined };

export interface Source {
  url: string;
  capabilities: Capabilities;
  /** Told after each request, with the rows so far. */
  onRows: (name: string, rows: number) => void;
}

export function ask<Data, Variables extends object>(
  { capabilities }: Pick<Source, 'capabilities'>,
  operation: Operation<Data, Variables>,
  variables: Variables,
  patience: Partial<Patience> = {},
): Promise<Data> {
  const options = { patience: { ...builder, ...patience } };
  return request(operation.name, operation.document(capabilities), variables, options);
}

/**
 * A list with the contents of its items, to its end. Each part is kept on disk until the whole snapshot is there.
 * @param check asks for ids and modification times of the same rows: a part of an interrupted snapshot is taken over
 *   only while they are unchanged
 */
export async function readContents<Row extends Checked>(
  source: Source,
  key: string,
  operation: Operation<List<Row>, Page>,
  check?: Operation<List<Checked>, Page>,
): Promise<NonNullable<Row>[]> {
  const asked = { url: source.url, question: operation.document(source.capabilities) };
  let size = 0;
  let part = 0;
  let rows = 0;
  return pageThrough(operation.name, async (after) => {
    const name = `${key}-${part++}`;
    const kept = check && (await takeOver(source, name, asked, after, check));
    const list = (kept as Connection<Row> | null | undefined) ?? (await fresh());
    rows += list?.nodes.length ?? 0;
    source.onRows(key, rows);
    return list;

    async function fresh(): Promise<Connection<Row> | null> {
      const variables = { first: SIZES[size] ?? 25, ...(after ? { after } : {}) };
      const question = (capabilities: Capabilities) => ask({ capabilities }, operation, variables);
      let answer: List<Row>;
      try {
        answer = await question(source.capabilities);
      } catch (error) {
        if (isTooMuch(error) && size < SIZES.length - 1) {
          size += 1;
          console.warn(`[cms] ${operation.name} failed with ${variables.first} items; trying ${SIZES[size]}`);
          return fresh();
        }
        if (!isTooMuch(error) && !mayBeOwnFields(error)) throw error;
        answer = await askWithoutOwnFields(operation.document, source.capabilities, error, question);
      }
      if (check) writePart(name, { ...asked, at: Date.now(), list: { after, ...answer.list } });
      return answer.list;
    }
  });
}

/** What an out-of-memory or out-of-time WordPress looks like from outside; an item whose own field fails takes the others along. */
function isTooMuch(error: unknown): boolean {
  if (error instanceof OwnFieldError) return true;
  if (!(error instanceof WordPressError)) return false;
  const { diagnosis } = error.details as { diagnosis?: string };
  return diagnosis === 'serverError' || diagnosis === 'timeout' || diagnosis === 'tooLarge';
}

async function takeOver(
  source: Source,
  name: string,
  asked: Pick<Part, 'url' | 'question'>,
  after: string | undefined,
  check: Operation<List<Checked>, Page>,
): Promise<unknown> {
  const part = readPart(name);
  const list = part?.list as (Connection<Checked> & { after?: string }) | undefined;
  if (!part || !list?.nodes || list.after !== after) return null;
  if (part.url !== asked.url || part.question !== asked.question) return null;
  if (Date.now() - part.at > PART_LIFE_MS) return null;
  const variables = { first: list.nodes.length, ...(after ? { after } : {}) };
  const now = await ask(source, check, variables);
  const same = list.nodes.every((node, i) => {
    const other = now.list?.nodes[i];
    return other?.databaseId === node?.databaseId && other?.modifiedGmt === node?.modifiedGmt;
  });
  const sameEnd = now.list?.pageInfo?.hasNextPage === list.pageInfo?.hasNextPage;
  return same && sameEnd && now.list?.nodes.length === list.nodes.length ? list : null;
}
