import { given } from '../../base/given.ts';
import type { OwnBlock } from './own.ts';

/** Of `components/blocks/own`: see `base/given.ts`. */
export const ownBlocks = given().blocks as readonly OwnBlock[];
