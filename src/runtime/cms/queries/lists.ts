import { seoSelection, termSeo } from '../fragments/seo.ts';
import { operation } from '../operation.ts';
import type { CmsAuthorListed, CmsIndexPage, CmsListed, CmsTermListed, Connection } from '../types.ts';

type List<Row> = { list: Connection<Row> | null };

/**
 * The companion plugin's index of all public items of a type, 5,000 a request; without the plugin it is `null`, and the
 * lists below take its place.
 */
export const getIndex = operation<{ index: CmsIndexPage | null }, { type: string; after?: number }>(
  'GetIndex',
  /* GraphQL */ `
query GetIndex($type: String!, $after: Int) {
  index: companionIndex(type: $type, first: 5000, after: $after) { rows endCursor hasNextPage }
}`,
  (c) => (c.index ? undefined : { index: null }),
);

/**
 * Light lists, one hundred a request (WPGraphQL's silent cap): addresses, dates and terms of every public item. Their
 * rows are the content index; contents are read one by one, or by the build's snapshot.
 */
export const listPosts = operation<List<CmsListed>, { after?: string }>(
  'ListPosts',
  /* GraphQL */ `
query ListPosts($after: String) {
  list: posts(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes {
      databaseId uri title date modifiedGmt isRestricted
      author { node { databaseId } }
      terms(first: 100) { nodes { databaseId } }
    }
  }
}`,
);

export const listPages = operation<List<CmsListed>, { after?: string }>(
  'ListPages',
  /* GraphQL */ `
query ListPages($after: String) {
  list: pages(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { databaseId uri title date modifiedGmt isRestricted parentDatabaseId }
  }
}`,
);

export const listContent = operation<List<CmsListed>, { after?: string; types: string[] }>(
  'ListContent',
  /* GraphQL */ `
query ListContent($after: String, $types: [ContentTypeEnum]) {
  list: contentNodes(first: 100, after: $after, where: { contentTypes: $types }) {
    pageInfo { hasNextPage endCursor }
    nodes {
      databaseId uri date modifiedGmt isRestricted
      ... on NodeWithTitle { title }
      ... on NodeWithAuthor { author { node { databaseId } } }
      ... on HierarchicalContentNode { parentDatabaseId }
    }
  }
}`,
);

/** The categories and tags that have items, with what their archives show and say to search engines. */
export const listTerms = operation<List<CmsTermListed>, { after?: string }>(
  'ListTerms',
  (c) => /* GraphQL */ `
query ListTerms($after: String) {
  list: terms(first: 100, after: $after, where: { taxonomies: [CATEGORY, TAG], hideEmpty: false }) {
    pageInfo { hasNextPage endCursor }
    nodes {
      __typename databaseId uri name slug description taxonomyName
      ... on HierarchicalTermNode { parentDatabaseId }
      ${termSeo(c, seoSelection(c))}
    }
  }
}`,
);

/** The authors: WordPress shows the public only those with published posts. */
export const listAuthors = operation<List<CmsAuthorListed>, { after?: string }>(
  'ListAuthors',
  (c) => /* GraphQL */ `
query ListAuthors($after: String) {
  list: users(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { __typename databaseId uri name slug description avatar { url } ${seoSelection(c)} }
  }
}`,
);
