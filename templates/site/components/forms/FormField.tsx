import { prepareInForm, type ShownField } from 'headless-site/forms';
import type { ReactNode } from 'react';
import { formWords, wordsLanguage } from '@/components/words';
import { Field, Input, Textarea } from './Field';

interface FormFieldProps {
  field: ShownField;
  /** That the form's owner has written around it, in place of the field's own. */
  label: ReactNode;
}

/** A field of a form of WordPress, whatever its kind. */
export function FormField({ field, label }: FormFieldProps) {
  const { id, name, kind, required, text, inverted } = field;
  if (kind === 'submit') {
    return (
      <button type="submit" className="button">
        {field.value || formWords.send}
      </button>
    );
  }
  if (kind === 'acceptance') {
    return (
      <Field id={id} name={name} label={label}>
        <label className="form-choice">
          <input
            id={id}
            type="checkbox"
            name={name}
            value={field.value ?? '1'}
            required={required && !inverted}
            defaultChecked={field.values?.includes(field.value ?? '1')}
            aria-describedby={describedBy(field)}
          />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by headless-site/html */}
          <span dangerouslySetInnerHTML={{ __html: prepareInForm(text ?? '') }} />
        </label>
      </Field>
    );
  }
  const own = kind === 'quiz' ? text : field.label;
  const isGroup = kind === 'checkbox' || kind === 'radio';
  return (
    <Field
      id={id}
      name={name}
      label={label ?? own}
      isLabelHidden={!label && own === field.placeholder}
      required={required}
      group={isGroup ? { describedBy: describedBy(field) } : undefined}
      note={noteOf(field)}
    >
      {isGroup ? <Choices field={field} /> : <Control field={field} />}
    </Field>
  );
}

/** Kinds of which phones show a keyboard of their own without being told are left out. */
const INPUT_MODES = { number: 'decimal', tel: 'tel' } as const;

function Control({ field }: { field: ShownField }) {
  const { id, name, kind, required, value, placeholder, minLength, maxLength } = field;
  const shared = {
    ...{ id, name, required, autoComplete: field.autocomplete },
    'aria-describedby': describedBy(field),
  };
  const written = { ...shared, placeholder, minLength, maxLength, defaultValue: value };
  switch (kind) {
    case 'textarea':
      return <Textarea {...written} rows={field.rows ?? 6} />;
    case 'select':
      return (
        <select
          {...shared}
          className="field"
          multiple={field.multiple}
          defaultValue={field.multiple ? (field.values ?? []) : (field.values?.[0] ?? value)}
        >
          <Options options={field.options ?? []} />
        </select>
      );
    case 'file':
      return <Input {...shared} type="file" accept={field.accept} multiple={field.multiple} />;
    case 'range':
      return <Range field={field} />;
    case 'quiz':
      return <Input {...shared} type="text" autoComplete="off" />;
    default:
      return (
        <Input
          {...written}
          type={kind}
          inputMode={kind === 'number' || kind === 'tel' ? INPUT_MODES[kind] : undefined}
          min={field.min}
          max={field.max}
          // Where nothing is said, any number is one.
          step={kind === 'number' ? (field.step ?? 'any') : field.step}
        />
      );
  }
}

type Option = NonNullable<ShownField['options']>[number];

/** Options in the order they have, those of a group below its name. */
function Options({ options }: { options: readonly Option[] }) {
  const groups: { name: string; options: Option[] }[] = [];
  for (const option of options) {
    const name = option.group ?? '';
    const last = groups.at(-1);
    if (last?.name === name) last.options.push(option);
    else groups.push({ name, options: [option] });
  }
  return groups.map(({ name, options }, place) => {
    const list = options.map(({ value, label }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two options may be the same
      <option key={index} value={value}>
        {label}
      </option>
    ));
    if (!name) return list;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as two groups may
      <optgroup key={place} label={name}>
        {list}
      </optgroup>
    );
  });
}

function Choices({ field }: { field: ShownField }) {
  const { name, kind, options = [], values = [], required, exclusive, freeText, labelFirst } = field;
  // A box of which one at most may be ticked is a radio button that can be left alone.
  const type = kind === 'radio' || exclusive ? 'radio' : 'checkbox';
  return (
    <div className="form-choices">
      {options.map(({ value, label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two options may be the same
        <span key={index} className="form-option">
          <label className="form-choice" data-label-first={labelFirst ? '' : undefined}>
            <input
              type={type}
              name={name}
              value={value}
              defaultChecked={values.includes(value)}
              // Of boxes one must be ticked, which HTML cannot say.
              required={type === 'radio' && required}
            />
            <span>{label}</span>
          </label>
          {freeText && index === options.length - 1 && (
            <Input id={`${field.id}-other`} name={freeText} aria-label={label} className="field form-other" />
          )}
        </span>
      ))}
    </div>
  );
}

/** Where there is a script, it says its value while it moves (browser/form.ts of the runtime). */
function Range({ field }: { field: ShownField }) {
  const { id, name, min = '0', max = '100', step, value } = field;
  return (
    <span className="form-range">
      <span aria-hidden>{min}</span>
      <input
        id={id}
        type="range"
        name={name}
        min={min}
        max={max}
        step={step}
        defaultValue={value}
        aria-describedby={describedBy(field)}
      />
      <span aria-hidden>{max}</span>
      <output htmlFor={id} hidden suppressHydrationWarning />
    </span>
  );
}

/** What is said about it below: its note, and what is wrong with it. */
const describedBy = (field: ShownField) =>
  noteOf(field) ? `${field.id}-note ${field.id}-error` : `${field.id}-error`;

/** What the owner says about a field; of a file, what may be sent. */
function noteOf({ kind, hint, accept, maxBytes }: ShownField): ReactNode {
  if (kind !== 'file') return hint;
  const types = accept?.split(',').map((type) => type.trim().replace(/^\./, '').toUpperCase());
  const limits = formWords.file(types?.filter(Boolean) ?? [], maxBytes);
  if (!limits) return hint;
  return (
    <>
      {hint && `${hint} `}
      <span lang={wordsLanguage}>{limits}</span>
    </>
  );
}
