import { draftMode } from 'next/headers';
import { environment, hostAnalytics, isProduction, siteConfig } from '../config/site.ts';
import { ANALYTICS_META, analyticsSettings } from './settings.ts';

const settings = analyticsSettings(
  siteConfig.features.analytics,
  environment.NEXT_PUBLIC_HOSTING_ANALYTICS_ID,
  hostAnalytics,
);

/**
 * Tells browser/start.ts what to load. Never in development, never while somebody previews: without this
 * it loads nothing.
 */
export async function Analytics() {
  if (!isProduction || Object.keys(settings).length === 0 || (await draftMode()).isEnabled) return null;
  return <meta name={ANALYTICS_META} content={JSON.stringify(settings)} />;
}
