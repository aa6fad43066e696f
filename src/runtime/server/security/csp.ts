import { createHash } from 'node:crypto';
import { analyticsHosts } from '../../config/analytics.ts';
import type { OwnSources } from '../../config/extend/content.ts';
import { ownContent } from '../../config/extend/own.ts';
import type { SiteConfig } from '../../config/index.ts';
import { embedHosts } from '../../content/html/embeds.ts';
import { ANY_HTTPS, imageOrigins } from '../../content/images/origins.ts';
import { themeScript } from './theme-script.ts';

export interface PolicyOptions {
  /** Next's development tools evaluate code; nothing else ever may. */
  development?: boolean;
  /** For one preview request: scripts then need this nonce, and no analytics is let in. */
  nonce?: string;
  /** Sources that the owner adds; those of `content.config.ts` when left out. */
  own?: OwnSources;
}

/**
 * The Content-Security-Policy of a page.
 *
 * Scripts: a cached page is the same for everybody, so it cannot carry a nonce, and its inline data scripts differ from
 * page to page, so a header cannot carry their hashes: `'unsafe-inline'`, which is why CMS HTML passes an allow-list
 * first. A preview is rendered for one request and gets a nonce.
 *
 * Styles: `'unsafe-inline'`, because React and the block editor write style attributes (ratio of an image, width of a
 * column), which neither nonce nor hash can allow. `content/html/style.ts` says which of the editor's pass.
 *
 * Images and media: exact origins. No visitor's browser asks a host that the owner has not named, as with videos, which
 * wait for a click. An image from elsewhere is not loaded; the log names its host (content/images/hosts.ts), and a line in
 * `image-hosts.json` lets it in. An owner who links images from anywhere writes `https:` there.
 *
 * @param imageHosts as in `image-hosts.json`
 */
export function contentSecurityPolicy(
  config: SiteConfig,
  imageHosts: readonly string[],
  { development = false, nonce, own = ownContent.security ?? {} }: PolicyOptions = {},
): string {
  const analytics = nonce ? { script: [], connect: [], img: [] } : analyticsHosts(config.features.analytics);
  const files = fileSources(config, imageHosts);
  const scripts = nonce ? [`'nonce-${nonce}'`, THEME_SCRIPT, "'strict-dynamic'"] : ["'unsafe-inline'"];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...analytics.script, ...(development ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", "'unsafe-inline'"],
    // data: is the blurred preview behind an image that has not come yet.
    'img-src': ["'self'", 'data:', ...files, ...analytics.img],
    'media-src': ["'self'", ...files],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...analytics.connect],
    'frame-src': embedHosts,
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(isHttps(config.site.url) && isHttps(config.wordpress.graphqlUrl)
      ? { 'upgrade-insecure-requests': [] }
      : {}),
  };
  // A directive that is not there yet takes the place of `default-src`.
  for (const [name, sources] of Object.entries(own))
    directives[name] = [...(directives[name] ?? ["'self'"]), ...sources];
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** The one inline script that Next does not know, and so gives no nonce. */
const THEME_SCRIPT = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`;

/** The CMS with its scheme and port (it may be on plain http), its media host, and what the owner lists. */
function fileSources({ wordpress }: SiteConfig, imageHosts: readonly string[]): string[] {
  return [...imageOrigins(wordpress, imageHosts), ...imageHosts.filter((host) => host === ANY_HTTPS)];
}

function isHttps(url: string | undefined): boolean {
  return url?.startsWith('https:') ?? false;
}
