import path from 'node:path';
import type { NextConfig } from 'next';
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants';
import { checkCms } from './lib/cms/preflight';
import { ConfigError } from './lib/config';

/** Loads the configuration only here, so that a missing variable ends the start with one line and no stack. */
async function load(phase: string): Promise<NextConfig> {
  const { siteConfig, environment } = await import('./site.config');
  const { allowedHosts, isLoopback } = await import('./lib/images/hosts');
  const { graphqlUrl } = siteConfig.wordpress;
  if (phase === PHASE_PRODUCTION_BUILD) await checkCms(graphqlUrl, environment.CMS_AUTHORIZATION);
  return {
    poweredByHeader: false,
    // The API routes never answer a redirect of their own, and content keeps the CMS's own slash.
    skipTrailingSlashRedirect: true,
    images: {
      remotePatterns: allowedHosts.flatMap((hostname) =>
        (['https', 'http'] as const).map((protocol) => ({ protocol, hostname, search: '' })),
      ),
      // Next refuses images from private addresses; a CMS on this machine is the one exception.
      dangerouslyAllowLocalIP: isLoopback(graphqlUrl),
      qualities: [75],
    },
    // Where the packages are installed: beside this file, or at the root of a workspace.
    turbopack: { root: packagesRoot() },
    outputFileTracingRoot: packagesRoot(),
    headers: async () => [{ source: '/:path*', headers: securityHeaders(phase) }],
  };
}

function packagesRoot(): string {
  return path.resolve(path.dirname(require.resolve('next/package.json')), '../..');
}

function securityHeaders(phase: string): { key: string; value: string }[] {
  return [
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    { key: 'X-Frame-Options', value: 'DENY' },
    { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
    ...(phase === PHASE_DEVELOPMENT_SERVER
      ? []
      : [{ key: 'Strict-Transport-Security', value: 'max-age=31536000' }]),
  ];
}

export default async function config(phase: string): Promise<NextConfig> {
  try {
    return await load(phase);
  } catch (error) {
    if (!(error instanceof ConfigError) && (error as Error).name !== 'WordPressError') throw error;
    console.error((error as Error).message);
    process.exit(1);
  }
}
