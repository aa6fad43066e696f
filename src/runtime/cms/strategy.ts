import { getStrategy, type RenderingStrategy, type SiteConfig } from '../config/index.ts';

/** The strategy of what lives at an address; whatever stands at `/` follows the homepage's. */
export function strategyOf(
  { path, contentType }: { path: string; contentType: string },
  config: SiteConfig,
): RenderingStrategy {
  return getStrategy(config, path === '/' ? 'homepage' : contentType);
}

/** Kept until a tag says otherwise, with no interval to hand on to the page. */
export const lasting: RenderingStrategy = { strategy: 'isr', revalidate: false, generateStaticParams: true };

/** Asked again each time. */
export const everyRequest: RenderingStrategy = {
  strategy: 'ssr',
  revalidate: false,
  generateStaticParams: false,
};
