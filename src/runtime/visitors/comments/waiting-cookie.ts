import { timingSafeEqual } from 'node:crypto';
import { mac } from '../../base/mac.ts';
import { environment, siteConfig } from '../../config/site.ts';
import { siteUrl } from '../../seo/site.ts';

/** Names what the key is for. */
const LABEL = 'site/waiting-comments/v1';
const NAME = 'waiting-comments';
/** Sent to the route alone, so that no cache of pages ever sees it. */
const PATH = '/api/comments';
/** How long a moderator may take until the author no longer sees his comment. */
const LIFE_SECONDS = 7 * 24 * 60 * 60;
const MOST = 20;

/** A comment of the visitor that waits for approval. */
export interface WaitingComment {
  id: number;
  post: number;
  /** Unix seconds, when it is forgotten here. */
  until: number;
}

/**
 * The comments that the visitor's cookie names; none where it is forged, of another site, or old.
 * @param header `Cookie`
 * @param now unix seconds
 */
export function readWaitingCookie(header: string | null, now: number): WaitingComment[] {
  const value = new RegExp(`(?:^|;\\s*)${NAME}=([\\d.~-]{1,1000})!([\\w-]{43})(?:;|$)`).exec(header ?? '');
  const [, text = '', signature = ''] = value ?? [];
  const expected = sign(text);
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return [];
  return text
    .split('~')
    .map((one) => one.split('.').map(Number))
    .map(([id = 0, post = 0, until = 0]) => ({ id, post, until }))
    .filter(({ until }) => until > now);
}

/**
 * `Set-Cookie` for what waits now: `12.5.1764000000~13.5.1764000900!<mac>`. No script reads it, no other site's page sends it.
 * @param now unix seconds
 */
export function waitingCookie(waiting: readonly WaitingComment[], now: number): string {
  const kept = waiting.filter(({ until }) => until > now).slice(-MOST);
  const text = kept.map(({ id, post, until }) => [id, post, until].join('.')).join('~');
  const life = Math.max(0, ...kept.map(({ until }) => until - now));
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${text}!${sign(text)}; Path=${PATH}; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`;
}

/** @param now unix seconds */
export const waitingFrom = ({ id, post }: { id: number; post: number }, now: number): WaitingComment => ({
  id,
  post,
  until: now + LIFE_SECONDS,
});

/** Sites of a network may have one secret, and number their comments from 1 each. */
const sign = (text: string) =>
  mac(environment.REVALIDATION_SECRET, LABEL, `${siteConfig.wordpress.graphqlUrl} ${text}`);
