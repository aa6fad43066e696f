export { isContactOpen } from '../contact/delivery.ts';
export { contactFields, TICKED } from '../contact/fields.ts';
export { contactModule, searchData, searchModule, shareModule } from '../pages/browser-modules.ts';
export { SpeculationRules } from '../security/SpeculationRules.tsx';
export { ThemeScript } from '../security/ThemeScript.tsx';
