export {
  commentsModule,
  contactModule,
  searchData,
  searchModule,
  shareModule,
} from '../pages/browser-modules.ts';
export { CommentWake } from '../pages/CommentWake.tsx';
export { SpeculationRules } from '../pages/security/SpeculationRules.tsx';
export { ThemeScript } from '../pages/security/ThemeScript.tsx';
export { isContactOpen } from '../visitors/contact/delivery.ts';
export {
  type ContactTexts,
  contactTexts,
  type DirectContact,
  directContacts,
} from '../visitors/contact/page-texts.ts';
export { shownContactFields } from '../visitors/contact/shown-fields.ts';
