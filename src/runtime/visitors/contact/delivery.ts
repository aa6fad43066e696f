import { contactDelivery } from '../../config/contact.ts';
import { environment, hasPlatformCache, isDevelopment, isProduction, siteConfig } from '../../config/site.ts';

/** How messages are delivered here, or why they are not. */
export const delivery = contactDelivery(siteConfig, (name) => environment[name]);

/**
 * Whether the form is shown. In production one that delivers nowhere is not. Elsewhere a file takes what is written, except where the
 * owner wants no form.
 */
export const isContactOpen =
  delivery.by !== undefined || (!isProduction && siteConfig.features.contact !== 'none');

/**
 * Whether a message that could not be delivered waits on the disk. Vercel and Netlify have none that lasts; and a site from before the
 * question was asked answers as it always did.
 */
export const hasOutbox = siteConfig.features.contact !== undefined && !hasPlatformCache && !isDevelopment;
