import { diagnoseNetwork, diagnoseProbe } from './diagnosis';
import { cmsFailure } from './failure';

const TIMEOUT_MS = 15_000;

/**
 * Asks the CMS one question before a build, so that an unreachable or wrong address is one clear error and not one a
 * page. A CMS that asks for time passes: the snapshot waits as long as it says.
 * @throws {WordPressError} naming the address, the problem and the likely cure
 */
export async function checkCms(url: string, authorization: string | undefined): Promise<void> {
  const answer = await ask(url, authorization).catch((error: unknown) => {
    throw cmsFailure(url, diagnoseNetwork(error));
  });
  const diagnosis = diagnoseProbe({ ...answer, authorized: authorization !== undefined });
  if (diagnosis && diagnosis !== 'overloaded') throw cmsFailure(url, diagnosis);
}

async function ask(url: string, authorization: string | undefined) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(authorization ? { Authorization: authorization } : {}),
    },
    body: JSON.stringify({ query: '{__typename}' }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const contentType = response.headers.get('content-type') ?? '';
  return { status: response.status, contentType, body: await response.text() };
}
