import { readFileSync } from 'node:fs';
import { createSite } from '../../site/create';
import { buildAndServe } from '../../site/serve';
import type { ServedSite } from '../../site/support/site-server';
import { type FormSite, mail, startFormSite } from '../companion/form-site';
import { revalidationSecret } from '../companion/site';
import { activatePlugin } from '../server/plugins';

const vectors = JSON.parse(readFileSync(new URL('../../vectors/forms.json', import.meta.url), 'utf8')) as {
  definitions: { source: string }[];
};

export interface FormPages {
  cms: FormSite;
  site: ServedSite;
  stop(): Promise<void>;
}

/** What stands in the mails. */
const body =
  'name=[your-name] mail=[your-email] url=[your-url] tel=[your-tel] guests=[guests] budget=[budget] day=[day] topic=[topic] extras=[extras] interests=[interests] size=[size] by=[contact-by] message=[your-message] terms=[terms] ads=[no-ads] newsletter=[newsletter] source=[source] page=[_url]';

/**
 * A WordPress with forms of Contact Form 7, and a site in front of it: `/every/` has every field, in German; `/two/` the same form
 * twice and one that is written from right to left, between them a section of the page builder; `/limits/` a form with errors that no browser finds.
 */
export async function startFormPages(name: string): Promise<FormPages> {
  const cms = await startFormSite(['contact-form-7']);
  await activatePlugin(cms.wordpress, 'contact-form-7/wp-contact-form-7.php');
  const shortcode = (id: number) => `[contact-form-7 id="${id}" title="Any"]`;
  const messages = {
    mail_sent_ok: 'Vielen Dank für Ihre Mitteilung.',
    validation_error: 'Bitte prüfen Sie Ihre Angaben.',
    invalid_required: 'Bitte füllen Sie dieses Feld aus.',
    quiz_answer_not_correct: 'Das ist nicht die Hauptstadt.',
    upload_file_type_invalid: 'Diese Art von Datei geht nicht.',
  };
  const every = await cms.contactForm(vectors.definitions[0]?.source ?? '', {
    ...{ title: 'Alle Felder', locale: 'de_DE', messages },
    mail: { ...mail, body, attachments: '[your-file]' },
  });
  const small = await cms.contactForm(
    '<label>Your name [text* your-name]</label>\n<label>Your message [textarea your-message]</label>\n[submit "Send it"]',
    { title: 'Small', mail: { ...mail, body: '[your-name]: [your-message]', additional_headers: '' } },
  );
  const arabic = await cms.contactForm('<label>الاسم [text your-name]</label>\n[submit "إرسال"]', {
    title: 'اتصل بنا',
    locale: 'ar',
  });
  await cms.page('every', `<p>Vor dem Formular.</p>${shortcode(every)}<p>Danach.</p>`);
  await cms.page('two', `${shortcode(small)}<h2>Once more</h2>${shortcode(small)}<h2>بالعربية</h2>${shortcode(arabic)}`);
  const section = JSON.stringify({ heading: 'In a section', content: shortcode(small) });
  await cms.page('section', `<!-- wp:companion/content-section ${section} /-->`);
  const dir = await createSite(name, '--cms-url', cms.wordpress.url);
  const env = { REVALIDATION_SECRET: revalidationSecret };
  const site = await buildAndServe(dir, cms.wordpress.graphqlUrl, env);
  return {
    cms,
    site,
    async stop() {
      await site.stop();
      await cms.stop();
    },
  };
}
