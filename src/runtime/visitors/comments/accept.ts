import { coalesce } from '../../base/coalesce.ts';
import { idFor } from '../../base/id.ts';
import { isRecord } from '../../base/is-record.ts';
import type { Visitor } from '../../base/visitor-signature.ts';
import { prepareComment } from '../../pages/page-html.ts';
import { RateLimit } from '../rate-limit.ts';
import { type Refused, type Result, refused } from '../result.ts';
import { isOutage, type Passed, passOn } from '../send.ts';

/** A comment as the form sends it, by the names of WordPress's own form. */
export interface Written {
  post: number;
  /** Id of the comment that it replies to; 0 for none. */
  parent: number;
  author: string;
  email: string;
  url: string;
  comment: string;
}

/** A comment as its author sees it, before others do. */
export interface OwnComment {
  id: number;
  post: number;
  parent: number;
  author: string;
  /** WordPress's form: `2026-11-21 00:18:01`. */
  date: string;
  /** Cleaned as the comments of the page are. */
  html: string;
}

export interface TakenComment {
  kind: 'taken';
  isWaiting: boolean;
  comment: OwnComment;
}

/** Fields that WordPress names in a refusal. */
const FIELDS = ['comment', 'author', 'email', 'url'];

/** Statuses for WordPress's own answers; all others are 400. */
const STATUSES: Readonly<Record<string, 403 | 409 | 429>> = {
  comment_flood: 429,
  comment_duplicate: 409,
  comment_closed: 403,
  not_logged_in: 403,
  companion_not_here: 403,
};

/** A discussion is faster than a contact form. WordPress has a limit of its own: one in 15 seconds. */
const sending = new RateLimit({ each: 10, all: 120 });
/** Looks of authors whose comments wait. */
const looking = new RateLimit({ each: 60, all: 600 });

/** Reads what a form or a script sent; whatever is no text counts as nothing, and a number that is none as 0. */
export function readWritten(input: unknown): Written {
  const sent = isRecord(input) ? input : {};
  const text = (name: string) => {
    const value = sent[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    post: idOf(sent.post),
    parent: idOf(sent.parent),
    author: text('author'),
    email: text('email'),
    url: text('url'),
    comment: text('comment'),
  };
}

/** @returns 0 for anything but the id of something in WordPress */
export const idOf = (value: unknown): number => (/^\d{1,15}$/.test(String(value)) ? Number(value) : 0);

/**
 * Hands a comment to WordPress, which decides all the rest: who may write, what is spam, what waits.
 * @param isTrap whether the field was filled that people never see
 * @param key of a script whose answer was lost and that sends the same again: it is taken once, and answered as it was
 */
export async function acceptComment(
  written: Written,
  visitor: Visitor,
  isTrap: boolean,
  key: string | null = null,
): Promise<Result<TakenComment>> {
  // Told the truth: it may be a person whose browser filled it in.
  if (isTrap) return refused(422);
  if (written.post === 0) return refused(400);
  if (!sending.mayTry(visitor.ip)) return refused(503);
  const retryAfter = sending.take(visitor.ip);
  if (retryAfter > 0) return refused(429, 'limited', { retryAfter });
  const comment = { ...written, comment_post_ID: written.post, comment_parent: written.parent };
  const passed = await post('comments', visitor, comment, key);
  if (isOutage(passed)) sending.giveBack(visitor.ip);
  else sending.arrived();
  const value = passed.kind === 'answered' && passed.status === 200 ? passed.value : null;
  if (!value) {
    if (passed.kind === 'unknown') return refused(503, 'unknown');
    if (passed.kind === 'answered') return refused(400);
    return refused(passed.kind === 'down' ? 503 : 502);
  }
  const own = toOwnComment(value);
  return own ? { kind: 'taken', isWaiting: value.status !== 'approved', comment: own } : refusedBy(value);
}

function refusedBy({ code, message, field }: Readonly<Record<string, unknown>>): Refused {
  const known = FIELDS.find((name) => name === field);
  return {
    kind: 'refused',
    status: STATUSES[String(code)] ?? 400,
    message: typeof message === 'string' && message ? { text: message } : { word: 'failed' },
    ...(known ? { field: known } : {}),
  };
}

/**
 * Those of somebody's comments that still wait.
 * @param ids from his signed cookie
 * @returns null where nobody knows now
 */
export async function readWaiting(ids: readonly number[], visitor: Visitor): Promise<OwnComment[] | null> {
  if (looking.take(visitor.ip) > 0) return null;
  const passed = await post('comments/waiting', visitor, { ids });
  const list = passed.kind === 'answered' && passed.status === 200 ? passed.value.comments : null;
  if (!Array.isArray(list)) return null;
  return list.flatMap((comment) => toOwnComment(comment) ?? []);
}

const shared = coalesce<Passed>();

function post(target: string, visitor: Visitor, value: object, key: string | null = null): Promise<Passed> {
  const body = JSON.stringify(value);
  const same = JSON.stringify([target, key ?? visitor, body]);
  // With what was written: a key that somebody uses twice hides no other comment.
  const id = key === null ? undefined : idFor(same);
  return shared(same, () => passOn({ id, target, visitor, body, contentType: 'application/json' }));
}

function toOwnComment(value: unknown): OwnComment | null {
  if (!isRecord(value)) return null;
  const { id, post, parent, author, date, content } = value;
  if (!idOf(id) || typeof content !== 'string') return null;
  return {
    id: idOf(id),
    post: idOf(post),
    parent: idOf(parent),
    author: String(author ?? ''),
    date: String(date ?? ''),
    html: prepareComment(content),
  };
}
