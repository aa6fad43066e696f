import { isWithoutPage } from '../base/own-routes.ts';
import { readLimited } from '../base/read-limited.ts';
import { currentScope } from '../base/request-scope.ts';
import { ownAddress } from '../config/site.ts';
import { escapeHtml } from '../content/html/escape.ts';
import { siteUrl } from '../seo/site.ts';
import { type Filling, fillForm } from './fill-form.ts';

/** Bytes of a page. */
const MAX_PAGE = 16 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

interface Answered {
  /** Path of the page that the form stands on, as the form says it. */
  page: string;
  status: number;
  filling: Filling;
  /** Seconds. */
  retryAfter?: number;
}

/**
 * Answers a browser without JavaScript: with the page that the form stands on, in which the form says how it went and holds what was
 * written. The page itself stays the same for everybody. Where it cannot be had, a plain page says the same.
 */
export async function pageAnswer({ page, status, filling, retryAfter }: Answered): Promise<Response> {
  const html = await readPage(page);
  return new Response((html && fillForm(html, filling)) ?? plainPage(page, filling), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(retryAfter ? { 'Retry-After': String(retryAfter) } : {}),
    },
  });
}

/**
 * A page of this site as everybody gets it, from this very process or at the configured address: no header of a visitor chooses where.
 * @returns undefined where there is none
 */
async function readPage(page: string): Promise<string | undefined> {
  const origin = ownAddress() ?? siteUrl;
  let url = ownUrl(page, origin);
  try {
    // The first answer only adds a slash on sites whose addresses end with one.
    for (let looks = 0; url && looks < 2; looks++) {
      const response = await fetch(url, {
        headers: { Accept: 'text/html', ...forwarded() },
        cache: 'no-store',
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/html');
      if (isPage) return (await readLimited(response, MAX_PAGE)) ?? undefined;
      await response.body?.cancel();
      url = ownUrl(response.headers.get('location') ?? '', origin);
    }
  } catch {
    // The plain page says it.
  }
  return undefined;
}

/** Counts the page as the visitor's, beside all else that its client asks for. */
function forwarded(): Record<string, string> {
  const client = currentScope()?.client;
  // A network of IPv6 is written by its first address.
  return client === undefined ? {} : { 'X-Forwarded-For': client.replace(/\/\d+$/, '') };
}

function ownUrl(page: string, origin: string): URL | undefined {
  if (!isPagePath(page) || !URL.canParse(page, origin)) return undefined;
  const url = new URL(page, origin);
  // `/a/../api/…` is another one now.
  return url.origin === new URL(origin).origin && isPagePath(url.pathname) ? url : undefined;
}

/** A path of a page: no address of another host, none of the routes that do something. */
export const isPagePath = (page: string): boolean =>
  /^\/(?![/\\])[^\\?#\p{Cc}]{0,2000}$/u.test(page) && !isWithoutPage(page.toLowerCase());

const PLAIN: Record<string, string> = {
  sent: 'Thank you. This was sent.',
  taken: 'Thank you. Your comment is published.',
  waiting: 'Thank you. Your comment is awaiting moderation.',
  unknown:
    'We cannot tell whether this arrived. Please go back, and send it again in a moment, unless you hear from us.',
  gone: 'This form is no longer here. What you wrote stands below.',
  failed: 'This was not sent. Please go back to what you wrote, and try again in a moment.',
  tooLarge: 'This was not sent, because it is too large. Please go back to what you wrote.',
  limited: 'This was not sent, because too much was sent from here. Please go back, and try again later.',
};

/** Says how it went and what was written, and nothing else. In English, as the theme's words are not here. */
function plainPage(page: string, { message, errors = [], written, isSent }: Filling): string {
  const text =
    'text' in message ? message.text : (PLAIN[message.word] ?? PLAIN[isSent ? 'sent' : 'failed'] ?? '');
  const lines = errors.map((error) => `<li>${escapeHtml(error.message)}</li>`);
  const values = isSent ? [] : written.filter(([name]) => !name.startsWith('_'));
  const list = values.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  const back = isPagePath(page) ? page : '/';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(text)}</title><p>${escapeHtml(text)}</p><ul>${lines.join('')}</ul><dl>${list.join('')}</dl><p><a href="${escapeHtml(back)}">Back to the page</a></p></html>`;
}
