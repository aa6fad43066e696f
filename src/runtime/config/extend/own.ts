import content from 'headless-site/site/content';
import { checkContent } from './check.ts';
import type { Content } from './content.ts';

const { value, problems } = checkContent(content);

/** `content.config.ts`, checked: what can be used of it. */
export const ownContent: Content = value;

/** Mistakes in it, a line each, with the place and the fix. A build and a start end with them. */
export const contentProblems: readonly string[] = problems;
