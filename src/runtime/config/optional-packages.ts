import type { SiteConfig } from './schema.ts';

/** Packages that only some sites need: a site has those that its answers ask for. */
export interface OptionalPackage {
  names: readonly string[];
  /** Modules of them that the runtime imports. */
  modules: readonly string[];
  /** Setting that asks for them, for messages. */
  why: string;
  isAsked: (config: SiteConfig) => boolean;
}

/** Redis is another one, but no answer asks for it: the cache looks for it where `REDIS_URL` is set. */
export const optionalPackages: readonly OptionalPackage[] = [
  {
    names: ['@algolia/client-search'],
    modules: ['@algolia/client-search'],
    why: 'features.search.provider is hosted_index',
    isAsked: ({ features: { search } }) => search.enabled && search.provider === 'hosted_index',
  },
  {
    names: ['@sentry/core'],
    modules: ['@sentry/core/browser', '@sentry/core/server'],
    why: 'features.analytics.error_tracking has a DSN',
    isAsked: ({ features }) => Boolean(features.analytics.error_tracking),
  },
  {
    // A site from before the question was asked has it, and delivers by it where its environment has the key.
    names: ['resend'],
    modules: ['resend'],
    why: 'features.contact is resend, or not answered',
    isAsked: ({ features: { contact } }) => contact === undefined || contact === 'resend',
  },
  {
    names: ['nodemailer'],
    modules: ['nodemailer'],
    why: 'features.contact is smtp',
    isAsked: ({ features }) => features.contact === 'smtp',
  },
  // Only to compile the runtime, where a site owns it (`upgrade --eject`).
  { names: ['@types/sanitize-html'], modules: [], why: '', isAsked: () => false },
];
