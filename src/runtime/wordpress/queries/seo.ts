import type { CmsSeo, Maybe } from '../../content/types.ts';
import type { Connection } from '../model/types.ts';
import { robotsSelection } from './fragments/seo.ts';
import { operation } from './operation.ts';

/** A row that says whether search engines may find an item; terms and authors say so in lists of their own. */
export interface CmsRobots {
  databaseId: number;
  uri: Maybe<string>;
  /** Which state of the item says so. */
  modifiedGmt: Maybe<string>;
  seo?: Maybe<CmsSeo>;
}

export const listRobots = operation<
  { list: Connection<CmsRobots> | null },
  { after?: string; types: string[] }
>(
  'ListRobots',
  (c) => /* GraphQL */ `
query ListRobots($after: String, $types: [ContentTypeEnum]) {
  list: contentNodes(first: 100, after: $after, where: { contentTypes: $types }) {
    pageInfo { hasNextPage endCursor }
    nodes { databaseId uri modifiedGmt ${robotsSelection(c)} }
  }
}`,
  // Without an SEO plugin nothing is kept away, and nothing needs to be asked.
  ({ seo }) => (seo === 'none' ? { list: null } : undefined),
);

/** The same of some items, a hundred at most. */
export const listSomeRobots = operation<
  { list: Connection<CmsRobots> | null },
  { ids: string[]; types: string[] }
>(
  'ListSomeRobots',
  (c) => /* GraphQL */ `
query ListSomeRobots($ids: [ID], $types: [ContentTypeEnum]) {
  list: contentNodes(first: 100, where: { in: $ids, contentTypes: $types }) {
    nodes { databaseId uri modifiedGmt ${robotsSelection(c)} }
  }
}`,
  ({ seo }) => (seo === 'none' ? { list: null } : undefined),
);

/** Title of the content at an address. */
export const getTitle = operation<
  { nodeByUri: { title?: Maybe<string>; name?: Maybe<string>; label?: Maybe<string> } | null },
  { uri: string }
>(
  'GetTitle',
  /* GraphQL */ `
query GetTitle($uri: String!) {
  nodeByUri(uri: $uri) {
    __typename
    ... on NodeWithTitle { title }
    ... on TermNode { name }
    ... on User { name }
    ... on ContentType { label }
  }
}`,
);

export interface CmsFeedItem {
  databaseId: number;
  uri: Maybe<string>;
  dateGmt: Maybe<string>;
  modifiedGmt: Maybe<string>;
  isRestricted: Maybe<boolean>;
  title?: Maybe<string>;
  excerpt?: Maybe<string>;
  content?: Maybe<string>;
  author?: Maybe<{ node: Maybe<{ name: Maybe<string> }> }>;
  categories?: Maybe<{ nodes: Maybe<{ name: Maybe<string> }>[] }>;
}

/** The items of a feed with their whole text, in the order of `ids`. */
export const getFeedPosts = operation<
  { contentNodes: Connection<CmsFeedItem> | null },
  { ids: string[]; types?: string[] }
>(
  'GetFeedPosts',
  /* GraphQL */ `
query GetFeedPosts($ids: [ID], $types: [ContentTypeEnum]) {
  contentNodes(first: 100, where: { in: $ids, contentTypes: $types, orderby: [{ field: IN, order: ASC }] }) {
    nodes {
      databaseId uri dateGmt modifiedGmt isRestricted
      ... on NodeWithTitle { title }
      ... on NodeWithExcerpt { excerpt }
      ... on NodeWithContentEditor { content }
      ... on NodeWithAuthor { author { node { name } } }
      ... on Post { categories(first: 100) { nodes { name } } }
    }
  }
}`,
);
