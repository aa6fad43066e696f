import { siteFields } from '../../content/form.ts';
import { rememberOpened } from '../../pages/passwords/session.ts';
import { siteUrl } from '../../seo/site.ts';
import { clientOf } from '../address.ts';
import { isPagePath, pageAnswer } from '../page-answer.ts';
import { isPostedForm, readForm } from '../posted-form.ts';
import { type Refused, refused } from '../result.ts';
import { acceptPassword } from './accept.ts';

/** Stands in the place of a form's id: `/api/forms/password`. */
export const PASSWORD_FORM = 'password';
/** Bytes of a body. A password has 255 characters at most, and each may take twelve bytes in it. */
const MAX_BODY = 16 * 1024;

type Fields = Readonly<Record<string, string>>;

/**
 * Takes the password of a post, from the form of its page, by script or without. The right one leads to the page, with a cookie that opens it; otherwise the
 * page comes again and says why not. It never holds what was entered.
 */
export async function answerPassword(request: Request): Promise<Response> {
  if (!isPostedForm(request)) return Response.json({ status: 'failed' }, { status: 415 });
  const fields = await readForm(request, MAX_BODY);
  if (!fields) return refuse({}, refused(403, 'wrong'));
  const page = fields[siteFields.page] ?? '/';
  const visitor = {
    ip: clientOf(request.headers),
    agent: request.headers.get('user-agent') ?? '',
    page: isPagePath(page) ? page : '/',
  };
  const id = /^[1-9]\d{0,14}$/.test(fields.post ?? '') ? Number(fields.post) : 0;
  const result = await acceptPassword(id, fields.password ?? '', visitor);
  if (result.kind === 'refused') return refuse(fields, result);
  const path = encodedPath(visitor.page);
  if (result.fingerprint)
    await rememberOpened({ id: String(id), fingerprint: result.fingerprint }, path, isSecure(request));
  return new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } });
}

function refuse(fields: Fields, { status, message, retryAfter }: Refused): Promise<Response> {
  const isWrong = 'word' in message && message.word === 'wrong';
  return pageAnswer({
    page: fields[siteFields.page] ?? '/',
    status,
    retryAfter,
    filling: {
      id: 'password-form',
      action: `/api/forms/${PASSWORD_FORM}`,
      written: [],
      isSent: false,
      message: isWrong ? { text: '' } : message,
      errors: isWrong ? [{ name: 'password', message: 'This is not the password.' }] : [],
    },
  });
}

/** The path that a browser asks for: `/a/..//host` is the address of another host. A semicolon would end the path of a cookie. */
function encodedPath(page: string): string {
  const { pathname } = new URL(page, siteUrl);
  return isPagePath(pathname) ? pathname.replaceAll(';', '%3B') : '/';
}

const isSecure = (request: Request): boolean =>
  new URL(request.url).protocol === 'https:' || request.headers.get('x-forwarded-proto') === 'https';
