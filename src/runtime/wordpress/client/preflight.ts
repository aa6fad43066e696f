import { readLimited } from '../../base/read-limited.ts';
import { diagnoseNetwork, diagnoseProbe } from './diagnosis.ts';
import { cmsFailure } from './failure.ts';

const TIMEOUT_MS = 15_000;
/** Limit for an answer to `{__typename}`, debug output of plugins included, or for a home page in its place. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Asks the CMS one question before a build, so that an unreachable or wrong address is one clear error and not one a
 * page. A CMS that asks for time passes: the snapshot waits as long as it says.
 * @param more fields of the root that are asked for on the way
 * @returns the body of the answer to all of it; undefined where the CMS does not answer `more`, or asks for time
 * @throws {WordPressError} naming the address, the problem and the likely fix
 */
export async function checkCms(
  url: string,
  authorization: string | undefined,
  more = '',
): Promise<string | undefined> {
  const answer = await ask(url, authorization, more).catch((error: unknown) => {
    throw cmsFailure(url, diagnoseNetwork(error));
  });
  const { status, contentType, body } = answer;
  const authorized = authorization !== undefined;
  const diagnosis = body === null ? 'tooLarge' : diagnoseProbe({ status, contentType, body, authorized });
  if (!diagnosis) return body ?? undefined;
  if (diagnosis === 'overloaded') return undefined;
  // The simple query gives the diagnosis.
  if (more) return void (await checkCms(url, authorization));
  throw cmsFailure(url, diagnosis);
}

async function ask(url: string, authorization: string | undefined, more: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(authorization ? { Authorization: authorization } : {}),
    },
    body: JSON.stringify({ query: `{__typename ${more}}` }),
    // Followed, the POST would become a GET.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const contentType = response.headers.get('content-type') ?? '';
  return { status: response.status, contentType, body: await readLimited(response, MAX_BYTES) };
}
