import './in-order.ts';
import { titlesFile } from '../search/files.ts';
import { readTitles } from '../search/read.ts';
import { isLocalSearch, isSearchEnabled } from '../search/settings.ts';
import { forVisitor } from '../wordpress/client/deadline.ts';
import { dependOn } from '../wordpress/client/read.ts';
import { tags } from '../wordpress/model/tags.ts';

/** The titles that the dialog searches first. Stored like a page, with the tags and interval of the reads behind it. */
export const GET = forVisitor(async (): Promise<Response> => {
  if (!isSearchEnabled || !isLocalSearch) return new Response(null, { status: 404 });
  await dependOn(tags.anyShown);
  return Response.json(titlesFile(await readTitles()));
});
