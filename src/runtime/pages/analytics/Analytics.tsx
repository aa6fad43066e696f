import { errorTrackingFile, providersFile } from 'headless-site/provider-files';
import { draftMode } from 'next/headers';
import { ANALYTICS_META, analyticsSettings, type PageSettings } from '../../config/analytics.ts';
import { environment, hostAnalytics, isProduction, siteConfig } from '../../config/site.ts';

const settings = analyticsSettings(
  siteConfig.features.analytics,
  environment.NEXT_PUBLIC_HOSTING_ANALYTICS_ID,
  hostAnalytics,
);

/** Names browser/providers.ts and tells it what to load. Never in development, never while somebody previews. */
export async function Analytics() {
  if (!isProduction || Object.keys(settings).length === 0 || (await draftMode()).isEnabled) return null;
  const page: PageSettings = settings.sentry ? { errorTracking: errorTrackingFile } : {};
  return (
    <>
      <meta name={ANALYTICS_META} content={JSON.stringify({ ...settings, ...page })} />
      <script type="module" async src={providersFile} />
    </>
  );
}
