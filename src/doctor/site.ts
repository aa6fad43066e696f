import { type Diagnosis, diagnoseNetwork } from '../../templates/site/lib/cms/diagnosis';
import { mintLinkToken } from '../../templates/site/lib/preview/token';
import { readLimited } from '../../templates/site/lib/read-limited';
import type { Secrets } from '../answers/secrets';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 8 * 1024 * 1024;
const LINK_SECONDS = 60;

/** How the running site answers. */
export interface SiteFacts {
  url: string;
  /** What kept it from answering at all. */
  problem: Diagnosis | undefined;
  /** Status of the revalidate route to an empty list of paths with the secret of `.env.local`. */
  revalidate: number | null;
  /** Whether it is a site of ours that answers: it says what its webhook understands. */
  isOurs: boolean;
  /** Seconds by which its clock is ahead of this machine's. */
  clockAhead: number | null;
}

/** Asks the revalidate route to revalidate nothing: it checks the secret first, and nothing changes by it. */
export async function askSite(url: string, secrets: Secrets): Promise<SiteFacts> {
  const facts = { url, problem: undefined, revalidate: null, isOurs: false, clockAhead: null };
  try {
    const response = await fetch(`${url}/api/revalidate`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret: secrets.revalidation, paths: [] }),
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    const text = (await readLimited(response, MAX_BYTES)) ?? '';
    return {
      ...facts,
      revalidate: response.status,
      isOurs: response.headers.has('webhook-supports') || text.includes('Invalid revalidation secret'),
      clockAhead: Number.isNaN(date) ? null : Math.round((date - Date.now()) / 1000),
    };
  } catch (error) {
    return { ...facts, problem: diagnoseNetwork(error) };
  }
}

export type PreviewFacts = { step: 'open' | 'show'; status: number } | { step: 'shown' };

/**
 * Opens the preview of a published item as an editor's browser would, and leaves it: a link, the cookies, the page.
 * @param id of a published post
 * @throws {TypeError|DOMException} as fetch
 */
export async function openPreview(url: string, secrets: Secrets, id: number): Promise<PreviewFacts> {
  const item = { id: String(id), type: 'post' };
  const token = mintLinkToken(secrets.preview, item, Math.floor(Date.now() / 1000) + LINK_SECONDS);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const query = new URLSearchParams({ secret: token, ...item });
  const opened = await fetch(`${url}/api/preview?${query}`, { redirect: 'manual', signal });
  await opened.body?.cancel();
  const location = opened.headers.get('location');
  const cookie = opened.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  if (opened.status !== 307 || !location || !cookie) return { step: 'open', status: opened.status };
  const page = await fetch(new URL(location, url), { headers: { cookie }, redirect: 'manual', signal });
  const text = (await readLimited(page, MAX_BYTES)) ?? '';
  const isPreview = page.status === 200 && text.includes('aria-label="Preview"');
  return isPreview ? { step: 'shown' } : { step: 'show', status: page.status };
}
