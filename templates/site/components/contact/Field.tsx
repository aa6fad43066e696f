import type { InputHTMLAttributes } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  /** A word beside the label. */
  hint?: string;
  /** More than one line. */
  rows?: number;
  /** What is wrong with the value. */
  error?: string;
}

/** A labelled field of a form. */
export function Field({ name, label, hint, rows, error, ...input }: FieldProps) {
  const id = `contact-${name}`;
  const invalid = error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {};
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
          {...invalid}
        />
      ) : (
        <input id={id} name={name} dir="auto" {...input} className="field" {...invalid} />
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
