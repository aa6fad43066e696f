import { newSecret, type Secrets } from '../answers/secrets';
import { isLocalAddress } from '../cms/url';
import { readLimited } from '../runtime/base/read-limited';
import { mintLinkToken } from '../runtime/pages/preview/token';
import { type Diagnosis, diagnoseNetwork } from '../runtime/wordpress/client/diagnosis';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 8 * 1024 * 1024;
const LINK_SECONDS = 60;

/** How the running site answers. */
export interface SiteFacts {
  url: string;
  /** The reason why it did not answer at all. */
  problem: Diagnosis | undefined;
  /** Status of the revalidate route to a secret that is nobody's. */
  status: number | null;
  /** Whether it is a site of ours that answers: it refuses that secret in the words of our route. */
  isOurs: boolean;
  /** How something in front of it asks for a password: `basic` by HTTP authentication, `other` with a page. Null: it does not. */
  guard: 'basic' | 'other' | null;
  /** The origin to which it sends requests on. */
  movedTo: string | undefined;
  /** Status of the route to no paths with the secret of the site. `unsafe`: not sent, others could read it. Null: not asked. */
  revalidate: number | 'unsafe' | null;
  /** Version of its runtime; null where it does not say it, or was not shown the secret. */
  runtime: string | null;
  /** Whether its addresses end with a slash, as those of WordPress did when it was built; null where it does not say it. */
  slash: boolean | null;
  /** Seconds by which its clock is ahead of this machine's. */
  clockAhead: number | null;
}

/**
 * Asks the revalidate route to revalidate nothing: it checks the secret first, and nothing changes by it. The secret goes
 * to nobody but a site of ours, which is known by how it refuses another one. That route counts no attempts.
 * @param authorization for what is in front of it, as a header has it; not sent where others could read it
 */
export async function askSite(
  url: string,
  secrets: Secrets | undefined,
  authorization?: string,
): Promise<SiteFacts> {
  const nothing: SiteFacts = {
    url,
    problem: undefined,
    status: null,
    isOurs: false,
    guard: null,
    movedTo: undefined,
    revalidate: null,
    runtime: null,
    slash: null,
    clockAhead: null,
  };
  try {
    const facts = { ...nothing, ...(await lookAt(url, authorization)) };
    if (!facts.isOurs || !secrets) return facts;
    if (!isSafe(url)) return { ...facts, revalidate: 'unsafe' };
    const { response } = await revalidateNothing(url, secrets.revalidation, authorization);
    const said = response.headers.get('x-headless-slash');
    const slash = said === 'yes' || said === 'no' ? said === 'yes' : null;
    return { ...facts, revalidate: response.status, runtime: runtimeOf(response), slash };
  } catch (error) {
    return { ...nothing, problem: diagnoseNetwork(error) };
  }
}

/** @throws {TypeError|DOMException} as fetch */
async function lookAt(url: string, authorization?: string): Promise<Partial<SiteFacts>> {
  const { response, text } = await revalidateNothing(url, newSecret(), authorization);
  const { status, headers } = response;
  const date = Date.parse(headers.get('date') ?? '');
  const isOurs = status === 401 && text.includes('Invalid revalidation secret');
  return {
    status,
    isOurs,
    guard: isOurs ? null : guardOf(response, text),
    movedTo: originOf(headers.get('location'), url),
    clockAhead: Number.isNaN(date) ? null : Math.round((date - Date.now()) / 1000),
  };
}

/** The protection of a host's deployments asks with a page, and without that header. */
function guardOf({ status, headers }: Response, text = ''): SiteFacts['guard'] {
  if (status !== 401) return null;
  const challenge = headers.get('www-authenticate');
  if (/(^|,)\s*basic(\s|,|$)/i.test(challenge ?? '')) return 'basic';
  return challenge !== null || /^\s*</.test(text) ? 'other' : null;
}

/** Whether nobody on the way to it can read what is sent there. */
function isSafe(url: string): boolean {
  return url.startsWith('https:') || isLocalAddress(url);
}

function headerFor(url: string, authorization: string | undefined): Record<string, string> {
  return authorization && isSafe(url) ? { authorization } : {};
}

/** @throws {TypeError|DOMException} as fetch */
async function revalidateNothing(
  url: string,
  secret: string,
  authorization?: string,
): Promise<{ response: Response; text: string }> {
  const response = await fetch(`${url}/api/revalidate`, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { 'content-type': 'application/json', ...headerFor(url, authorization) },
    body: JSON.stringify({ secret, paths: [] }),
  });
  return { response, text: (await readLimited(response, MAX_BYTES)) ?? '' };
}

/** The version may end on a terminal, so it has to look like one. */
function runtimeOf({ headers }: Response): string | null {
  return /^\d+\.\d+\.\d+[\w.+-]{0,40}$/.exec(headers.get('x-headless-site') ?? '')?.[0] ?? null;
}

/** Origin of the address that an answer leads to; an origin holds nothing that could be a command to the terminal. */
function originOf(location: string | null, base: string): string | undefined {
  if (location === null || !URL.canParse(location, base)) return undefined;
  return new URL(location, base).origin;
}

export type PreviewFacts =
  | { step: 'open' | 'show'; status: number }
  | { step: 'shown' }
  | { step: 'guarded' };

/**
 * Opens the preview of a published item as an editor's browser would, and leaves it: a link, the cookies, the page.
 * @param id of a published post
 * @param authorization as for askSite; a page on another host does not get it
 * @throws {TypeError|DOMException} as fetch
 */
export async function openPreview(
  url: string,
  secrets: Secrets,
  id: number,
  authorization?: string,
): Promise<PreviewFacts> {
  const item = { id: String(id), type: 'post' };
  const token = mintLinkToken(secrets.preview, item, Math.floor(Date.now() / 1000) + LINK_SECONDS);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const query = new URLSearchParams({ secret: token, ...item });
  const own = headerFor(url, authorization);
  const opened = await fetch(`${url}/api/preview?${query}`, { redirect: 'manual', signal, headers: own });
  await opened.body?.cancel();
  if (guardOf(opened) === 'basic') return { step: 'guarded' };
  const location = opened.headers.get('location');
  const cookie = opened.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  if (opened.status !== 307 || !location || !cookie) return { step: 'open', status: opened.status };
  const target = new URL(location, url);
  const headers = { cookie, ...(target.origin === new URL(url).origin ? own : {}) };
  const page = await fetch(target, { headers, redirect: 'manual', signal });
  const text = (await readLimited(page, MAX_BYTES)) ?? '';
  const isPreview = page.status === 200 && text.includes('aria-label="Preview"');
  return isPreview ? { step: 'shown' } : { step: 'show', status: page.status };
}
