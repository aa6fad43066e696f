import type { Capabilities } from '../fields/capabilities.ts';
import type {
  CmsAuthorListed,
  CmsComment,
  CmsIdentity,
  CmsIndexPage,
  CmsMenuItem,
  CmsReading,
  CmsSettings,
  CmsTermListed,
  CmsTypes,
  Connection,
} from '../model/types.ts';
import { commentFields, identityField, menuItemFields, stickyPosts } from '../queries/fragments/content.ts';
import { authorsField, authorsQuery, termsField, termsQuery } from '../queries/lists.ts';
import { operation } from '../queries/operation.ts';
import { pageFields } from '../queries/pages.ts';
import { contentFields, ofCustomTypes, postFields } from '../queries/posts.ts';
import { redirectsField } from '../queries/redirect-fields.ts';
import type { SnapshotContentType, SnapshotItem, SnapshotPage } from '../snapshot/types.ts';

/** Queries of the build, in place of one a page. */

/** A page of a list, or the items of it that an index has named. `types` is a variable of `SnapshotContent` alone, and ignored elsewhere. */
export type Page = { first: number; after?: string; ids?: string[]; types: string[] };
type List<Row> = { list: Connection<Row> | null };

export interface SnapshotSite {
  companionChanged?: string | null;
  generalSettings: CmsSettings | null;
  companionIdentity?: CmsIdentity | null;
  readingSettings: CmsReading | null;
  sticky?: Connection<{ databaseId: number }> | null;
  contentTypes: { nodes: (SnapshotContentType | null)[] } | null;
  taxonomies: CmsTypes['taxonomies'];
  primary?: Connection<CmsMenuItem> | null;
  footer?: Connection<CmsMenuItem> | null;
  /** Rules of redirect plugins, as JSON. */
  redirects?: string | null;
  /** Pages of the companion's index under the names of indexAlias(). */
  [index: `index${number}`]: CmsIndexPage | null;
}

/** Names of types may have a dash, which GraphQL's aliases may not. */
export const indexAlias = (position: number) => `index${position}` as const;

/** Rows of an index that come along in all: a site may have forty types. Half a megabyte each 5,000. */
const MAX_ROWS = 20_000;
/** Rows of one type. The companion gives no more at once. */
const MAX_ROWS_OF_TYPE = 5_000;

/** @param types WordPress's names of the types whose index begins here, where the CMS has one */
export function snapshotSite(types: readonly string[]) {
  const first = Math.min(MAX_ROWS_OF_TYPE, Math.floor(MAX_ROWS / types.length));
  return operation<SnapshotSite>(
    'SnapshotSite',
    (c) => /* GraphQL */ `
query SnapshotSite {
  ${c.changed ? 'companionChanged' : ''}
  generalSettings { title description url language timezone dateFormat timeFormat }
  ${identityField(c)}
  ${c.custom?.site.options ?? ''}
  readingSettings { postsPerPage pageForPosts }
  ${stickyPosts(c)}
  contentTypes(first: 100) { nodes { name uri label description } }
  taxonomies(first: 100) { nodes { name } }
  ${c.menus.PRIMARY ? menu(c, 'primary') : ''}
  ${c.menus.FOOTER ? menu(c, 'footer') : ''}
  ${redirectsField(c)}
  ${c.index ? types.map((type, i) => `${indexAlias(i)}: ${indexOf(c, type, first)}`).join('\n  ') : ''}
}`,
  );
}

const indexOf = ({ sums }: Capabilities, type: string, first: number) =>
  `companionIndex(type: ${JSON.stringify(type)}, first: ${first}) { rows endCursor hasNextPage ${sums ? 'sums' : ''} }`;

const menu = (c: Capabilities, alias: 'primary' | 'footer') => /* GraphQL */ `
  ${alias}: menuItems(first: 100, where: { location: ${alias.toUpperCase()} }) {
    pageInfo { hasNextPage endCursor }
    nodes { ${menuItemFields(c)} }
  }`;

/**
 * Comments are left out: with them a hundred posts cost WordPress twice the time and memory. Data that only the index shows is
 * left out where the companion has it: terms cost a query each post.
 */
export const snapshotPosts = operation<List<SnapshotItem>, Page>(
  'SnapshotPosts',
  (c) => /* GraphQL */ `
query SnapshotPosts($first: Int!, $after: String, $ids: [ID]) {
  list: posts(first: $first, after: $after, where: { in: $ids }) {
    pageInfo { hasNextPage endCursor }
    nodes {
      ...PostFields
      modifiedGmt commentCount ${c.custom?.cards.post ?? ''}
      ${c.index ? '' : 'author { node { databaseId } } terms(first: 100) { nodes { databaseId } }'}
    }
  }
}${postFields(c, '')}`,
);

export const snapshotPages = operation<List<SnapshotPage>, Page>(
  'SnapshotPages',
  (c) => /* GraphQL */ `
query SnapshotPages($first: Int!, $after: String, $ids: [ID]) {
  list: pages(first: $first, after: $after, where: { in: $ids }) {
    pageInfo { hasNextPage endCursor }
    nodes { ...PageFields modifiedGmt parentDatabaseId ${c.custom?.cards.page ?? ''} }
  }
}${pageFields(c)}`,
);

const customOfTerms = (c: Capabilities) => Object.values(c.custom?.terms ?? {});

/** The first terms and authors, a hundred each: most sites have no more. */
export const snapshotArchives = operation<{
  terms: Connection<CmsTermListed> | null;
  authors: Connection<CmsAuthorListed> | null;
}>(
  'SnapshotArchives',
  (c) => /* GraphQL */ `
query SnapshotArchives($after: String) {
  terms: ${termsField(c, customOfTerms(c))}
  authors: ${authorsField(c, c.custom?.site.author)}
}`,
);

/** Terms for their archives, with custom fields beside what other lists say of terms. */
export const snapshotTerms = operation<List<CmsTermListed>, { after?: string }>('ListTerms', (c) =>
  termsQuery(c, customOfTerms(c)),
);

/** The same of authors. */
export const snapshotAuthors = operation<List<CmsAuthorListed>, { after?: string }>('ListAuthors', (c) =>
  authorsQuery(c, c.custom?.site.author),
);

/** Items of custom types, of several at a time. */
export const snapshotContent = operation<List<SnapshotItem>, Page>(
  'SnapshotContent',
  (c) => /* GraphQL */ `
query SnapshotContent($first: Int!, $after: String, $ids: [ID], $types: [ContentTypeEnum]) {
  list: contentNodes(first: $first, after: $after, where: { in: $ids, contentTypes: $types }) {
    pageInfo { hasNextPage endCursor }
    nodes {
      __typename
      ...ContentFields
      modifiedGmt ${ofCustomTypes(c.custom?.cards)}
      ... on NodeWithAuthor { author { node { databaseId } } }
      ... on HierarchicalContentNode { parentDatabaseId }
    }
  }
}${contentFields(c)}`,
);

export const snapshotComments = operation<
  { posts: { nodes: ({ databaseId: number; comments: Connection<CmsComment> | null } | null)[] } | null },
  { ids: string[] }
>(
  'SnapshotComments',
  /* GraphQL */ `
query SnapshotComments($ids: [ID]) {
  posts(first: 100, where: { in: $ids }) {
    nodes {
      databaseId
      comments(first: 100, where: { order: DESC }) {
        pageInfo { hasNextPage endCursor }
        nodes { ...CommentFields }
      }
    }
  }
}${commentFields}`,
);

type Changed = { databaseId: number; modifiedGmt?: string | null | undefined };

/** Whether a part of an interrupted snapshot is still true, at a tenth of the price of taking it again. */
export const checkPosts = operation<List<Changed>, Omit<Page, 'types'>>(
  'CheckPosts',
  /* GraphQL */ `
query CheckPosts($first: Int!, $after: String) {
  list: posts(first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { databaseId modifiedGmt }
  }
}`,
);

export const checkPages = operation<List<Changed>, Omit<Page, 'types'>>(
  'CheckPages',
  /* GraphQL */ `
query CheckPages($first: Int!, $after: String) {
  list: pages(first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { databaseId modifiedGmt }
  }
}`,
);
