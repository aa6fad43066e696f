import { ANALYTICS_META, type AnalyticsSettings } from '../settings.ts';
import { afterFirstPaint } from './after-first-paint.ts';
import { keepErrors } from './early-errors.ts';

/**
 * Runs before the page comes to life, and only in sites that configure a provider: next.config.ts adds it. A client
 * component in the layout would be in every site's first load (measured on Next 16.4: 0.5 KiB), rendered or not.
 */
const errors = keepErrors();

afterFirstPaint(() => {
  const { sentry, vercel, google } = settings();
  if (sentry) load(import('./sentry.ts').then(({ startSentry }) => startSentry(sentry, errors)));
  else errors.end();
  if (vercel) load(import('./vercel.ts').then(({ startVercel }) => startVercel(vercel)));
  if (google) load(import('./google.ts').then(({ startGoogle }) => startGoogle(google)));
});

/** Of the page, not of the build: a preview has none. */
function settings(): AnalyticsSettings {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${ANALYTICS_META}"]`);
  return meta ? (JSON.parse(meta.content) as AnalyticsSettings) : {};
}

/** A provider that a blocker keeps away is not missed. */
function load(provider: Promise<void>): void {
  provider.catch(() => {});
}
