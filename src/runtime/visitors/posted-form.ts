import { readLimited } from '../base/read-limited.ts';
import { siteUrl } from '../seo/site.ts';

/**
 * Whether a page of this site sent a form without JavaScript. A page of another site could send one as well, in a visitor's name
 * and from his address; JSON it cannot send.
 */
export function isPostedForm({ headers }: Request): boolean {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/x-www-form-urlencoded' && isOfThisSite(headers);
}

/**
 * Whether a page of this site sent this. It takes the browser's word, which no page can change: `Sec-Fetch-Site`, and `Origin` where
 * a browser does not know that. Whoever is no browser can claim it, and gains nothing: he has nobody's cookies.
 */
export function isOfThisSite(headers: Headers): boolean {
  const from = headers.get('sec-fetch-site');
  if (from) return from === 'same-origin';
  const origin = headers.get('origin');
  if (!origin || !URL.canParse(origin)) return false;
  return origin === new URL(siteUrl).origin || new URL(origin).host === headers.get('host');
}

/** Whether a browser says that another site's page sent this. Programs say nothing of it. */
export const isOfAnotherSite = (headers: Headers): boolean =>
  (headers.has('sec-fetch-site') || headers.has('origin')) && !isOfThisSite(headers);

/** @returns what was written into the fields; null where the body is longer than `maxBytes`. A field that is left empty is none. */
export async function readForm(request: Request, maxBytes: number): Promise<Record<string, string> | null> {
  const body = await readLimited(request, maxBytes);
  if (body === null) return null;
  return Object.fromEntries([...new URLSearchParams(body)].filter(([, value]) => value !== ''));
}
