import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { NextConfig } from 'next';

/** Packages of the runtime that Node loads as they are. Next would compile them into each route: zod alone eight times. */
const PACKAGES = ['entities', 'graphql', 'sanitize-html', 'zod'];

/**
 * Settings of Next that make a build shorter. Shares are of a cold build of 200 posts.
 * @param isRebuild whether there was a build before, as `isBuiltBefore` says
 * @param isOnPlatform whether what is built runs as functions of a platform, not as a server
 */
export function buildSpeed(
  isRebuild: boolean,
  isOnPlatform: boolean,
): Pick<NextConfig, 'typescript' | 'serverExternalPackages' | 'experimental'> {
  return {
    // A sixth of it, for what no visitor meets: a step of its own, which `npm test` begins with.
    typescript: { ignoreBuildErrors: true },
    // A twentieth of it.
    serverExternalPackages: PACKAGES,
    experimental: {
      // A twentieth: the maps of the runtime's own modules. Stack traces of a production server name its modules without types then.
      turbopackInputSourceMaps: false,
      // A fourteenth. A server starts once, and takes 0.1 s and 15 MB more for code that reads well in its stack traces; on a platform
      // functions start again and again.
      turbopackMinify: { server: isOnPlatform },
      // A fifth of the compiler's work is what it writes down for the next build, and a container or a CI job that keeps nothing never
      // reads it. So it does where there was a build before; the one after that compiles in a fifth of the time.
      turbopackFileSystemCacheForBuild: isRebuild,
      // Next leaves one of the machine's cores out, which on two of them is half of the time.
      cpus: availableParallelism(),
      // Takes a sixth of a page: renders and compresses its parts once more, to save requests of Next's links, which the theme has none of.
      prefetchInlining: false,
      // In a terminal Next would ask the registry for its next release, and offer it. It comes with the runtime's, which needs this one.
      agentUpgrade: false,
    },
  };
}

// Next loads the configuration twice in a build, and the folder is there the second time.
const key = Symbol.for('headless-site.built-before');
const shared = globalThis as unknown as Record<symbol, boolean | undefined>;

/** To be asked before anything is written. */
export function isBuiltBefore(): boolean {
  shared[key] ??= existsSync('.next/cache');
  return shared[key];
}
