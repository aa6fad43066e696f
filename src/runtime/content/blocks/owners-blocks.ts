import { injectedIfAny } from '../../base/injected.ts';
import type { CustomBlock } from './custom.ts';

/** The list in `components/blocks/own`: see `base/injected.ts`. Empty in a plain script, where `headless-site` knows no site. */
export const ownBlocks = (injectedIfAny()?.blocks ?? []) as readonly CustomBlock[];
