import { builtinModules } from 'node:module';

/** Names of Node's own modules. The build evaluates this file: the list does not change while it runs. */
export const builtinNames: readonly string[] = builtinModules;
