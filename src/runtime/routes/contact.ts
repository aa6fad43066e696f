import './in-order.ts';
import type { Visitor } from '../base/visitor-signature.ts';
import { readJson, wellFormed } from '../pages/json-body.ts';
import { clientOf } from '../visitors/address.ts';
import { acceptContact, type ContactResult } from '../visitors/contact/accept.ts';
import { customBytes } from '../visitors/contact/fields.ts';
import { pageAnswer } from '../visitors/page-answer.ts';
import { isOfAnotherSite, isPostedForm, readForm } from '../visitors/posted-form.ts';
import { retryHeader } from '../visitors/result.ts';

/** Bytes of a body; the longest valid submission is about 45 kB without the custom fields. */
const MAX_BODY = 64 * 1024 + customBytes;

/** Where the theme has its form. */
const PAGE = '/contact';
const TRAP = 'website';

/**
 * Takes a contact form. Every answer has the form's shape: {success, message} or {success, error}. A form that the browser
 * itself has sent, without JavaScript, is led back to the page where it was sent, to the element that says so; otherwise it gets the page
 * with what was written.
 */
export async function POST(request: Request): Promise<Response> {
  if (isPostedForm(request)) return answerForm(request);
  const body = await readJson(request, MAX_BODY, wellFormed);
  if (!body.ok) return fail(body.status, body.error);
  if (isOfAnotherSite(request.headers)) return fail(403, 'Another site sent this.');
  const key = request.headers.get('idempotency-key');
  const result = await acceptContact(body.value, visitorOf(request), key);
  if (result.kind === 'refused') return fail(result.status, result.message.text, result);
  return Response.json({ success: true, message: 'Thank you for your message.' }, { headers: noStore });
}

const noStore = { 'Cache-Control': 'no-store' };

type Refused = Extract<ContactResult, { kind: 'refused' }>;

/** The interface fixes the body; which field it is about stands in a header, for the script of the form. */
function fail(status: number, error: string, { field, retryAfter }: Partial<Refused> = {}): Response {
  const headers = { ...noStore, ...retryHeader(retryAfter), ...(field ? { 'Contact-Field': field } : {}) };
  return Response.json({ success: false, error }, { status, headers });
}

function visitorOf({ headers }: Request): Visitor {
  return { ip: clientOf(headers), agent: headers.get('user-agent') ?? '', page: PAGE };
}

async function answerForm(request: Request): Promise<Response> {
  // An umlaut or an emoji takes three times as many bytes here as in JSON.
  const fields = await readForm(request, 3 * MAX_BODY);
  if (!fields) return refused({}, { status: 413, message: { text: '' } });
  const result = await acceptContact(fields, visitorOf(request));
  if (result.kind === 'refused') return refused(fields, result);
  // So that a reload does not send it again.
  return new Response(null, { status: 303, headers: { ...noStore, Location: `${PAGE}#contact-sent` } });
}

function refused(
  fields: Record<string, string>,
  { status, message, field, retryAfter }: Omit<Refused, 'kind'>,
): Promise<Response> {
  return pageAnswer({
    ...{ page: PAGE, status, retryAfter },
    filling: {
      ...{ id: 'contact-form', action: '/api/contact', isSent: false },
      written: Object.entries(fields).filter(([name]) => name !== TRAP),
      message: field ? { text: '' } : { word: status === 429 ? 'limited' : 'failed' },
      errors: field ? [{ name: field, message: message.text }] : [],
    },
  });
}
