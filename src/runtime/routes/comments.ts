import { siteConfig } from '../config/site.ts';
import { siteFields } from '../content/form.ts';
import { readJson, wellFormed } from '../pages/json-body.ts';
import { clientOf } from '../visitors/address.ts';
import {
  acceptComment,
  idOf,
  readWaiting,
  readWritten,
  type TakenComment,
} from '../visitors/comments/accept.ts';
import { withOwnComment } from '../visitors/comments/own-comment-page.ts';
import { readWaitingCookie, waitingCookie, waitingFrom } from '../visitors/comments/waiting-cookie.ts';
import { isPagePath, pageAnswer } from '../visitors/page-answer.ts';
import { isOfThisSite, isPostedForm, readForm } from '../visitors/posted-form.ts';
import { type Refused, retryHeader } from '../visitors/result.ts';

/** Bytes of a body; WordPress takes comments of 64 KiB. */
const MAX_BODY = 96 * 1024;
const noStore = { 'Cache-Control': 'no-store' };
/** The theme's form. */
const FORM = { id: 'comment-form', action: '/api/comments' };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Takes a comment. A script of the page gets JSON: {success, waiting, comment} or {success, error?, word?, field?}. A browser
 * without it gets the page again: with its comment, or with what is wrong, or with the form for the reply that it asked for.
 */
export async function POST(request: Request): Promise<Response> {
  if (!siteConfig.features.comments) return new Response(null, { status: 404 });
  if (!isOfThisSite(request.headers)) return json({ success: false, word: 'failed' }, 403);
  if (isPostedForm(request)) return answerForm(request);
  const body = await readJson(request, MAX_BODY, wellFormed);
  if (!body.ok) return json({ success: false, error: body.error }, body.status);
  const fields = Object(body.value) as Fields;
  const result = await acceptPosted(request, fields);
  if (result.kind === 'taken') {
    const { isWaiting: waiting, comment } = result;
    return json({ success: true, waiting, comment }, 200, cookieFor(request, result));
  }
  const { status, message, field, retryAfter } = result;
  const said = 'text' in message ? { error: message.text } : message;
  return json({ success: false, ...said, field }, status, retryHeader(retryAfter));
}

/** The visitor's own comments that await moderation on a post, `?post=<id>`: {comments}. */
export async function GET(request: Request): Promise<Response> {
  if (!siteConfig.features.comments) return new Response(null, { status: 404 });
  const now = seconds();
  const post = idOf(new URL(request.url).searchParams.get('post'));
  const named = readWaitingCookie(request.headers.get('cookie'), now);
  const here = named.filter((one) => one.post === post);
  if (here.length === 0) return json({ comments: [] });
  const ids = here.map(({ id }) => id);
  const comments = await readWaiting(ids, visitorOf(request, '/'));
  if (!comments) return json({ comments: null }, 503);
  const left = new Set(comments.map(({ id }) => id));
  const kept = named.filter((one) => one.post !== post || left.has(one.id));
  const cookie: Record<string, string> =
    kept.length === named.length ? {} : { 'Set-Cookie': waitingCookie(kept, now) };
  return json({ comments: comments.filter((comment) => comment.post === post) }, 200, cookie);
}

async function answerForm(request: Request): Promise<Response> {
  // An umlaut or an emoji takes three times as many bytes here as in JSON.
  const fields = await readForm(request, 3 * MAX_BODY);
  if (!fields) return shown({}, 413, { written: [], isSent: false, message: { word: 'failed' } });
  if (fields.reply) {
    const hidden = { parent: String(idOf(fields.reply)) };
    return shown(fields, 200, { written: [], isSent: true, message: { word: 'replying' }, hidden });
  }
  const result = await acceptPosted(request, fields);
  if (result.kind === 'refused') return answerRefused(fields, result);
  const word = result.isWaiting ? 'waiting' : 'taken';
  const page = await shown(fields, 200, { written: [], isSent: true, message: { word } });
  const html = withOwnComment(await page.text(), result.comment, result.isWaiting);
  return new Response(html, {
    headers: { ...Object.fromEntries(page.headers), ...cookieFor(request, result) },
  });
}

function answerRefused(fields: Record<string, string>, result: Refused): Promise<Response> {
  const { status, message, field, retryAfter } = result;
  const isAtField = field && 'text' in message;
  return shown(
    fields,
    status,
    {
      written: Object.entries(fields),
      isSent: false,
      message: isAtField ? { text: '' } : message,
      errors: isAtField ? [{ name: field, message: message.text }] : [],
      hidden: { parent: String(idOf(fields.parent)) },
    },
    retryAfter,
  );
}

type Filling = Parameters<typeof pageAnswer>[0]['filling'];

const shown = (
  fields: Record<string, string>,
  status: number,
  filling: Omit<Filling, keyof typeof FORM>,
  retryAfter?: number,
) =>
  pageAnswer({ page: fields[siteFields.page] ?? '/', status, filling: { ...FORM, ...filling }, retryAfter });

const acceptPosted = (request: Request, fields: Fields) =>
  acceptComment(
    readWritten(fields),
    visitorOf(request, String(fields[siteFields.page] ?? '/')),
    Boolean(fields[siteFields.trap]),
    request.headers.get('idempotency-key'),
  );

const visitorOf = ({ headers }: Request, page: string) => ({
  ip: clientOf(headers),
  agent: headers.get('user-agent') ?? '',
  page: isPagePath(page) ? page : '/',
});

function cookieFor(request: Request, { isWaiting, comment }: TakenComment): Record<string, string> {
  if (!isWaiting) return {};
  const now = seconds();
  const named = readWaitingCookie(request.headers.get('cookie'), now);
  return { 'Set-Cookie': waitingCookie([...named, waitingFrom(comment, now)], now) };
}

const seconds = () => Math.floor(Date.now() / 1000);

const json = (value: object, status = 200, headers: Record<string, string> = {}) =>
  Response.json(value, { status, headers: { ...noStore, ...headers } });
