import type { Capabilities } from '../../fields/capabilities.ts';
import { hasCustomCards } from '../../fields/custom-fields.ts';

/** Fields of an image; `blurDataUrl` comes from the companion plugin. */
export const imageFields = ({ blurDataUrl }: Capabilities) => /* GraphQL */ `
fragment ImageFields on MediaItem {
  sourceUrl altText${blurDataUrl ? ' blurDataUrl' : ''}
  mediaDetails { width height }
}`;

/**
 * A post in a list. `isSticky` is left out on purpose: one protected post would turn the whole list into null; GetReading
 * names the sticky ones.
 */
export const postCardFields = (c: Capabilities) => /* GraphQL */ `
fragment PostCardFields on Post {
  id databaseId title slug uri excerpt date hasPassword${customCards(c.custom?.cards.post)}
  featuredImage { node { ...ImageFields } }
  author { node { name uri avatar { url } } }
  categories(first: 100) { nodes { name slug uri } }
}`;

/** The same for any content type, through the interfaces that its supports give it. */
export const contentCardFields = (c: Capabilities) => /* GraphQL */ `
fragment ContentCardFields on ContentNode {
  id databaseId slug uri date${customCards(...Object.values(c.custom?.cards ?? {}))}
  ... on NodeWithTitle { title }
  ... on NodeWithExcerpt { excerpt }
  ... on NodeWithFeaturedImage { featuredImage { node { ...ImageFields } } }
  ... on NodeWithAuthor { author { node { name uri avatar { url } } } }
}`;

/** The custom fields of cards, behind their other fields, with what says of which type they are, and whether they may be shown. */
const customCards = (...selections: (string | undefined)[]): string =>
  hasCustomCards ? [' isRestricted contentTypeName', ...selections.filter(Boolean)].join(' ') : '';

/** Field of any item, behind its other fields. */
export const intervalField = ({ interval }: Capabilities) => (interval ? ' companionInterval' : '');

/** The template that an editor has chosen, without folder and ending; for an item that is shown alone. */
export const templateField = ({ template }: Capabilities) => (template ? ' companionTemplate' : '');

/** Whether the password of this item opens it here; asked where it is shown alone. */
export const passwordField = ({ passwords }: Capabilities) => (passwords ? ' companionTakesPassword' : '');

/** An entry of a menu. */
export const menuItemFields = ({ custom }: Capabilities) =>
  `id label url path parentId order target cssClasses ${custom?.site.menuItem ?? ''}`;

/** Says of an item that shows comments who may write some, and how they make pages. */
export const commentingField = ({ comments, commentPages }: Capabilities) => {
  const pages = commentPages ? ' perPage opensWithOldest outline' : '';
  return comments
    ? ` companionComments { isOpen loginUrl requiresNameEmail isModerated offersToRemember depth isNewestFirst${pages} }`
    : '';
};

/** The sticky posts, protected ones among them: a list may be narrowed down by what may not be asked of its rows. */
export const stickyPosts = ({ sticky }: Capabilities) =>
  sticky ? 'sticky: posts(first: 100, where: { isSticky: true }) { nodes { databaseId } }' : '';

export const commentFields = /* GraphQL */ `
fragment CommentFields on Comment {
  id databaseId parentDatabaseId date content type
  author { node { name url avatar { url } } }
}`;

/** Logo and icon of the site. The name of the site is what a reader hears, so that the logo's own text is not asked for. */
export const identityField = ({ identity }: Capabilities): string =>
  identity
    ? 'companionIdentity { logo { url width height } icon { url width height sizes { url width height } } }'
    : '';
