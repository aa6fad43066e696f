import {
  getStrategy,
  hasRoute,
  isRenderedEachTime,
  type RenderingStrategy,
  type SiteConfig,
} from '../../config/index.ts';

/** The strategy of what lives at an address; whatever stands at `/` follows the homepage's. */
export function strategyOf(
  { path, contentType }: { path: string; contentType: string },
  config: SiteConfig,
): RenderingStrategy {
  const strategy = getStrategy(config, path === '/' ? 'homepage' : contentType);
  if (strategy.strategy !== 'ssr' || path === '/' || isRenderedEachTime(config, routeOf(path, config)))
    return strategy;
  // A custom type whose addresses begin otherwise than its name stands on the shared route, which is not rendered for each request.
  return { ...strategy, strategy: 'isr', revalidate: 1 };
}

/** @returns a type whose route shows the path */
function routeOf(path: string, config: SiteConfig): string {
  const [, first = ''] = path.split('/');
  return hasRoute(config, first) ? first : 'posts';
}

/** Kept until a tag says otherwise, with no interval to hand on to the page. */
export const lasting: RenderingStrategy = { strategy: 'isr', revalidate: false, generateStaticParams: true };

/** Asked again each time. */
export const everyRequest: RenderingStrategy = {
  strategy: 'ssr',
  revalidate: false,
  generateStaticParams: false,
};
