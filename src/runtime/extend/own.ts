import content from 'headless-site/site/content';
import { checkContent } from './check.ts';
import type { Content } from './content.ts';

/** `content.config.ts`, checked. */
export const ownContent: Content = checkContent(content);
