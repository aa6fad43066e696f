import { contentProblems } from '../../config/extend/own.ts';
import { isProduction } from '../../config/site.ts';
import { getCapabilities } from './probe.ts';

/**
 * Mistakes in `content.config.ts`, and fields it asks for that the CMS does not have, in development: a build ends with them, and a running
 * server logs them.
 * @returns a line each, with the place and the fix; of the CMS none where it does not answer
 */
export async function readUnknownFields(): Promise<readonly string[]> {
  if (isProduction) return [];
  const capabilities = await getCapabilities().catch(() => null);
  return [...contentProblems, ...(capabilities?.unknownFields ?? [])];
}
