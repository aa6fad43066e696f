import { cookies, draftMode } from 'next/headers';
import type { OpenedGrant } from '../cms/items.ts';
import { environment } from '../config/site.ts';
import {
  cookieName,
  idIn,
  OPEN_SECONDS,
  type Opened,
  openOpened,
  passwordHeader,
  sealOpened,
} from './token.ts';

/** Draft mode's cookie: Next renders for this visitor alone, and stores nothing. */
const DRAFT_MODE = '__prerender_bypass';

/** Whether somebody has opened a post: only then may he be in draft mode. */
export const hasOpened = (sent: readonly { name: string; value: string }[]): boolean =>
  sent.some(({ name, value }) => {
    const id = idIn(name);
    return id !== null && openOpened(environment.REVALIDATION_SECRET, id, value) !== null;
  });

/**
 * What opens a post to this visitor. Asking costs a cached page nothing: cookies are looked at in draft mode only.
 * @param databaseId of the post
 */
export async function openedGrant(databaseId: number | undefined): Promise<OpenedGrant | undefined> {
  if (!(await draftMode()).isEnabled) return undefined;
  const id = String(databaseId);
  const cookie = (await cookies()).get(cookieName(id))?.value;
  const opened = openOpened(environment.REVALIDATION_SECRET, id, cookie);
  return opened
    ? { kind: 'opened', headers: passwordHeader(environment.REVALIDATION_SECRET, opened) }
    : undefined;
}

/**
 * Sets both cookies, for an hour, and for the address of this post alone: all other pages are those that everybody gets.
 * @param path of its page, encoded
 * @param secure whether the visitor came by HTTPS
 */
export async function rememberOpened(opened: Opened, path: string, secure: boolean): Promise<void> {
  (await draftMode()).enable();
  const jar = await cookies();
  const shared = {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: path.replace(/(?<=.)\/$/, ''),
    maxAge: OPEN_SECONDS,
  } as const;
  const exp = Math.floor(Date.now() / 1000) + OPEN_SECONDS;
  // Next's own is for the whole site, and has no end.
  jar.set(DRAFT_MODE, jar.get(DRAFT_MODE)?.value ?? '', shared);
  jar.set(cookieName(opened.id), sealOpened(environment.REVALIDATION_SECRET, opened, exp), shared);
}
