import { injected } from '../base/injected.ts';
import type { SiteAnswers } from './environment.ts';

/** Of `site.config.ts`: see `base/injected.ts`. */
export default injected().answers as SiteAnswers;
