import { forVisitor } from '@/lib/cms/deadline';
import { textsFile } from '@/lib/search/files';
import { readItems } from '@/lib/search/read';
import { isLocalSearch, isSearchEnabled } from '@/lib/search/settings';

/**
 * Excerpts and terms, which the dialog loads when somebody types. Kept like titles.json. Where the file ends up empty,
 * reading them fills the cache all the same: the server's own index is made from it.
 */
export const dynamic = 'force-static';

export const GET = forVisitor(async (): Promise<Response> => {
  if (!isSearchEnabled || !isLocalSearch) return new Response(null, { status: 404 });
  return Response.json(textsFile(await readItems()));
});
