import { createHmac, timingSafeEqual } from 'node:crypto';
import { mac } from '../../base/mac.ts';

/**
 * Preview tokens and read grants, the same in the companion plugin. Formats and keys are held by shared vectors. The
 * keys are derived from the preview secret with a label each, so that a link can never be used as a grant.
 */
const LINK_LABEL = 'companion/preview-link/v1';
const READ_LABEL = 'companion/graphql-read/v1';
const SESSION_LABEL = 'companion/preview-session/v1';

/** Longest life of a link that is accepted, in seconds; a token that claims more was not made by the plugin. */
export const MAX_LINK_SECONDS = 86_400;
/** Life of a read grant, in seconds: as long as one request may take. The plugin allows clocks to be five minutes apart. */
export const READ_SECONDS = 60;

export interface PreviewItem {
  /** Database id. */
  id: string;
  /** `post`, `page` or a custom content type. */
  type: string;
  /** Number of the site in a network of WordPress; the first one, and a WordPress of its own, have none. */
  site?: string | undefined;
}

/** Seconds since 1970. */
export const now = (): number => Math.floor(Date.now() / 1000);

export function mintLinkToken(secret: string, { id, type, site }: PreviewItem, exp: number): string {
  return site === undefined
    ? `v1.${exp}.${mac(secret, LINK_LABEL, `v1|${id}|${type}|${exp}`)}`
    : `v2.${exp}.${mac(secret, LINK_LABEL, `v2|${site}|${id}|${type}|${exp}`)}`;
}

/** @returns when the token ends, whether that is over or not; null when it was not made for exactly this item */
export function readLinkToken(secret: string, token: string, item: PreviewItem): number | null {
  const match = /^v[12]\.(\d{1,12})\.([\w-]+)$/.exec(token);
  if (!match) return null;
  const exp = Number(match[1]);
  return safeEqual(token, mintLinkToken(secret, item, exp)) ? exp : null;
}

/** @returns when the token ends, or null when it is not a valid one for exactly this item */
export function verifyLinkToken(secret: string, token: string, item: PreviewItem, at = now()): number | null {
  const exp = readLinkToken(secret, token, item);
  return exp !== null && exp >= at && exp <= at + MAX_LINK_SECONDS ? exp : null;
}

/**
 * The header that lets the plugin open one item to one request.
 * @param site as the link has it: the plugin opens nothing of another site
 */
export function readGrantHeader(
  secret: string,
  id: string,
  at = now(),
  site?: string,
): Record<string, string> {
  const exp = at + READ_SECONDS;
  const signature = mac(
    secret,
    READ_LABEL,
    site === undefined ? `v1|${id}|${exp}` : `v2|${site}|${id}|${exp}`,
  );
  return { 'X-Companion-Preview': [id, exp, ...(site === undefined ? [] : [site]), signature].join('.') };
}

export interface PreviewSession extends PreviewItem {
  /** Seconds since 1970. */
  exp: number;
}

/** The cookie of one preview; draft mode alone opens nothing. */
export function sealSession(secret: string, { id, type, exp, site }: PreviewSession): string {
  const payload = `${id}.${type}.${exp}${site === undefined ? '' : `.${site}`}`;
  return `${payload}.${mac(secret, SESSION_LABEL, payload)}`;
}

export function openSession(secret: string, cookie: string | undefined, at = now()): PreviewSession | null {
  const match = /^(\d{1,20})\.([\w-]{1,41})\.(\d{1,12})(?:\.(\d{1,18}))?\.[\w-]+$/.exec(cookie ?? '');
  if (!match || !cookie) return null;
  const [, id = '', type = '', exp, site] = match;
  const session = { id, type, exp: Number(exp), ...(site !== undefined && { site }) };
  return session.exp >= at && safeEqual(cookie, sealSession(secret, session)) ? session : null;
}

/** Compares in constant time, whatever the lengths. */
export function safeEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
