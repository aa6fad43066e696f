import { overrideField } from '../fields/block-overrides.ts';
import { asPreview, type Capabilities } from '../fields/capabilities.ts';
import type {
  CmsComment,
  CmsCommentRow,
  CmsContent,
  CmsContentCard,
  CmsPostCard,
  Connection,
} from '../model/types.ts';
import {
  commentFields,
  commentingField,
  contentCardFields,
  imageFields,
  intervalField,
  passwordField,
  postCardFields,
  templateField,
} from './fragments/content.ts';
import { seoFields } from './fragments/seo.ts';
import { operation } from './operation.ts';

/** The newest posts; the specification's operation with its variables and defaults. */
export const getPosts = operation<
  { posts: Connection<CmsPostCard> | null },
  { first?: number; after?: string }
>(
  'GetPosts',
  (c) => /* GraphQL */ `
query GetPosts($first: Int = 10, $after: String) {
  posts(first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { ...PostCardFields }
  }
}${postCardFields(c)}${imageFields(c)}`,
);

/** Cards of chosen posts, in the order of `ids`. WordPress answers at most 100, and everything for an empty list. */
export const getPostsById = operation<{ posts: Connection<CmsPostCard> | null }, { ids: string[] }>(
  'GetPostsById',
  (c) => /* GraphQL */ `
query GetPostsById($ids: [ID]) {
  posts(first: 100, where: { in: $ids, orderby: [{ field: IN, order: ASC }] }) { nodes { ...PostCardFields } }
}${postCardFields(c)}${imageFields(c)}`,
);

/** One post by slug; the specification's operation. */
export const getPost = operation<{ post: CmsContent | null }, { slug: string }>(
  'GetPost',
  (c) => /* GraphQL */ `
query GetPost($slug: ID!) {
  post(id: $slug, idType: SLUG) { ...PostFields }
}${postFields(c)}`,
);

/** A draft or the unsaved changes of a post, readable with a grant only. */
export const getPostPreview = operation<{ post: CmsContent | null }, { id: string }>(
  'GetPostPreview',
  (c) => /* GraphQL */ `
query GetPostPreview($id: ID!) {
  post(id: $id, idType: DATABASE_ID${asPreview(c)}) { ...PostFields }
}${postFields(c)}`,
);

/** An item of a custom content type by its address. */
export const getContent = operation<{ contentNode: CmsContent | null }, { uri: string }>(
  'GetContent',
  (c) => /* GraphQL */ `
query GetContent($uri: ID!) {
  contentNode(id: $uri, idType: URI) { ...ContentFields }
}${contentFields(c)}`,
);

export const getContentPreview = operation<{ contentNode: CmsContent | null }, { id: string }>(
  'GetContentPreview',
  (c) => /* GraphQL */ `
query GetContentPreview($id: ID!) {
  contentNode(id: $id, idType: DATABASE_ID${asPreview(c)}) { ...ContentFields }
}${contentFields(c)}`,
);

/** Cards of chosen items of a custom content type, in the order of `ids`. */
export const getContentById = operation<
  { contentNodes: Connection<CmsContentCard> | null },
  { ids: string[]; types?: string[] }
>(
  'GetContentById',
  (c) => /* GraphQL */ `
query GetContentById($ids: [ID], $types: [ContentTypeEnum]) {
  contentNodes(first: 100, where: { in: $ids, contentTypes: $types, orderby: [{ field: IN, order: ASC }] }) {
    nodes { ...ContentCardFields }
  }
}${contentCardFields(c)}${imageFields(c)}`,
);

/**
 * Which comments a post has after the first hundred, where the companion does not say so. Newest first: WPGraphQL 2.20 repeats rows
 * when it pages the other way.
 */
export const getCommentOutline = operation<
  { post: { comments: Connection<CmsCommentRow> | null } | null },
  { id: string; after: string }
>(
  'GetCommentOutline',
  /* GraphQL */ `
query GetCommentOutline($id: ID!, $after: String!) {
  post(id: $id, idType: DATABASE_ID) {
    comments(first: 100, after: $after, where: { order: DESC }) {
      pageInfo { hasNextPage endCursor }
      nodes { databaseId parentDatabaseId }
    }
  }
}`,
);

/** Chosen comments of a post, a hundred at most. */
export const getCommentsById = operation<
  { post: { comments: Connection<CmsComment> | null } | null },
  { id: string; ids: string[] }
>(
  'GetCommentsById',
  /* GraphQL */ `
query GetCommentsById($id: ID!, $ids: [ID]) {
  post(id: $id, idType: DATABASE_ID) {
    comments(first: 100, where: { commentIn: $ids }) { nodes { ...CommentFields } }
  }
}${commentFields}`,
);

/** The companion bounds what a comment holds. Without it a post says which ones it has, and a page asks for them apart. */
const firstComments = ({ comments, noComments }: Capabilities) =>
  noComments
    ? ''
    : /* GraphQL */ `comments(first: 100, where: { order: DESC }) {
    pageInfo { hasNextPage endCursor }
    nodes { ${comments ? '...CommentFields' : 'databaseId parentDatabaseId'} }
  }`;

/** A post's fields; the build's snapshot asks for the comments apart. */
export function postFields(c: Capabilities, comments = firstComments(c)): string {
  const seo = seoFields(c, 'Post');
  return /* GraphQL */ `
fragment PostFields on Post {
  id databaseId title content slug uri excerpt date dateGmt modified modifiedGmt status hasPassword isRestricted contentTypeName${intervalField(c)}${templateField(c)}${passwordField(c)}${commentingField(c)}${overrideField(c)}
  featuredImage { node { ...ImageFields } }
  ${authorField(c)}
  categories(first: 100) { nodes { databaseId name slug uri } }
  tags(first: 100) { nodes { name slug uri } }
  ${comments}
  ${c.custom?.fields.post ?? ''}
  ${seo && '...PostSeoFields'}
}${imageFields(c)}${comments.includes('...CommentFields') ? commentFields : ''}${seo}`;
}

/** The author of an item that is shown alone, with custom fields. */
const authorField = ({ custom }: Capabilities) =>
  `author { node { name description uri avatar { url } ${custom?.site.author ?? ''} } }`;

/** Selections of custom types: each says itself which type it is for. */
export const ofCustomTypes = ({
  post: _post,
  page: _page,
  ...custom
}: Readonly<Record<string, string>> = {}) => Object.values(custom).join(' ');

export function contentFields(c: Capabilities): string {
  const seo = seoFields(c, 'ContentNode');
  return /* GraphQL */ `
fragment ContentFields on ContentNode {
  id databaseId slug uri date dateGmt modified modifiedGmt status isRestricted contentTypeName${intervalField(c)}${templateField(c)}${passwordField(c)}${overrideField(c)}
  ... on NodeWithTitle { title }
  ... on NodeWithContentEditor { content }
  ... on NodeWithExcerpt { excerpt }
  ... on NodeWithFeaturedImage { featuredImage { node { ...ImageFields } } }
  ... on NodeWithAuthor { ${authorField(c)} }
  ... on NodeWithComments { commentCount }
  ... on HierarchicalContentNode { ancestors(first: 100) { nodes { uri ... on NodeWithTitle { title } } } }
  ${ofCustomTypes(c.custom?.fields)}
  ${seo && '...ContentNodeSeoFields'}
}${imageFields(c)}${seo}`;
}
