import { ConfigError } from './errors.ts';
import type { SiteConfigInput } from './schema.ts';

export interface EnvironmentVariable {
  name: string;
  required: boolean;
  meaning: string;
  /** `secret` values never reach output, logs or the browser. */
  kind: 'url' | 'secret' | 'text' | 'boolean';
}

/** Every variable the site reads. `.env.example`, the documentation and the CLI are made from this table. */
export const environmentTable = [
  {
    name: 'NEXT_PUBLIC_CMS_API_URL',
    required: true,
    kind: 'url',
    meaning: 'GraphQL endpoint of the CMS; ends with /graphql',
  },
  { name: 'NEXT_PUBLIC_SITE_URL', required: true, kind: 'url', meaning: 'Public address of this site' },
  {
    name: 'SITE_NOINDEX',
    required: false,
    kind: 'boolean',
    meaning: 'true closes this deployment to search engines, for example a staging site',
  },
  {
    name: 'REVALIDATION_SECRET',
    required: true,
    kind: 'secret',
    meaning: 'Shared with the CMS: authenticates POST /api/revalidate',
  },
  {
    name: 'PREVIEW_SECRET',
    required: true,
    kind: 'secret',
    meaning: 'Shared with the CMS: authenticates GET /api/preview',
  },
  {
    name: 'REVALIDATION_SECRET_PREVIOUS',
    required: false,
    kind: 'secret',
    meaning: 'The former secret, accepted while secrets are rotated',
  },
  {
    name: 'PREVIEW_SECRET_PREVIOUS',
    required: false,
    kind: 'secret',
    meaning: 'The former secret, accepted while secrets are rotated',
  },
  {
    name: 'CMS_AUTHORIZATION',
    required: false,
    kind: 'secret',
    meaning: 'Authorization header for a CMS behind authentication; a user of WordPress must be a Subscriber',
  },
  {
    name: 'EMAIL_PROVIDER_API_KEY',
    required: false,
    kind: 'secret',
    meaning: 'Resend key; the contact form sends mail with it, where it is delivered by Resend',
  },
  {
    name: 'SMTP_URL',
    required: false,
    kind: 'secret',
    meaning: 'Mail server of the contact form, where it is delivered by SMTP: smtps://user:password@host:465',
  },
  {
    name: 'EMAIL_FROM_ADDRESS',
    required: false,
    kind: 'text',
    meaning: 'Sender, and recipient, of contact mails by Resend and SMTP',
  },
  {
    name: 'EMAIL_AUDIENCE_ID',
    required: false,
    kind: 'text',
    meaning: 'Resend audience that contacts are added to',
  },
  {
    name: 'NEXT_PUBLIC_HOSTING_ANALYTICS',
    required: false,
    kind: 'boolean',
    meaning: 'true turns Vercel Analytics on',
  },
  {
    name: 'NEXT_PUBLIC_HOSTING_ANALYTICS_ID',
    required: false,
    kind: 'text',
    meaning: 'Vercel Analytics id; auto leaves it to the host',
  },
  {
    name: 'NEXT_PUBLIC_WEB_ANALYTICS_ID',
    required: false,
    kind: 'text',
    meaning: 'Google Analytics measurement id',
  },
  { name: 'NEXT_PUBLIC_ERROR_TRACKING_DSN', required: false, kind: 'text', meaning: 'Sentry DSN' },
  {
    name: 'NEXT_PUBLIC_HOSTED_SEARCH_APP_ID',
    required: false,
    kind: 'text',
    meaning: 'Algolia application id',
  },
  {
    name: 'NEXT_PUBLIC_HOSTED_SEARCH_API_KEY',
    required: false,
    kind: 'text',
    meaning: 'Algolia search-only key',
  },
  {
    name: 'HOSTED_SEARCH_ADMIN_KEY',
    required: false,
    kind: 'secret',
    meaning: 'Algolia admin key; keeps the index in step',
  },
  { name: 'REDIS_URL', required: false, kind: 'secret', meaning: 'Cache shared by several instances' },
  { name: 'DEBUG', required: false, kind: 'boolean', meaning: 'Logs every CMS request on the server' },
  { name: 'NEXT_PUBLIC_DEBUG', required: false, kind: 'boolean', meaning: 'Debug output in the browser' },
  { name: 'ANALYZE', required: false, kind: 'boolean', meaning: 'Runs the bundle analyzer during a build' },
] as const satisfies readonly EnvironmentVariable[];

type Row = (typeof environmentTable)[number];
type ValueOf<R extends Row> = R['kind'] extends 'boolean'
  ? boolean
  : R['required'] extends true
    ? string
    : string | undefined;

/** The environment by name: required ones are strings, booleans are booleans, an empty value counts as unset. */
export type Environment = { readonly [R in Row as R['name']]: ValueOf<R> };

type RawEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * @returns the value as it is
 * @throws {ConfigError} when it is missing or empty, in one line that names the variable
 */
export function validateEnv(varName: string, value: string | undefined): string {
  if (value === undefined || value.trim() === '') {
    throw new ConfigError(
      `${varName} is missing or empty. Set it in .env.local or in the environment of the host.`,
    );
  }
  return value;
}

/**
 * Reads and checks the whole environment.
 * @throws {ConfigError} on the first required variable that is missing, and on a CMS address that is no GraphQL endpoint
 */
export function readEnvironment(raw: RawEnvironment): Environment {
  const entries = environmentTable.map((row) => {
    const value = raw[row.name];
    if (row.kind === 'boolean') return [row.name, isTrue(value)];
    if (row.required) return [row.name, validateEnv(row.name, value)];
    return [row.name, value?.trim() ? value : undefined];
  });
  const environment = Object.fromEntries(entries) as Environment;
  if (!environment.NEXT_PUBLIC_CMS_API_URL.endsWith('/graphql')) {
    throw new ConfigError(
      'NEXT_PUBLIC_CMS_API_URL must end with /graphql. Set it to the GraphQL endpoint of the CMS.',
    );
  }
  return environment;
}

/** `true`, `1`, `yes` and `on` in any case; everything else is false. */
export function isTrue(value: string | undefined): boolean {
  return /^(true|1|yes|on)$/i.test(value?.trim() ?? '');
}

/** `site.config.json`: a SiteConfig without secrets, plus the pointer to its schema for editors. */
export type SiteAnswers = Omit<SiteConfigInput, 'wordpress'> & {
  $schema?: string;
  wordpress?: { graphqlUrl?: string; domain?: string };
};

/** Lays the environment over the committed answers; a variable that is set wins, so each deployment can differ. */
export function withEnvironment(answers: SiteAnswers, env: Environment): SiteConfigInput {
  const { $schema: _schema, wordpress, features = {}, site = {}, ...rest } = answers;
  return {
    ...rest,
    wordpress: {
      ...wordpress,
      graphqlUrl: env.NEXT_PUBLIC_CMS_API_URL,
      revalidateSecret: env.REVALIDATION_SECRET,
      previewSecret: env.PREVIEW_SECRET,
    },
    features: {
      ...features,
      search: withHostedSearch(features.search, env),
      analytics: {
        ...features.analytics,
        ...(env.NEXT_PUBLIC_HOSTING_ANALYTICS ? { hosting: true } : {}),
        ...(env.NEXT_PUBLIC_WEB_ANALYTICS_ID ? { web_analytics: env.NEXT_PUBLIC_WEB_ANALYTICS_ID } : {}),
        ...(env.NEXT_PUBLIC_ERROR_TRACKING_DSN ? { error_tracking: env.NEXT_PUBLIC_ERROR_TRACKING_DSN } : {}),
      },
    },
    site: { ...site, url: env.NEXT_PUBLIC_SITE_URL, ...(env.SITE_NOINDEX ? { noindex: true } : {}) },
  };
}

type Search = NonNullable<SiteConfigInput['features']>['search'];

function withHostedSearch(search: Search, env: Environment): Search {
  const appId = env.NEXT_PUBLIC_HOSTED_SEARCH_APP_ID;
  const apiKey = env.NEXT_PUBLIC_HOSTED_SEARCH_API_KEY;
  if (!appId && !apiKey) return search;
  const hosted = { appId: '', apiKey: '', indexName: '', ...search?.hosted };
  return { ...search, hosted: { ...hosted, ...(appId ? { appId } : {}), ...(apiKey ? { apiKey } : {}) } };
}
