import { contentTypeEnum } from '../model/content-type-enum.ts';
import { operation } from './operation.ts';

interface PreviewNode {
  databaseId: number;
  contentTypeName: string;
  status: string | null;
  uri: string | null;
}

/** Which item an id names, readable with a grant: a draft is found too. */
export const getPreviewItem = operation<{ contentNode: PreviewNode | null }, { id: string }>(
  'GetPreviewItem',
  /* GraphQL */ `
query GetPreviewItem($id: ID!) {
  contentNode(id: $id, idType: DATABASE_ID) { databaseId contentTypeName status uri }
}`,
);

/** A published item by slug; for pages the slug is the path. */
export function getPreviewItemBySlug(type: string) {
  return operation<{ list: { nodes: (PreviewNode | null)[] } | null }, { slug: string }>(
    'GetPreviewItemBySlug',
    /* GraphQL */ `
query GetPreviewItemBySlug($slug: String!) {
  list: contentNodes(first: 1, where: { name: $slug, contentTypes: [${contentTypeEnum(type)}] }) {
    nodes { databaseId contentTypeName status uri }
  }
}`,
  );
}
