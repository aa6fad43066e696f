import { formId, siteFields } from '../content/form.ts';
import { acceptForm, type Outcome } from '../visitors/forms/accept.ts';
import { Posted } from '../visitors/forms/posted.ts';
import { pageAnswer } from '../visitors/page-answer.ts';
import { answerPassword, PASSWORD_FORM } from '../visitors/passwords/answer.ts';
import { isOfThisSite } from '../visitors/posted-form.ts';

interface Context {
  params: Promise<{ id: string }>;
}

/**
 * Takes a form of WordPress, or the password of a post. Script of the page gets JSON: {status, message?, word?, fields, hidden}. A browser without it gets the
 * page again, filled in.
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  if (!isOfThisSite(request.headers)) return json({ http: 403, status: 'failed' });
  const id = decoded((await params).id);
  if (id === PASSWORD_FORM) return answerPassword(request);
  // No form of this site has such an address, so no visitor loses input. A body of 1 MB took 330 ms of processor time.
  if (!formId.safeParse(id).success) return json({ http: 404, status: 'failed' });
  const posted = Posted.of(request);
  if (!posted) return json({ http: 415, status: 'failed' });
  const outcome = await acceptForm(id, posted, request.headers);
  await posted.finish();
  if (request.headers.get('accept')?.includes('application/json')) return json(outcome);
  return page(id, posted, outcome);
}

/** Without JavaScript this address stands in the bar once a form was sent: whoever goes there again comes to the site. */
export function GET(): Response {
  return new Response(null, { status: 303, headers: { Location: '/', 'Cache-Control': 'no-store' } });
}

function json({ http, retryAfter, ...answer }: Omit<Outcome, 'http'> & { http: number }): Response {
  const headers = {
    'Cache-Control': 'no-store',
    ...(retryAfter ? { 'Retry-After': String(retryAfter) } : {}),
  };
  return Response.json(answer, { status: http, headers });
}

async function page(id: string, posted: Posted, outcome: Outcome): Promise<Response> {
  const written = await posted.written();
  const values = new Map(written);
  const { message, word = 'failed', fields, hidden, http, status, retryAfter } = outcome;
  const isSent = status === 'sent';
  return pageAnswer({
    page: values.get(siteFields.page) ?? '/',
    status: http,
    retryAfter,
    filling: {
      id: values.get(siteFields.form) ?? '',
      action: `/api/forms/${id}`,
      written,
      isSent,
      message: message === undefined ? { word } : { text: message },
      more: !isSent && posted.hasFiles ? ['files'] : [],
      errors: fields,
      hidden,
    },
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
