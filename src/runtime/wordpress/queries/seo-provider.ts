import type { SiteConfig } from '../../config/index.ts';
import type { Capabilities } from '../fields/capabilities.ts';

type Configured = SiteConfig['features']['seo']['provider'];
type Plugin = Exclude<Capabilities['seo'], 'none'>;

const bridges: Record<Plugin, string> = {
  seo_plugin_a: 'Yoast SEO with the plugin "WPGraphQL Yoast SEO Addon"',
  seo_plugin_b: 'Rank Math with the plugin "WPGraphQL for Rank Math"',
};

/** Said once a process, although the CMS is asked again every hour. */
const told = new Set<Configured>();

/** Whose fields are asked for: what the CMS has, unless the configuration says otherwise; never what it lacks. */
export function chooseSeo(configured: Configured, detected: Capabilities['seo']): Capabilities['seo'] {
  if (configured === 'auto') return detected;
  if (configured === 'none' || configured === detected) return configured;
  if (!told.has(configured)) {
    told.add(configured);
    console.warn(
      `[seo] features.seo.provider is "${configured}", but the CMS does not have its fields. The site uses its own ` +
        `texts. Install ${bridges[configured]}, or set the provider to "auto".`,
    );
  }
  return 'none';
}
