import { analyticsProblems } from '../analytics/settings.ts';
import { beforeNext } from '../base/before-next.ts';
import { keepOneLocation } from '../base/one-location.ts';
import { asVisitor } from '../cms/deadline.ts';
import { rememberStart } from '../cms/outside-renders.ts';
import { hasPlatformCache, isDevelopment, siteConfig } from '../config/site.ts';
import { hasOutbox } from '../contact/delivery.ts';
import { holdBodies } from '../forms/slow-body.ts';
import { followRules } from '../redirects/stand.ts';
import { ignoreOnDemandRevalidation } from '../security/on-demand.ts';
import { refuseUnreadable } from '../security/unreadable.ts';

/** What a server does before its first request. */
export function startServer(): void {
  rememberStart();
  // In development Next compiles what is asked for first, and a visitor waits for that too.
  if (!isDevelopment) beforeNext((_request, _response, next) => asVisitor(next));
  for (const { key, problem } of analyticsProblems(siteConfig.features.analytics))
    console.warn(`[analytics] ${key} ${problem}. It is switched off.`);
  keepOneLocation();
  refuseUnreadable();
  holdBodies();
  ignoreOnDemandRevalidation();
  // Only where messages may wait: what delivers them reads the CMS, and takes time to load.
  if (hasOutbox) void import('../contact/retry.ts').then(({ lookSoon }) => lookSoon());
  // There pages follow them: `pages/ruled.ts`.
  if (!hasPlatformCache) followRules();
}
