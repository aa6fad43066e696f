import { withoutSecrets } from '../../../config/secrets.ts';
import { environment } from '../../../config/site.ts';
import { type Letter, MessageRefused, subjectOf, textOf } from './letter.ts';
import { siteName } from './site-name.ts';

/** Sends a mail by Resend, which takes an id once in a day, and adds the sender to an audience where there is one. */
export async function byResend(letter: Letter): Promise<void> {
  const {
    EMAIL_PROVIDER_API_KEY: key,
    EMAIL_FROM_ADDRESS: address = '',
    EMAIL_AUDIENCE_ID: audienceId,
  } = environment;
  const { Resend } = await import('resend');
  const resend = new Resend(key);
  const { submission, id } = letter;
  const mail = await resend.emails.send(
    {
      from: address,
      to: address,
      replyTo: submission.email,
      subject: subjectOf(letter, await siteName()),
      text: textOf(letter),
    },
    { idempotencyKey: id },
  );
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
