import { beforeHeaders } from '../../base/before-answer-headers.ts';
import { siteCache } from '../model/site-cache.ts';
import { availability } from './availability.ts';
import { probeAnswers } from './client.ts';

/** Seconds after which a visitor or a crawler may ask again. */
const RETRY_SECONDS = '10';

/**
 * Watches whether WordPress answers. While it does not, what cannot be shown without it is 503 with `Retry-After`, as search
 * engines want it: Next knows no error of a page but 500.
 */
export function watchAvailability(): void {
  availability.watch(probeAnswers);
  availability.onBack = () => siteCache()?.retry();
  beforeHeaders(({ method, url = '/' }, response) => {
    const isPage = (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/');
    if (!isPage || response.statusCode !== 500 || !availability.isAway) return;
    response.statusCode = 503;
    response.setHeader('Retry-After', RETRY_SECONDS);
  });
}
