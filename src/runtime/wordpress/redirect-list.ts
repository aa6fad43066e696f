import { isBuild } from '../config/site.ts';
import { request } from './client/client.ts';
import { getCapabilities } from './client/probe.ts';
import type { Operation } from './queries/operation.ts';
import { redirectsField } from './queries/redirect-fields.ts';
import { keptRedirects } from './snapshot/redirect-file.ts';

/**
 * Asks WordPress for the rules of its plugins.
 * @param known digest of the list that is there already: then the answer says that it is unchanged, and no more
 * @returns JSON; null where no plugin has rules
 * @throws {WordPressError|GraphQLError} when the CMS fails
 */
export async function askRedirects(known: string): Promise<string | null> {
  const capabilities = await getCapabilities();
  if (!capabilities.redirects) return null;
  const document = `query GetRedirects { ${redirectsField(capabilities, known)} }`;
  return (await request<{ redirects: string | null }>('GetRedirects', document, {})).redirects;
}

/** The same for pages, where a platform brings the cache: Vercel and Netlify know no process that lasts. */
export const getRedirects: Operation<{ redirects: string | null }, Record<string, never>> = {
  name: 'GetRedirects',
  document: () => '',
  ask: async () => ({ redirects: isBuild ? (keptRedirects() ?? null) : await askRedirects('') }),
};
