import type { ContactDelivery } from '../../config/contact.ts';
import type { Letter } from './deliver/letter.ts';
import { byResend } from './deliver/resend.ts';
import { bySmtp } from './deliver/smtp.ts';
import { byWordPress } from './deliver/wordpress.ts';

const ways: Record<ContactDelivery, (letter: Letter) => Promise<void>> = {
  wordpress: byWordPress,
  resend: byResend,
  smtp: bySmtp,
};

/**
 * Makes one attempt to deliver a message.
 * @throws {MessageRefused} where it is the message's fault, and any other Error where a later attempt may do better
 */
export function deliver(letter: Letter, by: ContactDelivery): Promise<void> {
  return ways[by](letter);
}
