import { given } from '../base/given.ts';
import type { SiteAnswers } from './environment.ts';

/** Of `site.config.ts`: see `base/given.ts`. */
export default given().answers as SiteAnswers;
