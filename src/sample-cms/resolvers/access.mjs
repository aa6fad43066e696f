/** @import { Context, Item } from '../types.mjs' */

/**
 * The preview header opens one item, its autosave included, and nothing else.
 * @param {Item} item
 * @param {Context} ctx
 */
export const isGranted = (item, ctx) =>
  ctx.grant !== null && (item.id === ctx.grant || item.revisionOf === ctx.grant);

/**
 * @param {Item} item
 * @param {Context} ctx
 */
export const canRead = (item, ctx) =>
  item.status === 'publish' ||
  item.type === 'attachment' ||
  (item.status !== 'trash' && isGranted(item, ctx));

/**
 * Password-protected: its title is public and nearly everything else is null.
 * @param {Item} item
 * @param {Context} ctx
 */
export const isRestricted = (item, ctx) => Boolean(item.password) && !isGranted(item, ctx);

/**
 * `asPreview`: the autosave, when there is one. WPGraphQL 2.20 answers null to everybody who may not read it,
 * even for a published item, so a site must ask for previews only while previewing.
 *
 * @param {Item | null | undefined} item
 * @param {Context} ctx
 * @param {boolean | null} [asPreview]
 * @returns {Item | null}
 */
export function readable(item, ctx, asPreview) {
  if (!item || !canRead(item, ctx)) return null;
  if (!asPreview || !item.autosave) return item;
  if (!isGranted(item, ctx)) return null;
  const { id, ...unsaved } = item.autosave;
  return {
    ...item,
    ...unsaved,
    content: unsaved.content ?? item.content,
    id,
    revisionOf: item.id,
    slug: `${item.id}-autosave-v1`,
    status: 'inherit',
    uri: `${item.uri}?preview=true`,
  };
}
