import { contactModule, type DirectContact, shownContactFields } from 'headless-site/theme';
import type { ReactNode } from 'react';
import { Html } from '@/components/content/Html';
import { Icon } from '@/components/content/Icon';
import { Field, FormEnd } from '@/components/forms/Field';
import { FormField } from '@/components/forms/Form';
import { contactWords, formWords } from '@/components/words';

const { sending, thanks, failed, limited } = contactWords;

/**
 * The form, and in its place the thanks when a message was sent: CSS shows what `#contact-sent` leads to.
 * @param thanks HTML of the CMS; the theme's own words where it is empty
 */
export function ContactBox({ thanks: written }: { thanks: string }) {
  return (
    <div>
      <ContactForm />
      <div id="contact-sent" role="status" tabIndex={-1} className="thanks">
        <Icon name="check" size={40} />
        {written ? <Html html={written} idPrefix="contact-thanks-" /> : <Thanks />}
        <a href="#contact-form" className="link">
          {contactWords.again}
        </a>
      </div>
    </div>
  );
}

const Thanks = () => (
  <>
    <h2>{contactWords.thanksTitle}</h2>
    <p>{thanks}</p>
  </>
);

/** In place of the form where nothing delivers messages. */
export function DirectContacts({ contacts }: { contacts: readonly DirectContact[] }) {
  return (
    <section aria-labelledby="direct" className="form-box">
      <h2 id="direct">{contactWords.direct}</h2>
      {contacts.map(({ kind, href, label }) => (
        <a key={kind} href={href} dir="ltr" className="button direct">
          <Icon name={kind === 'tel' ? 'phone' : 'mail'} />
          {label}
        </a>
      ))}
    </section>
  );
}

/**
 * Beside these fields it has those of `contact` in `content.config.ts`. Posts to /api/contact, which checks everything. Without
 * JavaScript the route answers with this page, and what was written in it, or leads to the thanks; with it `browser/contact.ts` of
 * the runtime sends the form and does the same, or says at a field what is wrong.
 */
function ContactForm() {
  return (
    <form
      id="contact-form"
      action="/api/contact"
      method="post"
      data-module={contactModule}
      data-words={JSON.stringify({ sending, thanks, failed, limited, unknown: formWords.unknown })}
      className="form-box"
    >
      <div className="form-pair">
        <ContactField name="name" label={contactWords.name} required>
          <input {...control('name')} autoComplete="name" required minLength={2} maxLength={200} />
        </ContactField>
        <ContactField name="email" label={contactWords.email} required>
          <input {...control('email')} type="email" autoComplete="email" required maxLength={254} />
        </ContactField>
      </div>
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
      <FormEnd send={contactWords.send} trap="website" />
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
