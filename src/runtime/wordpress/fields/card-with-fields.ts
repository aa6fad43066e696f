import { toPostCard } from '../model/to-view.ts';
import type { CmsContentCard } from '../model/types.ts';
import type { PostCardView } from '../model/views.ts';
import { readCardFields } from './read-fields.ts';

/** @returns nothing for what the CMS did not give */
export const cardView = (card: CmsContentCard | null): PostCardView[] =>
  card ? [{ ...toPostCard(card), fields: readCardFields(card) }] : [];
