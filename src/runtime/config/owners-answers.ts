import { injected } from '../base/injected.ts';
import type { SiteAnswers } from './environment.ts';

/** The default export of `site.config.ts`: see `base/injected.ts`. */
export default injected().answers as SiteAnswers;
