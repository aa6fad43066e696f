/** What the CMS wrote, made safe to show. On the server only. */
export { classTokens } from '../content/html/classes.ts';
export { type Heading, plainText, wholeText } from '../content/html.ts';
export type { ShownItem } from '../content/shown-item.ts';
export { type Body, ContentBody } from '../pages/ContentBody.tsx';
export { beginItem, prepareComment, prepareContent, prepareTitle, toHref } from '../pages/page-html.ts';
