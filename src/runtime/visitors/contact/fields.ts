import * as z from 'zod';
import { isRecord } from '../../base/is-record.ts';
import type { ContactField } from '../../config/extend/contact.ts';
import { ownContent } from '../../config/extend/own.ts';
import { type ContactSubmission, contactSchema, firstProblem, SINGLE_LINE } from '../../content/contact.ts';
import type { Letter } from './deliver/letter.ts';

/** The custom fields of the form, in their order, with the greatest length of what is written there. */
export const contactFields: readonly (ContactField & { maxLength: number })[] = (
  ownContent.contact?.fields ?? []
).map((field) => ({ ...field, maxLength: field.maxLength ?? usualLength(field) }));

/** The value of a ticked box, in the form and in the mail. */
export const TICKED = '✓';

function usualLength({ kind, options = [] }: ContactField): number {
  if (kind === 'textarea') return 2000;
  if (kind === 'email') return 254;
  if (kind === 'url') return 2000;
  return Math.max(200, ...options.map(({ length }) => length));
}

/** Fields of the form and the route: the interface's four fields and the owner's. */
const schema = contactSchema.extend(
  Object.fromEntries(contactFields.map((field) => [field.name, schemaOf(field)])),
);

function schemaOf({
  label,
  kind = 'text',
  required,
  maxLength,
  options = [],
}: (typeof contactFields)[number]) {
  const error =
    (problem: string) =>
    ({ input }: { input: unknown }) =>
      `${label} ${input === undefined ? 'is required' : problem}`;
  const text = z
    .string({ error: error('must be text') })
    .trim()
    .max(maxLength, `${label} must be at most ${maxLength} characters`);
  const line = text.regex(SINGLE_LINE, `${label} must be a single line`);
  const kinds = {
    text: line,
    tel: line,
    textarea: text,
    email: line.pipe(z.email(`${label} must be an e-mail address`)),
    url: line.pipe(z.url({ protocol: /^https?$/, error: `${label} must be an address of http or https` })),
    date: line.pipe(z.iso.date(`${label} must be a date`)),
    select: z.enum(options as [string, ...string[]], { error: error('must be one of its options') }),
    checkbox: z.literal(TICKED, { error: error('must be ticked') }),
  };
  return required ? kinds[kind] : kinds[kind].optional();
}

type Checked =
  | { success: true; submission: ContactSubmission; fields: Letter['fields'] }
  | { success: false; error: string; field?: string | undefined };

/** @returns the clean submission, or the message of the first field that is wrong; never throws */
export function checkSubmission(input: unknown): Checked {
  const parsed = schema.safeParse(withoutEmpty(input));
  if (!parsed.success) return firstProblem(parsed.error);
  const values: Readonly<Record<string, string | undefined>> = parsed.data;
  const { name = '', email = '', message = '', company } = values;
  const fields = contactFields.flatMap(({ name, label }) => {
    const value = values[name];
    return value === undefined ? [] : [{ name, label, value }];
  });
  return { success: true, submission: { name, email, message, ...(company ? { company } : {}) }, fields };
}

/** A custom field that is left empty is none, also where a client sends it. */
function withoutEmpty(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const empty = contactFields.flatMap(({ name }) => {
    const value = input[name];
    return typeof value === 'string' && !value.trim() ? [[name, undefined]] : [];
  });
  return { ...input, ...Object.fromEntries(empty) };
}

/** Bytes that the longest valid body has beside the interface's fields, in JSON. */
export const customBytes = contactFields.reduce(
  (sum, { name, maxLength }) => sum + name.length + 6 * maxLength,
  0,
);
