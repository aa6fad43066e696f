import { unstable_cache } from 'next/cache';
import { siteConfig } from '@/site.config';
import { type Capabilities, capabilitiesDocument, capabilitiesFrom } from './capabilities';
import { requestRaw } from './client';

/** Seconds after which a plugin that was switched on or off is noticed. */
const LIFE = 3600;

/**
 * Probed once and cached. An administrator who activates a plugin sees it within the hour, or at the next build.
 * @throws {WordPressError} when the CMS is away
 */
export function getCapabilities(): Promise<Capabilities> {
  const url = siteConfig.wordpress.graphqlUrl;
  return unstable_cache(() => probe(), ['capabilities', url], { revalidate: LIFE, tags: ['capabilities'] })();
}

async function probe(): Promise<Capabilities> {
  const { errors = [] } = await requestRaw('Capabilities', capabilitiesDocument, {});
  return capabilitiesFrom(errors);
}
