import { UserError } from '../store/errors.mjs';

/** Relay ids: base64 of `post:12`, `term:3`, `user:1`. */

/** @param {string} kind @param {string | number} id */
export const toGlobalId = (kind, id) => Buffer.from(`${kind}:${id}`).toString('base64');

/**
 * @param {string} globalId
 * @returns {{ kind: string, id: string }}
 */
export function fromGlobalId(globalId) {
  const match = /^([a-z_]+):(.+)$/.exec(Buffer.from(String(globalId), 'base64').toString('utf8'));
  if (!match)
    throw new UserError('The ID input is invalid. Make sure you set the proper idType for your input.');
  return { kind: match[1], id: match[2] };
}

/**
 * `where: {in: […]}` takes database ids and global ids alike.
 * @param {readonly (string | number | null)[]} list
 */
export const toNumbers = (list) =>
  list.map((value) => (/^\d+$/.test(String(value)) ? Number(value) : Number(fromGlobalId(String(value)).id)));

/** @param {string | number} id */
export const toCursor = (id) => Buffer.from(`arrayconnection:${id}`).toString('base64');

/** @param {string} cursor @returns {string | null} null when it is garbage, which WPGraphQL ignores silently */
export function fromCursor(cursor) {
  return /^arrayconnection:(.+)$/.exec(Buffer.from(cursor, 'base64').toString('utf8'))?.[1] ?? null;
}
