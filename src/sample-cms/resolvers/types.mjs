/** @import { Context } from '../types.mjs' */

/**
 * @typedef {(source: any, args: any, ctx: Context) => any} Resolver
 * @typedef {Record<string, Record<string, Resolver>>} Resolvers  by type, then by field
 */

export {};
