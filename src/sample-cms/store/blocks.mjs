/** @import { Context } from '../types.mjs' */

import { renderHtml, uploadUrl } from './render.mjs';

/** Values that are HTML, addresses or pictures; everything else in a block is plain text. */
const HTML = new Set(['content']);
const URLS = new Set(['buttonUrl']);
const IMAGES = new Set(['image', 'authorImage']);

const UNION = {
  flexibleContent: 'Page_Flexiblecontent_FlexibleContent',
  sidebarBlocks: 'Page_Sidebarblocks_SidebarBlocks',
};

/**
 * Turns what a content file says into what the companion plugin would answer: pictures by file name become
 * their address and text, root-relative links become the CMS's.
 *
 * @param {Record<string, any>} values
 * @param {Context} ctx
 * @returns {Record<string, any>}
 */
function resolveValues(values, ctx) {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (IMAGES.has(key)) return [key, image(value, ctx)];
      if (HTML.has(key)) return [key, renderHtml(value, ctx)];
      if (URLS.has(key) && value.startsWith('/')) return [key, ctx.origin + value];
      if (Array.isArray(value))
        return [key, value.map((entry) => (typeof entry === 'object' ? resolveValues(entry, ctx) : entry))];
      return [key, value];
    }),
  );
}

/** @param {string} file @param {Context} ctx */
function image(file, ctx) {
  const media = ctx.index.media.get(file)?.media;
  return media ? { sourceUrl: uploadUrl(ctx, file), altText: media.alt } : null;
}

/**
 * @param {Record<string, any>[] | undefined} blocks
 * @param {keyof typeof UNION} field
 * @param {Context} ctx
 */
export function resolveBlocks(blocks, field, ctx) {
  // A page without rows answers null, not an empty list.
  if (!blocks?.length) return null;
  return blocks.map(({ block, ...values }) => ({
    __typename: `${UNION[field]}_${block}`,
    ...resolveValues(values, ctx),
  }));
}
