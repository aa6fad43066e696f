import { statSync } from 'node:fs';
import { mediaPath } from '../store/media.mjs';
import { srcSet, uploadUrl } from '../store/render.mjs';
import { contentNode, hierarchical } from './content.mjs';

/** @import { Context, Item, Media } from '../types.mjs' */

/**
 * The variant of that name, or the full picture when there is none, as WordPress does.
 * @param {Item} item
 * @param {string | null | undefined} size  MediaItemSizeEnum
 */
function fileOf(item, size) {
  const media = /** @type {Media} */ (item.media);
  return media.sizes.find((variant) => variant.name === size?.toLowerCase())?.file ?? media.file;
}

/** @param {string} file */
const mimeType = (file) =>
  ({ webp: 'image/webp', jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', svg: 'image/svg+xml' })[
    file.split('.').pop() ?? ''
  ] ?? null;

/** @param {string} file */
function fileSize(file) {
  const path = mediaPath(file);
  return path ? statSync(path).size : null;
}

/** @param {{ include?: string[] | null, exclude?: string[] | null }} args @param {string} name */
const wanted = (args, name) => {
  const key = name.toUpperCase();
  return (!args.include || args.include.includes(key)) && !args.exclude?.includes(key);
};

/** @type {import('./types.mjs').Resolvers} */
export const mediaResolvers = {
  MediaItem: {
    ...contentNode,
    ...hierarchical,
    altText: (item) => item.media.alt ?? '',
    caption: (item, args) =>
      args.format === 'RAW' || !item.media.caption ? null : `<p>${item.media.caption}</p>\n`,
    description: () => null,
    mediaType: () => 'image',
    mimeType: (item) => mimeType(item.media.file),
    file: (item, args) => fileOf(item, args.size),
    fileSize: (item, args) => fileSize(fileOf(item, args.size)),
    sourceUrl: (item, args, ctx) => uploadUrl(ctx, fileOf(item, args.size)),
    mediaItemUrl: (item, _, ctx) => uploadUrl(ctx, item.media.file),
    srcSet: (item, _, ctx) => srcSet(ctx, item),
    sizes: (item) => `(max-width: ${item.media.width}px) 100vw, ${item.media.width}px`,
    blurDataUrl: (item, _, ctx) => ctx.index.blur[item.media.file] ?? null,
    mediaDetails: (item) => ({
      width: item.media.width,
      height: item.media.height,
      file: item.media.file,
      // Null, not an empty list, when WordPress made no smaller versions.
      sizes: (/** @type {any} */ args, /** @type {Context} */ ctx) => sizesOf(item, args, ctx),
    }),
  },
};

/** @param {Item} item @param {any} args @param {Context} ctx */
function sizesOf(item, args, ctx) {
  const sizes = /** @type {Media} */ (item.media).sizes.filter(({ name }) => wanted(args, name));
  if (!sizes.length) return null;
  return sizes.map(({ name, file, width, height }) => ({
    // Width and height are strings in WPGraphQL's answers.
    name,
    file,
    width: String(width),
    height: String(height),
    mimeType: mimeType(file),
    fileSize: fileSize(file),
    sourceUrl: uploadUrl(ctx, file),
  }));
}
