import type { Metadata } from 'next';
import { siteConfig } from '../config/site.ts';
import { isPublic } from '../seo/site.ts';
import { robotsTag } from '../seo/visibility.ts';

/** For the layout: what all pages of the site have in common. */
export const siteMetadata: Metadata = {
  ...(siteConfig.site.url ? { metadataBase: new URL(siteConfig.site.url) } : {}),
  robots: robotsTag(isPublic),
};
