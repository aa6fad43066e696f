import { type DocumentNode, Kind, OperationTypeNode, parse } from 'graphql/language/index.js';
import { derivedStrategy } from '../model/seo-strategy.ts';
import { tags } from '../model/tags.ts';
import { operation } from '../queries/operation.ts';
import { read } from './read.ts';

interface Options<Variables extends object> {
  variables?: Variables;
  /**
   * WordPress's names of the types whose changes refresh the answer, `['post', 'project']`; `term` and `author` stand for
   * those. Any change refreshes it when left out.
   */
  types?: readonly string[];
}

/**
 * Asks WordPress a GraphQL query of the owner's, for pages that the site has of its own. The answer is kept as archives are, and a
 * webhook refreshes it behind the next visitor.
 * @param document one query
 * @returns what WordPress answers under `data`, unchecked
 * @throws {Error} where the document is not one query
 * @throws {WordPressError|GraphQLError} when the CMS fails; on a page that was made before, the last good answer stays
 */
export async function queryCms<Data, Variables extends object = Record<string, unknown>>(
  document: string,
  { variables, types }: Options<Variables> = {},
): Promise<Data> {
  const question = operation<Data, object>(`Custom${nameOf(document)}`, document);
  const every = [tags.everyList, tags.anyList, tags.menus, tags.settings];
  return read({
    operation: question,
    variables: variables ?? {},
    tags: [...(types ? types.map(tags.list) : every), tags.anyShown],
    strategy: derivedStrategy,
  });
}

/** Ours are known by name, to the snapshot of a build too: an owner's is called otherwise. */
function nameOf(document: string): string {
  const [query, ...others] = parsed(document).definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (!query || others.length > 0 || query.operation !== OperationTypeNode.QUERY)
    throw new Error('queryCms() takes one query. Fix: `query Books { … }`');
  return query.name?.value ?? 'Query';
}

function parsed(document: string): DocumentNode {
  try {
    return parse(document);
  } catch (error) {
    throw new Error(`queryCms() was given no valid GraphQL: ${(error as Error).message}`);
  }
}
