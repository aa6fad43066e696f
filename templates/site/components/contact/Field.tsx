import type { InputHTMLAttributes } from 'react';
import { contactWords } from '@/components/words';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: keyof typeof contactWords.wrong;
  label: string;
  /** A word beside the label. */
  hint?: string;
  /** More than one line. */
  rows?: number;
}

/** A labelled field of a form, and what is said below it when its value is wrong. */
export function Field({ name, label, hint, rows, ...input }: FieldProps) {
  const id = `contact-${name}`;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex justify-between text-sm font-medium">
        {label}
        {hint && <span className="font-normal text-soft">{hint}</span>}
      </label>
      {rows ? (
        <textarea
          id={id}
          name={name}
          rows={rows}
          dir="auto"
          required={input.required}
          minLength={input.minLength}
          maxLength={input.maxLength}
          className="field"
        />
      ) : (
        <input id={id} name={name} dir="auto" {...input} className="field" />
      )}
      <p
        id={`${id}-error`}
        suppressHydrationWarning
        className="mt-1.5 hidden scroll-mt-36 text-sm text-danger target:block data-shown:block"
      >
        {contactWords.wrong[name]}
      </p>
    </div>
  );
}
