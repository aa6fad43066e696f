import { readLimited } from '../../runtime/base/read-limited';
import type { GraphQLErrorEntry } from '../../runtime/wordpress/model/errors';
import { type CmsAccess, postGraphql } from '../post';

/** Fifty pictures and a sample of each type are 30 KB; ten texts of each type may be long ones. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface GraphqlAnswer {
  data?: Record<string, unknown> | null;
  errors?: readonly GraphQLErrorEntry[];
}

/** Asks the CMS one document. */
export type Ask = (query: string) => Promise<GraphqlAnswer>;

/**
 * @param access `timeoutMs` is for everything that is asked, together
 * @returns a function that throws what fetch throws, and SyntaxError for what is no JSON
 */
export function asker(endpoint: string, access: CmsAccess & { timeoutMs: number }): Ask {
  const signal = AbortSignal.timeout(access.timeoutMs);
  return async (query) => {
    const response = await postGraphql(endpoint, query, { authorization: access.authorization, signal });
    return JSON.parse((await readLimited(response, MAX_BYTES)) ?? '') as GraphqlAnswer;
  };
}

/**
 * Asks for fields of the root at once, each of which may be missing from the schema: a validation error names the line of
 * a field, which is left out the second time.
 * @param parts GraphQL by alias, one line each
 * @returns the answers by alias; a part that could not be answered is not there
 * @throws as `ask`
 */
export async function askParts(
  ask: Ask,
  parts: Readonly<Record<string, string>>,
): Promise<Map<string, unknown>> {
  let open = Object.entries(parts);
  // A validator reports every error at once; the third round is for one that stops at the first kind.
  for (let round = 0; round < 3 && open.length > 0; round++) {
    const { data, errors = [] } = await ask(documentOf(Object.fromEntries(open)));
    if (data) {
      const failed = new Set(errors.map(({ path }) => path?.[0]));
      // A broken item inside a list leaves the rest of it; null alone means "there is none".
      const lost = (alias: string) => failed.has(alias) && (data[alias] ?? null) === null;
      return new Map(open.flatMap(([alias]) => (lost(alias) ? [] : [[alias, data[alias]]])));
    }
    const bad = new Set(errors.flatMap(linesOf));
    const good = open.filter((_, index) => !bad.has(index + 2));
    if (good.length === open.length) break;
    open = good;
  }
  return new Map();
}

/** One part a line, from the second line on. */
export function documentOf(parts: Readonly<Record<string, string>>): string {
  const lines = Object.entries(parts).map(([alias, field]) => `${alias}: ${field}`);
  return `query Detect {\n${lines.join('\n')}\n}`;
}

function linesOf({ locations }: GraphQLErrorEntry): number[] {
  return Array.isArray(locations) ? locations.map((place: { line?: unknown }) => Number(place?.line)) : [];
}
