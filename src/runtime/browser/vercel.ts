import { inject } from '@vercel/analytics';
import type { AnalyticsSettings } from '../config/analytics.ts';

/** Vercel's script counts by itself, on this site's own origin. */
export function startVercel({ dsn, host }: NonNullable<AnalyticsSettings['vercel']>): void {
  inject({ framework: 'next', mode: 'production', ...(dsn ? { dsn } : {}) }, host);
}
