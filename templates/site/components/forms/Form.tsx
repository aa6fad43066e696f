import type { ShownField, ShownForm } from 'headless-site/forms';
import { FormFrame, FormLayout, noteOf, prepareInForm } from 'headless-site/forms';
import type { ReactNode } from 'react';
import { formWords, wordsLanguage } from '@/components/words';
import { Field, requiredMark } from './Field';

/** A form of WordPress, as its owner laid it out, with the fields of this theme. */
export function Form({ form }: { form: ShownForm }) {
  const hasButton = form.fields.some(({ kind }) => kind === 'submit');
  return (
    // Its place goes by the direction of the page, what is in it by its own.
    <div>
      <FormFrame form={form} words={formWords} language={wordsLanguage} className="site-form">
        <FormLayout form={form} field={(field, label) => <FormField field={field} label={label} />} />
        {!hasButton && <Button>{formWords.send}</Button>}
        <div role="status" dir="auto" tabIndex={-1} suppressHydrationWarning className="form-status" />
      </FormFrame>
    </div>
  );
}

const Button = ({ children }: { children: ReactNode }) => (
  <button type="submit" className="button">
    {children}
  </button>
);

interface FormFieldProps {
  field: ShownField;
  /** That the form's owner has written around it, in place of the field's own. */
  label?: ReactNode;
  /** See `Field`. */
  hint?: string;
  wrong?: string;
}

export function FormField({ field, label, ...said }: FormFieldProps) {
  const { kind, control, choices, text, placeholder } = field;
  if (kind === 'submit') return <Button>{field.value || formWords.send}</Button>;
  const own = kind === 'quiz' ? text : field.label;
  return (
    <Field
      id={field.id}
      name={field.name}
      label={label ?? own}
      isLabelHidden={!label && (field.labelHidden || own === placeholder)}
      required={field.required && !field.inverted}
      note={noteOf(field, formWords, wordsLanguage)}
      group={choices.length > 0 && kind !== 'acceptance' ? control['aria-describedby'] : undefined}
      {...said}
    >
      {choices.length > 0 ? (
        <Choices field={field} />
      ) : kind === 'textarea' ? (
        <textarea {...(control as object)} className="field" />
      ) : kind === 'select' ? (
        <select {...(control as object)} className="field">
          {field.groups.map((group) => (
            <Options key={group.name} {...group} />
          ))}
        </select>
      ) : kind === 'range' ? (
        <span className="range">
          <span aria-hidden>{control.min}</span>
          <input {...control} />
          <span aria-hidden>{control.max}</span>
          {/* A script writes the value here (browser/form.ts of the runtime). */}
          <output hidden suppressHydrationWarning />
        </span>
      ) : (
        <input {...control} className="field" />
      )}
    </Field>
  );
}

function Options({ name, options }: ShownField['groups'][number]) {
  const list = options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
  return name ? <optgroup label={name}>{list}</optgroup> : list;
}

function Choices({ field: { choices, labelFirst } }: { field: ShownField }) {
  return choices.map(({ control, label, html, other }) => (
    <span key={String(control.value)} className="choice">
      <label className={labelFirst ? 'label-first' : undefined}>
        <input {...control} />
        <span>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by headless-site/forms */}
          {html ? <span dangerouslySetInnerHTML={{ __html: prepareInForm(html) }} /> : label}
          {html && control.required && requiredMark}
        </span>
      </label>
      {other && <input {...other} className="field" />}
    </span>
  ));
}
