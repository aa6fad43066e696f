import { givenIfAny } from '../../base/given.ts';
import type { Content } from './content.ts';

const given = givenIfAny();

/** Of `content.config.ts`: see `base/given.ts`. It also stands for that file in a site that has none. */
export default (given ? given.content : {}) as Content;
