import { describe, expect, test } from 'vitest';
import {
  ConfigError,
  defineConfig,
  getISRConfig,
  getPreviewConfig,
  getRevalidateValue,
  type SiteConfigInput,
  validateConfig,
  validateEnv,
} from '../../src/runtime/public';
import { specTest } from './spec';

const SIXTEEN = '0123456789abcdef';
const wordpress = {
  graphqlUrl: 'https://cms.example.com/graphql',
  revalidateSecret: SIXTEEN,
  previewSecret: SIXTEEN,
};
const minimal: SiteConfigInput = { wordpress };
const errorsOf = (config: unknown) => validateConfig(config).errors;
const withWordpress = (change: object) => ({ wordpress: { ...wordpress, ...change } });

describe('configuration keys', () => {
  const section = 'Configuration object (SiteConfig)';

  specTest(
    section,
    'wordpress.graphqlUrl (section name kept as the interface gives it; the CMS connection)',
    () => {
      expect(errorsOf(withWordpress({ graphqlUrl: undefined }))).toEqual(['wordpress.graphqlUrl: required']);
      expect(errorsOf(withWordpress({ graphqlUrl: 'cms' }))).toEqual([
        'wordpress.graphqlUrl: must be a valid http or https URL',
      ]);
    },
  );
  specTest(section, 'wordpress.domain', () => {
    expect(defineConfig(minimal).wordpress.domain).toBe('cms.example.com');
    expect(defineConfig(withWordpress({ domain: 'img.example.com' })).wordpress.domain).toBe(
      'img.example.com',
    );
  });
  specTest(section, 'wordpress.revalidateSecret', () => {
    expect(errorsOf(withWordpress({ revalidateSecret: undefined }))).toEqual([
      'wordpress.revalidateSecret: required',
    ]);
    expect(errorsOf(withWordpress({ revalidateSecret: SIXTEEN.slice(1) }))).toEqual([
      'wordpress.revalidateSecret: must be at least 16 characters long',
    ]);
  });
  specTest(section, 'wordpress.previewSecret', () => {
    const message = 'wordpress.previewSecret: required when preview is enabled';
    expect(errorsOf(withWordpress({ previewSecret: undefined }))).toEqual([message]);
    const off = { ...withWordpress({ previewSecret: undefined }), features: { preview: false } };
    expect(validateConfig(off).success).toBe(true);
  });
  specTest(section, 'rendering.posts', () => {
    expect(defineConfig(minimal).rendering.posts).toEqual({
      strategy: 'isr',
      revalidate: false,
      generateStaticParams: true,
    });
  });
  specTest(section, 'rendering.pages', () => {
    expect(defineConfig(minimal).rendering.pages).toEqual({
      strategy: 'static',
      revalidate: false,
      generateStaticParams: true,
    });
  });
  specTest(section, 'rendering.archives', () => {
    expect(defineConfig(minimal).rendering.archives).toEqual({
      strategy: 'isr',
      revalidate: 300,
      generateStaticParams: true,
    });
  });
  specTest(section, 'rendering.homepage', () => {
    expect(defineConfig(minimal).rendering.homepage).toEqual({
      strategy: 'isr',
      revalidate: 60,
      generateStaticParams: false,
    });
  });
  specTest(section, 'rendering.custom', () => {
    const { custom } = defineConfig({ ...minimal, rendering: { custom: { product: {} } } }).rendering;
    expect(custom).toEqual({ product: { strategy: 'isr', generateStaticParams: true } });
    expect(defineConfig(minimal).rendering.custom).toBeUndefined();
  });
  specTest(section, 'features.preview', () => {
    const other = 'another-secret-of-24-chars';
    expect(getPreviewConfig(defineConfig(minimal))).toEqual({ enabled: true, secret: SIXTEEN });
    const object = defineConfig({ ...minimal, features: { preview: { enabled: true, secret: other } } });
    expect(getPreviewConfig(object)).toEqual({ enabled: true, secret: other });
    const off = defineConfig({ ...minimal, features: { preview: { enabled: false } } });
    expect(getPreviewConfig(off).enabled).toBe(false);
  });
  specTest(section, 'features.search', () => {
    expect(defineConfig(minimal).features.search).toEqual({ enabled: true, provider: 'local_index' });
    const hosted = { appId: 'APP', apiKey: 'public', indexName: 'posts' };
    const search = { provider: 'hosted_index' as const, hosted };
    expect(defineConfig({ ...minimal, features: { search } }).features.search).toEqual({
      enabled: true,
      ...search,
    });
    expect(errorsOf({ ...minimal, features: { search: { provider: 'elastic' } } })).toEqual([
      'features.search.provider: must be one of local_index, hosted_index',
    ]);
  });
  specTest(section, 'features.seo', () => {
    expect(defineConfig(minimal).features.seo).toEqual({ provider: 'auto' });
    for (const provider of ['auto', 'seo_plugin_a', 'seo_plugin_b', 'none'] as const) {
      expect(defineConfig({ ...minimal, features: { seo: { provider } } }).features.seo.provider).toBe(
        provider,
      );
    }
  });
  specTest(section, 'features.analytics', () => {
    expect(defineConfig(minimal).features.analytics).toEqual({ hosting: false });
    const analytics = {
      hosting: true,
      web_analytics: 'G-1',
      error_tracking: 'https://key@errors.example.com/1',
    };
    expect(defineConfig({ ...minimal, features: { analytics } }).features.analytics).toEqual(analytics);
  });
  specTest(section, 'site.url', () => {
    expect(defineConfig(minimal).site.url).toBeUndefined();
    expect(errorsOf({ ...minimal, site: { url: 'example.com' } })).toEqual([
      'site.url: must be a valid http or https URL',
    ]);
  });
  specTest(section, 'site.name', () => expect(defineConfig(minimal).site.name).toBe('Headless Site'));
  specTest(section, 'site.description', () =>
    expect(defineConfig(minimal).site.description).toBe('A headless website built with Next.js'),
  );
});

describe('configuration functions', () => {
  const section = 'Library functions';

  specTest(section, 'defineConfig(config)', () => {
    expect(defineConfig(minimal).wordpress).toEqual({ ...wordpress, domain: 'cms.example.com' });
    expect(() => defineConfig({} as SiteConfigInput)).toThrow(ConfigError);
    expect(() => defineConfig({} as SiteConfigInput)).toThrow('wordpress: required');
  });
  specTest(section, 'validateConfig(config)', () => {
    expect(validateConfig(minimal)).toMatchObject({
      success: true,
      data: { site: { name: 'Headless Site' } },
    });
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    const circular: Record<string, unknown> = {};
    circular.wordpress = circular;
    for (const input of [
      null,
      undefined,
      0,
      'x',
      [],
      1n,
      Symbol('x'),
      () => 1,
      throwing,
      circular,
      new Map(),
    ]) {
      const result = validateConfig(input);
      expect(result.success).toBe(false);
      expect(result.errors?.length).toBeGreaterThan(0);
      for (const line of result.errors ?? []) expect(line).toMatch(/^[\w.]+: .+/);
    }
  });
  specTest(section, 'getISRConfig(config, contentType)', () => {
    const config = defineConfig({
      ...minimal,
      rendering: {
        posts: { revalidate: true },
        custom: { product: { revalidate: 5, generateStaticParams: false } },
      },
    });
    expect(getISRConfig(config, 'posts')).toEqual({ revalidate: 60, generateStaticParams: true });
    expect(getISRConfig(config, 'pages')).toEqual({ revalidate: false, generateStaticParams: true });
    expect(getISRConfig(config, 'product')).toEqual({ revalidate: 5, generateStaticParams: false });
    for (const unknown of ['event', 'constructor', '__proto__']) {
      expect(getISRConfig(config, unknown)).toEqual({ revalidate: undefined, generateStaticParams: true });
    }
  });
  specTest(section, 'getRevalidateValue(revalidate)', () => {
    expect(getRevalidateValue(false)).toBe(false);
    expect(getRevalidateValue(true)).toBe(60);
    expect(getRevalidateValue(17)).toBe(17);
    expect(getRevalidateValue(undefined)).toBe(undefined);
  });
  specTest(section, 'validateEnv(varName, value)', () => {
    expect(validateEnv('NAME', ' value ')).toBe(' value ');
    for (const value of [undefined, '', '  ']) {
      expect(() => validateEnv('NAME', value)).toThrow(ConfigError);
      expect(() => validateEnv('NAME', value)).toThrow(/^NAME is missing or empty\.[^\n]*$/);
    }
  });
});

describe('limits and errors', () => {
  specTest('Limits', 'revalidate `true`', () => expect(getRevalidateValue(true)).toBe(60));
  specTest('Limits', 'default revalidate: archives', () => {
    const config = defineConfig(minimal);
    const values = ['archives', 'homepage', 'posts', 'pages'].map(
      (type) => getISRConfig(config, type).revalidate,
    );
    expect(values).toEqual([300, 60, false, false]);
  });
  specTest('Limits', 'secrets in configuration', () => {
    expect(validateConfig(minimal).success).toBe(true);
    for (const key of ['revalidateSecret', 'previewSecret']) {
      expect(errorsOf(withWordpress({ [key]: 'fifteen-chars..' }))).toEqual([
        `wordpress.${key}: must be at least 16 characters long`,
      ]);
    }
  });
  specTest('Errors', 'ConfigError', () => {
    expect(() => validateEnv('NAME', '')).toThrow(ConfigError);
    expect(new ConfigError('x')).toBeInstanceOf(Error);
  });
});

describe('problems are told well', () => {
  test('a misspelt key names the nearest right one, at every level', () => {
    expect(
      errorsOf({
        wordpress: { ...wordpress, graphqUrl: 'x' },
        rendering: { post: {}, posts: { revalidte: 1 }, custom: { product: { strat: 'isr' } } },
        features: { analytics: { web: 'x' }, preview: { enabled: true, secrets: 'x' } },
        sites: {},
      }),
    ).toEqual([
      'wordpress.graphqUrl: unknown key, did you mean `graphqlUrl`?',
      'rendering.posts.revalidte: unknown key, did you mean `revalidate`?',
      'rendering.custom.product.strat: unknown key, did you mean `strategy`?',
      'rendering.post: unknown key, did you mean `posts`?',
      'features.preview.secrets: unknown key, did you mean `secret`?',
      'features.analytics.web: unknown key, did you mean `web_analytics`?',
      'sites: unknown key, did you mean `site`?',
    ]);
  });
  test('every problem is listed, and none repeats a value', () => {
    const secret = 'too-short';
    const errors = errorsOf({
      wordpress: { graphqlUrl: 1, revalidateSecret: secret },
      rendering: { posts: { strategy: 'fast', revalidate: 0 } },
      features: { search: { provider: 'hosted_index' } },
    });
    expect(errors).toEqual([
      'wordpress.graphqlUrl: must be a valid http or https URL',
      'wordpress.revalidateSecret: must be at least 16 characters long',
      'rendering.posts.strategy: must be one of static, isr, ssr',
      expect.stringMatching(/^rendering\.posts\.revalidate: must be true, false or a whole number/),
      'wordpress.previewSecret: required when preview is enabled',
      'features.search.hosted: required when the provider is hosted_index',
    ]);
    expect(errors?.join()).not.toContain(secret);
  });
});
