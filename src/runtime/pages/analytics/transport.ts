import { type BaseTransportOptions, createTransport, type Transport } from '@sentry/core/browser';

/** Milliseconds until a report is given up: an error page must not wait for it. */
const TIMEOUT_MS = 2000;
/** Characters up to which a browser sends a report on even when the visitor leaves; above 64 KiB it refuses. */
const KEEPALIVE_LIMIT = 20_000;

/**
 * Sends reports to Sentry, each one cleaned as the text that leaves this machine, so that nothing is forgotten.
 * @param clean beside the queries of addresses, which are always left out: they hold what visitors searched, and tokens
 */
export function cleanTransport(clean: (text: string) => string = (text) => text) {
  return (options: BaseTransportOptions): Transport =>
    createTransport(options, async ({ body }) => {
      const report = clean(withoutQueries(String(body)));
      const response = await fetch(options.url, {
        method: 'POST',
        body: report,
        keepalive: report.length < KEEPALIVE_LIMIT,
        referrerPolicy: 'strict-origin',
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { status, headers } = response;
      return {
        statusCode: status,
        headers: {
          'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
          'retry-after': headers.get('retry-after'),
        },
      };
    });
}

/** Every address and path without what follows its `?`; a question mark behind a word stays. */
export function withoutQueries(text: string): string {
  return text.replace(/(\/[^\s"'\\?#()<>]*)\?[^\s"'\\)<>]+/g, '$1?[removed]');
}
