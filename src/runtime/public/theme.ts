export { isContactOpen } from '../contact/delivery.ts';
export { shownContactFields } from '../contact/shown-fields.ts';
export { contactModule, searchData, searchModule, shareModule } from '../pages/browser-modules.ts';
export { SpeculationRules } from '../security/SpeculationRules.tsx';
export { ThemeScript } from '../security/ThemeScript.tsx';
