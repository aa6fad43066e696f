import { readLimited } from '../base/read-limited.ts';
import { siteUrl } from '../seo/site.ts';

/**
 * Fields of a posted body, files among them. PHP drops all beyond 1,000 (`max_input_vars`), so no form of WordPress gets more; the
 * largest that the site shows has 200 fields and 100 hidden ones. 60,000 in 240 KB took 29 s of processor time.
 */
export const MAX_FIELDS = 1_000;

/** Fields that begin in a piece of a URL-encoded body. The first one of a body has no `&` in front. */
export function countFields(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(AMPERSAND); at !== -1; at = chunk.indexOf(AMPERSAND, at + 1)) count++;
  return count;
}

const AMPERSAND = 0x26;

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
 * a browser does not know that. A program can claim it, and gains nothing: it has nobody's cookies.
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

/**
 * @returns what was written into the fields; null where the body is longer than `maxBytes` or has more than `MAX_FIELDS`. A field
 *   that is left empty is none.
 */
export async function readForm(request: Request, maxBytes: number): Promise<Record<string, string> | null> {
  const body = await readLimited(request, maxBytes);
  if (body === null || countFields(Buffer.from(body)) >= MAX_FIELDS) return null;
  return Object.fromEntries([...new URLSearchParams(body)].filter(([, value]) => value !== ''));
}
