import { acceptContact, type ContactResult } from '../contact/accept.ts';
import { readJson } from '../pages/json-body.ts';
import { clientOf } from '../visitors/allowance.ts';
import { isPostedForm, readForm } from '../visitors/posted-form.ts';

/** Bytes of a body; the longest valid submission is about 45 kB. */
const MAX_BODY = 64 * 1024;

/**
 * Takes a contact form. Every answer has the form's shape: {success, message} or {success, error}. A form that the browser
 * itself has sent, without JavaScript, is led back to the page, to the element that says how it went.
 */
export async function POST(request: Request): Promise<Response> {
  if (isPostedForm(request)) return answerForm(request);
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

async function answerForm(request: Request): Promise<Response> {
  // What an umlaut or an emoji takes in such a body is three times what it takes in JSON.
  const fields = await readForm(request, 3 * MAX_BODY);
  const result = fields && (await acceptContact(fields, clientOf(request.headers)));
  const headers = { ...noStore, Location: `/contact#contact-${result ? placeOf(result) : 'failed'}` };
  return new Response(null, { status: 303, headers });
}

/** Ids of the theme's form. */
function placeOf(result: ContactResult): string {
  if (result.success) return 'sent';
  if (result.status === 429) return 'limited';
  return result.field ? `${result.field}-error` : 'failed';
}
