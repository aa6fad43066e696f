import { injectedIfAny } from '../../base/injected.ts';
import type { Content } from './content.ts';

const injected = injectedIfAny();

/** The default export of `content.config.ts`: see `base/injected.ts`. It also stands for that file in a site that has none. */
export default (injected ? injected.content : {}) as Content;
