import type { NextRequest } from 'next/server';
import { forVisitor } from '@/lib/cms/deadline';
import { DIALOG_LIMIT } from '@/lib/search/documents';
import { findItems } from '@/lib/search/find';
import { isSearchEnabled } from '@/lib/search/settings';
import { readQuery } from '@/lib/search/text';

/** Answers the dialog where the browser does not search by itself. */
export const GET = forVisitor(async (request: NextRequest): Promise<Response> => {
  if (!isSearchEnabled) return new Response(null, { status: 404 });
  const found = await findItems(readQuery(request.nextUrl.searchParams.get('q')), DIALOG_LIMIT);
  const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
  if (!found) return Response.json({ error: 'Search is not available right now' }, { status: 502, headers });
  return Response.json(found, { headers });
});
