import { describe, expect, test } from 'vitest';
import {
  ConfigError,
  defineConfig,
  environmentTable,
  readEnvironment,
  withEnvironment,
} from '../../src/runtime/public';
import { specTest } from './spec';

describe('environment', () => {
  const section = 'Environment variables';
  const required = {
    NEXT_PUBLIC_CMS_API_URL: 'https://cms.example.com/graphql',
    NEXT_PUBLIC_SITE_URL: 'https://example.com',
    REVALIDATION_SECRET: 'revalidation-secret-1',
    PREVIEW_SECRET: 'preview-secret-number-1',
  };
  const configFor = (env: Record<string, string | undefined>, answers = {}) =>
    defineConfig(withEnvironment(answers, readEnvironment({ ...required, ...env })));
  const isRequired = (name: string) => {
    for (const value of [undefined, '', ' ']) {
      expect(() => readEnvironment({ ...required, [name]: value })).toThrow(
        new ConfigError(
          `${name} is missing or empty. Set it in .env.local or in the environment of the host.`,
        ),
      );
    }
  };
  /** Set, unset and empty: unset and empty leave what the answers say. */
  const feeds = (
    name: string,
    value: string,
    pick: (c: ReturnType<typeof configFor>) => unknown,
    unset: unknown,
  ) => {
    expect(pick(configFor({ [name]: value }))).toBe(value);
    expect(pick(configFor({}))).toBe(unset);
    expect(pick(configFor({ [name]: '' }))).toBe(unset);
  };

  specTest(section, 'NEXT_PUBLIC_CMS_API_URL', () => {
    isRequired('NEXT_PUBLIC_CMS_API_URL');
    expect(configFor({}).wordpress.graphqlUrl).toBe('https://cms.example.com/graphql');
    expect(() =>
      readEnvironment({ ...required, NEXT_PUBLIC_CMS_API_URL: 'https://cms.example.com' }),
    ).toThrow(
      new ConfigError(
        'NEXT_PUBLIC_CMS_API_URL must end with /graphql. Set it to the GraphQL endpoint of the CMS.',
      ),
    );
  });
  specTest(section, 'NEXT_PUBLIC_SITE_URL', () => {
    isRequired('NEXT_PUBLIC_SITE_URL');
    expect(configFor({}, { site: { url: 'http://localhost:3000' } }).site.url).toBe('https://example.com');
  });
  specTest(section, 'REVALIDATION_SECRET', () => {
    isRequired('REVALIDATION_SECRET');
    expect(configFor({}).wordpress.revalidateSecret).toBe('revalidation-secret-1');
  });
  specTest(section, 'PREVIEW_SECRET', () => {
    isRequired('PREVIEW_SECRET');
    expect(configFor({}).wordpress.previewSecret).toBe('preview-secret-number-1');
  });
  specTest(section, 'EMAIL_PROVIDER_API_KEY, EMAIL_FROM_ADDRESS, EMAIL_AUDIENCE_ID', () => {
    const names = ['EMAIL_PROVIDER_API_KEY', 'EMAIL_FROM_ADDRESS', 'EMAIL_AUDIENCE_ID'] as const;
    for (const name of names) {
      expect(readEnvironment({ ...required, [name]: 'value' })[name]).toBe('value');
      expect(readEnvironment(required)[name]).toBeUndefined();
      expect(readEnvironment({ ...required, [name]: '' })[name]).toBeUndefined();
    }
  });
  specTest(section, 'NEXT_PUBLIC_HOSTING_ANALYTICS_ID', () => {
    const id = (value?: string) =>
      readEnvironment({ ...required, NEXT_PUBLIC_HOSTING_ANALYTICS_ID: value })
        .NEXT_PUBLIC_HOSTING_ANALYTICS_ID;
    expect([id('auto'), id(''), id()]).toEqual(['auto', undefined, undefined]);
  });
  specTest(section, 'NEXT_PUBLIC_HOSTING_ANALYTICS', () => {
    const hosting = (value?: string) =>
      configFor({ NEXT_PUBLIC_HOSTING_ANALYTICS: value }).features.analytics.hosting;
    expect([hosting('true'), hosting('false'), hosting(''), hosting()]).toEqual([true, false, false, false]);
    const answered = { features: { analytics: { hosting: true } } };
    expect(configFor({ NEXT_PUBLIC_HOSTING_ANALYTICS: '' }, answered).features.analytics.hosting).toBe(true);
  });
  specTest(section, 'NEXT_PUBLIC_WEB_ANALYTICS_ID, NEXT_PUBLIC_ERROR_TRACKING_DSN', () => {
    feeds('NEXT_PUBLIC_WEB_ANALYTICS_ID', 'G-1', (c) => c.features.analytics.web_analytics, undefined);
    feeds(
      'NEXT_PUBLIC_ERROR_TRACKING_DSN',
      'https://k@e.example/1',
      (c) => c.features.analytics.error_tracking,
      undefined,
    );
  });
  specTest(section, 'NEXT_PUBLIC_HOSTED_SEARCH_APP_ID, NEXT_PUBLIC_HOSTED_SEARCH_API_KEY', () => {
    const hosted = { appId: 'from-json', apiKey: 'from-json', indexName: 'posts' };
    const answers = { features: { search: { provider: 'hosted_index', hosted } } };
    const of = (env: Record<string, string>) => configFor(env, answers).features.search.hosted;
    expect(of({})).toEqual(hosted);
    expect(of({ NEXT_PUBLIC_HOSTED_SEARCH_APP_ID: '', NEXT_PUBLIC_HOSTED_SEARCH_API_KEY: '' })).toEqual(
      hosted,
    );
    expect(of({ NEXT_PUBLIC_HOSTED_SEARCH_APP_ID: 'A' })).toEqual({ ...hosted, appId: 'A' });
    expect(of({ NEXT_PUBLIC_HOSTED_SEARCH_API_KEY: 'K' })).toEqual({ ...hosted, apiKey: 'K' });
  });
  specTest(section, 'DEBUG, NEXT_PUBLIC_DEBUG, ANALYZE', () => {
    for (const name of ['DEBUG', 'NEXT_PUBLIC_DEBUG', 'ANALYZE'] as const) {
      const read = (value?: string) => readEnvironment({ ...required, [name]: value })[name];
      for (const on of ['true', 'TRUE', '1', 'yes', 'on']) expect(read(on)).toBe(true);
      for (const off of [undefined, '', 'false', '0', 'no', 'off', 'maybe']) expect(read(off)).toBe(false);
    }
  });
  test('the committed answers never carry a secret into the table of public variables', () => {
    const secret = environmentTable.filter((row) => row.kind === 'secret').map((row) => row.name);
    for (const name of secret) expect(name).not.toMatch(/^NEXT_PUBLIC_/);
    expect(secret).toContain('REVALIDATION_SECRET');
  });
});
