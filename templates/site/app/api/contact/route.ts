import { acceptContact } from '@/lib/contact/accept';
import { clientOf, withinLimit } from '@/lib/contact/rate-limit';
import { readJson } from '@/lib/routes/json-body';

/** Bytes of a body; the longest valid submission is about 45 kB. */
const MAX_BODY = 64 * 1024;

/** Takes a contact form. Every answer has the form's shape: {success, message} or {success, error}. */
export async function POST(request: Request): Promise<Response> {
  const wait = withinLimit(clientOf(request.headers));
  if (wait > 0)
    return fail(429, 'Too many messages, please try again later', { 'Retry-After': String(wait) });
  const body = await readJson(request, MAX_BODY);
  if (!body.ok) return fail(body.status, body.error);
  const result = await acceptContact(body.value);
  if (!result.success) return fail(result.status, result.error);
  return Response.json({ success: true, message: 'Thank you for your message.' }, { headers: noStore });
}

const noStore = { 'Cache-Control': 'no-store' };

function fail(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ success: false, error }, { status, headers: { ...noStore, ...headers } });
}
