import { ANALYTICS_META, type AnalyticsSettings, type PageSettings } from '../config/analytics.ts';
import { afterFirstPaint } from './after-first-paint.ts';
import { keepErrors } from './early-errors.ts';
import type { startSentry } from './error-tracking.ts';
import { startGoogle } from './google.ts';
import { startVercel } from './vercel.ts';

/** Only pages of sites with a provider name this file (pages/analytics/Analytics.tsx). */
const errors = keepErrors();

afterFirstPaint(() => {
  const { sentry, vercel, google, errorTracking } = settings();
  if (sentry && errorTracking) track(errorTracking, sentry).catch(() => {});
  else errors.end();
  if (vercel) startVercel(vercel);
  if (google) startGoogle(google);
});

/** A file of its own, seven times as large as all others together. A blocker that keeps it away is not missed. */
async function track(file: string, dsn: string): Promise<void> {
  const module = (await import(file)) as { startSentry: typeof startSentry };
  module.startSentry(dsn, errors);
}

function settings(): Partial<AnalyticsSettings & PageSettings> {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${ANALYTICS_META}"]`);
  return meta ? JSON.parse(meta.content) : {};
}
