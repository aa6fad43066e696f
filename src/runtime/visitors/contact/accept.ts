import { appendFile, mkdir } from 'node:fs/promises';
import { coalesce } from '../../base/coalesce.ts';
import { idFor, newId } from '../../base/id.ts';
import type { Visitor } from '../../base/visitor-signature.ts';
import { withoutSecrets } from '../../config/secrets.ts';
import { isProduction } from '../../config/site.ts';
import { RateLimit } from '../rate-limit.ts';
import type { Refused, Result } from '../result.ts';
import { type Letter, MessageRefused } from './deliver/letter.ts';
import { deliver } from './deliver.ts';
import { delivery, hasOutbox } from './delivery.ts';
import { checkSubmission } from './fields.ts';
import { keepLetter } from './outbox.ts';
import { lookSoon } from './retry.ts';

/** The interface fixes the texts of refusals. */
export type ContactResult = Result<{ kind: 'taken' }, { message: { text: string } }>;

/** Messages. */
const limit = new RateLimit({ each: 5, all: 60 });

/** By what was sent and who has sent it. */
const shared = coalesce<ContactResult>();

/** Ids of messages with a key that were taken here, the last ones: a mail server does not know an id again. */
const taken = new Set<string>();
const MOST_TAKEN = 1000;

/** Where submissions are kept in development when nothing delivers them; one JSON object a line. */
export const OUTBOX = '.contact-outbox/messages.jsonl';

/**
 * Validates a submission and takes it: it is delivered, or waits on the disk until it can be. In production without a delivery it
 * fails, because a message that is accepted and dropped is worse.
 *
 * Two clicks without JavaScript send the same twice: the second one gets the answer of the first, which is still on its way.
 * @param key of a script whose answer was lost and that sends the same again, perhaps from another address: it is taken once
 */
export function acceptContact(
  input: unknown,
  visitor: Visitor,
  key: string | null = null,
): Promise<ContactResult> {
  return shared(JSON.stringify([key ?? visitor, input]), () => acceptMessage(input, visitor, key));
}

async function acceptMessage(input: unknown, visitor: Visitor, key: string | null): Promise<ContactResult> {
  if (isFilledHoneypot(input)) return refusedWith(400, NOT_SENT);
  const checked = checkSubmission(input);
  if (!checked.success)
    return { ...refusedWith(400, checked.error), ...(checked.field ? { field: checked.field } : {}) };
  const { submission, fields } = checked;
  // With what was written: a key that somebody uses twice hides no other message.
  const id = key === null ? newId() : idFor([key, submission, fields]);
  if (taken.has(id)) return { kind: 'taken' };
  if (!limit.mayTry(visitor.ip)) return refusedWith(500, NOT_SENT);
  // Only valid messages count, so that nobody is locked out by correcting a form.
  const retryAfter = limit.take(visitor.ip);
  if (retryAfter > 0) return { ...refusedWith(429, 'Too many messages, please try again later'), retryAfter };
  try {
    await take({ id, at: new Date().toISOString(), visitor, submission, fields });
    limit.arrived();
    if (key !== null) remember(id);
    return { kind: 'taken' };
  } catch (error) {
    if (!(error instanceof MessageRefused)) limit.giveBack(visitor.ip);
    // The provider's own words; it may quote the key that it refuses.
    console.error(`[contact] a message was not delivered: ${withoutSecrets((error as Error).message)}`);
    return refusedWith(500, NOT_SENT);
  }
}

const NOT_SENT = 'Your message could not be sent, please try again later';

const refusedWith = (status: Refused['status'], text: string) =>
  ({ kind: 'refused', status, message: { text } }) as const;

function remember(id: string): void {
  taken.add(id);
  const [oldest] = taken;
  if (taken.size > MOST_TAKEN && oldest) taken.delete(oldest);
}

/** People never see this field. A sender who fills it is told the truth: it may be a person whose browser did it. */
function isFilledHoneypot(input: unknown): boolean {
  const website = (input as { website?: unknown } | null)?.website;
  return typeof website === 'string' && website !== '';
}

/** @throws {Error} where it was neither delivered nor kept */
async function take(letter: Letter): Promise<void> {
  if (delivery.by === undefined) return keepInFile(letter, delivery.why);
  try {
    await deliver(letter, delivery.by);
  } catch (error) {
    if (error instanceof MessageRefused || !hasOutbox) throw error;
    await keepLetter(letter).catch((fault: Error) => {
      throw new Error(`${(error as Error).message}, and it could not be kept: ${fault.message}`);
    });
    console.error(`[contact] message ${letter.id} waits: ${withoutSecrets((error as Error).message)}`);
  }
  // Either it waits, or the other side is well and takes what waits.
  lookSoon();
}

async function keepInFile({ at, submission, fields }: Letter, why: string): Promise<void> {
  if (isProduction) throw new Error(why);
  await mkdir('.contact-outbox', { recursive: true });
  const own = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  await appendFile(OUTBOX, `${JSON.stringify({ at, ...submission, ...own })}\n`, { mode: 0o600 });
}
