import { isLetIn } from '../../content/images/hosts.ts';
import type { Maybe } from '../../content/types.ts';
import type { CmsIdentity, CmsSiteImage } from './types.ts';
import type { IconFile, IconView, LogoView } from './views.ts';

/** Logo and icon from the CMS's answer. A CMS without the companion's part has neither. */

/**
 * @param title the site's name, which is the logo's text for whoever does not see it
 * @returns null also for a logo of unknown size, which would push the page as it comes, and for one that the
 *   Content-Security-Policy stops: the name is better than a broken image
 */
export function toLogo(identity: Maybe<CmsIdentity>, title: string): LogoView | null {
  const logo = toFile(identity?.logo);
  if (!logo?.width || !logo.height) return null;
  return { url: logo.url, alt: title, width: logo.width, height: logo.height };
}

/** @returns null where the site's own `app/icon.svg` is to be shown */
export function toIcon(identity: Maybe<CmsIdentity>): IconView | null {
  const icon = toFile(identity?.icon);
  return icon && { ...icon, sizes: (identity?.icon?.sizes ?? []).flatMap((size) => toFile(size) ?? []) };
}

function toFile(image: Maybe<CmsSiteImage>): IconFile | null {
  const { url, width, height } = image ?? {};
  if (!url || !URL.canParse(url) || !isLetIn(url)) return null;
  return { url, ...(isLength(width) && isLength(height) ? { width, height } : {}) };
}

const isLength = (value: Maybe<number>): value is number => Number.isInteger(value) && Number(value) > 0;
