export { contactModule, searchData, searchModule, shareModule } from '../pages/browser-modules.ts';
export { SpeculationRules } from '../security/SpeculationRules.tsx';
export { ThemeScript } from '../security/ThemeScript.tsx';
