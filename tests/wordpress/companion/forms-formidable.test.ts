import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoPlugin, whyNoWordPress } from '../server';
import { activatePlugin } from '../server/plugins';
import { type Fields, type FormSite, startFormSite, value } from './form-site';
import { ownPlugin } from './own-plugin';
import { complaints } from './site';

const reason = whyNoWordPress('newest') ?? whyNoPlugin('formidable');

const vectors = JSON.parse(readFileSync(new URL('../../vectors/forms.json', import.meta.url), 'utf8'));
const vector = vectors.definitions[2].definition;

/** Fields of a form, by type. */
const types: [type: string, more?: object][] = [
  ['name', { required: true }],
  ['text', { name: 'City', required: true, description: 'Where you live' }],
  ['email', { name: 'Mail', required: true }],
  ['url', { name: 'Website' }],
  ['phone', { name: 'Phone' }],
  ['number', { name: 'Guests', field_options: { minnum: 1, maxnum: 9, step: 1 } }],
  ['textarea', { name: 'Message', field_options: { max: 5 } }],
  ['select', { name: 'Topic', options: ['', 'Sales', 'Help'] }],
  ['checkbox', { name: 'Interests', required: true, options: ['Music', 'Art'] }],
  ['radio', { name: 'Reply by', options: ['Mail', 'Phone'], default_value: 'Mail' }],
  ['hidden', { name: 'Source', default_value: 'campaign' }],
  ['user_id', { name: 'User' }],
  ['html', { description: '<h3>Thanks for your time</h3>' }],
  ['submit', { name: 'Send it' }],
];

describe.skipIf(reason)(`forms of Formidable Forms${reason ? ` (${reason})` : ''}`, () => {
  let site: FormSite;
  let form: number;
  let page: number;
  let ids: Record<string, number>;
  const php = <T>(code: string) => site.wordpress.php<T>(code);
  const make = (fields: typeof types, form: object = {}) =>
    php<{ form: number; ids: Record<string, number> }>(
      `$form = FrmForm::create( array_merge( FrmFormsHelper::setup_new_vars( false ), ${value({ name: 'Contact', status: 'published', ...form })} ) );
       $ids = []; foreach ( ${value(fields)} as $place => $given ) {
         $field = FrmFieldsHelper::setup_new_vars( $given[0], $form ); $more = $given[1] ?? [];
         $field['field_options'] = array_merge( $field['field_options'], $more['field_options'] ?? [] ); unset( $more['field_options'] );
         $ids[ $given[0] ] = (int) FrmField::create( array_merge( $field, $more, [ 'field_order' => $place ] ) );
       }
       echo json_encode( [ 'form' => (int) $form, 'ids' => $ids ] );`,
    );

  beforeAll(async () => {
    site = await startFormSite(['formidable']);
    await activatePlugin(site.wordpress, 'formidable/formidable.php');
    await php(`FrmAppController::install();`);
    ({ form, ids } = await make(types));
    page = await site.page('ask', `<!-- wp:formidable/simple-form {"formId":"${form}"} /-->`);
  });
  afterAll(() => site?.stop());

  const shown = async (fields: typeof types, form: object = {}) => {
    const made = await make(fields, form);
    const id = await site.page(`shown-${made.form}`, `[formidable id="${made.form}"]`);
    return { ...made, content: await site.content(id), forms: await site.forms(id) };
  };
  const entries = () =>
    php<[ip: string, metas: Record<string, unknown>][]>(
      `echo json_encode( array_map( fn( $entry ) => [ $entry->ip, (object) $entry->metas ], array_values( FrmEntry::getAll( [ 'it.form_id' => ${form} ], '', '', true ) ) ) );`,
    );
  const name = (type: string, part = '') => `item_meta[${ids[type]}]${part}`;
  const good = (): Fields => ({
    ...{ [name('name', '[first]')]: 'Ada', [name('name', '[last]')]: 'Lovelace', [name('text')]: 'London' },
    ...{
      [name('email')]: 'ada@example.org',
      [name('url')]: 'https://example.org',
      [name('phone')]: '+49 30 1234567',
    },
    ...{
      [name('number')]: '3',
      [name('textarea')]: 'Grüße',
      [name('select')]: 'Help',
      [name('checkbox', '[]')]: ['Music', 'Art'],
    },
    ...{ [name('radio')]: 'Phone', [name('hidden')]: 'campaign' },
  });

  it('a definition is as in the vectors', async () => {
    const [found] = await site.forms(page);
    const text = JSON.stringify(found?.definition).replace(/field_\w+?_label/g, 'field_key_label');
    expect(JSON.parse(text)).toEqual(vector);
    expect(await site.content(page, 'companionInterval')).toBe('null');
  });

  it('is stored and mailed by the plugin, as the visitor, once', async () => {
    await php(
      `$mails = FrmFormActionsController::get_form_actions( 'email' ); $action = $mails->prepare_new( ${form} );
       $action->post_content = array_merge( $action->post_content, [ 'email_to' => 'owner@example.org', 'from' => 'Site <site@example.org>', 'reply_to' => '[${ids.email}]', 'email_subject' => 'From [${ids.name}]', 'email_message' => '[${ids.textarea}] [ip]', 'plain_text' => 1, 'event' => [ 'create' ] ] );
       $mails->save_settings( $action );`,
    );
    const id = 'd'.repeat(32);
    const [one, two] = await Promise.all(
      [1, 2].map(() => site.send(`formidable:${form}`, good(), { id, ip: '198.51.100.7' })),
    );
    expect(one).toEqual({
      status: 200,
      body: { status: 'sent', message: 'Your responses were successfully submitted. Thank you!', fields: [] },
    });
    expect(two).toEqual(one);
    expect(site.sink.mails).toHaveLength(1);
    expect(site.sink.mails[0]).toMatchObject({
      to: ['owner@example.org'],
      headers: { subject: 'From Ada Lovelace', 'reply-to': 'ada@example.org' },
      text: expect.stringMatching(/^Grüße\s+198\.51\.100\.7$/),
    });
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry?.[0]).toBe('198.51.100.7');
    expect(entry?.[1]).toMatchObject({
      [`${ids.name}`]: { first: 'Ada', last: 'Lovelace' },
      [`${ids.checkbox}`]: ['Music', 'Art'],
      [`${ids.hidden}`]: 'campaign',
    });
    // The plugin itself knows what it was sent a moment ago.
    expect((await site.send(`formidable:${form}`, good(), { ip: '198.51.100.7' })).body.status).toBe(
      'failed',
    );
  });

  it('errors have the names of the fields', async () => {
    const wrong = {
      ...good(),
      [name('text')]: '',
      [name('email')]: 'ada',
      [name('number')]: '12',
      [name('select')]: 'Other',
      [name('name', '[last]')]: '',
    };
    delete wrong[name('checkbox', '[]')];
    const { body } = await site.send(`formidable:${form}`, wrong);
    expect(body.status).toBe('invalid');
    expect(body.message).toBe('There was a problem with your submission. Errors are marked below.');
    expect(body.fields.map((field: { name: string }) => field.name).sort()).toEqual(
      [
        name('checkbox', '[]'),
        name('email'),
        name('name', '[last]'),
        name('number'),
        name('select'),
        name('text'),
      ].sort(),
    );
    expect(body.fields).toContainEqual({ name: name('text'), message: 'City cannot be blank.' });
  });

  it('spam, by what the plugin knows of the visitor', async () => {
    const end = await ownPlugin(
      site.wordpress,
      `add_filter( 'frm_validate_entry', fn( $errors ) => 'BadBot/1' === $_SERVER['HTTP_USER_AGENT'] ? [ 'spam' => 'No <b>bots</b>.' ] : $errors );`,
    );
    expect((await site.send(`formidable:${form}`, good(), { agent: 'BadBot/1' })).body).toEqual({
      status: 'spam',
      message: 'No bots.',
      fields: [],
    });
    await end();
  });

  it('what visitors could not send is not offered, and nobody passes the signature by by the plugin’s own names', async () => {
    for (const [type, why] of [
      ['captcha', 'captcha'],
      ['credit_card', 'payment'],
      ['total', 'field'],
    ] as const) {
      const { content, forms, form: id } = await shown([['text'], [type]]);
      expect(forms).toEqual([]);
      expect(content).toContain(`data-companion-refused="formidable:${why}"`);
      expect((await site.send(`formidable:${id}`, { 'item_meta[1]': 'x' })).status).toBe(404);
    }
    const draft = await shown([['text', { name: 'A' }]], { status: 'draft' });
    expect((await site.send(`formidable:${draft.form}`, { 'item_meta[1]': 'x' })).status).toBe(404);
    const before = (await entries()).length;
    const refused = await site.send(
      `formidable:${form}`,
      { ...good(), [name('text')]: 'Paris' },
      { secret: null },
    );
    expect(refused.status).toBe(401);
    expect(await entries()).toHaveLength(before);
  });

  it('a form that changes, goes to the trash or comes back refreshes its pages', async () => {
    const at = async (code: string) => Object.keys(await site.after(code));
    await site.after('');
    expect(await at(`FrmField::update( ${ids.text}, [ 'name' => 'Town' ] );`)).toContain('/ask');
    expect(await at(`FrmForm::trash( ${form} );`)).toContain('/ask');
    expect(await at(`FrmForm::set_status( ${form}, 'published' );`)).toContain('/ask');
    await site.after('');
    await site.send(`formidable:${form}`, { ...good(), [name('text')]: 'Rome' });
    expect(await at('')).toEqual([]);
    expect(
      complaints(site.wordpress)
        .replace(/^.*what a visitor sent: .*$/gm, '')
        .trim(),
    ).toBe('');
  });
});
