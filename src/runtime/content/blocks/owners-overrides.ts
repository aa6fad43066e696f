import { injectedIfAny } from '../../base/injected.ts';
import type { BlockOverrides } from './override.ts';

/** The list in `components/blocks/mapped`: see `base/injected.ts`. It also stands for that file in a site that has none. */
export const mappedBlocks = (injectedIfAny()?.overrides ?? {}) as BlockOverrides;
