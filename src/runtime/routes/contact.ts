import { acceptContact } from '../contact/accept.ts';
import { clientOf } from '../contact/rate-limit.ts';
import { readJson } from '../pages/json-body.ts';

/** Bytes of a body; the longest valid submission is about 45 kB. */
const MAX_BODY = 64 * 1024;

/** Takes a contact form. Every answer has the form's shape: {success, message} or {success, error}. */
export async function POST(request: Request): Promise<Response> {
  const body = await readJson(request, MAX_BODY);
  if (!body.ok) return fail(body.status, body.error);
  const result = await acceptContact(body.value, clientOf(request.headers));
  if (!result.success) return fail(result.status, result.error, result.retryAfter);
  return Response.json({ success: true, message: 'Thank you for your message.' }, { headers: noStore });
}

const noStore = { 'Cache-Control': 'no-store' };

function fail(status: number, error: string, retryAfter?: number): Response {
  const headers = retryAfter ? { ...noStore, 'Retry-After': String(retryAfter) } : noStore;
  return Response.json({ success: false, error }, { status, headers });
}
