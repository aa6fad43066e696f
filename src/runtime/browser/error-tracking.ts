import {
  BrowserClient,
  dedupeIntegration,
  defaultStackParser,
  eventFiltersIntegration,
  httpContextIntegration,
  linkedErrorsIntegration,
} from '@sentry/browser';
import { cleanTransport } from '../pages/analytics/transport.ts';
import type { KeptErrors } from './early-errors.ts';

/** Errors only: no tracing, no replay, no session of the visitor, no trail of what was clicked or typed. */
export function startSentry(dsn: string, errors: KeptErrors): void {
  const client = new BrowserClient({
    dsn,
    stackParser: defaultStackParser,
    transport: cleanTransport(),
    integrations: [
      eventFiltersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
    ],
  });
  client.init();
  errors.handTo((error) =>
    client.captureException(error, { mechanism: { type: 'generic', handled: false } }),
  );
}
