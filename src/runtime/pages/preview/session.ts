import { cookies, draftMode } from 'next/headers';
import { getPreviewConfig } from '../../config/index.ts';
import { environment, siteConfig } from '../../config/site.ts';
import type { PreviewGrant } from '../../wordpress/items.ts';
import { now, openSession, type PreviewSession, readGrantHeader } from './token.ts';

export const PREVIEW_COOKIE = 'preview_session';

/** The secrets that are accepted: the present one and, while they are rotated, the former one. */
export function previewSecrets(): string[] {
  const { secret } = getPreviewConfig(siteConfig);
  return [secret, environment.PREVIEW_SECRET_PREVIOUS].filter((value): value is string => Boolean(value));
}

/** A preview that is shown. */
export interface ShownPreview extends PreviewSession {
  /** Visitors see the item as it was last published; this visitor sees what is not saved to it yet. */
  isPublished: boolean;
}

/**
 * The preview that this visitor is in. Asking costs a cached page nothing: cookies are looked at in draft mode only,
 * and a draft mode request is never served from the cache.
 */
export async function currentPreview(): Promise<PreviewSession | null> {
  if (!getPreviewConfig(siteConfig).enabled || !(await draftMode()).isEnabled) return null;
  return openPreviewSession((await cookies()).get(PREVIEW_COOKIE)?.value);
}

/** @returns null unless one of the secrets sealed this cookie and it has not ended */
export function openPreviewSession(cookie: string | undefined): PreviewSession | null {
  for (const secret of previewSecrets()) {
    const session = openSession(secret, cookie);
    if (session) return session;
  }
  return null;
}

/** The grant that opens exactly this item to the next request. */
export function grantFor({ id, site }: PreviewSession): PreviewGrant {
  const [secret = ''] = previewSecrets();
  return { kind: 'preview', id, headers: readGrantHeader(secret, id, now(), site) };
}
