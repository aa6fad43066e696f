import { appendFile, mkdir } from 'node:fs/promises';
import { Resend } from 'resend';
import { readIdentity } from '../cms/shell.ts';
import { lasting } from '../cms/strategy.ts';
import { withoutSecrets } from '../config/secrets.ts';
import { environment, isProduction } from '../config/site.ts';
import { type ContactSubmission, validateContact } from '../content/contact.ts';
import { siteUrl } from '../seo/site.ts';
import { Allowance } from '../visitors/allowance.ts';

export type ContactResult =
  | { success: true }
  | {
      success: false;
      status: 400 | 429 | 500;
      error: string;
      /** The field that it is about. */
      field?: string;
      /** Seconds. */
      retryAfter?: number;
    };

/** Messages. */
const allowance = new Allowance({ each: 5, all: 60 });

/** Where submissions are kept in development when no mail provider is configured; one JSON object a line. */
export const OUTBOX = '.contact-outbox/messages.jsonl';

/**
 * Validates a submission and delivers it: by mail with a key, into the local outbox in development without one. In
 * production without a key it fails, because a message that is accepted and dropped is worse.
 */
export async function acceptContact(input: unknown, client: string): Promise<ContactResult> {
  if (isFilledHoneypot(input)) return { success: true };
  const checked = validateContact(input);
  if (!checked.success) return { success: false, status: 400, error: checked.error, field: checked.field };
  if (!allowance.mayTry()) return NOT_SENT;
  // Only valid messages count, so that nobody is locked out by correcting a form.
  const retryAfter = allowance.take(client);
  if (retryAfter > 0) {
    return { success: false, status: 429, error: 'Too many messages, please try again later', retryAfter };
  }
  try {
    await deliver(checked.data);
    return { success: true };
  } catch (error) {
    if (!(error instanceof MessageRefused)) allowance.giveBack(client);
    // The provider's own words; it may quote the key that it refuses.
    console.error(`[contact] a message was not delivered: ${withoutSecrets((error as Error).message)}`);
    return NOT_SENT;
  }
}

const NOT_SENT = {
  success: false,
  status: 500,
  error: 'Your message could not be sent, please try again later',
} as const;

/** The provider is well and will not have this message: it counts, or a bad one could be sent again without end. */
class MessageRefused extends Error {}

/** People never see this field; whoever fills it is told that all went well and is forgotten. */
function isFilledHoneypot(input: unknown): boolean {
  const website = (input as { website?: unknown } | null)?.website;
  return typeof website === 'string' && website !== '';
}

async function deliver(submission: ContactSubmission): Promise<void> {
  const {
    EMAIL_PROVIDER_API_KEY: key,
    EMAIL_FROM_ADDRESS: address,
    EMAIL_AUDIENCE_ID: audienceId,
  } = environment;
  if (!key) return keepInOutbox(submission);
  if (!address) throw new Error('EMAIL_FROM_ADDRESS is not set');
  const resend = new Resend(key);
  const mail = await resend.emails.send({
    from: address,
    to: address,
    replyTo: submission.email,
    subject: `Message from ${submission.name} through ${await siteName()}`,
    text: mailText(submission),
  });
  if (mail.error) {
    const { message, statusCode } = mail.error;
    throw statusCode === 400 || statusCode === 422 ? new MessageRefused(message) : new Error(message);
  }
  if (!audienceId) return;
  const contact = await resend.contacts.create({
    email: submission.email,
    firstName: submission.name,
    audienceId,
  });
  // The message has arrived: failing now would make the visitor send it twice.
  if (contact.error)
    console.error(`[contact] not added to the audience: ${withoutSecrets(contact.error.message)}`);
}

/** A message is delivered whatever the CMS does: without it the mail says where it comes from. */
async function siteName(): Promise<string> {
  return readIdentity(lasting).then(
    ({ title }) => title,
    () => siteUrl,
  );
}

async function keepInOutbox(submission: ContactSubmission): Promise<void> {
  if (isProduction) throw new Error('EMAIL_PROVIDER_API_KEY is not set');
  await mkdir('.contact-outbox', { recursive: true });
  await appendFile(OUTBOX, `${JSON.stringify({ at: new Date().toISOString(), ...submission })}\n`, {
    mode: 0o600,
  });
}

function mailText({ name, email, company, message }: ContactSubmission): string {
  return [`Name: ${name}`, `E-mail: ${email}`, ...(company ? [`Company: ${company}`] : []), '', message].join(
    '\n',
  );
}
