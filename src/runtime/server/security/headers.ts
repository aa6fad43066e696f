import type { SiteConfig } from '../../config/index.ts';
import { contentSecurityPolicy } from './csp.ts';

/**
 * Headers of every answer. Strict-Transport-Security speaks for this host only: what else lives below the owner's domain
 * may be on plain http. Development has none, because a browser would remember it for localhost.
 */
export function securityHeaders(
  config: SiteConfig,
  imageHosts: readonly string[],
  development: boolean,
): { key: string; value: string }[] {
  return [
    { key: 'Content-Security-Policy', value: contentSecurityPolicy(config, imageHosts, { development }) },
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    // For browsers that do not know frame-ancestors.
    { key: 'X-Frame-Options', value: 'DENY' },
    { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
    ...(development ? [] : [{ key: 'Strict-Transport-Security', value: 'max-age=31536000' }]),
  ];
}
