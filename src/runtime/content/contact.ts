import * as z from 'zod';

/** No line breaks and no other control characters: a name stands in the subject of a mail. */
export const SINGLE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** One schema for the form and the route. The upper limits are ours: they keep mails and logs sane. */
export const contactSchema = z.object({
  name: z
    .string('Name must be at least 2 characters')
    .trim()
    .min(2, 'Name must be at least 2 characters')
    .max(200, 'Name must be at most 200 characters')
    .regex(SINGLE_LINE, 'Name must be a single line'),
  email: z
    .string('Invalid email address')
    .trim()
    .max(254, 'Invalid email address')
    .pipe(z.email('Invalid email address')),
  message: z
    .string('Message must be at least 10 characters')
    .trim()
    .min(10, 'Message must be at least 10 characters')
    .max(10_000, 'Message must be at most 10000 characters'),
  company: z
    .string('Company must be text')
    .trim()
    .max(200, 'Company must be at most 200 characters')
    .regex(SINGLE_LINE, 'Company must be a single line')
    .optional(),
});

export type ContactSubmission = z.infer<typeof contactSchema>;

/** @returns the clean submission, or the message of the first failing field in the schema's order; never throws */
export function validateContact(
  input: unknown,
): { success: true; data: ContactSubmission } | { success: false; error: string; field?: string } {
  const parsed = contactSchema.safeParse(input);
  if (parsed.success) return { success: true, data: parsed.data };
  return firstProblem(parsed.error);
}

/** The message for an invalid input: that of the first field. */
export function firstProblem({ issues }: z.ZodError): { success: false; error: string; field?: string } {
  const [issue] = issues;
  const field = issue?.path[0];
  const message =
    field === undefined ? 'The body must be a JSON object' : (issue?.message ?? 'Invalid input');
  return { success: false, error: message, ...(field === undefined ? {} : { field: String(field) }) };
}
