import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';

interface FieldProps {
  /** Of the control; of the group where there are several. */
  id: string;
  /** As the control is called: an answer of the site names its field by it. */
  name: string;
  label: ReactNode;
  /** A word beside the label. */
  hint?: string;
  /** A line below. */
  note?: ReactNode;
  /** What is said below where the address names it, without a script. */
  wrong?: string;
  required?: boolean;
  /** Several controls under one label; of a single one its own attribute says what describes it. */
  group?: { describedBy: string };
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  children: ReactNode;
}

/** A field of a form: its label, its control, and what is said below it when its value is wrong. */
export function Field({ id, name, label, children, ...more }: FieldProps) {
  const { hint, note, wrong, required, group, isLabelHidden } = more;
  const Box = group ? 'fieldset' : 'div';
  const Label = group ? 'legend' : 'label';
  return (
    <Box id={group && id} aria-describedby={group?.describedBy} className="form-field">
      {label && (
        <Label
          htmlFor={group ? undefined : id}
          className={
            isLabelHidden ? 'sr-only' : 'mb-1.5 flex w-full justify-between gap-4 text-sm font-medium'
          }
        >
          <span>
            {label}
            {required && (
              <span aria-hidden className="text-danger">
                {' *'}
              </span>
            )}
          </span>
          {hint && <span className="font-normal text-soft">{hint}</span>}
        </Label>
      )}
      {children}
      {note && (
        <p id={`${id}-note`} className="mt-1.5 text-sm text-soft">
          {note}
        </p>
      )}
      <p
        id={`${id}-error`}
        data-for={name}
        suppressHydrationWarning
        className="mt-1.5 hidden scroll-mt-36 text-sm text-danger target:block data-shown:block"
      >
        {wrong}
      </p>
    </Box>
  );
}

type InputProps = InputHTMLAttributes<HTMLInputElement> & { id: string };
type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { id: string };

/** A line that visitors fill in. `dir` is that of what they write, whatever the page's is. */
export function Input({ className = 'field', ...input }: InputProps) {
  return <input dir="auto" {...input} className={className} />;
}

export function Textarea(textarea: TextareaProps) {
  return <textarea dir="auto" {...textarea} className="field" />;
}
