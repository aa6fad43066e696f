import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { listedHosts } from '@/lib/images/allowed';
import { openPreviewSession, PREVIEW_COOKIE } from '@/lib/preview/session';
import { contentSecurityPolicy } from '@/lib/security/csp';
import { isProduction, siteConfig } from '@/site.config';

/**
 * Gives the pages of a preview a nonce; Next takes it from the request's policy and puts it on its scripts. Whoever only
 * says that he previews gets the page that everybody gets, policy included: a shared cache in front of this site would
 * else keep a page whose policy stops its own scripts.
 */
export function proxy(request: NextRequest): NextResponse {
  if (!openPreviewSession(request.cookies.get(PREVIEW_COOKIE)?.value)) return NextResponse.next();
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(siteConfig, listedHosts, { development: !isProduction, nonce });
  const headers = new Headers(request.headers);
  headers.set('Content-Security-Policy', policy);
  return NextResponse.next({ request: { headers }, headers: { 'Content-Security-Policy': policy } });
}

/** Draft mode's cookie and ours: no other request comes here, because a proxy halves the rate of cached pages. */
export const config = {
  matcher: [
    {
      source: '/((?!api/|_next/).*)',
      has: [
        { type: 'cookie', key: '__prerender_bypass' },
        { type: 'cookie', key: 'preview_session' },
      ],
    },
  ],
};
