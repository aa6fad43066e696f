import type { Instrumentation } from 'next';

/**
 * Runs once when a server starts. Next builds this file for its edge runtime as well, in which nothing of this site runs: there the constant
 * leaves the imports out, and with them half a megabyte of code.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startServer } = await import('../build/start-server.ts');
  startServer();
}

/** The reporter is loaded at the first failure, so that a start waits for nothing. */
export const onRequestError: Instrumentation.onRequestError = async (...failure) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { siteConfig } = await import('../config/site.ts');
  if (!siteConfig.features.analytics.error_tracking) return;
  const { reportServerError } = await import('../pages/analytics/server-errors.ts');
  await reportServerError(...failure);
};
