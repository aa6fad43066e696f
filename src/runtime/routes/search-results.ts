import './in-order.ts';
import type { NextRequest } from 'next/server';
import { DIALOG_LIMIT } from '../search/documents.ts';
import { findItems } from '../search/find.ts';
import { isSearchEnabled } from '../search/settings.ts';
import { readQuery } from '../search/text.ts';
import { forVisitor } from '../wordpress/client/deadline.ts';

/** Answers the dialog where the browser does not search by itself. */
export const GET = forVisitor(async (request: NextRequest): Promise<Response> => {
  if (!isSearchEnabled) return new Response(null, { status: 404 });
  const found = await findItems(readQuery(request.nextUrl.searchParams.get('q')), DIALOG_LIMIT);
  const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
  if (!found) return Response.json({ error: 'Search is not available right now' }, { status: 502, headers });
  return Response.json(found, { headers });
});
