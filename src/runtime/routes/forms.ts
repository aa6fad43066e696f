import { formId, siteFields } from '../content/form.ts';
import { acceptForm, type FormResult } from '../visitors/forms/accept.ts';
import { Posted } from '../visitors/forms/posted.ts';
import { pageAnswer } from '../visitors/page-answer.ts';
import { answerPassword, PASSWORD_FORM } from '../visitors/passwords/answer.ts';
import { isOfThisSite } from '../visitors/posted-form.ts';
import { retryHeader } from '../visitors/result.ts';

interface Context {
  params: Promise<{ id: string }>;
}

/**
 * Takes a form of WordPress, or the password of a post. Script of the page gets JSON: {status, message?, word?, fields, hidden}. A browser without it gets the
 * page again, filled in.
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  if (!isOfThisSite(request.headers)) return fail(403);
  const id = decoded((await params).id);
  if (id === PASSWORD_FORM) return answerPassword(request);
  // No form of this site has such an address, so no visitor loses input. A body of 1 MB took 330 ms of processor time.
  if (!formId.safeParse(id).success) return fail(404);
  const posted = Posted.of(request);
  if (!posted) return fail(415);
  const result = await acceptForm(id, posted, request.headers);
  await posted.finish();
  if (request.headers.get('accept')?.includes('application/json')) return json(result);
  return page(id, posted, result);
}

/** Without JavaScript this address stands in the bar once a form was sent: whoever goes there again comes to the site. */
export function GET(): Response {
  return new Response(null, { status: 303, headers: { ...noStore, Location: '/' } });
}

const noStore = { 'Cache-Control': 'no-store' };

const fail = (status: number) => Response.json({ status: 'failed' }, { status, headers: noStore });

function json(result: FormResult): Response {
  const { message, fields, hidden } = result;
  const said = 'text' in message ? { message: message.text } : message;
  if (result.kind === 'taken')
    return Response.json({ status: 'sent', ...said, fields, hidden }, { headers: noStore });
  const headers = { ...noStore, ...retryHeader(result.retryAfter) };
  return Response.json(
    { status: result.outcome, ...said, fields, hidden },
    { status: result.status, headers },
  );
}

async function page(id: string, posted: Posted, result: FormResult): Promise<Response> {
  const written = await posted.written();
  const values = new Map(written);
  const { message, fields, hidden } = result;
  const isSent = result.kind === 'taken';
  return pageAnswer({
    page: values.get(siteFields.page) ?? '/',
    ...(isSent ? { status: 200 } : { status: result.status, retryAfter: result.retryAfter }),
    filling: {
      id: values.get(siteFields.form) ?? '',
      action: `/api/forms/${id}`,
      written,
      isSent,
      message,
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
