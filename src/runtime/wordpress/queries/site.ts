import type { CmsSeo, Maybe } from '../../content/types.ts';
import type {
  CmsAddress,
  CmsArchive,
  CmsIdentity,
  CmsMenuItem,
  CmsReading,
  CmsSettings,
  CmsTypes,
  Connection,
} from '../model/types.ts';
import { identityField, menuItemFields, stickyPosts } from './fragments/content.ts';
import { seoSelection, termSeo } from './fragments/seo.ts';
import { operation } from './operation.ts';

/** The items of one menu location; the specification's operation. */
export const getMenu = operation<
  { menuItems: Connection<CmsMenuItem> | null },
  { location: 'PRIMARY' | 'FOOTER' }
>(
  'GetMenu',
  (c) => /* GraphQL */ `
query GetMenu($location: MenuLocationEnum!) {
  menuItems(where: { location: $location }, first: 100) {
    pageInfo { hasNextPage endCursor }
    nodes { ${menuItemFields(c)} }
  }
}`,
  // Asking for a location that no theme or plugin registered would be a validation error.
  ({ menus }, { location }) => (menus[location] ? undefined : { menuItems: null }),
);

/** The items after the first hundred. */
export const getMenuRest = operation<
  { menuItems: Connection<CmsMenuItem> | null },
  { location: 'PRIMARY' | 'FOOTER'; after: string }
>(
  'GetMenuRest',
  (c) => /* GraphQL */ `
query GetMenuRest($location: MenuLocationEnum!, $after: String!) {
  menuItems(where: { location: $location }, first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { ${menuItemFields(c)} }
  }
}`,
);

/**
 * The general settings; the specification's operation. `stamp` is no variable of the document, and ignored by the CMS: it
 * makes the answer's key in the cache another one.
 */
export const getSettings = operation<
  { generalSettings: CmsSettings | null; companionIdentity?: CmsIdentity | null },
  { stamp?: string }
>(
  'GetSettings',
  (c) => /* GraphQL */ `
query GetSettings {
  generalSettings { title description url language timezone dateFormat timeFormat }
  ${identityField(c)}
  ${c.custom?.site.options ?? ''}
}`,
);

/** The CMS's word for what has no index: `revalidate/catch-up.ts`. */
export const getChanged = operation<{ companionChanged: string | null }, object>(
  'GetChanged',
  /* GraphQL */ `
query GetChanged {
  companionChanged
}`,
  ({ changed }) => (changed ? undefined : { companionChanged: null }),
);

/**
 * The items of a term of a custom taxonomy. Its type is known only once the CMS has been asked what lives at the address.
 * @param typename GraphQL's name of the taxonomy, as the CMS itself answered it
 */
export function listTermContent(typename: string) {
  return operation<
    { nodeByUri: { list?: Connection<{ databaseId: number }> | null } | null },
    { uri: string; after?: string }
  >(
    `ListTermContent${typename}`,
    /* GraphQL */ `
query ListTermContent${typename}($uri: String!, $after: String) {
  nodeByUri(uri: $uri) {
    ... on ${typename} {
      list: contentNodes(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { databaseId }
      }
    }
  }
}`,
  );
}

/** Types and taxonomies that WordPress shows beside posts, pages, categories and tags. */
export const getTypes = operation<CmsTypes>(
  'GetTypes',
  /* GraphQL */ `
query GetTypes {
  contentTypes(first: 100) { nodes { name uri } }
  taxonomies(first: 100) { nodes { name } }
}`,
);

/** How many posts an archive shows, which of them are sticky, and which page lends the blog index its title. */
export const getReading = operation<{
  readingSettings: CmsReading | null;
  sticky?: Connection<{ databaseId: number }> | null;
}>(
  'GetReading',
  (c) => /* GraphQL */ `
query GetReading {
  readingSettings { postsPerPage pageForPosts }
  ${stickyPosts(c)}
}`,
);

/** The page that stands for the blog index: WordPress shows posts at its address, with its title. */
export const getPostsPage = operation<
  { page: { title: string | null; seo?: Maybe<CmsSeo> } | null },
  { id: string }
>(
  'GetPostsPage',
  (c) => /* GraphQL */ `
query GetPostsPage($id: ID!) {
  page(id: $id, idType: DATABASE_ID) { title ${seoSelection(c)} }
}`,
);

/** The node at a path, in as few fields as possible: every page asks this first. */
export const getAddress = operation<
  { nodeByUri: CmsAddress | null; front?: { __typename: string } | null },
  { uri: string }
>(
  'GetAddress',
  /* GraphQL */ `
query GetAddress($uri: String!) {
  nodeByUri(uri: $uri) {
    __typename uri
    ... on DatabaseIdentifier { databaseId }
    ... on ContentNode { contentTypeName slug }
    ... on MediaItem { mediaItemUrl }
    ... on TermNode { taxonomyName slug }
    ... on User { slug }
    ... on ContentType { name }
  }
  front: nodeByUri(uri: "/") { __typename }
}`,
);

/** Whether WordPress can read its items at all. */
export const getAnyItem = operation<
  { contentNodes: { nodes: readonly ({ __typename: string } | null)[] } | null },
  Record<string, never>
>(
  'GetAnyItem',
  /* GraphQL */ `
query GetAnyItem {
  contentNodes(first: 1) { nodes { __typename } }
}`,
);

/** The address of an item by its database id, for short links. */
export const getPathById = operation<
  { contentNode: { uri: string | null; status: string | null; mediaItemUrl?: string | null } | null },
  { id: string }
>(
  'GetPathById',
  /* GraphQL */ `
query GetPathById($id: ID!) {
  contentNode(id: $id, idType: DATABASE_ID) { uri status ... on MediaItem { mediaItemUrl } }
}`,
);

/** Name, description and other data of an archive itself. */
export const getArchive = operation<{ nodeByUri: CmsArchive | null }, { uri: string }>(
  'GetArchive',
  (c) => /* GraphQL */ `
query GetArchive($uri: String!) {
  nodeByUri(uri: $uri) {
    __typename uri
    ... on TermNode { name description }
    ... on User { name description avatar { url } ${seoSelection(c)} }
    ... on ContentType { name label description }
    ${[termSeo(c, seoSelection(c)), ...Object.values(c.custom?.terms ?? {}), c.custom?.site.author ?? ''].join(' ')}
  }
}`,
);
