import { cookies, draftMode } from 'next/headers';
import { NextResponse } from 'next/server';
import { PREVIEW_COOKIE } from '../pages/preview/session.ts';

/** Ends the preview and leads home. Reads nothing from the request, so it cannot lead anywhere else. */
export async function GET(): Promise<Response> {
  (await draftMode()).disable();
  (await cookies()).delete(PREVIEW_COOKIE);
  return new NextResponse(null, {
    status: 307,
    headers: { Location: '/', 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  });
}
