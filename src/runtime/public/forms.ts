/** Forms of WordPress. On the server only. */
export { siteFields } from '../content/form.ts';
export { formModule } from '../pages/browser-modules.ts';
export { FormLayout, type ShownField, type ShownForm } from '../pages/FormLayout.tsx';
export { prepareInForm } from '../pages/page-html.ts';
