import { operation } from '../operation';
import type { CmsAddress, CmsArchive, CmsMenuItem, CmsReading, CmsSettings, Connection } from '../types';

/** The items of one menu location; the specification's operation. */
export const getMenu = operation<
  { menuItems: Connection<CmsMenuItem> | null },
  { location: 'PRIMARY' | 'FOOTER' }
>(
  'GetMenu',
  /* GraphQL */ `
query GetMenu($location: MenuLocationEnum!) {
  menuItems(where: { location: $location }, first: 100) {
    pageInfo { hasNextPage endCursor }
    nodes { id label url path parentId order target cssClasses }
  }
}`,
  // Asking for a location that no theme or plugin registered would be a validation error.
  ({ menus }, { location }) => (menus[location] ? undefined : { menuItems: null }),
);

/** The general settings; the specification's operation. */
export const getSettings = operation<{ generalSettings: CmsSettings | null }>(
  'GetSettings',
  /* GraphQL */ `
query GetSettings {
  generalSettings { title description url language timezone }
}`,
);

/** How many posts an archive shows, and which page lends the blog index its title. */
export const getReading = operation<{ readingSettings: CmsReading | null }>(
  'GetReading',
  /* GraphQL */ `
query GetReading {
  readingSettings { postsPerPage pageForPosts }
}`,
);

/** The page that stands for the blog index: WordPress shows posts at its address, with its title. */
export const getPostsPage = operation<{ page: { title: string | null } | null }, { id: string }>(
  'GetPostsPage',
  /* GraphQL */ `
query GetPostsPage($id: ID!) {
  page(id: $id, idType: DATABASE_ID) { title }
}`,
);

/** What lives at a path, in as few fields as possible: every page asks this first. */
export const getAddress = operation<{ nodeByUri: CmsAddress | null }, { uri: string }>(
  'GetAddress',
  /* GraphQL */ `
query GetAddress($uri: String!) {
  nodeByUri(uri: $uri) {
    __typename uri
    ... on DatabaseIdentifier { databaseId }
    ... on ContentNode { contentTypeName slug }
    ... on TermNode { taxonomyName slug }
    ... on User { slug }
    ... on ContentType { name }
  }
}`,
);

/** What an archive says of itself. */
export const getArchive = operation<{ nodeByUri: CmsArchive | null }, { uri: string }>(
  'GetArchive',
  /* GraphQL */ `
query GetArchive($uri: String!) {
  nodeByUri(uri: $uri) {
    __typename uri
    ... on TermNode { name description }
    ... on User { name description avatar { url } }
    ... on ContentType { name label description }
  }
}`,
);
