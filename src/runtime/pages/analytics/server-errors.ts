import { createStackParser, nodeStackLineParser, Scope, ServerRuntimeClient } from '@sentry/core/server';
import type { Instrumentation } from 'next';
import { DRAFT_MODE } from '../../base/draft-mode.ts';
import { analyticsSettings } from '../../config/analytics.ts';
import { withoutSecrets } from '../../config/secrets.ts';
import { isProduction, siteConfig } from '../../config/site.ts';
import { cleanTransport } from './transport.ts';

/** Seconds in which an error is reported once: while the CMS is down every visitor meets the same one. */
const QUIET_SECONDS = 60;
/** Different errors remembered at most. */
const MAX_REMEMBERED = 200;

const { sentry: dsn } = analyticsSettings(siteConfig.features.analytics);
const reported = new Map<string, number>();
let client: ServerRuntimeClient | undefined;

/**
 * Reports an error that Next caught while it answered a request: what failed and on which route, nothing about who asked.
 * Not in development, and not for a preview, whose errors may quote an unpublished text.
 */
export const reportServerError: Instrumentation.onRequestError = async (error, request, context) => {
  if (!dsn || !isProduction || isPreview(request.headers) || wasReported(error)) return;
  client ??= createClient(dsn);
  const scope = new Scope();
  scope.setClient(client);
  scope.setTransactionName(context.routePath);
  scope.setContext('next', { ...context });
  scope.addEventProcessor((event) => ({
    ...event,
    request: { method: request.method, url: request.path },
  }));
  // The number that the error page shows to the visitor.
  const digest = (error as { digest?: unknown } | null)?.digest;
  if (digest) scope.setTag('digest', String(digest));
  client.captureException(error, { mechanism: { type: 'nextjs', handled: false } }, scope);
  // A function that answered may be stopped: the report has to be gone by then. The transport gives up in time.
  await client.flush();
};

function createClient(dsn: string): ServerRuntimeClient {
  const created = new ServerRuntimeClient({
    dsn,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    stackParser: createStackParser(nodeStackLineParser()),
    transport: cleanTransport(withoutSecrets),
    integrations: [],
  });
  created.init();
  return created;
}

function isPreview({ cookie }: { [name: string]: string | string[] | undefined }): boolean {
  return String(cookie ?? '').includes(`${DRAFT_MODE}=`);
}

function wasReported(error: unknown): boolean {
  const key = String(error);
  const now = performance.now() / 1000;
  if (now - (reported.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_SECONDS) return true;
  if (reported.size >= MAX_REMEMBERED) reported.clear();
  reported.set(key, now);
  return false;
}
