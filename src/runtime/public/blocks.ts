/** Sections of a page: the theme's, and those of the owner. On the server only. */
export { blockName } from '../blocks/clean.ts';
export { fullRows } from '../blocks/full-rows.ts';
export type { MappedBlockProps, MappedContent } from '../blocks/mapped.ts';
export type { BlockProps, SidebarBlockProps } from '../blocks/own.ts';
export { ownComponent } from '../blocks/own-table.ts';
