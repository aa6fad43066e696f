import { draftMode } from 'next/headers';
import { ANALYTICS_META, analyticsSettings } from '@/lib/analytics/settings';
import { environment, hostAnalytics, isProduction, siteConfig } from '@/site.config';

const settings = analyticsSettings(
  siteConfig.features.analytics,
  environment.NEXT_PUBLIC_HOSTING_ANALYTICS_ID,
  hostAnalytics,
);

/**
 * Tells lib/analytics/browser/start.ts what to load. Never in development, never while somebody previews: without this
 * it loads nothing.
 */
export async function Analytics() {
  if (!isProduction || Object.keys(settings).length === 0 || (await draftMode()).isEnabled) return null;
  return <meta name={ANALYTICS_META} content={JSON.stringify(settings)} />;
}
