import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { DRAFT_MODE } from '../base/draft-mode.ts';
import { isProduction, siteConfig } from '../config/site.ts';
import { listedHosts } from '../content/images/allowed.ts';
import { hasOpened } from '../pages/passwords/session.ts';
import { openPreviewSession, PREVIEW_COOKIE } from '../pages/preview/session.ts';
import { contentSecurityPolicy } from '../server/security/csp.ts';

/**
 * Lets through what opens draft mode for a preview only, and for a post that was opened by its password. Its value is the same for
 * everybody and never ends: without a session it has no effect, and the visitor gets the page that everybody gets. These pages get a nonce; Next
 * takes it from the request's policy and puts it on its scripts. Other pages keep the policy that suits their scripts: a
 * shared cache may keep them.
 */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  const isPreview = openPreviewSession(request.cookies.get(PREVIEW_COOKIE)?.value) !== null;
  if (!isPreview && !hasOpened(request.cookies.getAll(), request.nextUrl.pathname)) {
    withoutCookie(headers, DRAFT_MODE);
    return NextResponse.next({ request: { headers } });
  }
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(siteConfig, listedHosts, { development: !isProduction, nonce });
  headers.set('Content-Security-Policy', policy);
  return NextResponse.next({ request: { headers }, headers: { 'Content-Security-Policy': policy } });
}

function withoutCookie(headers: Headers, name: string): void {
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
  const others = cookies.filter((cookie) => cookie.split('=')[0]?.trim() !== name);
  if (others.length > 0) headers.set('cookie', others.join('; '));
  else headers.delete('cookie');
}
