import { forVisitor } from '@/lib/cms/deadline';
import { titlesFile } from '@/lib/search/files';
import { readTitles } from '@/lib/search/read';
import { isLocalSearch, isSearchEnabled } from '@/lib/search/settings';

/** What the dialog searches in first. Kept like a page: tags and interval are those of what it reads. */
export const dynamic = 'force-static';

export const GET = forVisitor(async (): Promise<Response> => {
  if (!isSearchEnabled || !isLocalSearch) return new Response(null, { status: 404 });
  return Response.json(titlesFile(await readTitles()));
});
