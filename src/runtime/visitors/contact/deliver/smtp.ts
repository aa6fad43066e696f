import { environment } from '../../../config/site.ts';
import { siteUrl } from '../../../seo/site.ts';
import { type Letter, MessageRefused, subjectOf, textOf } from './letter.ts';
import { siteName } from './site-name.ts';

/** Milliseconds for each step of the conversation. */
const TIMEOUT = 20_000;

/**
 * Sends a mail by the owner's mail server. SMTP knows no id of a message: where the connection ends before the server has said that it took
 * it, it is sent again, with the same Message-ID, by which many mailboxes show it once.
 */
export async function bySmtp(letter: Letter): Promise<void> {
  const { SMTP_URL: url = '', EMAIL_FROM_ADDRESS: address = '' } = environment;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: address,
      to: address,
      // An object: nothing in it is read as a list of addresses.
      replyTo: { name: '', address: letter.submission.email },
      subject: subjectOf(letter, await siteName()),
      text: textOf(letter),
      messageId: `<${letter.id}@${new URL(siteUrl).hostname}>`,
      date: new Date(letter.at),
    });
  } catch (error) {
    // The addresses are the owner's own: a server that refuses these, or the password, may take the message tomorrow.
    const { code, responseCode = 0, message } = error as Error & { code?: string; responseCode?: number };
    throw code === 'EMESSAGE' && responseCode >= 500 ? new MessageRefused(message) : error;
  } finally {
    transport.close();
  }
}
