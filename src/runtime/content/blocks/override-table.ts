import { mappedBlocks } from 'headless-site/site/mapped';
import { placeOf } from '../../config/extend/place.ts';
import type { BlockOverride } from './override.ts';

const FILE = 'components/blocks/mapped/index.ts';

/** Names of blocks that WordPress accepts. */
const NAME = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/;

/** A line about an entry of the list, with its place. @param words that stand in what it reads */
export const aboutOverride = (name: string, problem: string, words: readonly string[] = []): string =>
  `${placeOf([name], words, FILE)}: "${name}": ${problem}`;

/** Errors in the list that do not depend on WordPress. */
export const overrideListProblems: string[] = [];

/** The blocks that components of the owner's show, by name in WordPress. */
export const overrideTable: ReadonlyMap<string, BlockOverride> = new Map(
  Object.entries(mappedBlocks).filter(([name, block]) => {
    const problem = entryProblem(name, block);
    if (problem) overrideListProblems.push(aboutOverride(name, problem));
    return !problem;
  }),
);

function entryProblem(name: string, block: Partial<BlockOverride> | undefined): string | undefined {
  if (!NAME.test(name)) return 'is no name of a block. Fix: as in WordPress, `acme/notice`';
  if (typeof block?.read !== 'function')
    return '`read` must be a function. Fix: `read: (attribute) => ({ … })`';
  if (typeof block.component === 'function') return undefined;
  return "`component` must be a function. Fix: `component: async () => (await import('./Notice')).Notice`";
}
