import './in-order.ts';
import { titlesFile } from '../search/files.ts';
import { readTitles } from '../search/read.ts';
import { isLocalSearch, isSearchEnabled } from '../search/settings.ts';
import { forVisitor } from '../wordpress/client/deadline.ts';
import { dependOn } from '../wordpress/client/read.ts';
import { tags } from '../wordpress/model/tags.ts';

/** What the dialog searches in first. Kept like a page: tags and interval are those of what it reads. */
export const GET = forVisitor(async (): Promise<Response> => {
  if (!isSearchEnabled || !isLocalSearch) return new Response(null, { status: 404 });
  await dependOn(tags.anyShown);
  return Response.json(titlesFile(await readTitles()));
});
