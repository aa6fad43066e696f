import { readLimited } from '../runtime/base/read-limited';
import { type Diagnosis, diagnoseProbe } from '../runtime/wordpress/client/diagnosis';
import { type CmsAccess, postGraphql } from './post';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

/**
 * Why there is no GraphQL at an address where a WordPress may be: both questions work without rewrite rules.
 * @returns undefined when that shows nothing more
 */
export async function lookCloser(endpoint: string, access: CmsAccess): Promise<Diagnosis | undefined> {
  const home = endpoint.replace(/\/graphql$/, '');
  const [graphql, rest] = await Promise.all([
    answersGraphql(`${home}/index.php?graphql=true`, access).catch(() => false),
    isWordPress(`${home}/?rest_route=/&_fields=namespaces`, access).catch(() => false),
  ]);
  if (graphql) return 'rewrites';
  return rest ? 'noWpgraphql' : undefined;
}

async function answersGraphql(url: string, access: CmsAccess): Promise<boolean> {
  const response = await postGraphql(url, '{__typename}', {
    authorization: access.authorization,
    signal: signalOf(access),
  });
  const diagnosis = diagnoseProbe({
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    body: (await readLimited(response, MAX_BYTES)) ?? '',
    authorized: access.authorization !== undefined,
  });
  // One that is for logged-in users only is there, too.
  return diagnosis === undefined || diagnosis === 'restricted';
}

/** The list of REST namespaces is public, and says `wp/v2` in every WordPress. */
async function isWordPress(url: string, access: CmsAccess): Promise<boolean> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: signalOf(access),
  });
  const { namespaces } = JSON.parse((await readLimited(response, MAX_BYTES)) ?? '{}') as {
    namespaces?: unknown;
  };
  return Array.isArray(namespaces) && namespaces.includes('wp/v2');
}

function signalOf({ timeoutMs = TIMEOUT_MS }: CmsAccess): AbortSignal {
  return AbortSignal.timeout(Math.min(timeoutMs, TIMEOUT_MS));
}
