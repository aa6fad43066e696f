import { overrideField } from '../fields/block-overrides.ts';
import { asPreview, type Capabilities } from '../fields/capabilities.ts';
import type { CmsPageNode, Connection } from '../model/types.ts';
import { customBlockFields } from './custom-blocks.ts';
import { companionBlockFields, companionSettingsFields } from './fragments/blocks.ts';
import { imageFields, intervalField, passwordField, templateField } from './fragments/content.ts';
import { seoFields } from './fragments/seo.ts';
import { operation } from './operation.ts';

/** The pages with their settings and blocks; the specification's operation. */
export const getPages = operation<{ pages: Connection<CmsPageNode> | null }>(
  'GetPages',
  (c) => /* GraphQL */ `
query GetPages {
  pages(first: 100) {
    pageInfo { hasNextPage endCursor }
    nodes { id databaseId title slug uri modified ${companion(c).spreads} }
  }
}${companion(c).fragments}`,
);

/** One page by its address. */
export const getPage = operation<{ page: CmsPageNode | null }, { uri: string }>(
  'GetPage',
  (c) => /* GraphQL */ `
query GetPage($uri: ID!) {
  page(id: $uri, idType: URI) { ...PageFields }
}${pageFields(c)}`,
);

/** A draft or the unsaved changes of a page, readable with a grant only. */
export const getPagePreview = operation<{ page: CmsPageNode | null }, { id: string }>(
  'GetPagePreview',
  (c) => /* GraphQL */ `
query GetPagePreview($id: ID!) {
  page(id: $id, idType: DATABASE_ID${asPreview(c)}) { ...PageFields }
}${pageFields(c)}`,
);

/** Fields that the companion plugin adds to a page, as far as they are there. */
function companion({ settings, blocks, customBlocks = [] }: Capabilities): {
  spreads: string;
  fragments: string;
} {
  const parts = [
    ...(settings ? [['...CompanionSettingsFields', companionSettingsFields] as const] : []),
    ...(blocks ? [['...CompanionBlockFields', companionBlockFields] as const] : []),
    ...(customBlocks.length > 0 ? [['...CustomBlockFields', customBlockFields(customBlocks)] as const] : []),
  ];
  return {
    spreads: parts.map(([spread]) => spread).join(' '),
    fragments: parts.map(([, fragment]) => fragment).join(''),
  };
}

export function pageFields(c: Capabilities): string {
  const seo = seoFields(c, 'Page');
  return /* GraphQL */ `
fragment PageFields on Page {
  id databaseId title content slug uri date dateGmt modified modifiedGmt status hasPassword isRestricted contentTypeName${intervalField(c)}${templateField(c)}${passwordField(c)}${overrideField(c)}
  featuredImage { node { ...ImageFields } }
  ancestors(first: 100) { nodes { uri ... on NodeWithTitle { title } } }
  ${companion(c).spreads}
  ${c.custom?.fields.page ?? ''}
  ${seo && '...PageSeoFields'}
}${imageFields(c)}${companion(c).fragments}${seo}`;
}
