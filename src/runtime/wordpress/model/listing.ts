import type { Maybe } from '../../content/types.ts';

/** Blocks and widgets of WordPress that show other items; the plugin's table is `CoreBlockDependencies`. */
const LISTS =
  /\b(?:wp-block-(?:latest-posts|latest-comments|page-list|post-template|post-navigation-link|navigation|calendar)|widget_(?:recent_entries|recent_comments|pages))\b/;

interface Content {
  content?: Maybe<string>;
  companionBlocks?: Maybe<string>;
}

/** Whether an item's text shows other items, so that it may show one that is hidden by now. */
export const listsItems = ({ content, companionBlocks }: Content): boolean =>
  LISTS.test(content ?? '') || LISTS.test(companionBlocks ?? '');
