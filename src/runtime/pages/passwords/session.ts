import { cookies, draftMode } from 'next/headers';
import { DRAFT_MODE } from '../../base/draft-mode.ts';
import { environment } from '../../config/site.ts';
import type { OpenedGrant } from '../../wordpress/items.ts';
import {
  cookieName,
  idIn,
  OPEN_SECONDS,
  type Opened,
  openOpened,
  passwordHeader,
  sealOpened,
} from './token.ts';

/**
 * Whether somebody has opened the post of a page: only there may he be in draft mode. A browser sends the cookie nowhere else, but anybody
 * could, and have each page of the site rendered at each visit.
 * @param path of the request, encoded
 */
export const hasOpened = (sent: readonly { name: string; value: string }[], path: string): boolean =>
  sent.some(({ name, value }) => {
    const id = idIn(name);
    const opened = id === null ? null : openOpened(environment.REVALIDATION_SECRET, id, value);
    return opened !== null && `${path}/`.startsWith(`${opened.path}/`);
  });

/**
 * Finds the grant that opens a post to this visitor. Asking costs a cached page nothing: cookies are looked at in draft mode only.
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
  const page = path.replace(/(?<=.)\/$/, '');
  (await draftMode()).enable();
  const jar = await cookies();
  const shared = {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: page,
    maxAge: OPEN_SECONDS,
  } as const;
  const exp = Math.floor(Date.now() / 1000) + OPEN_SECONDS;
  // Next's own is for the whole site, and has no end.
  jar.set(DRAFT_MODE, jar.get(DRAFT_MODE)?.value ?? '', shared);
  jar.set(
    cookieName(opened.id),
    sealOpened(environment.REVALIDATION_SECRET, { ...opened, path: page }, exp),
    shared,
  );
}
