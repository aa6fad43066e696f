import type { Visitor } from '../../base/visitor-signature.ts';
import { RateLimit } from '../rate-limit.ts';
import { isOutage, passOn } from '../send.ts';

/** The outcome of one password. */
export type PasswordResult =
  /** With what WordPress gives in place of the password. */
  | { kind: 'open'; fingerprint: string }
  /** The post has no password any more. */
  | { kind: 'public' }
  | {
      kind: 'refused';
      status: 403 | 404 | 429 | 502 | 503;
      word: 'wrong' | 'failed' | 'limited';
      /** Seconds. */
      retryAfter?: number;
    };

type Status = Extract<PasswordResult, { kind: 'refused' }>['status'];

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
  if (post === 0) return failed(404);
  // No post has that one, so WordPress need not be asked.
  if (password === '') return { kind: 'refused', status: 403, word: 'wrong' };
  const client = visitor.ip;
  if (!trying.mayTry(client)) return failed(503);
  // Counted before it is known to be wrong: a hundred at the same time are a hundred.
  const retryAfter = trying.take(client);
  if (retryAfter > 0) return { kind: 'refused', status: 429, word: 'limited', retryAfter };
  const body = JSON.stringify({ post, password });
  const passed = await passOn({ target: 'passwords', visitor, body, contentType: 'application/json' });
  if (isOutage(passed)) trying.giveBack(client);
  else trying.arrived();
  if (passed.kind !== 'answered') return failed(passed.kind === 'refused' ? 502 : 503);
  const result = read(passed.status, passed.value);
  if (result.kind === 'open') trying.takeBack(client);
  return result;
}

function read(status: number, value: Readonly<Record<string, unknown>>): PasswordResult {
  const { fingerprint } = value;
  if (status === 200 && value.status === 'public') return { kind: 'public' };
  if (status === 200 && value.status === 'wrong') return { kind: 'refused', status: 403, word: 'wrong' };
  const isOpen = status === 200 && value.status === 'open' && typeof fingerprint === 'string';
  if (isOpen && /^[\w-]{43}$/.test(fingerprint)) return { kind: 'open', fingerprint };
  return failed(status === 404 ? 404 : 502);
}

const failed = (status: Status): PasswordResult => ({ kind: 'refused', status, word: 'failed' });
