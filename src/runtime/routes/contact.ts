import { acceptContact, type ContactResult } from '../contact/accept.ts';
import { ownBytes } from '../contact/fields.ts';
import { readJson } from '../pages/json-body.ts';
import { clientOf } from '../visitors/allowance.ts';
import { isOfAnotherSite, isPostedForm, readForm } from '../visitors/posted-form.ts';
import type { Visitor } from '../visitors/proof.ts';

/** Bytes of a body; the longest valid submission is about 45 kB without the owner's own fields. */
const MAX_BODY = 64 * 1024 + ownBytes;

/**
 * Takes a contact form. Every answer has the form's shape: {success, message} or {success, error}. A form that the browser
 * itself has sent, without JavaScript, is led back to the page, to the element that says how it went.
 */
export async function POST(request: Request): Promise<Response> {
  if (isPostedForm(request)) return answerForm(request);
  const body = await readJson(request, MAX_BODY);
  if (!body.ok) return fail(body);
  if (isOfAnotherSite(request.headers)) return fail({ status: 403, error: 'Another site sent this.' });
  const key = request.headers.get('idempotency-key');
  const result = await acceptContact(body.value, visitorOf(request), key);
  if (!result.success) return fail(result);
  return Response.json({ success: true, message: 'Thank you for your message.' }, { headers: noStore });
}

const noStore = { 'Cache-Control': 'no-store' };

/** The interface fixes the body; which field it is about stands in a header, for the script of the form. */
function fail({
  status,
  error,
  ...more
}: {
  status: number;
  error: string;
  field?: string | undefined;
  retryAfter?: number;
}): Response {
  const headers = new Headers(noStore);
  if (more.retryAfter) headers.set('Retry-After', String(more.retryAfter));
  if (more.field) headers.set('Contact-Field', more.field);
  return Response.json({ success: false, error }, { status, headers });
}

function visitorOf({ headers }: Request): Visitor {
  return { ip: clientOf(headers), agent: headers.get('user-agent') ?? '', page: '/contact' };
}

async function answerForm(request: Request): Promise<Response> {
  // What an umlaut or an emoji takes in such a body is three times what it takes in JSON.
  const fields = await readForm(request, 3 * MAX_BODY);
  const result = fields && (await acceptContact(fields, visitorOf(request)));
  const headers = { ...noStore, Location: `/contact#contact-${result ? placeOf(result) : 'failed'}` };
  return new Response(null, { status: 303, headers });
}

/** Ids of the theme's form. */
function placeOf(result: ContactResult): string {
  if (result.success) return 'sent';
  if (result.status === 429) return 'limited';
  return result.field ? `${result.field}-error` : 'failed';
}
