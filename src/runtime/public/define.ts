/**
 * For the lists that the owner writes. `next.config.ts` reads them too, so nothing here reads anything of the site. Names with `own` and
 * `mapped` stand in the files of sites, so they stay.
 */

export type { ContactField } from '../config/extend/contact.ts';
export {
  type Change,
  type CustomPage as OwnPage,
  defineContent,
  type FieldLink,
  type FieldReader,
} from '../config/extend/content.ts';
export { type CustomBlock as OwnBlock, customBlock as ownBlock } from '../content/blocks/custom.ts';
export type { BlockFields, CleanBlock } from '../content/blocks/fields.ts';
export {
  type BlockOverrides as MappedBlocks,
  blockOverride as mappedBlock,
} from '../content/blocks/override.ts';
