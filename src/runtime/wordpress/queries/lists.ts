import type { Capabilities } from '../fields/capabilities.ts';
import type { CmsAuthorListed, CmsIndexPage, CmsListed, CmsTermListed, Connection } from '../model/types.ts';
import { seoSelection, termSeo } from './fragments/seo.ts';
import { operation } from './operation.ts';

type List<Row> = { list: Connection<Row> | null };

/**
 * The companion plugin's index of all public items of a type, 5,000 a request; without the plugin it is `null`, and the
 * lists below take its place. Digests of its spans come with the first page.
 */
export const getIndex = operation<{ index: CmsIndexPage | null }, { type: string; after?: number }>(
  'GetIndex',
  (c) => /* GraphQL */ `
query GetIndex($type: String!, $after: Int) {
  index: companionIndex(type: $type, first: 5000, after: $after) { rows endCursor hasNextPage ${c.sums ? 'sums' : ''} }
}`,
  (c) => (c.index ? undefined : { index: null }),
);

/** The rows of the spans that differ from what this site has, and the digests of all that were looked at. */
export const getIndexChanges = operation<
  { index: CmsIndexPage | null },
  { type: string; have: string; only: boolean; after: number }
>(
  'GetIndexChanges',
  /* GraphQL */ `
query GetIndexChanges($type: String!, $have: String!, $only: Boolean!, $after: Int!) {
  index: companionIndex(type: $type, first: 5000, after: $after, have: $have, only: $only) { rows endCursor hasNextPage sums }
}`,
  (c) => (c.sums ? undefined : { index: null }),
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

const listed = /* GraphQL */ `
      databaseId uri date modifiedGmt isRestricted
      ... on NodeWithTitle { title }
      ... on NodeWithAuthor { author { node { databaseId } } }
      ... on HierarchicalContentNode { parentDatabaseId }
      ... on Post { terms(first: 100) { nodes { databaseId } } }`;

/** Items of one type, the last changed first. */
export const listModified = operation<List<CmsListed>, { after?: string; types: string[] }>(
  'ListModified',
  /* GraphQL */ `
query ListModified($after: String, $types: [ContentTypeEnum]) {
  list: contentNodes(first: 100, after: $after, where: { contentTypes: $types, orderby: [{ field: MODIFIED, order: DESC }] }) {
    pageInfo { hasNextPage endCursor }
    nodes {${listed}
    }
  }
}`,
);

/** Those of some items that are there, and those published last beside them. */
export const listSome = operation<
  { list: Connection<CmsListed> | null; newest: Connection<CmsListed> | null },
  { ids: string[]; types: string[] }
>(
  'ListSome',
  /* GraphQL */ `
query ListSome($ids: [ID], $types: [ContentTypeEnum]) {
  list: contentNodes(first: 100, where: { in: $ids, contentTypes: $types }) {
    nodes {${listed}
    }
  }
  newest: contentNodes(first: 20, where: { contentTypes: $types }) {
    nodes {${listed}
    }
  }
}`,
);

/** The terms of all taxonomies, with what their archives show and say to search engines. */
export const listTerms = operation<List<CmsTermListed>, { after?: string }>('ListTerms', (c) =>
  termsQuery(c),
);

/** @param custom custom fields of terms */
export const termsQuery = (c: Capabilities, custom?: readonly string[]) => /* GraphQL */ `
query ListTerms($after: String) {
  list: ${termsField(c, custom)}
}`;

/** Behind the variable `$after`. @param custom custom fields of terms */
export const termsField = (
  c: Capabilities,
  custom: readonly string[] = [],
) => /* GraphQL */ `terms(first: 100, after: $after, where: { hideEmpty: false }) {
    pageInfo { hasNextPage endCursor }
    nodes {
      __typename databaseId uri name slug description taxonomyName count
      ... on HierarchicalTermNode { parentDatabaseId }
      ${[termSeo(c, seoSelection(c)), ...custom].join(' ')}
    }
  }`;

/**
 * The authors: WordPress shows the public only those with published posts. `stamp` is no variable of the document, and ignored by
 * the CMS: it makes the answer's key in the cache another one.
 */
export const listAuthors = operation<List<CmsAuthorListed>, { after?: string; stamp?: string }>(
  'ListAuthors',
  (c) => authorsQuery(c),
);

/** @param custom custom fields of users */
export const authorsQuery = (c: Capabilities, custom?: string) => /* GraphQL */ `
query ListAuthors($after: String) {
  list: ${authorsField(c, custom)}
}`;

/** Behind the variable `$after`. @param custom custom fields of users */
export const authorsField = (
  c: Capabilities,
  custom = '',
) => /* GraphQL */ `users(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { __typename databaseId uri name slug description avatar { url } ${seoSelection(c)} ${custom} }
  }`;
