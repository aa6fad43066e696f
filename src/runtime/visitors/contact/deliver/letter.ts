import type { Visitor } from '../../../base/visitor-signature.ts';
import type { ContactSubmission } from '../../../content/contact.ts';

/** An accepted submission on its way. */
export interface Letter {
  /** 32 hexadecimal digits, the same in each attempt: nothing that knows it takes the message twice. */
  id: string;
  /** When it was sent, ISO 8601. */
  at: string;
  visitor: Visitor;
  submission: ContactSubmission;
  /** Values of the custom fields, with the labels of that day. */
  fields: readonly { name: string; label: string; value: string }[];
}

/** The other side is well and will not have this message: trying again changes nothing. */
export class MessageRefused extends Error {}

/** The subject of its mail. The schema lets no line break into a name. */
export const subjectOf = ({ submission }: Letter, site: string) =>
  `Message from ${submission.name} through ${site}`;

/** The mail: plain text. */
export function textOf({ submission, fields }: Letter): string {
  const { name, email, company, message } = submission;
  return [
    `Name: ${name}`,
    `E-mail: ${email}`,
    ...(company ? [`Company: ${company}`] : []),
    ...fields.map(({ label, value }) => `${label}: ${value}`),
    '',
    message,
  ].join('\n');
}
