export { optimizable } from '../images/hosts.ts';
