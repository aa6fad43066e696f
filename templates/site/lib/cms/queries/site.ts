import { operation } from '../operation';
import type { CmsAddress, CmsArchive, CmsMenuItem, CmsSettings, Connection } from '../types';

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
);

/** The general settings; the specification's operation. */
export const getSettings = operation<{ generalSettings: CmsSettings | null }>(
  'GetSettings',
  /* GraphQL */ `
query GetSettings {
  generalSettings { title description url language timezone }
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
