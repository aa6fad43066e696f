import { createHash } from 'node:crypto';
import { resolveBlocks } from '../store/blocks.mjs';
import { toGmt } from '../store/dates.mjs';
import { UserError } from '../store/errors.mjs';
import { uploadUrl } from '../store/render.mjs';
import { isRestricted } from './access.mjs';
import { CONTENT_TYPES } from './content-types.mjs';

/** @import { Context, Item, SitePicture } from '../types.mjs' */

/** Resolvers for the additions of the companion plugin; their types are in schema/companion.graphql. */

const MAX_ROWS = 5000;
/** Bytes of `rows` as a JSON string; the site keeps no larger cache entry than a million. */
const MAX_BYTES = 900_000;

/** Whether the address of an item names one that visitors may not see. @param {Item} item @param {Context['index']} index @returns {boolean} */
function namesHidden({ parentId }, index) {
  const parent = index.byId.get(parentId);
  return parent !== undefined && (parent.status !== 'publish' || namesHidden(parent, index));
}

/** The terms of a protected post are in its row: WordPress's own archives show it too. @param {Item} item @param {Context} ctx */
function toRow(item, { index }) {
  const terms = [
    ...item.categories.map((slug) => `category/${slug}`),
    ...item.tags.map((slug) => `post_tag/${slug}`),
  ];
  const unlisted = namesHidden(item, index);
  return [
    item.id,
    item.uri,
    item.title,
    item.date,
    toGmt(item.modified, index.site.timezone),
    terms.flatMap((key) => index.termBySlug.get(key)?.id ?? []).sort((a, b) => a - b),
    index.authorBySlug.get(item.author)?.id ?? null,
    ...(unlisted || item.password ? [item.password ? 1 : 0] : []),
    ...(unlisted ? [1] : []),
  ];
}

/** Ids of one span of the index. */
const SPAN = 512;
/** @param {number} id */
const spanOf = (id) => id - (id % SPAN);
/** @param {unknown} value */
const digest = (value) => createHash('md5').update(JSON.stringify(value)).digest('hex');

/** Digests of the rows of each span, by its first id. @param {Item[]} items @param {Context} ctx @returns {Record<string, string>} */
function sumsOf(items, ctx) {
  /** @type {Record<string, unknown[]>} */
  const rows = {};
  for (const item of items) {
    const span = spanOf(item.id);
    rows[span] ??= [];
    rows[span].push(toRow(item, ctx));
  }
  return Object.fromEntries(Object.entries(rows).map(([span, list]) => [span, digest(list).slice(0, 12)]));
}

/**
 * @param {Context} ctx
 * @param {{ type: string, first?: number | null, after?: number | null, have?: string | null, only?: boolean | null }} args
 */
function contentIndex(ctx, { type, first, after, have: known, only }) {
  if (type === 'attachment' || !CONTENT_TYPES.some(({ name }) => name === type))
    throw new UserError(`companionIndex: there is no public content type "${type}" in GraphQL.`);
  if ((first ?? MAX_ROWS) < 1) throw new UserError('first must be a positive integer.');
  const all = ctx.index.items.filter((item) => item.type === type && item.status === 'publish');
  const have = known ? JSON.parse(known) : {};
  const last = Math.max(...Object.keys(have).map(Number));
  const seen = all.filter(({ id }) => !only || spanOf(id) in have || id > last);
  const sums = sumsOf(seen, ctx);
  const rest = seen
    .filter(({ id }) => id > (after ?? 0) && have[spanOf(id)] !== sums[spanOf(id)])
    .sort((a, b) => a.id - b.id);
  /** @type {string[]} */
  const rows = [];
  let bytes = 2;
  for (const item of rest.slice(0, Math.min(first ?? MAX_ROWS, MAX_ROWS))) {
    const row = JSON.stringify(toRow(item, ctx));
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (rows.length > 0 && bytes > MAX_BYTES) break;
    rows.push(row);
  }
  return {
    rows: `[${rows.join()}]`,
    endCursor: rest[rows.length - 1]?.id ?? null,
    hasNextPage: rows.length < rest.length,
    total: all.length,
    checksum: digest(all.map((item) => toRow(item, ctx))),
    sums: (after ?? 0) > 0 ? null : JSON.stringify(sums),
  };
}

/**
 * A picture that stands for the site: a file of content/media.json, or what a test says of one.
 * @param {SitePicture | string | undefined} picture
 * @param {Context} ctx
 */
function sitePicture(picture, ctx) {
  if (typeof picture !== 'string') return picture ?? null;
  const media = ctx.index.media.get(picture)?.media;
  if (!media) return null;
  const { alt, width, height } = media;
  return { url: uploadUrl(ctx, picture), alt: alt || ctx.index.site.title, width, height, sizes: [] };
}

/** @type {import('./types.mjs').Resolvers} */
export const companionResolvers = {
  RootQuery: {
    companionIdentity: (_, __, ctx) => ({
      logo: sitePicture(ctx.index.site.logo, ctx),
      icon: sitePicture(ctx.index.site.icon, ctx),
    }),
    companionIndex: (_, args, ctx) => contentIndex(ctx, args),
    companionVersion: () => '0.1.0',
    companionChanged: () => 'sample',
  },
  Page: {
    flexibleContent: (page, _, ctx) =>
      isRestricted(page, ctx) ? null : resolveBlocks(page.blocks, 'flexibleContent', ctx),
    sidebarBlocks: (page, _, ctx) =>
      isRestricted(page, ctx) ? null : resolveBlocks(page.sidebar, 'sidebarBlocks', ctx),
    companionSettings: (page) => ({
      hideTitle: false,
      containerWidth: 'default',
      hideHeader: false,
      hideFooter: false,
      customCssClass: null,
      showSidebar: false,
      ...page.settings,
    }),
  },
};
