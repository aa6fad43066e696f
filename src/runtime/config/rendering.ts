import { builtInTypes, REVALIDATE_TRUE_SECONDS, type RenderingStrategy, type SiteConfig } from './schema.ts';

export interface ISRConfig {
  /** Seconds, `false` for on demand only, undefined for the framework's default. */
  revalidate: number | false | undefined;
  generateStaticParams: boolean;
}

/** The strategy of a type without an entry: RenderingStrategy's own defaults. */
const unknownType: RenderingStrategy = { strategy: 'isr', generateStaticParams: true };

/** The strategy of a content type: `posts`, `pages`, `archives`, `homepage` or a custom type's key. */
export function getStrategy(config: SiteConfig, contentType: string): RenderingStrategy {
  const builtIn = builtInTypes.find((type) => type === contentType);
  if (builtIn) return config.rendering[builtIn];
  const custom = config.rendering.custom ?? {};
  return (Object.hasOwn(custom, contentType) ? custom[contentType] : undefined) ?? unknownType;
}

/** WordPress's names of the content types whose items have pages: `post`, `page` and the custom ones. */
export function itemTypes(config: SiteConfig): string[] {
  return ['post', 'page', ...Object.keys(config.rendering.custom ?? {})];
}

/** Whether a type is none of WordPress itself: those have lists of their own, or no pages. */
export const isCustomType = (type: string): boolean => !['post', 'page', 'attachment'].includes(type);

/** They share a route, because WordPress lets them share addresses. So does what nobody has configured. */
const sharing = ['posts', 'pages', 'archives'];

/** Whether a custom type has a route of its own: `/project` and everything below. */
export function hasRoute(config: SiteConfig, contentType: string): boolean {
  return Object.hasOwn(config.rendering.custom ?? {}, contentType);
}

/**
 * Whether what lives on the route of a content type is rendered for each request: one type that is `ssr` makes it so for all of
 * them. Every route shows archives too: a custom type's own stands at its base.
 */
export function isRenderedEachTime(config: SiteConfig, contentType: string): boolean {
  const types = hasRoute(config, contentType) ? [contentType, 'archives'] : sharing;
  return types.some((type) => getStrategy(config, type).strategy === 'ssr');
}

/** How many items of a type a build renders, the newest ones: Infinity for all, 0 for none. */
export function prerenderedItems(config: SiteConfig, contentType: string): number {
  const { generateStaticParams, prerender } = getStrategy(config, contentType);
  if (generateStaticParams === false || isRenderedEachTime(config, contentType)) return 0;
  return prerender?.newest ?? Number.POSITIVE_INFINITY;
}

export function getISRConfig(config: SiteConfig, contentType: string): ISRConfig {
  const { revalidate, generateStaticParams } = getStrategy(config, contentType);
  return { revalidate: getRevalidateValue(revalidate), generateStaticParams };
}

/** `true` means 60 seconds; everything else passes through. */
export function getRevalidateValue(revalidate: number | boolean | undefined): number | false | undefined {
  return revalidate === true ? REVALIDATE_TRUE_SECONDS : revalidate;
}

/** Preview settings with the object form resolved: its secret overrides `wordpress.previewSecret`. */
export function getPreviewConfig(config: SiteConfig): { enabled: boolean; secret: string | undefined } {
  const { preview } = config.features;
  if (typeof preview === 'boolean') return { enabled: preview, secret: config.wordpress.previewSecret };
  return { enabled: preview.enabled, secret: preview.secret ?? config.wordpress.previewSecret };
}
