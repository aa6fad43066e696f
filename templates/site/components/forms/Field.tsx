import type { ReactNode } from 'react';
import { contactWords } from '@/components/words';

interface FieldProps {
  /** The id of the control; of the group where there are several. */
  id: string;
  /** The name of the control: an answer of the site names its field by it. */
  name: string;
  label: ReactNode;
  /** A word beside the label. */
  hint?: string;
  /** A line below. */
  note?: string;
  /** The message below when its value is wrong, where the site has one text for that. */
  wrong?: string;
  required?: boolean;
  /** The id of the description of several controls under one label. */
  group?: string;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  children: ReactNode;
}

/** Screen readers hear it from the control itself. */
export const requiredMark = (
  <span aria-hidden className="required">
    {' *'}
  </span>
);

/** A field of a form: its label, its control, and what is said below it when its value is wrong. */
export function Field({ id, name, label, hint, note, wrong, group, children, ...field }: FieldProps) {
  const [Box, Label] = group ? (['fieldset', 'legend'] as const) : (['div', 'label'] as const);
  return (
    <Box id={group && id} aria-describedby={group} className="field-box">
      {label && (
        <Label
          htmlFor={group ? undefined : id}
          className={field.isLabelHidden ? 'visually-hidden' : 'field-label'}
        >
          <span>
            {label}
            {field.required && requiredMark}
          </span>
          {hint && <span className="field-hint">{hint}</span>}
        </Label>
      )}
      {children}
      {note && (
        <p id={`${id}-note`} className="field-note">
          {note}
        </p>
      )}
      <p id={`${id}-error`} data-for={name} dir="auto" suppressHydrationWarning className="field-error">
        {wrong}
      </p>
    </Box>
  );
}

interface FormEndProps {
  /** The text of the button. */
  send: string;
  /** Name of a field that no person sees: a program fills it in. */
  trap: string;
  statusId?: string;
  children?: ReactNode;
}

/** The last of a form: the trap, the button, and what became of it. */
export function FormEnd({ send, trap, statusId, children }: FormEndProps) {
  return (
    <div className="form-end">
      <label hidden>
        {contactWords.honeypot}
        <input name={trap} tabIndex={-1} autoComplete="off" />
      </label>
      <button type="submit" className="button">
        {send}
      </button>
      {children}
      <p id={statusId} role="status" tabIndex={-1} suppressHydrationWarning className="form-status" />
    </div>
  );
}
