import { isRecord } from '../../base/is-record.ts';
import { isTexts, type Problem, unknownKeys } from './problems.ts';

/** Kinds of custom fields of the contact form. */
export const contactKinds = [
  'text',
  'textarea',
  'email',
  'tel',
  'url',
  'date',
  'select',
  'checkbox',
] as const;

/** Fields of the contact form beside name, e-mail address, company and message. */
export interface OwnContact {
  /** Between company and message, in this order. */
  fields?: readonly ContactField[];
}

export interface ContactField {
  /** Name of the field in the form, in small letters: `phone`. */
  name: string;
  /** Text that visitors read, and the mail and the list in WordPress show: `Telephone`. */
  label: string;
  /** `text` where it is left out. */
  kind?: (typeof contactKinds)[number];
  required?: boolean;
  /** Choices of a `select`. */
  options?: readonly string[];
  /** Characters; 200, of a `textarea` 2,000. */
  maxLength?: number;
  /** For the browser, as HTML names it: `tel`, `organization-title`. */
  autocomplete?: string;
}

/** The form's own, and one that no visitor sees. */
const TAKEN = new Set(['name', 'email', 'company', 'message', 'website']);
/** Ids of the form's messages; a field's own is made of its name. */
const ANSWERS = new Set(['sent', 'failed', 'limited']);
const NAME = /^[a-z][a-z0-9_]{0,39}$/;
const MOST_FIELDS = 20;
const MOST_CHARACTERS = 10_000;

/** Judges the entry `contact`. */
export function checkContact(contact: unknown): Problem[] {
  if (contact === undefined) return [];
  const example = "Fix: `contact: { fields: [{ name: 'phone', label: 'Telephone' }] }`";
  if (!isRecord(contact)) return [`contact: must be an object. ${example}`];
  const { fields = [] } = contact;
  const problems = unknownKeys('contact.', contact, ['fields']);
  if (!Array.isArray(fields)) return [...problems, `contact.fields: must be a list. ${example}`];
  if (fields.length > MOST_FIELDS)
    problems.push(
      `contact.fields: must be ${MOST_FIELDS} at most. Fix: ask less, or link to a form in WordPress`,
    );
  const names = fields.map((field: unknown) => (isRecord(field) ? field.name : undefined));
  return [...problems, ...fields.flatMap((field, position) => fieldProblems(field, position, names))];
}

function fieldProblems(field: unknown, position: number, names: readonly unknown[]): Problem[] {
  const at = `contact.fields[${position}]`;
  if (!isRecord(field)) return [`${at}: must be an object with \`name\` and \`label\``];
  const { name, label, kind, required, options, maxLength, autocomplete } = field;
  const known = ['name', 'label', 'kind', 'required', 'options', 'maxLength', 'autocomplete'];
  const problems = unknownKeys(`${at}.`, field, known);
  if (typeof name !== 'string' || !NAME.test(name))
    problems.push(`${at}.name: must be a word. Fix: small letters, digits and _, such as \`phone\``);
  else if (TAKEN.has(name) || ANSWERS.has(name))
    problems.push(`${at}.name: "${name}" is the form's own. Fix: another name`);
  else if (names.indexOf(name) !== position)
    problems.push(`${at}.name: "${name}" is there twice. Fix: another name`);
  // It stands in front of a colon in mails.
  if (typeof label !== 'string' || !/^(?=.*\S)[^\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u.test(label))
    problems.push(`${at}.label: must be one line of text. Fix: what visitors read, such as \`Telephone\``);
  if (kind !== undefined && !contactKinds.some((one) => one === kind))
    problems.push(`${at}.kind: must be one of ${contactKinds.join(', ')}`);
  if (required !== undefined && typeof required !== 'boolean')
    problems.push(`${at}.required: must be true or false`);
  if (autocomplete !== undefined && typeof autocomplete !== 'string')
    problems.push(`${at}.autocomplete: must be text. Fix: \`tel\``);
  return [...problems, ...lengthProblems(at, maxLength), ...optionProblems(at, kind, options)];
}

function lengthProblems(at: string, maxLength: unknown): Problem[] {
  const isLength =
    Number.isInteger(maxLength) && Number(maxLength) >= 1 && Number(maxLength) <= MOST_CHARACTERS;
  return maxLength === undefined || isLength
    ? []
    : [`${at}.maxLength: must be a whole number from 1 to ${MOST_CHARACTERS}`];
}

function optionProblems(at: string, kind: unknown, options: unknown): Problem[] {
  if (kind !== 'select')
    return options === undefined ? [] : [`${at}.options: only a select has them. Fix: \`kind: 'select'\``];
  const isList =
    isTexts(options) && options.length > 0 && options.every((option) => option.trim() === option && option);
  if (!isList || new Set(options).size < options.length)
    return [`${at}.options: must be a list of different texts. Fix: \`options: ['Sales', 'Support']\``];
  return [];
}
