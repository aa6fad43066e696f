import { getStrategy, type RenderingStrategy } from '../../config/index.ts';
import { siteConfig } from '../../config/site.ts';

/** Seconds that a sitemap or a feed is kept where archives are `ssr`. */
const SSR_SECONDS = 300;

const archives = getStrategy(siteConfig, 'archives');

/**
 * How sitemap and feeds are cached: as the archives, but never for a single request. A sitemap that walks the whole CMS
 * for everybody who asks is a way to bring it down.
 */
export const derivedStrategy: RenderingStrategy =
  archives.strategy === 'ssr' ? { ...archives, strategy: 'isr', revalidate: SSR_SECONDS } : archives;
