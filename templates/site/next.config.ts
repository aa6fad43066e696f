import path from 'node:path';
import type { NextConfig } from 'next';
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants';
import { checkCms } from './lib/cms/preflight';
import { allowedHosts, isLoopback } from './lib/images/allowed';

// `next typegen` only looks at the routes: a type check needs neither an environment nor a CMS.
const site = process.argv.includes('typegen') ? null : loadSiteConfig();

export default async function config(phase: string): Promise<NextConfig> {
  if (!site) return {};
  const { siteConfig, environment } = site;
  const { graphqlUrl, domain } = siteConfig.wordpress;
  if (phase === PHASE_PRODUCTION_BUILD) {
    await checkCms(graphqlUrl, environment.CMS_AUTHORIZATION).catch((error: Error) => exit(error));
  }
  return {
    poweredByHeader: false,
    // The API routes never answer a redirect of their own, and content keeps the CMS's own slash.
    skipTrailingSlashRedirect: true,
    images: {
      remotePatterns: allowedHosts(domain).flatMap((hostname) =>
        (['https', 'http'] as const).map((protocol) => ({ protocol, hostname, search: '' })),
      ),
      // Next refuses images from private addresses; a CMS on this machine is the one exception.
      dangerouslyAllowLocalIP: isLoopback(graphqlUrl),
      qualities: [75],
    },
    // Where the packages are installed: beside this file, or at the root of a workspace.
    turbopack: { root: packagesRoot() },
    outputFileTracingRoot: packagesRoot(),
    headers: async () => [
      { source: '/:path*', headers: securityHeaders(phase) },
      // A preview link carries a secret: it must not travel on as a referrer.
      { source: '/api/:path*', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
    ],
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

/** `require`, not `import`: a missing variable ends the start with one line that names it, and no stack. */
function loadSiteConfig(): typeof import('./site.config') {
  try {
    return require('./site.config.ts');
  } catch (error) {
    if ((error as Error).name === 'ConfigError') exit(error as Error);
    throw error;
  }
}

function exit(error: Error): never {
  console.error(error.message);
  process.exit(1);
}
