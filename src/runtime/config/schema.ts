import * as z from 'zod';

/** Shortest secret that is accepted, in characters. */
export const SECRET_MIN_LENGTH = 16;

/** Seconds that `revalidate: true` stands for. */
export const REVALIDATE_TRUE_SECONDS = 60;

export const strategies = ['static', 'isr', 'ssr'] as const;
export const searchProviders = ['local_index', 'hosted_index'] as const;
export const contactDeliveries = ['wordpress', 'resend', 'smtp', 'none'] as const;
export const seoProviders = ['auto', 'seo_plugin_a', 'seo_plugin_b', 'none'] as const;

/** The content types that every site has; custom types come beside them under `rendering.custom`. */
export const builtInTypes = ['posts', 'pages', 'archives', 'homepage'] as const;
export type BuiltInType = (typeof builtInTypes)[number];

type Strategy = (typeof strategies)[number];
interface StrategyDefaults {
  strategy: Strategy;
  revalidate: number | boolean;
  generateStaticParams: boolean;
}

/** Defaults a type has for each key that the owner leaves out. */
export const renderingDefaults: Readonly<Record<BuiltInType, StrategyDefaults>> = {
  posts: { strategy: 'isr', revalidate: false, generateStaticParams: true },
  pages: { strategy: 'static', revalidate: false, generateStaticParams: true },
  archives: { strategy: 'isr', revalidate: 300, generateStaticParams: true },
  homepage: { strategy: 'isr', revalidate: 60, generateStaticParams: false },
};

export const siteDefaults = {
  name: 'Headless Site',
  description: 'A headless website built with Next.js',
} as const;

const secret = z.string().min(SECRET_MIN_LENGTH, `must be at least ${SECRET_MIN_LENGTH} characters long`);
const httpUrl = z.url({
  protocol: /^https?$/,
  error: ({ input }) => (input === undefined ? 'required' : 'must be a valid http or https URL'),
});

/** 0 is left out on purpose: Next reads it as "render on every request", and that is strategy `ssr`. */
const revalidateRule =
  'must be true, false or a whole number of seconds of at least 1 (for every request use strategy "ssr")';
const revalidate = z.union([z.boolean(), z.number().int(revalidateRule).positive(revalidateRule)], {
  error: revalidateRule,
});

const newestRule = 'must be a whole number of at least 1 (for none use "generateStaticParams": false)';
const prerender = z
  .strictObject({ newest: z.number({ error: newestRule }).int(newestRule).positive(newestRule) })
  .optional()
  .describe('newest: how many items a build renders; the others are rendered when somebody asks for them');

const withDefaults = (defaults: StrategyDefaults) =>
  z.strictObject({
    strategy: z.enum(strategies).default(defaults.strategy),
    revalidate: revalidate.optional().default(defaults.revalidate),
    generateStaticParams: z.boolean().default(defaults.generateStaticParams),
  });

const customStrategy = z.strictObject({
  strategy: z.enum(strategies).default('isr'),
  revalidate: revalidate.optional(),
  generateStaticParams: z.boolean().default(true),
  prerender,
});

export const configSchema = z.strictObject({
  wordpress: z.strictObject({
    graphqlUrl: httpUrl.describe('GraphQL endpoint of the CMS'),
    domain: z.string().min(1).optional().describe('Host of CMS images; derived from graphqlUrl when absent'),
    revalidateSecret: secret.describe('Authenticates revalidation requests'),
    previewSecret: secret.optional().describe('Required when preview is enabled'),
  }),
  rendering: z
    .strictObject({
      posts: withDefaults(renderingDefaults.posts).extend({ prerender }).prefault({}),
      pages: withDefaults(renderingDefaults.pages).prefault({}),
      archives: withDefaults(renderingDefaults.archives).prefault({}),
      homepage: withDefaults(renderingDefaults.homepage).prefault({}),
      custom: z.record(z.string(), customStrategy).optional().describe('Strategy per custom content type'),
      light: z
        .boolean()
        .optional()
        .describe("false: pages without client components keep the framework's scripts, too"),
    })
    .prefault({}),
  features: z
    .strictObject({
      preview: z
        .union([z.boolean(), z.strictObject({ enabled: z.boolean(), secret: secret.optional() })], {
          error: 'must be true, false or an object {enabled, secret?}',
        })
        .default(true),
      comments: z.boolean().default(true).describe('false: comments are neither shown nor taken'),
      search: z
        .strictObject({
          enabled: z.boolean().default(true),
          provider: z.enum(searchProviders).default('local_index'),
          hosted: z
            .strictObject({
              appId: z.string().min(1),
              apiKey: z.string().min(1).describe('Public search key, never the admin key'),
              indexName: z.string().min(1),
            })
            .optional(),
        })
        .prefault({}),
      seo: z.strictObject({ provider: z.enum(seoProviders).default('auto') }).prefault({}),
      analytics: z
        .strictObject({
          hosting: z.boolean().default(false),
          web_analytics: z.string().min(1).optional().describe('Measurement id'),
          error_tracking: z.string().min(1).optional().describe('DSN'),
        })
        .prefault({}),
      contact: z
        .enum(contactDeliveries)
        .optional()
        .describe(
          'How messages of the contact form are delivered; left out: by Resend where the environment has its key',
        ),
    })
    .prefault({}),
  site: z
    .strictObject({
      url: httpUrl.optional(),
      name: z.string().default(siteDefaults.name).describe("Left out: the site's title in WordPress"),
      description: z
        .string()
        .default(siteDefaults.description)
        .describe("Left out: the site's tagline in WordPress"),
      noindex: z
        .boolean()
        .default(false)
        .describe('Closed to search engines; WordPress’s own setting is not followed'),
    })
    .prefault({}),
});

/** The owner's input: only `wordpress` is required. */
export type SiteConfigInput = z.input<typeof configSchema>;

type Parsed = z.output<typeof configSchema>;

/** The validated configuration with every default applied. */
export type SiteConfig = Omit<Parsed, 'wordpress'> & {
  wordpress: Parsed['wordpress'] & { domain: string };
};

export interface RenderingStrategy {
  strategy: Strategy;
  /** `false`: only on demand; `true`: 60 seconds; a number: seconds; undefined: the framework's default. */
  revalidate?: number | boolean;
  generateStaticParams: boolean;
  /** Items of posts and custom types that a build renders. All when left out. */
  prerender?: { newest: number };
}
