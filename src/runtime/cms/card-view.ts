import { readCardFields } from './read-fields.ts';
import { toPostCard } from './to-view.ts';
import type { CmsContentCard } from './types.ts';
import type { PostCardView } from './views.ts';

/** @returns nothing for what the CMS did not give */
export const cardView = (card: CmsContentCard | null): PostCardView[] =>
  card ? [{ ...toPostCard(card), fields: readCardFields(card) }] : [];
