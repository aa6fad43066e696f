/** Sections of a page: the theme's, and those of the owner. On the server only. */
export { blockName } from '../content/blocks/clean.ts';
export type { BlockProps, SidebarBlockProps } from '../content/blocks/custom.ts';
export { customComponent as ownComponent } from '../content/blocks/custom-table.ts';
export { fullRows } from '../content/blocks/full-rows.ts';
export type {
  BlockOverrideProps as MappedBlockProps,
  OverrideContent as MappedContent,
} from '../content/blocks/override.ts';
