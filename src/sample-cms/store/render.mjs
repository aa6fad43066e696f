import { htmlOfBlocks } from './blocks-html.mjs';

/** @import { Context, Item } from '../types.mjs' */

/** @param {string} text */
export const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @param {string} html */
const textOf = (html) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** @param {Context} ctx @param {string} file */
export const uploadUrl = (ctx, file) => `${ctx.origin}/wp-content/uploads/${encodeURIComponent(file)}`;

/** @param {Context} ctx @param {Item} item @returns {string | null} */
export function srcSet(ctx, item) {
  const media = item.media;
  if (!media?.sizes.length) return null;
  const all = [{ file: media.file, width: media.width }, ...media.sizes];
  return all.map(({ file, width }) => `${uploadUrl(ctx, file)} ${width}w`).join(', ');
}

/**
 * WordPress adds to an uploaded image what the editor did not write: size, srcset, lazy loading.
 * @param {string} html
 * @param {Context} ctx
 */
function images(html, ctx) {
  return html.replace(/<img\b([^>]*?)\s*\/?>/g, (tag, attributes) => {
    const file = /src="[^"]*\/wp-content\/uploads\/([^"]+)"/.exec(attributes)?.[1];
    const item = file ? ctx.index.media.get(decodeURIComponent(file)) : undefined;
    if (!item?.media) return tag;
    const { id, width, height, alt } = item.media;
    const set = srcSet(ctx, item);
    /** @param {string} name */
    const missing = (name) => !new RegExp(`\\b${name}=`).test(attributes);
    const before = missing('loading') ? ' loading="lazy" decoding="async"' : '';
    const size = missing('width') ? ` width="${width}" height="${height}"` : '';
    const rest =
      (missing('alt') ? ` alt="${escapeHtml(alt)}"` : '') +
      (missing('class') ? ` class="wp-image-${id}"` : '');
    const sources = set ? ` srcset="${set}" sizes="(max-width: ${width}px) 100vw, ${width}px"` : '';
    return `<img${before}${size}${attributes}${rest}${sources} />`;
  });
}

/**
 * Stored HTML after the content filters of WordPress 6.5. Links are written root-relative in the
 * files and leave with the CMS's own address, as the editor's link picker would store them.
 *
 * @param {string} html
 * @param {Context} ctx
 */
export function renderHtml(html, ctx) {
  const absolute = html.replace(/\b(href|src)="\/(?!\/)/g, `$1="${ctx.origin}/`);
  const headings = absolute.replace(/<h([2-6])>/g, '<h$1 class="wp-block-heading">');
  return images(headings, ctx);
}

/** Rendering 10,000 posts again for each request would make the CMS the slow part of every test. */
/** @type {WeakMap<Item, { origin: string, html: string }>} */
const rendered = new WeakMap();

/** @param {Item} item @param {Context} ctx */
export function contentOf(item, ctx) {
  const known = rendered.get(item);
  if (known?.origin === ctx.origin) return known.html;
  const source = item.content || (item.blocks ? htmlOfBlocks(item.blocks) : '');
  const html = source ? `\n${renderHtml(source, ctx)}\n` : '';
  rendered.set(item, { origin: ctx.origin, html });
  return html;
}

/**
 * A hand-written excerpt, or the first 55 words. Captions and code are words to WordPress too.
 * @param {Item} item
 * @param {Context} ctx
 */
export function excerptOf(item, ctx) {
  if (item.excerpt) return `<p>${escapeHtml(item.excerpt).replaceAll('&quot;', '"')}</p>\n`;
  const words = textOf(contentOf(item, ctx)).split(' ').filter(Boolean);
  if (!words.length) return '';
  return `<p>${words.slice(0, 55).join(' ')}${words.length > 55 ? ' [&hellip;]' : ''}</p>\n`;
}

/**
 * Text that WordPress searches: title, excerpt and text, case-insensitive.
 * @param {Item} item
 */
export const searchTextOf = (item) =>
  `${item.title} ${item.excerpt ?? ''} ${textOf(item.content || (item.blocks ? htmlOfBlocks(item.blocks) : ''))}`.toLowerCase();
