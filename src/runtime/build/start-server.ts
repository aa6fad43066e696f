import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeNext } from '../base/before-next.ts';
import { keepOneLocation } from '../base/one-location.ts';
import { isRefresh } from '../base/refresh-header.ts';
import { analyticsProblems } from '../config/analytics.ts';
import { environment, hasPlatformCache, isDevelopment, siteConfig } from '../config/site.ts';
import { limitDownloads } from '../content/images/downloads.ts';
import { followRules } from '../redirects/stand.ts';
import { ignoreOnDemandRevalidation } from '../server/security/on-demand.ts';
import { limitSlowHeaders } from '../server/security/slow-headers.ts';
import { refuseUnreadable } from '../server/security/unreadable.ts';
import { ignoreUpgrades } from '../server/security/upgrades.ts';
import { clientNetworks } from '../visitors/address.ts';
import { limitBodies } from '../visitors/body-limits.ts';
import { limitConnections } from '../visitors/connections.ts';
import { hasOutbox } from '../visitors/contact/delivery.ts';
import { holdBodies } from '../visitors/forms/slow-body.ts';
import { takeOneAtATime } from '../visitors/one-at-a-time.ts';
import { queueRequests } from '../visitors/queue-requests.ts';
import { waitsFor } from '../visitors/same-page.ts';
import { asVisitor, inBackground } from '../wordpress/client/deadline.ts';
import { rememberStart } from '../wordpress/client/outside-renders.ts';
import { watchAvailability } from '../wordpress/client/unavailable.ts';
import { firstPage } from '../wordpress/model/site-cache.ts';

/** Prepares a server for its first request. It ends where REDIS_URL is set and its client is missing. */
export function startServer(): void {
  if (!isDevelopment && !hasPlatformCache && environment.REDIS_URL) requireRedisClient();
  rememberStart();
  // In development Next compiles what is asked for first, and a visitor waits for that too.
  if (!isDevelopment) {
    beforeNext('deadline', (request, response, next) => {
      if (isRefresh(request)) return inBackground(next);
      // A /48 has 65,536 narrower networks, and would get all turns at WordPress.
      const [, wide] = clientNetworks(request) ?? [];
      return asVisitor(next, wide, wide === undefined ? wide : waitsFor(request.url ?? '/', wide, response));
    });
    limitConnections();
    limitBodies();
    queueRequests();
    // In development the browser hears of changes by WebSocket.
    ignoreUpgrades();
  }
  for (const { key, problem } of analyticsProblems(siteConfig.features.analytics))
    console.warn(`[analytics] ${key} ${problem}. It is switched off.`);
  keepOneLocation();
  takeOneAtATime();
  refuseUnreadable();
  limitSlowHeaders();
  if (!isDevelopment) watchAvailability();
  holdBodies();
  limitDownloads();
  ignoreOnDemandRevalidation();
  // Only where messages may wait: what delivers them reads the CMS, and takes time to load.
  if (hasOutbox) void import('../visitors/contact/retry.ts').then(({ lookSoon }) => lookSoon());
  if (!isDevelopment && !hasPlatformCache)
    firstPage.prepare = async () => {
      const [{ lookAtStart }, { catchUp }] = await Promise.all([
        import('../wordpress/index/live-index.ts'),
        import('../revalidate/catch-up.ts'),
      ]);
      await Promise.all([lookAtStart(), catchUp()]);
    };
  // There pages follow them: `redirects/ruled.ts`.
  if (!hasPlatformCache) followRules();
}

/** Alone, an instance would go on showing what another one was told to hide. */
function requireRedisClient(): void {
  try {
    createRequire(path.join(process.cwd(), 'package.json')).resolve('@redis/client');
  } catch {
    console.error(
      '[cache] REDIS_URL is set, and @redis/client is not installed: the instances of this site would not know of each other. ' +
        'Fix: npm install @redis/client@6, or remove REDIS_URL where there is one instance.',
    );
    // Next logs what is thrown here, and goes on.
    process.exit(1);
  }
}
