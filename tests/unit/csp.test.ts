import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { defineConfig, type SiteConfigInput } from '../../src/runtime/config';
import { embedHosts } from '../../src/runtime/content/html/embeds';
import { contentSecurityPolicy } from '../../src/runtime/server/security/csp';
import { securityHeaders } from '../../src/runtime/server/security/headers';
import { themeScript } from '../../src/runtime/server/security/theme-script';

type Analytics = NonNullable<NonNullable<SiteConfigInput['features']>['analytics']>;

const hosts = ['cms.example.com', 'secure.gravatar.com'];
const config = (graphqlUrl = 'https://cms.example.com/graphql', analytics: Analytics = {}, domain?: string) =>
  defineConfig({
    wordpress: {
      graphqlUrl,
      ...(domain ? { domain } : {}),
      revalidateSecret: 'revalidation-secret-1',
      previewSecret: 'preview-secret-number-1',
    },
    features: { analytics },
    site: { url: 'https://www.example.com' },
  });
const read = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/s).slice(0, 2)));
const policy = (...options: Parameters<typeof contentSecurityPolicy>) =>
  read(contentSecurityPolicy(...options));

describe('Content-Security-Policy', () => {
  test('a site as it comes', () => {
    expect(policy(config(), hosts)).toEqual({
      'default-src': "'self'",
      'script-src': "'self' 'unsafe-inline'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data: https://cms.example.com https://secure.gravatar.com",
      'media-src': "'self' https://cms.example.com https://secure.gravatar.com",
      'font-src': "'self'",
      'connect-src': "'self'",
      'frame-src': embedHosts.join(' '),
      'object-src': "'none'",
      'base-uri': "'self'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'upgrade-insecure-requests': undefined,
    });
  });

  test('code is evaluated in development only', () => {
    const withEval = (development: boolean) =>
      contentSecurityPolicy(config(), hosts, { development }).includes("'unsafe-eval'");
    expect([withEval(false), withEval(true)]).toEqual([false, true]);
  });

  test('a CMS on plain http: its scheme and port, and nothing is upgraded', () => {
    const local = policy(config('http://127.0.0.1:8787/graphql'), ['127.0.0.1']);
    expect(local['img-src']).toBe("'self' data: http://127.0.0.1:8787");
    expect(local).not.toHaveProperty('upgrade-insecure-requests');
  });

  test('media on another host than the CMS', () => {
    const apart = policy(config('https://cms.example.com/graphql', {}, 'media.example.com'), hosts);
    expect(apart['img-src']).toBe(
      "'self' data: https://cms.example.com https://media.example.com https://secure.gravatar.com",
    );
  });

  test('any https host for pictures where the owner says so, and what is no host is left out', () => {
    const sources = policy(config(), ['https:', "x; script-src 'none'", '*', 'a b'])['img-src'];
    expect(sources).toBe("'self' data: https://cms.example.com https:");
  });

  test.each<[string, Analytics, Record<string, string>]>([
    ['Vercel needs no other host', { hosting: true }, {}],
    [
      'Google',
      { web_analytics: 'G-ABC123' },
      {
        'script-src': ' https://www.googletagmanager.com',
        'connect-src':
          ' https://www.googletagmanager.com https://www.google-analytics.com https://region1.google-analytics.com',
        'img-src':
          ' https://www.googletagmanager.com https://www.google-analytics.com https://region1.google-analytics.com',
      },
    ],
    [
      'Sentry',
      { error_tracking: 'https://key@o1.ingest.de.sentry.io/2' },
      { 'connect-src': ' https://o1.ingest.de.sentry.io' },
    ],
    [
      'a Sentry of one’s own',
      { error_tracking: 'http://key@127.0.0.1:9000/sentry/2' },
      { 'connect-src': ' http://127.0.0.1:9000' },
    ],
  ])('%s', (_name, analytics, added) => {
    const plain = policy(config(), hosts);
    const expected = Object.entries(plain).map(([name, sources]) => [
      name,
      added[name] ? sources + added[name] : sources,
    ]);
    const url = 'https://cms.example.com/graphql';
    expect(policy(config(url, analytics), hosts)).toEqual(Object.fromEntries(expected));
  });

  test('a preview: nonce and hash instead of unsafe-inline, and no analytics', () => {
    const analytics = { hosting: true, web_analytics: 'G-ABC123', error_tracking: 'https://k@s.example/1' };
    const preview = policy(config('https://cms.example.com/graphql', analytics), hosts, {
      nonce: 'bm9uY2U=',
    });
    const hash = createHash('sha256').update(themeScript).digest('base64');
    expect(preview['script-src']).toBe(`'self' 'nonce-bm9uY2U=' 'sha256-${hash}' 'strict-dynamic'`);
    expect(preview['connect-src']).toBe("'self'");
  });

  test('no directive ever allows everything', () => {
    for (const development of [true, false]) {
      const analytics = { hosting: true, web_analytics: 'G-ABC123', error_tracking: 'https://k@s.example/1' };
      expect(
        contentSecurityPolicy(config(undefined, analytics), [...hosts, '*'], { development }),
      ).not.toContain('*');
    }
  });
});

test('the other headers; Strict-Transport-Security in production only', () => {
  const headers = (development: boolean) =>
    Object.fromEntries(securityHeaders(config(), hosts, development).map(({ key, value }) => [key, value]));
  expect(headers(false)).toEqual({
    'Content-Security-Policy': contentSecurityPolicy(config(), hosts),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    'Strict-Transport-Security': 'max-age=31536000',
  });
  expect(headers(true)).not.toHaveProperty('Strict-Transport-Security');
});
