export { optimizable } from '../images/hosts.ts';
export { logoAttributes } from '../images/logo.ts';
export { existingSizes } from '../images/sizes.ts';
