import { mayWarnAgain, warnOnce } from '../base/warn-once.ts';
import { selections, type UnionName } from '../blocks/fields.ts';
import type { OwnBlock } from '../blocks/own.ts';
import { ownTable } from '../blocks/own-table.ts';
import { GraphQLError, type GraphQLErrorEntry } from './errors.ts';
import { companionBlockFields } from './fragments/blocks.ts';
import { hasPlace, knownParts } from './own-parts.ts';

type Table = ReadonlyMap<string, OwnBlock>;

const lineOf = (typename: string, { fields }: OwnBlock) =>
  `... on ${typename} { ${selections(fields).join(' ')} }`;

/** The fragment with the fields of the own blocks that the schema knows; each block has a line of its own. */
export function ownBlockFields(known: readonly string[], table: Table = ownTable): string {
  const lines = (union: UnionName) =>
    [...table]
      .filter(([typename, block]) => block.union === union && known.includes(typename))
      .map(([typename, block]) => `    ${lineOf(typename, block)}\n`)
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
 * The own blocks that the CMS has.
 * @param document that gave the errors
 * @throws {GraphQLError} on an error that is about no place in the document: an overloaded CMS must not be remembered as
 *   one without own blocks
 */
export function ownBlocksFrom(
  errors: readonly GraphQLErrorEntry[],
  document: string,
  table: Table = ownTable,
): string[] {
  const parts = [...table].map(([typename, block]) => ({ typename, line: lineOf(typename, block) }));
  // Of long names, those that the CMS suggests instead are no help.
  const plain = errors.map((error) => ({
    ...error,
    message: error.message.replace(/ Did you mean .*/s, ''),
  }));
  const { known, refused, others } = knownParts(parts, document, plain);
  for (const { part, message } of refused) warnOnce(`${notShown(part)}: ${message}`);
  for (const part of known) mayWarnAgain(notShown(part));
  const placeless = others.find((error) => !error.path && !hasPlace(error));
  if (placeless)
    throw new GraphQLError(`The CMS could not say which blocks it has: ${placeless.message}`, errors);
  return known.map(({ typename }) => typename);
}

const notShown = ({ typename }: { typename: string }) => `[cms] ${typename} is not shown`;
