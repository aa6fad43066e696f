import { isProduction } from '../config/site.ts';
import { getCapabilities } from './probe.ts';

/**
 * What `content.config.ts` asks for and the CMS does not have, in development: a build ends with it, and a running server logs it.
 * @returns a line each, with the place and the fix; none where the CMS does not answer
 */
export async function readUnknownFields(): Promise<readonly string[]> {
  if (isProduction) return [];
  const capabilities = await getCapabilities().catch(() => null);
  return capabilities?.unknownFields ?? [];
}
