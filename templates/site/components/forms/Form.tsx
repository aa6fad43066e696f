import { FormLayout, formModule, type ShownForm, siteFields } from 'headless-site/forms';
import { formWords } from '@/components/words';
import { FormField } from './FormField';

const { sending, failed, tooLarge, limited, files } = formWords;

/**
 * A form of WordPress. Posts to this site, which passes it on. Without JavaScript the answer is this page again, with what was
 * written and what is wrong; with it `browser/form.ts` of the runtime sends the form and writes the answer into it.
 */
export function Form({ form }: { form: ShownForm }) {
  const words = { sending: form.words?.sending ?? sending, failed, tooLarge, limited, files };
  const hasButton = form.fields.some(({ kind }) => kind === 'submit');
  return (
    <form
      id={form.id}
      action={form.action}
      method="post"
      encType="multipart/form-data"
      lang={form.language}
      dir={form.direction}
      aria-label={form.title || undefined}
      data-module={formModule}
      data-words={JSON.stringify(words)}
      className="site-form"
    >
      {Object.entries(form.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
      <div hidden>
        <label>
          {formWords.honeypot}
          <input name={siteFields.trap} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <FormLayout form={form} field={(field, label) => <FormField field={field} label={label} />} />
      {!hasButton && (
        <button type="submit" className="button">
          {formWords.send}
        </button>
      )}
      <div
        role="status"
        tabIndex={-1}
        suppressHydrationWarning
        className="outline-none data-failed:text-danger"
      />
    </form>
  );
}
