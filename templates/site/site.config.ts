import type { SiteAnswers } from 'headless-site';
import answers from './site.config.json';

/**
 * Yours: written once, never changed by the tool. The answers live in `site.config.json`; change here what a file of
 * answers cannot say. The runtime lays the environment over them and validates both.
 */
export default answers as SiteAnswers;
