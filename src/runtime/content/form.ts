import { decodeHTMLAttribute } from 'entities';
import * as z from 'zod';

/** Characters of a definition as JSON; a form of two hundred fields and all countries has about 60,000. */
const MAX_DEFINITION = 300_000;
/** Choices of a form in all. */
const MAX_OPTIONS = 3_000;

/** Fields that the site itself puts into a form. The first is the honeypot: a form may have a field `website` of its own. */
export const siteFields = { trap: '_website', page: '_page', form: '_form' } as const;
const reserved: ReadonlySet<string> = new Set(Object.values(siteFields));

/** `<adapter>:<id in that plugin>`: part of an address, and of the signature that goes to WordPress. */
export const formId = z.string().regex(/^[a-z][a-z0-9-]{0,40}:[A-Za-z0-9_-]{1,60}$/);

const text = (length: number) => z.string().max(length);
const number = z.int().min(0).max(1_000_000_000).optional();
const name = z
  .string()
  .regex(/^\P{Cc}{0,200}$/u)
  .refine((value) => !reserved.has(value));

const field = z
  .object({
    name,
    kind: z.enum([
      'text',
      'email',
      'url',
      'tel',
      'number',
      'range',
      'date',
      'textarea',
      'select',
      'checkbox',
      'radio',
      'acceptance',
      'quiz',
      'file',
      'submit',
    ]),
    label: text(2_000),
    /** It is a name of our own making: for screen readers only. */
    labelHidden: z.boolean().optional(),
    required: z.boolean(),
    readOnly: z.boolean().optional(),
    value: text(20_000).optional(),
    values: z.array(text(1_000)).max(MAX_OPTIONS).optional(),
    placeholder: text(1_000).optional(),
    /** Unknown values are left out: they must not cost the form. */
    autocomplete: z
      .string()
      .regex(/^[a-z -]{1,100}$/)
      .optional()
      .catch(undefined),
    options: z
      .array(z.object({ value: text(1_000), label: text(1_000), group: text(1_000).optional() }))
      .max(MAX_OPTIONS)
      .optional(),
    multiple: z.boolean().optional(),
    freeText: name.optional(),
    exclusive: z.boolean().optional(),
    useLabel: z.boolean().optional(),
    labelFirst: z.boolean().optional(),
    min: text(40).optional(),
    max: text(40).optional(),
    step: text(40).optional(),
    minLength: number,
    maxLength: number,
    rows: z.int().min(1).max(100).optional().catch(undefined),
    accept: z
      .string()
      .regex(/^[\w.+*/, -]{0,2000}$/)
      .optional()
      .catch(undefined),
    maxBytes: number,
    text: text(20_000).optional(),
    inverted: z.boolean().optional(),
    hint: text(2_000).optional(),
  })
  .refine(({ name, kind }) => name !== '' || kind === 'submit');

const definition = z
  .object({
    version: z.literal(1),
    id: formId,
    title: text(1_000),
    /** BCP 47. */
    language: z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,5}$/),
    direction: z.enum(['ltr', 'rtl']),
    html: text(MAX_DEFINITION),
    fields: z.array(field).min(1).max(200),
    hidden: z.record(name, text(5_000)).refine((values) => Object.keys(values).length <= 100),
    words: z
      .object({
        required: text(1_000).optional(),
        sending: text(1_000).optional(),
        failed: text(1_000).optional(),
      })
      .optional(),
  })
  .refine(({ fields }) => fields.reduce((sum, { options = [] }) => sum + options.length, 0) <= MAX_OPTIONS);

/** A form of WordPress, as the companion plugin hands it over. Held to tests/vectors/forms.json. */
export type FormDefinition = z.infer<typeof definition>;
export type FormField = FormDefinition['fields'][number];

/** A form in a content, and the HTML that WordPress has for it. */
export interface ContentForm {
  definition: FormDefinition;
  original: string;
}

/** @returns null where it is no definition that this site can show */
export function readDefinition(json: string): FormDefinition | null {
  if (json.length > MAX_DEFINITION) return null;
  try {
    return definition.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether something of the CMS has a form in it that this site shows, wherever it stands. */
export const hasForm = (value: unknown): boolean =>
  (JSON.stringify(value) ?? '').includes('data-companion-definition=');

/** The definition in an opening tag of the CMS. @returns undefined for a tag without one, null where it does not fit */
export function definitionIn(tag: string): FormDefinition | null | undefined {
  const [, double, single] = /\sdata-companion-definition\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
  const value = double ?? single;
  return value === undefined ? undefined : readDefinition(decodeHTMLAttribute(value));
}

/**
 * Characters of HTML that a form takes on the page, about: what stands in its definition, the elements around each field and
 * each choice.
 */
export function costOf({ html, fields }: FormDefinition): number {
  const ofField = ({ kind, options = [], value = '', text = '' }: FormField) =>
    800 + value.length + text.length + options.length * (kind === 'select' ? 100 : 400) + labels(options);
  return html.length + fields.reduce((sum, field) => sum + ofField(field), 0);
}

const labels = (options: NonNullable<FormField['options']>) =>
  options.reduce((sum, { label, value }) => sum + label.length + value.length, 0);
