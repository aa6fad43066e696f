import './in-order.ts';
import { cookies, draftMode } from 'next/headers';
import { DRAFT_MODE } from '../base/draft-mode.ts';
import { authorizePreview, findPreviewItem } from '../pages/preview/authorize.ts';
import { clocksApart } from '../pages/preview/clocks.ts';
import { expiredPage, missingItemPage } from '../pages/preview/refusal-pages.ts';
import { PREVIEW_COOKIE } from '../pages/preview/session.ts';
import { sealSession } from '../pages/preview/token.ts';
import { forVisitor } from '../wordpress/client/deadline.ts';
import { handleApiError } from '../wordpress/model/errors.ts';

const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** Opens a preview of one item: checks the secret or the signed link, sets the cookies, leads to a clean address. */
export const GET = forVisitor(async (request: Request): Promise<Response> => {
  const permission = await authorizePreview(new URL(request.url).searchParams);
  if (!permission.ok && permission.isExpired) return page(401, expiredPage(await clocksApart()));
  if (!permission.ok)
    return Response.json({ error: permission.error }, { status: permission.status, headers });
  const item = await findPreviewItem(permission).catch((error: unknown) => handleApiError(error));
  if (item && 'error' in item)
    return Response.json({ error: item.error }, { status: item.statusCode, headers });
  if (!item) return page(404, missingItemPage(await clocksApart()));
  (await draftMode()).enable();
  const jar = await cookies();
  const expires = new Date(permission.exp * 1000);
  // Next's own has no end.
  const draft = jar.get(DRAFT_MODE);
  if (draft) jar.set({ httpOnly: true, sameSite: 'none', secure: true, path: '/', ...draft, expires });
  jar.set(PREVIEW_COOKIE, sealSession(permission.secret, { ...item, exp: permission.exp }), {
    httpOnly: true,
    sameSite: 'lax',
    secure:
      new URL(request.url).protocol === 'https:' || request.headers.get('x-forwarded-proto') === 'https',
    path: '/',
    expires,
  });
  return new Response(null, {
    status: 307,
    headers: { ...headers, Location: item.path ?? `/preview/${item.id}` },
  });
});

const page = (status: 401 | 404, html: string) =>
  new Response(html, { status, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } });

/** Next would answer with what GET does, cookies included. A client that asks for the head checks a link, and does not follow it. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET' } });
}
