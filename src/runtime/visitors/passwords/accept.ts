import type { Visitor } from '../../base/visitor-signature.ts';
import { RateLimit } from '../rate-limit.ts';
import { type Result, refused } from '../result.ts';
import { isOutage, passOn } from '../send.ts';

/** The outcome of one password. */
export type PasswordResult = Result<{
  kind: 'taken';
  /** WordPress's stand-in for the password; undefined where the post has none any more. */
  fingerprint?: string;
}>;

/**
 * Wrong passwords of one client, for all posts together. There is no limit for everybody: whoever tries passwords under many addresses
 * would close the posts to those who know theirs.
 */
const trying = new RateLimit({ each: 10 });

/**
 * Has WordPress compare a password with that of a post. The right one counts for nothing: a family may share an address. One for a post
 * that has none counts: nobody asks twice.
 */
export async function acceptPassword(
  post: number,
  password: string,
  visitor: Visitor,
): Promise<PasswordResult> {
  if (post === 0) return refused(404);
  // No post has that one, so WordPress need not be asked.
  if (password === '') return refused(403, 'wrong');
  const client = visitor.ip;
  if (!trying.mayTry(client)) return refused(503);
  // Counted before it is known to be wrong: a hundred at the same time are a hundred.
  const retryAfter = trying.take(client);
  if (retryAfter > 0) return refused(429, 'limited', { retryAfter });
  const body = JSON.stringify({ post, password });
  const passed = await passOn({ target: 'passwords', visitor, body, contentType: 'application/json' });
  if (isOutage(passed)) trying.giveBack(client);
  else trying.arrived();
  if (passed.kind !== 'answered') return refused(passed.kind === 'refused' ? 502 : 503);
  const result = read(passed.status, passed.value);
  if (result.kind === 'taken' && result.fingerprint) trying.takeBack(client);
  return result;
}

function read(status: number, value: Readonly<Record<string, unknown>>): PasswordResult {
  const { fingerprint } = value;
  if (status === 200 && value.status === 'public') return { kind: 'taken' };
  if (status === 200 && value.status === 'wrong') return refused(403, 'wrong');
  const isOpen = status === 200 && value.status === 'open' && typeof fingerprint === 'string';
  if (isOpen && /^[\w-]{43}$/.test(fingerprint)) return { kind: 'taken', fingerprint };
  return refused(status === 404 ? 404 : 502);
}
