import { WordPressError } from './errors';

/** What came back from the CMS, before anything is believed of it. */
export type CmsAnswer =
  | { status: number; contentType: string; body: string }
  | { failure: unknown; timeoutMs: number };

/**
 * Judges an answer by content type and body, never by status alone: a WordPress with stale permalinks answers the
 * GraphQL address with its home page and status 200.
 * @returns an error that names the address, the problem and the likely cure, or null when this is GraphQL
 */
export function diagnose(url: string, answer: CmsAnswer): WordPressError | null {
  if ('failure' in answer) return networkError(url, answer.failure, answer.timeoutMs);
  const { status, contentType, body } = answer;
  const html = /html/i.test(contentType) || /^\s*</.test(body);
  if (status === 401 || status === 403) {
    return problem(
      url,
      `asks for a login (HTTP ${status})`,
      'Set CMS_AUTHORIZATION to the Authorization header it expects.',
      status,
    );
  }
  if (status === 429 || status === 503) {
    return problem(url, `is overloaded or in maintenance (HTTP ${status})`, 'Try again in a minute.', status);
  }
  if (html) {
    return problem(
      url,
      `answers with a web page instead of GraphQL (HTTP ${status})`,
      'Activate the WPGraphQL plugin, then save Settings > Permalinks once so that WordPress learns its address.',
      status === 200 ? 502 : status,
    );
  }
  if (!isGraphQLBody(body)) {
    return problem(
      url,
      `does not answer as a GraphQL endpoint (HTTP ${status})`,
      'Check the address: with WPGraphQL it usually ends with /graphql.',
      502,
    );
  }
  return null;
}

function isGraphQLBody(body: string): boolean {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && ('data' in parsed || 'errors' in parsed);
  } catch {
    return false;
  }
}

function networkError(url: string, failure: unknown, timeoutMs: number): WordPressError {
  const code = codeOf(failure);
  const name = failure instanceof Error ? failure.name : '';
  if (name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(code)) {
    return problem(
      url,
      `did not answer within ${timeoutMs / 1000} seconds`,
      'Check that the CMS is up and not overloaded.',
      504,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return problem(
      url,
      'has a host name that cannot be found',
      'Check the spelling of the host and your DNS.',
      502,
    );
  }
  if (code === 'ECONNREFUSED') {
    return problem(
      url,
      'refuses the connection',
      'Start the CMS, or correct host and port of the address.',
      502,
    );
  }
  if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME/i.test(code)) {
    return problem(
      url,
      `has a TLS certificate that is not trusted (${code})`,
      'Renew the certificate, or point NODE_EXTRA_CA_CERTS at your own authority.',
      502,
    );
  }
  return problem(
    url,
    `cannot be reached${code ? ` (${code})` : ''}`,
    'Check the address and that the CMS is up.',
    502,
  );
}

function codeOf(failure: unknown): string {
  const cause = failure instanceof Error ? (failure.cause as { code?: unknown } | undefined) : undefined;
  return String(cause?.code ?? (failure as { code?: unknown } | undefined)?.code ?? '');
}

function problem(url: string, what: string, cure: string, status: number): WordPressError {
  return new WordPressError(`The CMS at ${withoutCredentials(url)} ${what}. ${cure}`, status, {
    url: withoutCredentials(url),
  });
}

function withoutCredentials(url: string): string {
  if (!URL.canParse(url)) return url;
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  return clean.href;
}
