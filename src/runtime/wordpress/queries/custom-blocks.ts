import { mayWarnAgain, warnOnce } from '../../base/warn-once.ts';
import type { CustomBlock } from '../../content/blocks/custom.ts';
import { customTable } from '../../content/blocks/custom-table.ts';
import { selections, type UnionName } from '../../content/blocks/fields.ts';
import { knownParts, linesOf } from '../fields/custom-parts.ts';
import type { GraphQLErrorEntry } from '../model/errors.ts';
import { companionBlockFields } from './fragments/blocks.ts';

type Table = ReadonlyMap<string, CustomBlock>;

const lineOf = (typename: string, { fields }: CustomBlock) =>
  `... on ${typename} { ${selections(fields).join(' ')} }`;

/** The fragment with the fields of the custom blocks that the schema knows; each block has a line of its own. */
export function customBlockFields(known: readonly string[], table: Table = customTable): string {
  const lines = (union: UnionName) =>
    [...table]
      .filter(([typename, block]) => block.union === union && known.includes(typename))
      .map(([typename, block]) => `    ${lineOf(typename, block)}\n`)
      .join('');
  return /* GraphQL */ `
fragment CustomBlockFields on Page {
  flexibleContent {
    __typename
${lines('flexibleContent')}  }
  sidebarBlocks {
    __typename
${lines('sidebarBlocks')}  }
}
`;
}

/**
 * Query that finds out which custom blocks the CMS has, as a part of another document: all of them beside the theme's, as a page asks for them,
 * because two blocks can also disagree about a field. They are judged and not answered. Nothing where there are none.
 */
export const customBlocksProbe = (table: Table = customTable): string =>
  table.size === 0
    ? ''
    : '  ... on RootQuery @skip(if: true) { customBlocks: pages(first: 1) { nodes { ...CompanionBlockFields ...CustomBlockFields } } }';

/** The fragments of the probe, behind everything else in the document. */
export const customBlocksFragments = (table: Table = customTable): string =>
  table.size === 0 ? '' : `${companionBlockFields}${customBlockFields([...table.keys()], table)}`;

/**
 * Keeps apart what validating the fragments has found. Where the companion is missing or older, that is about the theme's blocks as well.
 * @param document that gave the errors
 */
export function splitBlockErrors(
  errors: readonly GraphQLErrorEntry[],
  document: string,
): { ofBlocks: GraphQLErrorEntry[]; others: GraphQLErrorEntry[] } {
  const start = document.split('\n').indexOf(FIRST_LINE) + 1;
  const isOfBlocks = ({ path, locations }: GraphQLErrorEntry) =>
    start > 0 && !path && linesOf(locations).some((line) => line >= start);
  return { ofBlocks: errors.filter(isOfBlocks), others: errors.filter((error) => !isOfBlocks(error)) };
}

const FIRST_LINE = companionBlockFields.trim().split('\n')[0] ?? '';

/**
 * The custom blocks that the CMS has; the others are named in the log.
 * @param errors that validating the fragments gave
 * @param document that gave them
 */
export function customBlocksFrom(
  errors: readonly GraphQLErrorEntry[],
  document: string,
  table: Table = customTable,
): string[] {
  const parts = [...table].map(([typename, block]) => ({ typename, line: lineOf(typename, block) }));
  // For long names, the CMS's suggestions are no help.
  const plain = errors.map((error) => ({
    ...error,
    message: error.message.replace(/ Did you mean .*/s, ''),
  }));
  const { known, refused } = knownParts(parts, document, plain);
  for (const { part, message } of refused) warnOnce(`${notShown(part)}: ${message}`);
  for (const part of known) mayWarnAgain(notShown(part));
  return known.map(({ typename }) => typename);
}

const notShown = ({ typename }: { typename: string }) => `[cms] ${typename} is not shown`;
