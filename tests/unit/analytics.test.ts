import { describe, expect, test } from 'vitest';
import { absentProviders, analyticsProblems, analyticsSettings } from '../../src/runtime/config/analytics';
import { withoutQueries } from '../../src/runtime/pages/analytics/transport';

const off = { hosting: false };

describe('which providers are told to the browser', () => {
  test('none without configuration, whatever id stands in the environment', () => {
    expect(analyticsSettings(off, 'auto')).toEqual({});
    expect(absentProviders(off, 'absent')).toEqual({ 'headless-site/provider-files': 'absent' });
    expect(absentProviders({ hosting: true }, 'absent')).toEqual({});
  });

  test('Vercel: auto or nothing leaves the project to the host, anything else is its dsn', () => {
    const vercel = (id?: string, host?: string) => analyticsSettings({ hosting: true }, id, host).vercel;
    expect([vercel(), vercel('auto'), vercel(' auto '), vercel('')]).toEqual([{}, {}, {}, {}]);
    expect(vercel('abc123')).toEqual({ dsn: 'abc123' });
    expect(vercel('auto', '{"analytics":{}}')).toEqual({ host: '{"analytics":{}}' });
  });

  test.each(['G-ABC1234567', 'GT-ABC123'])('Google: %s', (id) => {
    expect(analyticsSettings({ ...off, web_analytics: id })).toEqual({ google: id });
  });

  test.each(['https://key@o1.ingest.sentry.io/42', 'http://key@127.0.0.1:9000/folder/42'])(
    'Sentry: %s',
    (dsn) => {
      expect(analyticsSettings({ ...off, error_tracking: dsn })).toEqual({ sentry: dsn });
    },
  );

  test.each(['UA-1234-5', 'G-', 'G-AB"><script>', 'g-abc', 'nonsense'])(
    'what is no measurement id is left out, and said: %s',
    (id) => {
      const configured = { ...off, web_analytics: id };
      expect(analyticsSettings(configured)).toEqual({});
      expect(Object.keys(absentProviders(configured, 'absent'))).toHaveLength(1);
      expect(analyticsProblems(configured)).toEqual([
        { key: 'web_analytics', problem: expect.stringContaining('such as G-ABC1234567') },
      ]);
    },
  );

  test.each([
    'nonsense',
    'https://o1.ingest.sentry.io/42',
    'https://key@o1.ingest.sentry.io/',
    'https://key@o1.ingest.sentry.io/project',
    'ftp://key@host/42',
    'javascript:alert(1)//@host/42',
    "https://key@host;script-src'x'/42",
    'https://key@*/42',
    'https://key@/42',
  ])('what is no DSN is left out, and said: %s', (dsn) => {
    const configured = { ...off, error_tracking: dsn };
    expect(analyticsSettings(configured)).toEqual({});
    expect(analyticsProblems(configured)).toEqual([
      { key: 'error_tracking', problem: expect.stringContaining('https://<key>@<host>/<project number>') },
    ]);
  });
});

test('a report keeps addresses and drops their queries, and leaves questions in a text alone', () => {
  expect(
    withoutQueries(
      '{"url":"https://a.example/search/?q=secret&x=1#top","m":"Why? At /a/b?c=d (GET /x?y) or //h?z"}',
    ),
  ).toBe(
    '{"url":"https://a.example/search/?[removed]","m":"Why? At /a/b?[removed] (GET /x?[removed]) or //h?[removed]"}',
  );
});
