import type { FormField } from '../../content/form.ts';
import { escapeHtml } from '../../content/html/escape.ts';
import { type ShownField, showField } from '../../pages/form-control.ts';
import { contactFields, TICKED } from './fields.ts';

/** The custom fields of the contact form, as the theme draws those of any form. */
export const shownContactFields: readonly ShownField[] = contactFields.map((field) =>
  showField(asFormField(field), `contact-${field.name}`),
);

function asFormField(field: (typeof contactFields)[number]): FormField {
  const { name, label, kind = 'text', required = false, options = [], maxLength, autocomplete } = field;
  const shared = { name, required };
  // The condition is its own label.
  if (kind === 'checkbox')
    return { ...shared, label: '', kind: 'acceptance', value: TICKED, text: escapeHtml(label) };
  if (kind !== 'select') return { ...shared, label, kind, autocomplete, maxLength };
  const all = options.map((option) => ({ value: option, label: option }));
  return { ...shared, label, kind, autocomplete, options: [{ value: '', label: '' }, ...all] };
}
