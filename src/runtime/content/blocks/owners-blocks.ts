import { givenIfAny } from '../../base/given.ts';
import type { OwnBlock } from './own.ts';

/** The list in `components/blocks/own`: see `base/given.ts`. Empty in a plain script, where `headless-site` knows no site. */
export const ownBlocks = (givenIfAny()?.blocks ?? []) as readonly OwnBlock[];
