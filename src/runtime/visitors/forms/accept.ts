import { idFor } from '../../base/id.ts';
import { isRecord } from '../../base/is-record.ts';
import { siteFields } from '../../content/form.ts';
import { clientOf } from '../address.ts';
import { isPagePath } from '../page-answer.ts';
import { RateLimit } from '../rate-limit.ts';
import { type Message, type Result, refused } from '../result.ts';
import { isOutage, type Passed, passOn } from '../send.ts';
import { type Posted, TooLarge } from './posted.ts';

export type FormResult = Result<
  { kind: 'taken'; message: Message } & FromWordPress,
  { outcome: 'invalid' | 'spam' | 'failed' } & FromWordPress
>;

/** Parts of WordPress's answer; none where it gave none. */
interface FromWordPress {
  fields?: { name: string; message: string }[];
  /** Hidden fields for the next try. */
  hidden?: Record<string, string>;
}

/** Forms that are sent, the wrong ones among them: WordPress works for each. */
const limit = new RateLimit({ each: 30, all: 300 });

const failed = (...why: Parameters<typeof refused>): FormResult => ({
  ...refused(...why),
  outcome: 'failed',
});

/**
 * Takes a form and passes it on to WordPress, which decides. The visitor is told of one that does not arrive, which costs him
 * nothing of his rate limit.
 *
 * @param id of the form; it matches `formId`
 */
export async function acceptForm(id: string, posted: Posted, headers: Headers): Promise<FormResult> {
  const client = clientOf(headers);
  if (!limit.mayTry(client, id)) return failed(503, 'failed');
  const retryAfter = limit.take(client);
  if (retryAfter > 0) return failed(429, 'limited', { retryAfter });
  try {
    await posted.begin();
    const written = new Map(await posted.written());
    // People never see this field. A sender who fills it is told the truth: it may be a person whose browser did it.
    if (written.has(siteFields.trap)) return { ...refused(422), outcome: 'spam' };
    const body = await posted.toSend();
    if (!body) return failed(422, 'failed');
    const page = written.get(siteFields.page) ?? '';
    const agent = headers.get('user-agent') ?? '';
    const visitor = { ip: client, agent, page: isPagePath(page) ? page : '/' };
    const sentId = await sentAs(id, posted, headers.get('idempotency-key'), `${client} ${agent}`);
    const passed = await passOn({ ...sentId, target: `forms/${id}`, visitor, ...body });
    if (isOutage(passed)) limit.giveBack(client, id);
    else limit.arrived(id);
    return judge(passed);
  } catch (error) {
    if (error instanceof TooLarge) return failed(413, 'tooLarge');
    // The visitor has gone: nobody reads the answer.
    return failed(503, 'failed');
  }
}

/** Milliseconds in which the same of the same visitor is the same, where no script can say so: a second click, a reload. */
const SAME_MS = 10 * 60_000;
/** The ids of that time, by what was sent, the oldest first; another instance takes that of its own clock. */
const recent = new Map<string, { id: string; until: number }>();

/**
 * WordPress takes an id once.
 * @param key of the page's script, which takes another one when something is changed
 * @param who sends it
 * @returns 32 hexadecimal digits; none for an upload without a key
 */
async function sentAs(
  form: string,
  posted: Posted,
  key: string | null,
  who: string,
): Promise<{ id?: string }> {
  const content = await posted.fingerprint();
  if (key !== null) return { id: idFor([key, form, content]) };
  if (content === undefined) return {};
  const now = performance.now();
  for (const [sent, { until }] of recent) {
    if (until > now) break;
    recent.delete(sent);
  }
  const sent = idFor([who, form, content]);
  const known = recent.get(sent);
  if (known) return { id: known.id };
  const id = idFor([sent, Math.floor(Date.now() / SAME_MS)]);
  recent.set(sent, { id, until: now + SAME_MS });
  return { id };
}

function judge(passed: Passed): FormResult {
  if (passed.kind === 'unknown') return failed(503, 'unknown');
  if (passed.kind !== 'answered') return failed(passed.kind === 'down' ? 503 : 502, 'failed');
  const { status: http, value } = passed;
  if (http === 413) return failed(413, 'tooLarge');
  if (http === 404) return failed(404, 'gone');
  const status = (['sent', 'invalid', 'spam', 'failed'] as const).find((one) => one === value.status);
  if (http !== 200 || !status) {
    console.error(
      `[forms] WordPress answers ${http} in a form that is not known: is its companion plugin newer than this site?`,
    );
    return failed(502, 'failed');
  }
  const text = typeof value.message === 'string' ? value.message : '';
  const more = { fields: errorsIn(value.fields), hidden: textsIn(value.hidden) };
  if (status === 'sent') return { kind: 'taken', message: text ? { text } : { word: 'sent' }, ...more };
  return { ...refused(422), ...(text ? { message: { text } } : {}), outcome: status, ...more };
}

function errorsIn(fields: unknown): { name: string; message: string }[] {
  if (!Array.isArray(fields)) return [];
  return fields.filter(isRecord).map(({ name, message }) => ({
    name: String(name),
    message: String(message),
  }));
}

function textsIn(values: unknown): Record<string, string> {
  if (!isRecord(values)) return {};
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
