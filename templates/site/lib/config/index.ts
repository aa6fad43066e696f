/** Configuration: schema, validation, environment. Imports zod and nothing else; the CLI uses this very module. */
export * from './define';
export * from './environment';
export * from './errors';
export { editDistance, nearest } from './problems';
export * from './rendering';
export * from './schema';
