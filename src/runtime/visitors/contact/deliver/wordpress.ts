import { passOn } from '../../send.ts';
import { type Letter, MessageRefused } from './letter.ts';

/** Gives a message to the companion plugin, which keeps it, mails it and lists it. It takes an id once. */
export async function byWordPress({ id, visitor, submission, fields }: Letter): Promise<void> {
  const body = JSON.stringify({
    ...submission,
    fields: fields.map(({ label, value }) => ({ label, value })),
  });
  const passed = await passOn({ id, target: 'contact', visitor, body, contentType: 'application/json' });
  if (passed.kind !== 'answered') throw new Error('WordPress did not take it');
  if (passed.status === 200) return;
  const { code } = passed.value;
  throw new MessageRefused(
    `WordPress answers ${passed.status}${typeof code === 'string' ? `, ${code}` : ''}`,
  );
}
