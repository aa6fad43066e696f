import type { Instrumentation } from 'next';
import { analyticsProblems } from '../analytics/settings.ts';
import { siteConfig } from '../config/site.ts';

/** Runs once when a server starts. */
export async function register(): Promise<void> {
  for (const { key, problem } of analyticsProblems(siteConfig.features.analytics))
    console.warn(`[analytics] ${key} ${problem}. It is switched off.`);
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const [{ refuseUnreadable }, { ignoreOnDemandRevalidation }, { keepOneLocation }] = await Promise.all([
    import('../security/unreadable.ts'),
    import('../security/on-demand.ts'),
    import('../base/one-location.ts'),
  ]);
  keepOneLocation();
  refuseUnreadable();
  ignoreOnDemandRevalidation();
}

/**
 * What reports is loaded when something fails for the first time, so that a start waits for nothing. Next builds this
 * file for its edge runtime as well, in which nothing of this site runs; there the constant leaves the import out.
 */
export const onRequestError: Instrumentation.onRequestError = async (...failure) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || !siteConfig.features.analytics.error_tracking) return;
  const { reportServerError } = await import('../analytics/server-errors.ts');
  await reportServerError(...failure);
};
