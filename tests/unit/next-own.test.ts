import type { NextConfig } from 'next';
import { describe, expect, test } from 'vitest';
import { withOwn } from '../../src/runtime/build/own';

const redirect = (source: string) => ({ source, destination: '/', permanent: true });
const rewrite = (source: string) => ({ source, destination: '/' });
const header = (value: string) => ({ source: '/:path*', headers: [{ key: 'X-Frame-Options', value }] });

const runtime: NextConfig = {
  poweredByHeader: false,
  images: { qualities: [75], remotePatterns: [{ hostname: 'cms.example' }] },
  turbopack: { root: '/site', resolveAlias: { 'headless-site/site/words': './words.ts' } },
  redirects: async () => [redirect('/runtime')],
  headers: async () => [header('DENY')],
  rewrites: async () => ({ beforeFiles: [rewrite('/first')], afterFiles: [rewrite('/then')], fallback: [] }),
  instrumentationClientInject: ['./runtime.ts'],
};

/** Which source of each list comes in which order. */
async function orders(own: NextConfig) {
  const config = withOwn(runtime, own);
  const rewrites = await config.rewrites?.();
  if (!rewrites || Array.isArray(rewrites)) throw new Error('the lists of rewrites stay apart');
  return {
    redirects: (await config.redirects?.())?.map(({ source }) => source),
    headers: (await config.headers?.())?.map(({ headers }) => headers[0]?.value),
    rewrites: Object.fromEntries(
      Object.entries(rewrites).map(([name, list]) => [name, list?.map(({ source }) => source)]),
    ),
  };
}

describe("the owner's settings of Next beside the runtime's", () => {
  test('without any, the runtime has its own', async () => {
    expect(await orders({})).toEqual({
      redirects: ['/runtime'],
      headers: ['DENY'],
      rewrites: { beforeFiles: ['/first'], afterFiles: ['/then'], fallback: [] },
    });
  });
  test('the owner decides: of redirects and rewrites the first wins, of headers the last', async () => {
    const own = {
      redirects: async () => [redirect('/own')],
      headers: async () => [header('SAMEORIGIN')],
      rewrites: async () => [rewrite('/own')],
    };
    expect(await orders(own)).toEqual({
      redirects: ['/own', '/runtime'],
      headers: ['DENY', 'SAMEORIGIN'],
      // Next's bare list stands after files.
      rewrites: { beforeFiles: ['/first'], afterFiles: ['/own', '/then'], fallback: [] },
    });
    const apart = { rewrites: async () => ({ beforeFiles: [rewrite('/a')], fallback: [rewrite('/z')] }) };
    expect((await orders(apart)).rewrites).toEqual({
      beforeFiles: ['/a', '/first'],
      afterFiles: ['/then'],
      fallback: ['/z'],
    });
  });
  test('lists are joined, and of any other setting the owner’s wins', () => {
    const config = withOwn(runtime, {
      poweredByHeader: true,
      basePath: '/shop',
      images: { qualities: [50], remotePatterns: [{ hostname: 'own.example' }] },
      turbopack: { resolveAlias: { mine: './mine.ts' } },
      instrumentationClientInject: ['./own.ts'],
    });
    expect(config).toMatchObject({
      poweredByHeader: true,
      basePath: '/shop',
      images: { qualities: [50], remotePatterns: [{ hostname: 'cms.example' }, { hostname: 'own.example' }] },
      turbopack: {
        root: '/site',
        resolveAlias: { 'headless-site/site/words': './words.ts', mine: './mine.ts' },
      },
      instrumentationClientInject: ['./runtime.ts', './own.ts'],
    });
  });
});

test('one setting among the types or the experiments leaves the others as they are', () => {
  const quick: NextConfig = { typescript: { ignoreBuildErrors: true }, experimental: { cpus: 2 } };
  const own: NextConfig = {
    typescript: { tsconfigPath: 'a.json' },
    experimental: { prefetchInlining: true },
  };
  expect(withOwn(quick, own)).toMatchObject({
    typescript: { ignoreBuildErrors: true, tsconfigPath: 'a.json' },
    experimental: { cpus: 2, prefetchInlining: true },
  });
  expect(withOwn(quick, { typescript: { ignoreBuildErrors: false } }).typescript?.ignoreBuildErrors).toBe(
    false,
  );
});
