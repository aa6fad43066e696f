import { expect, inject } from 'vitest';
import { patience } from '../../support/patience';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the running site and of the sample CMS that it reads; the folder that the site was built in. */
    site: { url: string; cmsUrl: string; dir: string };
  }
}

const site = () => inject('site');

/** Items of the sample content that the tests rely on. */
export const sample = {
  post: {
    id: 110,
    path: '/a-chair-that-can-be-mended/',
    title: 'A chair that can be mended',
    slug: 'a-chair-that-can-be-mended',
  },
  draft: { id: 131, title: 'A stool for the school in Vilar' },
  protectedPost: { path: '/trade-notes-autumn/', title: 'Trade notes, autumn' },
  blocks: '/services/',
  sidebar: '/visit/',
} as const;

export const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site().url + path, { redirect: 'manual', headers });

/** The cookies that an answer sets, as the next request sends them. */
export const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Sends a body as it is; `type` null leaves the header away. */
export const post = (
  path: string,
  body: unknown,
  type: string | null = 'application/json',
  headers: Record<string, string> = {},
) =>
  fetch(site().url + path, {
    method: 'POST',
    headers: { ...headers, ...(type === null ? {} : { 'Content-Type': type }) },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });

/** Sets what the CMS does from now on: `{failure: 'refuse'}`, `{delayMs: 500}`, `{reset: true}`. */
export const control = (change: object) => cms('/__sample/control', change);

/** Edits an item in the CMS, in memory: `{slug, set: {title}}`. No webhook is sent. */
export const edit = (change: object) => cms('/__sample/content', change);

/** How many questions the CMS has been asked so far. */
export const cmsRequests = async (): Promise<number> => (await cmsLog()).total;

/** How often the CMS was asked for the item at a path. Pages that are rendered at intervals ask at any time, for others. */
export const cmsRequestsFor = async (path: string): Promise<number> =>
  (await cmsLog()).requests.filter(({ variables }) => JSON.stringify(variables).includes(path)).length;

const cmsLog = async () =>
  (await (await fetch(`${site().cmsUrl}/__sample/log`)).json()) as {
    total: number;
    requests: { variables: unknown }[];
  };

/** Looks at the CMS, a third of a second apart, between which it was asked nothing. */
const CALM = 9;

/** Waits until all pages are rendered again that a change before this test made stale. */
export async function settled(): Promise<void> {
  for (let calm = 0, asked = -1; calm < CALM; ) {
    const now = await cmsRequests();
    calm = now === asked ? calm + 1 : 0;
    asked = now;
    await new Promise((resolve) => setTimeout(resolve, 333));
  }
}

/** Changes settings of the site in the CMS, in memory: `{title: '…', language: 'de_DE'}`. No webhook is sent. */
export const settings = (set: object) => cms('/__sample/settings', set);

/** Replaces the items of a menu in the CMS, in memory: `{location: 'PRIMARY', items: [{label, url}]}`. No webhook is sent. */
export const menu = (change: { location: 'PRIMARY' | 'FOOTER'; items: object[] }) =>
  cms('/__sample/menu', change);

async function cms(path: string, body: object): Promise<void> {
  const response = await fetch(site().cmsUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the sample CMS refused ${path}: ${await response.text()}`);
}

/**
 * Waits until an address is in the cache. Next stores it after it has answered, and a change that is reported in between is
 * lost on Next 16.4 until the next one.
 */
export const cached = (path: string) =>
  expect.poll(async () => (await get(path)).headers.get('x-nextjs-cache'), { message: path }).toBe('HIT');

/** The page's HTML; waits until `check` holds, because pages are refreshed behind the visitor. */
export async function eventually(
  path: string,
  check: (html: string, status: number) => boolean,
): Promise<string> {
  for (let i = 0; ; i++) {
    const response = await get(path);
    const html = await response.text();
    if (check(html, response.status)) return html;
    if (i * 100 > patience)
      throw new Error(`${path} did not become what was expected; status ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
