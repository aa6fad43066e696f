/** Sections of a page: the theme's, and those of the owner. On the server only. */
export { blockName } from '../content/blocks/clean.ts';
export { fullRows } from '../content/blocks/full-rows.ts';
export type {
  BlockOverrideProps as MappedBlockProps,
  OverrideContent as MappedContent,
} from '../content/blocks/override.ts';
export type { BlockProps, SidebarBlockProps } from '../content/blocks/own.ts';
export { ownComponent } from '../content/blocks/own-table.ts';
