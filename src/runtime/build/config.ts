import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import type { NextConfig } from 'next';
import { presentFiles } from '../base/owners-files.mjs';
import { offeredTemplates } from '../base/page-templates.ts';
import { resolved } from '../base/resolved.ts';
import { absentProviders } from '../config/analytics.ts';
import { contentProblems } from '../config/extend/own.ts';
import { ConfigError } from '../config/index.ts';
import { hasPlatformCache, isNextWorker, siteConfig } from '../config/site.ts';
import { isLoopback, listedHosts } from '../content/images/allowed.ts';
import { imageOrigins } from '../content/images/origins.ts';
import { feeds, knownImages, shortLinks, slashRedirects } from '../pages/redirects.ts';
import { unshownTemplates } from '../pages/unshown.ts';
import { securityHeaders } from '../server/security/headers.ts';
import { KEEPS_SCRIPTS } from '../server/zero-js/references.ts';
import type { Prepared } from '../wordpress/prepare.ts';
import { buildSpeed, isBuiltBefore } from './build-speed.ts';
import { ABSENT, aliasesOfAbsent } from './optional.ts';
import { withOwn } from './own.ts';

// The value in next/constants, which Node cannot import from an ES module.
const DEVELOPMENT = 'phase-development-server';
const BUILD = 'phase-production-build';

const TEMPLATES = 'components/templates';

/** Turbopack takes a path that begins with a dot as one of the site's. */
const ownersPaths = Object.fromEntries(
  Object.entries(presentFiles('.')).map(([name, file]) => [name, `./${file}`]),
);

/**
 * The configuration of Next: what the runtime needs, and the owner's settings beside it.
 * @param phase as Next names it
 * @param own the owner's settings
 * @throws {ConfigError} on what is wrong with `content.config.ts`, before a build and a start
 */
export async function nextConfig(phase: string, own: NextConfig): Promise<NextConfig> {
  // Development says on the page what is wrong.
  if (phase !== DEVELOPMENT && contentProblems.length > 0) throw new ConfigError(contentProblems.join('\n'));
  const origins = imageOrigins(siteConfig.wordpress, listedHosts);
  const isRebuild = isBuiltBefore();
  const files = existsSync(TEMPLATES) ? readdirSync(TEMPLATES) : [];
  const { slash, shown } = await askCms(phase, files);
  const packages = packagesRoot();
  const templates = offeredTemplates(files);
  const runtime: NextConfig = {
    poweredByHeader: false,
    ...buildSpeed(isRebuild, hasPlatformCache),
    // Behind the compiler, before the first page: the content snapshot is taken meanwhile.
    compiler: { runAfterProductionCompile: async () => void (await shown) },
    // Next’s own is 50 MB, and counts characters, of which many take two bytes. Pages that are asked for often stand before it,
    // compressed, and 8 MB were 20 MB of the heap: at 10,000 posts, in a container of 512 MB, that was what it lacked.
    cacheMaxMemorySize: 2 * 1024 * 1024,
    // In development nothing is kept.
    ...(phase === DEVELOPMENT || hasPlatformCache
      ? {}
      : { cacheHandler: fileURLToPath(new URL('../server/cache/handler.js', import.meta.url)) }),
    // For what runs after the build, which knows of the site's configuration what Next writes down (`server/zero-js/references.ts`).
    env: {
      ...(siteConfig.rendering.light === false ? { [KEEPS_SCRIPTS]: 'true' } : {}),
      // Behind a build no folder says it any more.
      ...(templates.length > 0 ? { HEADLESS_SITE_TEMPLATES: templates.join(',') } : {}),
      ...(slash === null ? {} : { HEADLESS_SITE_SLASH: slash ? 'yes' : 'no' }),
    },
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
      // No address of this site but imported files, which Next adds.
      localPatterns: [],
      // Where it leads Next would not compare with the patterns.
      maximumRedirects: 0,
      // Next refuses images from private addresses; a CMS on this machine is the one exception.
      dangerouslyAllowLocalIP: isLoopback(siteConfig.wordpress.graphqlUrl),
      qualities: [75],
    },
    turbopack: {
      root: packages,
      rules: {
        '*.graphql': {
          loaders: [fileURLToPath(new URL('./commonjs/graphql.js', import.meta.url))],
          as: '*.js',
        },
      },
      resolveAlias: {
        ...(phase === BUILD && hasSegments() ? { './collect-segment-data': 'headless-site/segments' } : {}),
        ...ownersPaths,
        ...aliasesOfAbsent(siteConfig, packages),
        ...absentProviders(siteConfig.features.analytics, ABSENT),
      },
    },
    outputFileTracingRoot: packages,
    redirects: async () => slashRedirects(slash),
    rewrites: async () => ({
      beforeFiles: [...shortLinks, knownImages(origins)],
      afterFiles: feeds,
      fallback: [],
    }),
    headers: async () => [
      {
        source: '/:path*',
        headers: securityHeaders(siteConfig, listedHosts, phase === DEVELOPMENT),
      },
      // A preview link carries a secret: it must not travel on as a referrer. Not on all routes: the answer to a form is a page, and
      // without a referrer an older browser does not say that the next try is of this site.
      ...['/api/preview', '/api/exit-preview'].map((source) => ({
        source,
        headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }],
      })),
    ],
  };
  return withOwn(runtime, own);
}

/** Whether this Next still has the module that `server/zero-js/segments.ts` stands in the place of. Turbopack knows it by how its neighbours name it. */
function hasSegments(): boolean {
  const site = createRequire(path.resolve('package.json'));
  return resolved(site, 'next/dist/esm/server/app-render/collect-segment-data.js') !== undefined;
}

/** A host as a pattern that matches nothing else: Next reads it as a glob, where an IPv6 address is a set of letters. */
const literal = (hostname: string) => hostname.replace(/[[\]]/g, '\\$&');

/**
 * The nearest folder that holds both the site and the packages: this one, or the root of a workspace. By where they really
 * are: pnpm and bun put a link into `node_modules`, to a folder further in.
 */
function packagesRoot(): string {
  const packages = createRequire(path.resolve('package.json')).resolve('next/package.json');
  let folder = process.cwd();
  while (path.relative(folder, packages).startsWith('..')) folder = path.dirname(folder);
  return folder;
}

/**
 * Asks the CMS before Next starts. A build begins here to take its content snapshot.
 * @param files of the folder of templates; those that nothing is shown by are said
 */
async function askCms(phase: string, files: readonly string[]): Promise<Prepared> {
  // `next start` asks nothing, and loads nothing to ask with.
  if (phase !== DEVELOPMENT && (phase !== BUILD || isNextWorker || !isMainThread)) return unasked;
  const { prepareBuild, prepareDevelopment } = await import('../wordpress/prepare.ts');
  const hasTemplates = files.some((file) => file.endsWith('.tsx'));
  prepared[key] ??= (phase === DEVELOPMENT ? prepareDevelopment(hasTemplates) : prepareBuild()).then(
    ({ slash, shown }) => ({ slash, shown: shown.then(sayUnshown, end) }),
    end,
  );
  return prepared[key];

  function sayUnshown(found: Awaited<Prepared['shown']>) {
    for (const line of unshownTemplates(files, found)) console.warn(line);
    return found;
  }
}

const unasked: Prepared = { slash: null, shown: Promise.resolve(undefined) };

/** A build whose contents cannot be read: at once, whatever Next does at that moment. */
function end({ message }: Error): never {
  console.error(message);
  process.exit(1);
}

// Next loads the configuration twice in a build.
const key = Symbol.for('headless-site.prepared');
const prepared = globalThis as unknown as Record<symbol, Promise<Prepared> | undefined>;
