import { givenIfAny } from '../../base/given.ts';
import type { MappedBlocks } from './mapped.ts';

/** Of `components/blocks/mapped`: see `base/given.ts`. It also stands for that file in a site that has none. */
export const mappedBlocks = (givenIfAny()?.mapped ?? {}) as MappedBlocks;
