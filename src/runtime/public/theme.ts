export { isContactOpen } from '../contact/delivery.ts';
export {
  type ContactTexts,
  contactTexts,
  type DirectContact,
  directContacts,
} from '../contact/page-texts.ts';
export { shownContactFields } from '../contact/shown-fields.ts';
export {
  commentsModule,
  contactModule,
  searchData,
  searchModule,
  shareModule,
} from '../pages/browser-modules.ts';
export { CommentWake } from '../pages/CommentWake.tsx';
export { SpeculationRules } from '../security/SpeculationRules.tsx';
export { ThemeScript } from '../security/ThemeScript.tsx';
