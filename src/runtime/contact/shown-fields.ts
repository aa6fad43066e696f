import type { FormField } from '../content/form.ts';
import { escapeHtml } from '../content/html/escape.ts';
import { contactFields, TICKED } from './fields.ts';

/** The owner's own fields of the contact form, as the theme draws those of any form. */
export const shownContactFields: readonly (FormField & { id: string })[] = contactFields.map(
  ({ name, label, kind = 'text', required = false, options, maxLength, autocomplete }) => {
    const shared = { id: `contact-${name}`, name, label, required };
    if (kind === 'checkbox') return { ...shared, kind: 'acceptance', value: TICKED, text: escapeHtml(label) };
    if (kind === 'select') {
      const all = (options ?? []).map((option) => ({ value: option, label: option }));
      return { ...shared, kind, autocomplete, options: [{ value: '', label: '' }, ...all] };
    }
    return { ...shared, kind, autocomplete, maxLength: kind === 'date' ? undefined : maxLength };
  },
);
