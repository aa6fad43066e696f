/** Forms of WordPress. On the server only. */
export { hasForm } from '../content/form.ts';
export { FormFrame, noteOf } from '../pages/FormFrame.tsx';
export { FormLayout, type ShownForm } from '../pages/FormLayout.tsx';
export type { ShownField } from '../pages/form-control.ts';
export { prepareInForm } from '../pages/page-html.ts';
