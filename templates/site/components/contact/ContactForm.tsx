import { contactModule, shownContactFields } from 'headless-site/theme';
import type { ReactNode } from 'react';
import { Field, FormEnd } from '@/components/forms/Field';
import { FormField } from '@/components/forms/Form';
import { contactWords, formWords } from '@/components/words';

const { sending, thanks, failed, limited } = contactWords;

/**
 * Beside these fields it has those of `contact` in `content.config.ts`. Posts to /api/contact, which checks everything. Without
 * JavaScript the route answers with this page, and what was written in it, or leads to the thanks below; with it `browser/contact.ts` of
 * the runtime sends the form and writes the answer into the status, or to the field that it is about.
 */
export function ContactForm() {
  return (
    <form
      id="contact-form"
      action="/api/contact"
      method="post"
      data-module={contactModule}
      data-words={JSON.stringify({ sending, thanks, failed, limited, unknown: formWords.unknown })}
      className="max-w-[34rem] space-y-6 pb-section"
    >
      <ContactField name="name" label={contactWords.name} required>
        <input {...control('name')} autoComplete="name" required minLength={2} maxLength={200} />
      </ContactField>
      <ContactField name="email" label={contactWords.email} required>
        <input {...control('email')} type="email" autoComplete="email" required maxLength={254} />
      </ContactField>
      <ContactField name="company" label={contactWords.company} hint={contactWords.optional}>
        <input {...control('company')} autoComplete="organization" maxLength={200} />
      </ContactField>
      {shownContactFields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          hint={field.required ? undefined : contactWords.optional}
          wrong={contactWords.wrongOwn}
        />
      ))}
      <ContactField name="message" label={contactWords.message} required>
        <textarea {...control('message')} rows={7} required minLength={10} maxLength={10_000} />
      </ContactField>
      <FormEnd send={contactWords.send} trap="website">
        <p id="contact-sent" className="hidden text-sm target:block">
          {thanks}
        </p>
      </FormEnd>
    </form>
  );
}

type Name = keyof typeof contactWords.wrong;

interface ContactFieldProps {
  name: Name;
  label: string;
  hint?: string;
  required?: boolean;
  children: ReactNode;
}

const control = (name: Name) => ({ id: `contact-${name}`, name, dir: 'auto', className: 'field' });

function ContactField({ name, ...field }: ContactFieldProps) {
  return <Field id={control(name).id} name={name} {...field} wrong={contactWords.wrong[name]} />;
}
