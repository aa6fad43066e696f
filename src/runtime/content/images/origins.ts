import type { SiteConfig } from '../../config/index.ts';

/** In `image-hosts.json`: browsers may load an image from any https host. Next still optimises exact origins only. */
export const ANY_HTTPS = 'https:';

/**
 * Exact origins of images: the CMS's own first, its media host's, and those listed in `image-hosts.json`. A host by itself is
 * meant with https; `http://images.local:8080` says it all. Where the CMS is read over plain http nobody has said how
 * its media host is spoken to, so both are among them.
 */
export function imageOrigins(
  { graphqlUrl, domain }: Pick<SiteConfig['wordpress'], 'graphqlUrl' | 'domain'>,
  listed: readonly string[],
): string[] {
  const cms = new URL(graphqlUrl);
  const media = cms.protocol === 'https:' ? [domain] : [domain, `http://${domain}`];
  const others = [
    ...(domain === cms.hostname ? [] : media),
    ...listed.filter((entry) => entry !== cms.hostname),
  ];
  return [...new Set([cms.origin, ...others.flatMap(originOf)])];
}

function originOf(entry: string): string[] {
  // Any other text could end a directive of the policy, or be a pattern for Next.
  if (!/^(?:https?:\/\/)?(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(entry)) return [];
  const url = withScheme(entry);
  return URL.canParse(url) ? [new URL(url).origin] : [];
}

/** @returns an entry of `image-hosts.json` as an address: a host by itself is meant with https */
export const withScheme = (entry: string): string => (entry.includes('://') ? entry : `https://${entry}`);

/** @returns the one of `origins` under which an image is read: also by https where WordPress, unaware of TLS, says http */
export function originAmong(origins: readonly string[], { protocol, host }: URL): string | undefined {
  return [`${protocol}//${host}`, `https://${host}`].find((one) => origins.includes(one));
}
