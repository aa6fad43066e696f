/** Configuration: schema, validation, environment. Imports zod and nothing else; the CLI uses this very module. */
export * from './define.ts';
export * from './environment.ts';
export * from './errors.ts';
export { editDistance, nearest } from './problems.ts';
export * from './rendering.ts';
export * from './schema.ts';
