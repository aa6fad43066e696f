import './in-order.ts';
import { textsFile } from '../search/files.ts';
import { readItems } from '../search/read.ts';
import { isLocalSearch, isSearchEnabled } from '../search/settings.ts';
import { forVisitor } from '../wordpress/client/deadline.ts';
import { dependOn } from '../wordpress/client/read.ts';
import { tags } from '../wordpress/model/tags.ts';

/**
 * Excerpts and terms, which the dialog loads when somebody types. Kept like titles.json. Where the file ends up empty,
 * reading them fills the cache all the same: the server's own index is made from it.
 */
export const GET = forVisitor(async (): Promise<Response> => {
  if (!isSearchEnabled || !isLocalSearch) return new Response(null, { status: 404 });
  await dependOn(tags.anyShown);
  return Response.json(textsFile(await readItems()));
});
