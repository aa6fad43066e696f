import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { NextConfig } from 'next';
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants';
import { analyticsModules } from './lib/analytics/settings';
import { isLoopback, listedHosts, pictureOrigins } from './lib/images/allowed';
import { feeds, knownPictures, shortLinks, slashRedirects } from './lib/routes/redirects';
import { securityHeaders } from './lib/security/headers';

// `next typegen` only looks at the routes: a type check needs neither an environment nor a CMS.
const site = process.argv.includes('typegen') ? null : loadSite();

export default async function config(phase: string): Promise<NextConfig> {
  if (!site) return {};
  const { siteConfig } = site;
  const { graphqlUrl } = siteConfig.wordpress;
  const origins = pictureOrigins(siteConfig.wordpress);
  const slash = await askCms(phase);
  return {
    poweredByHeader: false,
    // In development nothing is kept.
    ...(phase === PHASE_DEVELOPMENT_SERVER || site.hasPlatformCache
      ? {}
      : { cacheHandler: path.resolve('cache/handler.mjs') }),
    // Next refuses its tools, and with them the scripts of a page, to all but `localhost`: whoever types 127.0.0.1 sees nothing.
    allowedDevOrigins: ['127.0.0.1'],
    // The API routes never answer a redirect of their own, and content keeps the CMS's own slash.
    skipTrailingSlashRedirect: true,
    images: {
      remotePatterns: origins.map((origin) => {
        const { protocol, hostname, port } = new URL(origin);
        return {
          protocol: protocol === 'https:' ? 'https' : 'http',
          hostname: literal(hostname),
          port,
          search: '',
        };
      }),
      // Of this site's own addresses none but imported files, which Next adds.
      localPatterns: [],
      // Where it leads Next would not compare with the patterns.
      maximumRedirects: 0,
      // Next refuses images from private addresses; a CMS on this machine is the one exception.
      dangerouslyAllowLocalIP: isLoopback(graphqlUrl),
      qualities: [75],
    },
    turbopack: { root: packagesRoot() },
    outputFileTracingRoot: packagesRoot(),
    redirects: async () => slashRedirects(slash),
    rewrites: async () => ({
      beforeFiles: [...shortLinks, knownPictures(origins)],
      afterFiles: feeds,
      fallback: [],
    }),
    instrumentationClientInject: analyticsModules(siteConfig.features.analytics),
    headers: async () => [
      {
        source: '/:path*',
        headers: securityHeaders(siteConfig, listedHosts, phase === PHASE_DEVELOPMENT_SERVER),
      },
      // A preview link carries a secret: it must not travel on as a referrer.
      { source: '/api/:path*', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
    ],
  };
}

/** A host as a pattern that matches nothing else: Next reads it as a glob, where an IPv6 address is a set of letters. */
const literal = (hostname: string) => hostname.replace(/[[\]]/g, '\\$&');

/**
 * The nearest folder that holds both the site and the packages: this one, or the root of a workspace. By where they really
 * are: pnpm and bun put a link into `node_modules`, to a folder further in.
 */
function packagesRoot(): string {
  const packages = require.resolve('next/package.json');
  let folder = process.cwd();
  while (path.relative(folder, packages).startsWith('..')) folder = path.dirname(folder);
  return folder;
}

/** Whether addresses end with a slash. A build takes its content snapshot here, before Next starts. */
async function askCms(phase: string): Promise<boolean | null> {
  if (phase === PHASE_DEVELOPMENT_SERVER) return (await site?.prepare?.prepareDevelopment()) ?? null;
  if (phase !== PHASE_PRODUCTION_BUILD || isBuildWorker()) return null;
  prepared[key] ??= site?.prepare?.prepareBuild().catch((error: Error) => exit(error));
  return (await prepared[key]) ?? null;
}

// Next loads this file twice in a build, each time as a module of its own.
const key = Symbol.for('headless-site.prepared');
const prepared = globalThis as unknown as Record<symbol, Promise<boolean | null> | undefined>;

/** Next loads this file in the processes that it starts, too; they speak with the first one over a channel. */
function isBuildWorker(): boolean {
  return process.send !== undefined || !isMainThread;
}

interface Site extends Pick<typeof import('./site.config'), 'siteConfig' | 'hasPlatformCache'> {
  /** Not for `next start`: what this does is in the build's output. */
  prepare: typeof import('./lib/cms/prepare') | null;
}

/**
 * `require`, not `import`: a missing variable ends the start with one line that names it, and no stack. Here and not
 * later: Next compiles TypeScript only while it loads this file.
 */
function loadSite(): Site {
  try {
    const { siteConfig, hasPlatformCache } = require('./site.config.ts');
    return {
      siteConfig,
      hasPlatformCache,
      prepare: process.argv.includes('start') ? null : require('./lib/cms/prepare.ts'),
    };
  } catch (error) {
    if ((error as Error).name === 'ConfigError') exit(error as Error);
    throw error;
  }
}

function exit(error: Error): never {
  console.error(error.message);
  process.exit(1);
}
