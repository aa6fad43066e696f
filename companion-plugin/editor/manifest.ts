import type { BlockField, UnionName } from '@/runtime/content/blocks/fields';

/** A field of blocks/manifest.json, or of a block that an owner has added. */
export type Field = BlockField;

export interface BlockSpec {
  name: string;
  union: UnionName;
  block: string;
  title: string;
  fields: Record<string, Field>;
}

/** What the server says. */
export interface EditorData {
  blocks: Record<string, BlockSpec>;
  icons: string[];
  tokens: string[];
  /** Whether this editor edits a page: the inserter offers the blocks there only. */
  offer: boolean;
}

/** As stored in the block's comment. */
export interface StoredImage {
  id?: number;
  url?: string;
  alt?: string;
}

export const data: EditorData = window.companionBlocks ?? { blocks: {}, icons: [], tokens: [], offer: false };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
