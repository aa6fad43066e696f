/** For the lists that the owner writes. `next.config.ts` reads them too, so nothing here reads anything of the site. */
export type { BlockFields, CleanBlock } from '../blocks/fields.ts';
export { type MappedBlocks, mappedBlock } from '../blocks/mapped.ts';
export { type OwnBlock, ownBlock } from '../blocks/own.ts';
export type { ContactField } from '../extend/contact.ts';
export {
  type Change,
  defineContent,
  type FieldLink,
  type FieldReader,
  type OwnPage,
} from '../extend/content.ts';
