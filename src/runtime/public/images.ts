export { optimizable } from '../content/images/hosts.ts';
export { logoAttributes } from '../content/images/logo.ts';
export { existingSizes } from '../content/images/sizes.ts';
