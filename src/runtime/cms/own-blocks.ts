import { selections, type UnionName } from '../blocks/fields.ts';
import type { OwnBlock } from '../blocks/own.ts';
import { ownTable } from '../blocks/own-table.ts';
import { GraphQLError, type GraphQLErrorEntry } from './errors.ts';
import { companionBlockFields } from './fragments/blocks.ts';

type Table = ReadonlyMap<string, OwnBlock>;

/** The fragment with the fields of the own blocks that the schema knows; each block has a line of its own. */
export function ownBlockFields(known: readonly string[], table: Table = ownTable): string {
  const lines = (union: UnionName) =>
    [...table]
      .filter(([typename, block]) => block.union === union && known.includes(typename))
      .map(([typename, { fields }]) => `    ... on ${typename} { ${selections(fields).join(' ')} }\n`)
      .join('');
  return /* GraphQL */ `
fragment OwnBlockFields on Page {
  flexibleContent {
    __typename
${lines('flexibleContent')}  }
  sidebarBlocks {
    __typename
${lines('sidebarBlocks')}  }
}
`;
}

/** Asks for all own blocks beside the theme's, as a page will: two blocks can also disagree about a field. */
export function ownBlocksDocument(table: Table = ownTable): string {
  return /* GraphQL */ `
query OwnBlocks { pages(first: 1) { nodes { ...CompanionBlockFields ...OwnBlockFields } } }
${companionBlockFields}${ownBlockFields([...table.keys()], table)}`;
}

/**
 * The own blocks that no error is about. One that the CMS does not know (the plugin with it is not active yet) would make
 * every query of a page invalid, so it is left out.
 * @param document that gave the errors
 * @throws {GraphQLError} on an error that is about no place in the document: an overloaded CMS must not be remembered as
 *   one without own blocks
 */
export function ownBlocksFrom(
  errors: readonly GraphQLErrorEntry[],
  document: string,
  table: Table = ownTable,
): string[] {
  const lines = document.split('\n');
  const unknown = new Map<string, string>();
  for (const { message, path, locations } of errors) {
    // A resolver that failed while answering says nothing about the schema.
    if (path) continue;
    const places = linesOf(locations);
    if (places.length === 0)
      throw new GraphQLError(`The CMS could not say which blocks it has: ${message}`, errors);
    for (const typename of table.keys()) {
      if (places.some((line) => lines[line - 1]?.includes(`... on ${typename} {`)))
        unknown.set(typename, message);
    }
  }
  for (const [typename, message] of unknown)
    console.warn(`[cms] ${typename} is not shown: ${message.replace(/ Did you mean .*/s, '')}`);
  return [...table.keys()].filter((typename) => !unknown.has(typename));
}

function linesOf(locations: unknown): number[] {
  return Array.isArray(locations) ? locations.map((place: { line?: unknown }) => Number(place?.line)) : [];
}
