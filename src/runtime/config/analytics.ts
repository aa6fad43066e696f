import type { SiteConfig } from './index.ts';

type Configured = SiteConfig['features']['analytics'];

/** Settings for the browser. A provider that is not configured, or with an id that cannot be one, is left out. */
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

/** Other ids of Google, by how they begin: they are taken for measurement ids and measure nothing here. */
const otherGoogleIds: [pattern: RegExp, what: string][] = [
  [/^GTM-/i, 'this is a container of Google Tag Manager'],
  [/^UA-/i, 'this is a property of Universal Analytics, which Google has switched off'],
  [/^AW-/i, 'this is an account of Google Ads'],
  [/^gt?-[a-z0-9]{4,20}$/i, 'it has capital letters only'],
];

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
    ...(google && !measurementIdProblem(google) ? { google } : {}),
    ...(sentry && !dsnProblem(sentry) ? { sentry } : {}),
  };
}

/** Settings that a page gives the browser beside them. */
export interface PageSettings {
  /** Address of the file that reports to Sentry. */
  errorTracking?: string;
}

/** Replacement for the providers' files in Next's bundler: without a provider none of them is in a build. */
export function absentProviders(configured: Configured, absent: string): Record<string, string> {
  const isUsed = Object.keys(analyticsSettings(configured)).length > 0;
  return isUsed ? {} : { [PROVIDER_FILES]: absent };
}

const PROVIDER_FILES = 'headless-site/provider-files';

/**
 * Mistakes in the configured ids, by the key of the configuration. In a site that runs a wrong one switches its
 * provider off and breaks no page; the CLI does not take it in the first place.
 */
export function analyticsProblems(
  configured: Readonly<Record<string, unknown>>,
): { key: string; problem: string }[] {
  return Object.entries(idRules).flatMap(([key, problemOf]) => {
    const id = configured[key];
    const problem = typeof id === 'string' && id ? problemOf(id) : undefined;
    return problem ? [{ key, problem }] : [];
  });
}

const idRules = { web_analytics: measurementIdProblem, error_tracking: dsnProblem };

/** @returns why this is no measurement id of Google Analytics 4, undefined where it is one. Never repeats the value. */
export function measurementIdProblem(id: string): string | undefined {
  if (MEASUREMENT_ID.test(id)) return undefined;
  const other = otherGoogleIds.find(([pattern]) => pattern.test(id));
  return `must be a measurement id such as G-ABC1234567${other ? `; ${other[1]}` : ''}`;
}

/** @returns why this is no DSN of Sentry, undefined where it is one. Never repeats the value. */
export function dsnProblem(dsn: string): string | undefined {
  if (originOfDsn(dsn)) return undefined;
  return 'must be a Sentry DSN: https://<key>@<host>/<project number>';
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

/** Origin of `https://<key>@<host>[/<folder>]/<project>`; undefined for what is no DSN. */
export function originOfDsn(dsn: string): string | undefined {
  if (!URL.canParse(dsn)) return undefined;
  const { protocol, username, hostname, origin, pathname, search, hash } = new URL(dsn);
  const isDsn = /^https?:$/.test(protocol) && /^\w+$/.test(username) && /\/\d+$/.test(pathname);
  // A host of other characters could say more in the policy than a host.
  return isDsn && /^(?:[\w.-]+|\[[\da-f:]+\])$/.test(hostname) && !search && !hash ? origin : undefined;
}
