import { getPreviewConfig, itemTypes } from '../../config/index.ts';
import { siteConfig } from '../../config/site.ts';
import { read } from '../../wordpress/client/read.ts';
import { readItemTypes } from '../../wordpress/index/site-types.ts';
import { normalizePath, pathOf } from '../../wordpress/model/paths.ts';
import { everyRequest } from '../../wordpress/model/strategy.ts';
import { getPreviewItem, getPreviewItemBySlug } from '../../wordpress/queries/preview.ts';
import { previewSecrets } from './session.ts';
import {
  now,
  type PreviewItem,
  readGrantHeader,
  readLinkToken,
  safeEqual,
  verifyLinkToken,
} from './token.ts';

/** Life of a preview that was opened with the preview secret itself, in seconds; the plugin's links bring their own. */
const PLAIN_SECRET_SECONDS = 3600;

/** `id` as it was asked for: a database id, a global id, or the slug of a published item. */
export interface PreviewPermission extends PreviewItem {
  ok: true;
  /** The secret that let it in; the cookie is signed with it. */
  secret: string;
  /** Seconds since 1970. */
  exp: number;
}

interface PreviewRefusal {
  ok: false;
  status: 400 | 401 | 404;
  error: string;
  /** The plugin made the link, for another time. */
  isExpired?: boolean;
}

export type PreviewDecision = PreviewPermission | PreviewRefusal;

/**
 * Decides by the query alone: 404 with preview switched off, 401 for a wrong secret or token, 400 for a missing id or
 * an unknown type. A parameter that is given twice is as wrong as none.
 */
export async function authorizePreview(query: URLSearchParams): Promise<PreviewDecision> {
  if (!getPreviewConfig(siteConfig).enabled) return refuse(404, 'Preview is switched off');
  const given = single(query, 'secret') ?? '';
  const id = single(query, 'id');
  const type = query.has('type') ? single(query, 'type') : 'post';
  const site = query.has('site') ? (single(query, 'site') ?? '') : undefined;
  if (site !== undefined && !/^[1-9]\d{0,17}$/.test(site)) return refuse(401, 'Invalid preview secret');
  const item = { id: id ?? '', type: type ?? '', site };
  for (const secret of previewSecrets()) {
    const plain = safeEqual(given, secret);
    const exp = plain ? now() + PLAIN_SECRET_SECONDS : verifyLinkToken(secret, given, item);
    if (exp === null) continue;
    if (!id) return refuse(400, 'Missing id');
    const known = itemTypes(siteConfig);
    const types = type && known.includes(type) ? known : await allTypes(known);
    if (!type || !types.includes(type))
      return refuse(400, `Unknown type, expected one of ${types.join(', ')}`);
    return { ok: true, id, type, site, secret, exp };
  }
  const isExpired = previewSecrets().some((secret) => readLinkToken(secret, given, item) !== null);
  return { ...refuse(401, 'Invalid preview secret'), isExpired };
}

/** With what WordPress has beside the configured types; only who knows the secret comes so far. */
const allTypes = (known: string[]) => readItemTypes(everyRequest).catch(() => known);

/**
 * Finds the item with a grant for it, so that a draft is found too.
 * @returns null when it is missing, in the trash, or of another type; `path` when it has a public address
 */
export async function findPreviewItem({
  id,
  type,
  site,
  secret,
}: PreviewPermission): Promise<(PreviewItem & { path: string | null }) | null> {
  const databaseId = databaseIdOf(id);
  const node = databaseId
    ? await readItem(databaseId, secret, site)
    : (await read({ ...uncached, operation: getPreviewItemBySlug(type), variables: { slug: id } })).list
        ?.nodes[0];
  if (!node || node.contentTypeName !== type || node.status === 'trash') return null;
  const path = node.status === 'publish' ? pathOf(node.uri) : null;
  return {
    id: String(databaseId ?? node.databaseId),
    type,
    site,
    path: path && normalizePath(path) ? path : null,
  };
}

async function readItem(id: string, secret: string, site: string | undefined) {
  const preview = readGrantHeader(secret, id, now(), site);
  return (await read({ ...uncached, operation: getPreviewItem, variables: { id }, preview })).contentNode;
}

/** Digits are the database id; a global id is base64 of `post:<database id>`; anything else is a slug. */
function databaseIdOf(id: string): string | null {
  if (/^\d{1,20}$/.test(id)) return id;
  return /^post:(\d{1,20})$/.exec(Buffer.from(id, 'base64').toString('latin1'))?.[1] ?? null;
}

const uncached = { tags: [], strategy: everyRequest };

function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}

function refuse(status: 400 | 401 | 404, error: string): PreviewRefusal {
  return { ok: false, status, error };
}
