import { operation } from '../operation';
import type { CmsListed, Connection } from '../types';

/**
 * Light lists, one hundred a request (WPGraphQL's silent cap): addresses and dates, nothing that costs a query a row.
 * `$where` carries the archive: a category, a tag, an author, or nothing for all.
 */
export const listPosts = operation<{ list: Connection<CmsListed> | null }, { after?: string; where: object }>(
  'ListPosts',
  /* GraphQL */ `
query ListPosts($after: String, $where: RootQueryToPostConnectionWhereArgs) {
  list: posts(first: 100, after: $after, where: $where) {
    pageInfo { hasNextPage endCursor }
    nodes { databaseId uri modified }
  }
}`,
);

export const listPages = operation<{ list: Connection<CmsListed> | null }, { after?: string }>(
  'ListPages',
  /* GraphQL */ `
query ListPages($after: String) {
  list: pages(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { databaseId uri modified }
  }
}`,
);

export const listContent = operation<
  { list: Connection<CmsListed> | null },
  { after?: string; types: string[] }
>(
  'ListContent',
  /* GraphQL */ `
query ListContent($after: String, $types: [ContentTypeEnum]) {
  list: contentNodes(first: 100, after: $after, where: { contentTypes: $types }) {
    pageInfo { hasNextPage endCursor }
    nodes { databaseId uri modified }
  }
}`,
);

export const listTerms = operation<
  { list: Connection<{ uri: string | null; count: number | null }> | null },
  { after?: string }
>(
  'ListTerms',
  /* GraphQL */ `
query ListTerms($after: String) {
  list: terms(first: 100, after: $after, where: { taxonomies: [CATEGORY, TAG], hideEmpty: true }) {
    pageInfo { hasNextPage endCursor }
    nodes { uri count }
  }
}`,
);
