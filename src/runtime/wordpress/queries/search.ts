import type { Capabilities } from '../fields/capabilities.ts';
import { searchedEntries } from '../fields/custom-answer.ts';
import type { Connection } from '../model/types.ts';
import { operation } from './operation.ts';

/** Fields that search shows of an item beyond the content index. Pages have no excerpt, so their text lends its beginning. */
export interface CmsText {
  databaseId: number;
  excerpt?: string | null;
  content?: string | null;
  /** Asked for where custom fields are searched. */
  isRestricted?: boolean | null;
}

/** An item by its address; anything else that lives there has no `contentTypeName`. */
export interface CmsSearchItem extends Partial<CmsText> {
  uri: string | null;
  contentTypeName?: string;
  date?: string | null;
  title?: string | null;
  terms?: { nodes: ({ name: string | null } | null)[] } | null;
  author?: { node: { name: string | null } | null } | null;
}

interface TextVariables {
  /** At most 100: WPGraphQL's cap. Never empty: WordPress answers everything to an empty list. */
  ids: string[];
  types: string[];
  /**
   * Not a variable of the document, and ignored by the CMS: it makes the answer's key in the cache change when one of
   * the items does, so that an edit costs one request and not a walk through all items.
   */
  stamp: string;
}

/** Excerpts of chosen items, of whatever type. */
export const listTexts = operation<{ list: Connection<CmsText> | null }, TextVariables>(
  'ListTexts',
  (c) => /* GraphQL */ `
query ListTexts($ids: [ID], $types: [ContentTypeEnum]) {
  list: contentNodes(first: 100, where: { in: $ids, contentTypes: $types }) {
    nodes {
      databaseId
      ... on NodeWithExcerpt { excerpt }
      ... on Page { content }
      ${searchedEntries.length > 0 ? ['isRestricted', ...customTexts(c)].join(' ') : ''}
    }
  }
}`,
);

const customTexts = ({ custom }: Capabilities): string[] => Object.values(custom?.texts ?? {});

/** One item as search knows it, for the hosted index. */
export const getSearchItem = operation<{ nodeByUri: CmsSearchItem | null }, { uri: string }>(
  'GetSearchItem',
  (c) => /* GraphQL */ `
query GetSearchItem($uri: String!) {
  nodeByUri(uri: $uri) {
    uri
    ... on DatabaseIdentifier { databaseId }
    ... on ContentNode { contentTypeName date isRestricted }
    ... on NodeWithTitle { title }
    ... on NodeWithExcerpt { excerpt }
    ... on Page { content }
    ... on Post { terms(first: 100) { nodes { name } } author { node { name } } }
    ${customTexts(c).join(' ')}
  }
}`,
);
