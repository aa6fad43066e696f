import { mac } from '../../base/mac.ts';
import { now, READ_SECONDS, safeEqual } from '../preview/token.ts';

/** Names of what a key is for. The read label is the companion plugin's, too; tests/vectors/password.json holds for both. */
const READ_LABEL = 'companion/password-read/v1';
const COOKIE_LABEL = 'site/opened-post/v1';

/** Seconds for which a password opens a post, until somebody asks for it again. */
export const OPEN_SECONDS = 3600;

/** A post that a visitor has opened. */
export interface Opened {
  /** Database id. */
  id: string;
  /** The fingerprint of its password, as WordPress gave it. It changes with the password, and does not reveal it. */
  fingerprint: string;
}

/** An opened post with the path of its page, encoded, without a slash at its end. */
export interface OpenedPage extends Opened {
  path: string;
}

const PREFIX = 'opened_post_';

/** A cookie for each post: where one lies below another, a browser sends both. */
export const cookieName = (id: string): string => PREFIX + id;

/** @returns the id of the post; null for any other cookie */
export const idIn = (name: string): string | null => /^opened_post_([1-9]\d{0,17})$/.exec(name)?.[1] ?? null;

/**
 * The value of a cookie: `<exp>.<fingerprint>.<path>.<mac>`, the path in base64url.
 * @param exp unix seconds
 */
export function sealOpened(secret: string, { id, fingerprint, path }: OpenedPage, exp: number): string {
  const at = Buffer.from(path).toString('base64url');
  return `${exp}.${fingerprint}.${at}.${mac(secret, COOKIE_LABEL, `v1|${id}|${exp}|${fingerprint}|${at}`)}`;
}

/** @returns null unless this secret sealed the cookie for exactly this post, and it has not ended */
export function openOpened(
  secret: string,
  id: string,
  cookie: string | undefined,
  at = now(),
): OpenedPage | null {
  const parts = /^(\d{1,12})\.([\w-]{43})\.([\w-]{0,4000})\.[\w-]{43}$/.exec(cookie ?? '');
  const [, exp, fingerprint = '', path = ''] = parts ?? [];
  if (!cookie || Number(exp) < at || Number(exp) > at + OPEN_SECONDS) return null;
  const opened = { id, fingerprint, path: Buffer.from(path, 'base64url').toString() };
  return safeEqual(cookie, sealOpened(secret, opened, Number(exp))) ? opened : null;
}

/** The header that has the companion plugin open one post to one request, if it has that password still. */
export function passwordHeader(
  secret: string,
  { id, fingerprint }: Opened,
  at = now(),
): Record<string, string> {
  const exp = at + READ_SECONDS;
  const signature = mac(secret, READ_LABEL, `v1|${id}|${exp}|${fingerprint}`);
  return { 'X-Companion-Password': `${id}.${exp}.${fingerprint}.${signature}` };
}
