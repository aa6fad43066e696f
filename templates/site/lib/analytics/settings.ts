import type { SiteConfig } from '../config';

type Configured = SiteConfig['features']['analytics'];

/** What the browser is told. A provider that is not configured, or with an id that cannot be one, is left out. */
export interface AnalyticsSettings {
  /** Vercel Analytics. Without a dsn the host knows which project this is; `host` is what it told the build. */
  vercel?: { dsn?: string; host?: string };
  /** Measurement id of Google Analytics 4. */
  google?: string;
  /** Sentry's DSN. */
  sentry?: string;
}

/** Name of the element in the page that carries them. */
export const ANALYTICS_META = 'analytics';

const MEASUREMENT_ID = /^GT?-[A-Z0-9]{4,20}$/;

/**
 * @param hostingId `auto`, or nothing, leaves the project to the host; anything else is Vercel's dsn
 * @param host Vercel's own settings, as JSON
 */
export function analyticsSettings(
  configured: Configured,
  hostingId?: string,
  host?: string,
): AnalyticsSettings {
  const { hosting, web_analytics: google, error_tracking: sentry } = configured;
  const dsn = hostingId?.trim();
  const vercel = { ...(dsn && dsn !== 'auto' ? { dsn } : {}), ...(host ? { host } : {}) };
  return {
    ...(hosting ? { vercel } : {}),
    ...(google && MEASUREMENT_ID.test(google) ? { google } : {}),
    ...(sentry && originOfDsn(sentry) ? { sentry } : {}),
  };
}

/** Modules that the browser runs first, as next.config.ts wants them; none without a provider, and so no byte. */
export function analyticsModules(configured: Configured): string[] {
  return Object.keys(analyticsSettings(configured)).length > 0 ? ['./lib/analytics/browser/start.ts'] : [];
}

/** What is wrong with the configured ids, for the log: a wrong one switches its provider off and breaks no page. */
export function analyticsProblems(configured: Configured): string[] {
  const { google, sentry } = analyticsSettings(configured);
  return [
    ...(configured.web_analytics && !google
      ? ['web_analytics is not a measurement id such as G-ABC123, so nothing is measured']
      : []),
    ...(configured.error_tracking && !sentry
      ? ['error_tracking is not a Sentry DSN, so no error is reported']
      : []),
  ];
}

/** Origins that the configured providers need, by directive of the Content-Security-Policy. */
export interface AnalyticsHosts {
  script: string[];
  connect: string[];
  img: string[];
}

const GOOGLE_LOADER = 'https://www.googletagmanager.com';

/**
 * Vercel's script and its answers are on this site's own origin. Google names wildcards for its own; with Google signals
 * off (see browser/google.ts) hits go to these two hosts, the second one from Europe.
 */
export function analyticsHosts(configured: Configured): AnalyticsHosts {
  const { google, sentry } = analyticsSettings(configured);
  const collectors = ['https://www.google-analytics.com', 'https://region1.google-analytics.com'];
  const sentryHost = sentry && originOfDsn(sentry);
  return {
    script: google ? [GOOGLE_LOADER] : [],
    connect: [...(google ? [GOOGLE_LOADER, ...collectors] : []), ...(sentryHost ? [sentryHost] : [])],
    img: google ? [GOOGLE_LOADER, ...collectors] : [],
  };
}

/** `https://<key>@<host>[/<folder>]/<project>`; undefined for what is no DSN. */
function originOfDsn(dsn: string): string | undefined {
  if (!URL.canParse(dsn)) return undefined;
  const { protocol, username, hostname, origin, pathname, search, hash } = new URL(dsn);
  const isDsn = /^https?:$/.test(protocol) && /^\w+$/.test(username) && /\/\d+$/.test(pathname);
  // A host of other characters could say more in the policy than a host.
  return isDsn && /^(?:[\w.-]+|\[[\da-f:]+\])$/.test(hostname) && !search && !hash ? origin : undefined;
}
