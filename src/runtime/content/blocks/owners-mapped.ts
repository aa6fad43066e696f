import { injectedIfAny } from '../../base/injected.ts';
import type { MappedBlocks } from './mapped.ts';

/** The list in `components/blocks/mapped`: see `base/injected.ts`. It also stands for that file in a site that has none. */
export const mappedBlocks = (injectedIfAny()?.mapped ?? {}) as MappedBlocks;
