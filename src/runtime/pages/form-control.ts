import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import type { FormField } from '../content/form.ts';

type Attributes = InputHTMLAttributes<HTMLInputElement> &
  Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows'> &
  Pick<SelectHTMLAttributes<HTMLSelectElement>, 'size'>;

/** One of several boxes. */
export interface Choice {
  /** Type of its `<input>`. */
  control: InputHTMLAttributes<HTMLInputElement>;
  label: string;
  /** In place of the label: the condition that is accepted. Not cleaned yet. */
  html?: string;
  /** Name of a field for text beside it. */
  other?: InputHTMLAttributes<HTMLInputElement>;
}

/** A field on a page: what its elements are called and do, not how they look. */
export interface ShownField extends FormField {
  /** Id of its element: `form-1-3`. */
  id: string;
  /** Ids of what is said below: what may be filled in (where there is something), and what is wrong. */
  noteId: string | undefined;
  errorId: string;
  /** Attributes of the control, where there is a single one. */
  control: Attributes;
  /** The boxes, where there are several controls. */
  choices: Choice[];
  /** Options in the order they have, those of a group below its name. */
  groups: { name: string; options: { value: string; label: string }[] }[];
}

/** @param id of its element */
export function showField(field: FormField, id: string): ShownField {
  const { kind, hint, accept, maxBytes } = field;
  const hasNote = Boolean(hint || (kind === 'file' && (accept || maxBytes)));
  const noteId = hasNote ? `${id}-note` : undefined;
  const errorId = `${id}-error`;
  const described = { 'aria-describedby': noteId ? `${noteId} ${errorId}` : errorId };
  return {
    ...field,
    ...{ id, noteId, errorId },
    // A group says it of itself.
    control: { id, ...described, ...controlOf(field) },
    choices: kind === 'acceptance' ? [accepted(field, id, described)] : choicesOf(field, id),
    groups: groupsOf(field),
  };
}

function controlOf(field: FormField): Attributes {
  const { name, kind, required, value, values = [], multiple, options = [] } = field;
  const shared = { name, required, readOnly: field.readOnly, autoComplete: field.autocomplete };
  const { placeholder, minLength, maxLength, min, max, step } = field;
  // The direction is that of what is written, whatever the page's is.
  const written = { ...shared, placeholder, minLength, maxLength, defaultValue: value, dir: 'auto' };
  switch (kind) {
    case 'textarea':
      return { ...written, rows: field.rows ?? 6 };
    case 'select':
      return multiple
        ? { ...shared, multiple, size: Math.min(Math.max(options.length, 2), 8), defaultValue: values }
        : { ...shared, defaultValue: values[0] ?? value };
    case 'file':
      return { ...shared, type: kind, accept: field.accept, multiple };
    case 'range':
      return {
        ...shared,
        required: undefined,
        type: kind,
        min: min ?? '0',
        max: max ?? '100',
        step,
        defaultValue: value,
      };
    case 'quiz':
      return { ...shared, type: 'text', dir: 'auto', autoComplete: 'off' };
    case 'number':
      // Where no step is given any number is one.
      return { ...written, type: kind, inputMode: 'decimal', min, max, step: step ?? 'any' };
    case 'date':
      return { ...shared, type: kind, defaultValue: value, min, max, step };
    default:
      return { ...written, type: kind };
  }
}

function accepted(field: FormField, id: string, described: object): Choice {
  const { name, value = '1', values, required, inverted, text = '' } = field;
  const defaultChecked = values?.includes(value);
  // One that is turned round is left alone.
  const control = { id, name, value, defaultChecked, required: required && !inverted, type: 'checkbox' };
  return { control: { ...control, ...described }, label: '', html: text };
}

function choicesOf(field: FormField, id: string): Choice[] {
  const { name, kind, options = [], values = [], required, exclusive, freeText } = field;
  if (kind !== 'checkbox' && kind !== 'radio') return [];
  // A box of which one at most may be ticked is a radio button that can be left alone.
  const type = kind === 'radio' || exclusive ? 'radio' : 'checkbox';
  return options.map(({ value, label }, index) => {
    const control = {
      ...{ type, name, value, defaultChecked: values.includes(value) },
      // One of the boxes must be ticked, which HTML cannot say.
      required: type === 'radio' && required,
    };
    const hasText = freeText !== undefined && index === options.length - 1;
    const other = hasText
      ? { id: `${id}-other`, name: freeText, 'aria-label': label, dir: 'auto' }
      : undefined;
    return { control, label, other };
  });
}

function groupsOf({ kind, options = [] }: FormField): ShownField['groups'] {
  const groups: ShownField['groups'] = [];
  for (const { group = '', ...option } of kind === 'select' ? options : []) {
    const last = groups.at(-1);
    if (last?.name === group) last.options.push(option);
    else groups.push({ name: group, options: [option] });
  }
  return groups;
}
