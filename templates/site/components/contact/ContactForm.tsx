import { contactModule } from 'headless-site/theme';
import { contactWords } from '@/components/words';
import { Field } from './Field';

const { sending, thanks, failed, limited } = contactWords;

/** Where the route leads to without JavaScript: only the message that the address names is shown. */
const answers = { sent: thanks, failed, limited };

/**
 * Posts to /api/contact, which checks everything. Without JavaScript the route leads back to a message below; with it
 * `browser/contact.ts` of the runtime sends the form and writes the answer into the status, or to the field that it is about.
 */
export function ContactForm() {
  return (
    <form
      action="/api/contact"
      method="post"
      data-module={contactModule}
      data-words={JSON.stringify({ sending, thanks, failed })}
      className="max-w-[34rem] space-y-6 pb-section"
    >
      <Field
        name="name"
        label={contactWords.name}
        autoComplete="name"
        required
        minLength={2}
        maxLength={200}
      />
      <Field
        name="email"
        label={contactWords.email}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      <Field
        name="company"
        label={contactWords.company}
        hint={contactWords.optional}
        autoComplete="organization"
        maxLength={200}
      />
      <Field
        name="message"
        label={contactWords.message}
        rows={7}
        required
        minLength={10}
        maxLength={10_000}
      />
      <div hidden>
        <label>
          {contactWords.honeypot}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" className="button">
          {contactWords.send}
        </button>
        <p
          role="status"
          tabIndex={-1}
          suppressHydrationWarning
          className="text-sm outline-none data-failed:text-danger"
        />
        {Object.entries(answers).map(([name, text]) => (
          <p key={name} id={`contact-${name}`} className="hidden text-sm target:block">
            {text}
          </p>
        ))}
      </div>
    </form>
  );
}
