export { optimizable } from '../images/hosts.ts';
export { existingSizes } from '../images/sizes.ts';
