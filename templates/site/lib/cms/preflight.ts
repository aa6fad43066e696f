import { diagnose } from './diagnosis';

const TIMEOUT_MS = 15_000;

/**
 * Asks the CMS one question before a build, so that an unreachable or wrong address is one clear error and not one a
 * page. Runs once: the build's workers load the configuration too and see the mark.
 * @throws {WordPressError} naming the address, the problem and the likely cure
 */
export async function checkCms(url: string, authorization: string | undefined): Promise<void> {
  if (process.env.CMS_CHECKED === url) return;
  try {
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
    const error = diagnose(url, { status: response.status, contentType, body: await response.text() });
    if (error) throw error;
  } catch (failure) {
    if ((failure as Error).name === 'WordPressError') throw failure;
    throw diagnose(url, { failure, timeoutMs: TIMEOUT_MS });
  }
  process.env.CMS_CHECKED = url;
}
