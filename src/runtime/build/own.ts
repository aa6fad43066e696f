import type { NextConfig } from 'next';

type Rewrites = Extract<Awaited<ReturnType<NonNullable<NextConfig['rewrites']>>>, { beforeFiles?: unknown }>;

/**
 * Merges the owner's settings into the runtime's. Lists are joined; of any other setting the owner's wins.
 * @param runtime what the runtime needs
 * @param own what `next.config.ts` adds
 */
export function withOwn(runtime: NextConfig, own: NextConfig): NextConfig {
  return {
    ...runtime,
    ...own,
    env: { ...runtime.env, ...own.env },
    typescript: { ...runtime.typescript, ...own.typescript },
    compiler: {
      ...runtime.compiler,
      ...own.compiler,
      runAfterProductionCompile: async (build) => {
        await runtime.compiler?.runAfterProductionCompile?.(build);
        await own.compiler?.runAfterProductionCompile?.(build);
      },
    },
    experimental: { ...runtime.experimental, ...own.experimental },
    serverExternalPackages: [
      ...(runtime.serverExternalPackages ?? []),
      ...(own.serverExternalPackages ?? []),
    ],
    images: {
      ...runtime.images,
      ...own.images,
      remotePatterns: [...(runtime.images?.remotePatterns ?? []), ...(own.images?.remotePatterns ?? [])],
    },
    turbopack: {
      ...runtime.turbopack,
      ...own.turbopack,
      rules: { ...runtime.turbopack?.rules, ...own.turbopack?.rules },
      resolveAlias: { ...runtime.turbopack?.resolveAlias, ...own.turbopack?.resolveAlias },
    },
    redirects: async () => [...((await own.redirects?.()) ?? []), ...((await runtime.redirects?.()) ?? [])],
    // The first matching redirect wins, and the last matching header: the owner decides in both.
    headers: async () => [...((await runtime.headers?.()) ?? []), ...((await own.headers?.()) ?? [])],
    rewrites: async () => {
      const [first, second] = [sorted(await own.rewrites?.()), sorted(await runtime.rewrites?.())];
      return {
        beforeFiles: [...(first.beforeFiles ?? []), ...(second.beforeFiles ?? [])],
        afterFiles: [...(first.afterFiles ?? []), ...(second.afterFiles ?? [])],
        fallback: [...(first.fallback ?? []), ...(second.fallback ?? [])],
      };
    },
    instrumentationClientInject: [
      ...(runtime.instrumentationClientInject ?? []),
      ...(own.instrumentationClientInject ?? []),
    ],
  };
}

/** Next takes a bare list, too. */
function sorted(rewrites: Awaited<ReturnType<NonNullable<NextConfig['rewrites']>>> | undefined): Rewrites {
  return Array.isArray(rewrites) ? { afterFiles: rewrites } : (rewrites ?? {});
}
