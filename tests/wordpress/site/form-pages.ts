import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSite } from '../../site/create';
import { buildAndServe } from '../../site/serve';
import type { ServedSite } from '../../site/support/site-server';
import { type FormSite, mail, startFormSite } from '../companion/form-site';
import { revalidationSecret } from '../companion/site';
import { activatePlugin } from '../server/plugins';

const vectors = JSON.parse(readFileSync(new URL('../../vectors/forms.json', import.meta.url), 'utf8')) as {
  definitions: { source: string }[];
};

const group = {
  'index.ts': `import { type MappedBlocks, mappedBlock } from 'headless-site/define';
export const mappedBlocks: MappedBlocks = {
  'core/group': mappedBlock({ read: () => null, component: async () => (await import('./Group')).Group }),
};`,
  'Group.tsx': `export const Group = ({ children }: { children: React.ReactNode }) => <section data-own-group>{children}</section>;`,
};

export interface FormPages {
  cms: FormSite;
  site: ServedSite;
  stop(): Promise<void>;
}

/** Body of the mails. */
const body =
  'name=[your-name] mail=[your-email] url=[your-url] tel=[your-tel] guests=[guests] budget=[budget] day=[day] topic=[topic] extras=[extras] interests=[interests] size=[size] by=[contact-by] message=[your-message] terms=[terms] ads=[no-ads] newsletter=[newsletter] source=[source] page=[_url]';

/**
 * A WordPress with forms of Contact Form 7, and a site in front of it: `/every/` has every field, in German; `/two/` the same form
 * twice and one that is written from right to left, `/section/` one in a section of the
 * page builder; `/overridden/` one in a block that a component shows; `/contact/` has the small one.
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
  await cms.page(
    'two',
    `${shortcode(small)}<h2>Once more</h2>${shortcode(small)}<h2>بالعربية</h2>${shortcode(arabic)}`,
  );
  // Content that is no block of the page builder's becomes a section of its own.
  await cms.page(
    'section',
    `<!-- wp:companion/cta-simple {"heading":"Write to us","primaryCTAText":"Go","primaryCTALink":"/two/"} /--><!-- wp:shortcode -->${shortcode(small)}<!-- /wp:shortcode -->`,
  );
  // Around all of it a block that the site shows by a component of its own.
  await cms.page(
    'overridden',
    `<!-- wp:group --><div class="wp-block-group"><!-- wp:shortcode -->${shortcode(small)}<!-- /wp:shortcode --></div><!-- /wp:group -->`,
  );
  await cms.page('contact', `<p>Write to us.</p>${shortcode(small)}`);
  const dir = await createSite(name, '--cms-url', cms.wordpress.url, '--contact', 'wordpress');
  const folder = path.join(dir, 'components/blocks/mapped');
  mkdirSync(folder, { recursive: true });
  for (const [file, code] of Object.entries(group)) writeFileSync(path.join(folder, file), code);
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
