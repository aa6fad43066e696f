import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { whyNoPlugin, whyNoWordPress } from '../server';
import { activatePlugin } from '../server/plugins';
import { type Fields, type FormSite, mail, type SendOptions, startFormSite } from './form-site';
import { ownPlugin } from './own-plugin';
import { complaints } from './site';

const reason = whyNoWordPress('newest') ?? whyNoPlugin('contact-form-7', 'flamingo');

const everything = `
  [text* your-name minlength:2] [email* your-email] [url your-url] [tel your-tel] [number guests min:1 max:8] [range budget] [date day min:2026-01-01]
  [textarea your-message] [select topic "A" "B"] [select extras multiple "A" "B"] [checkbox* interests free_text "Music" "Other"] [checkbox size exclusive "S" "L"]
  [radio by default:1 "Mail" "Phone"] [quiz capital "Of France?|Paris"] [file your-file filetypes:pdf|txt limit:1mb]
  [acceptance terms] Yes [/acceptance] [acceptance no-ads invert] Ads [/acceptance] [hidden source "campaign"] [submit]`;

const good: Fields = {
  ...{
    'your-name': 'Ada',
    'your-email': 'ada@example.org',
    'your-url': 'https://example.org',
    'your-tel': '+49 30 123456',
  },
  ...{
    guests: '3',
    budget: '40',
    day: '2026-12-24',
    'your-message': 'Grüße & <b>more</b>',
    topic: 'B',
    'extras[]': ['A', 'B'],
  },
  ...{
    'interests[]': ['Music', 'Other'],
    _wpcf7_free_text_interests: 'Chess',
    size: 'L',
    by: 'Phone',
    terms: '1',
    source: 'campaign',
  },
};

describe.skipIf(reason)(`forms that visitors send${reason ? ` (${reason})` : ''}`, () => {
  let site: FormSite;
  let form: number;
  let page: number;
  let quiz: Fields;
  const php = <T>(code: string) => site.wordpress.php<T>(code);
  const send = (fields: Fields, options?: SendOptions) =>
    site.send(`contact-form-7:${form}`, fields, options);
  const stored = () =>
    php<[status: string, fields: object, meta: object][]>(
      `echo json_encode( array_map( function ( $post ) { $message = new Flamingo_Inbound_Message( $post ); return [ $post->post_status, $message->fields, $message->meta ]; },
         get_posts( [ 'post_type' => 'flamingo_inbound', 'post_status' => [ 'publish', 'flamingo-spam' ], 'numberposts' => -1 ] ) ) );`,
    );
  const rows = () =>
    php<string[]>(
      `global $wpdb; echo json_encode( $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%companion_visitor_now%'" ) );`,
    );

  beforeAll(async () => {
    site = await startFormSite(['contact-form-7', 'flamingo']);
    await activatePlugin(site.wordpress, 'contact-form-7/wp-contact-form-7.php');
    await activatePlugin(site.wordpress, 'flamingo/flamingo.php');
    const attachments = '[your-file]';
    const body = `${mail.body}\n[interests] [size] [by] [extras] [source] [guests] [budget] [day] [topic] [terms]`;
    const mail_2 = { ...mail, subject: 'Thanks', recipient: '[your-email]', additional_headers: '' };
    form = await site.contactForm(everything, { mail: { ...mail, body, attachments }, mail_2 });
    page = await site.page('write', `[contact-form-7 id="${form}"]`);
    const [found] = await site.forms(page);
    quiz = { ...found?.definition.hidden, capital: 'paris' };
  });
  afterAll(() => site?.stop());
  beforeEach(() => {
    site.sink.mails.length = 0;
  });

  it('every field arrives: by mail with its file, in the second mail, and in Flamingo', async () => {
    const file = new File(['%PDF-1.4 äöü'], 'cv.pdf', { type: 'application/pdf' });
    const sent = await send(
      { ...good, ...quiz, 'your-file': file, _page: '/write/' },
      { agent: 'Lynx/2.9', ip: '198.51.100.7' },
    );
    expect(sent).toEqual({
      status: 200,
      body: { status: 'sent', message: 'Thank you for your message. It has been sent.', fields: [] },
    });
    const [owner, thanks] = site.sink.mails;
    expect(site.sink.mails).toHaveLength(2);
    expect(owner).toMatchObject({
      to: ['owner@example.org'],
      headers: { subject: 'From Ada', 'reply-to': 'ada@example.org' },
    });
    expect(owner?.text.replace(/\r\n/g, '\n')).toBe(
      `Grüße & <b>more</b>\n198.51.100.7 Lynx/2.9 ${site.wordpress.url}/write/ The write\nMusic, Other Chess L Phone A, B campaign 3 40 2026-12-24 B Consented: Yes`,
    );
    expect(owner?.attachments).toEqual([{ name: 'cv.pdf', body: Buffer.from('%PDF-1.4 äöü') }]);
    expect(thanks).toMatchObject({
      to: ['ada@example.org'],
      headers: { subject: 'Thanks' },
      attachments: [],
    });
    const [[status, fields, meta] = []] = await stored();
    expect(status).toBe('publish');
    expect(fields).toMatchObject({ 'your-name': 'Ada', extras: ['A', 'B'], topic: ['B'] });
    expect(fields).not.toHaveProperty('_page');
    expect(meta).toMatchObject({ remote_ip: '198.51.100.7', user_agent: 'Lynx/2.9', post_id: String(page) });
  });

  it('errors have the names and the words of the form', async () => {
    const wrong = {
      ...{
        'your-name': '',
        'your-email': 'ada',
        'your-url': 'x',
        'your-tel': 'abc',
        guests: '9',
        budget: '101',
        day: '2025-01-01',
      },
      ...{ topic: 'C', 'extras[]': ['Z'], size: 'XL', capital: 'Rome', terms: '1', by: '' },
    };
    const { status, body } = await send(wrong);
    expect([status, body.status]).toEqual([200, 'invalid']);
    expect(body.message).toBe('One or more fields have an error. Please check and try again.');
    expect(Object.fromEntries(body.fields.map(({ name, message }) => [name, message]))).toEqual({
      'your-name': 'Please fill out this field.',
      'your-email': 'Please enter an email address.',
      'your-url': 'Please enter a URL.',
      'your-tel': 'Please enter a telephone number.',
      guests: 'This field has a too large number.',
      budget: 'This field has a too large number.',
      day: 'This field has a too early date.',
      topic: 'Undefined value was submitted through this field.',
      'extras[]': 'Undefined value was submitted through this field.',
      'interests[]': 'Please fill out this field.',
      size: 'Undefined value was submitted through this field.',
      by: 'Please fill out this field.',
      capital: 'The answer to the quiz is incorrect.',
    });
    const german = await site.contactForm('[text* name] [submit]', {
      locale: 'de_DE',
      messages: { invalid_required: 'Bitte ausfüllen.', validation_error: 'Es fehlt etwas.' },
    });
    expect((await site.send(`contact-form-7:${german}`, { name: '' })).body).toEqual({
      status: 'invalid',
      message: 'Es fehlt etwas.',
      fields: [{ name: 'name', message: 'Bitte ausfüllen.' }],
    });
    expect(site.sink.mails).toEqual([]);
  });

  it('a consent that is missing, and one that is not to be given, are named', async () => {
    const words = 'You must accept the terms and conditions before sending your message.';
    const { terms: _, ...without } = { ...good, ...quiz };
    expect((await send({ ...without, 'no-ads': '1' })).body).toEqual({
      status: 'invalid',
      message: words,
      fields: [
        { name: 'terms', message: words },
        { name: 'no-ads', message: words },
      ],
    });
    const strict = await site.contactForm('[acceptance terms] Yes [/acceptance] [submit]', {
      additional_settings: 'acceptance_as_validation: on',
    });
    expect((await site.send(`contact-form-7:${strict}`, { terms: '' })).body.fields).toEqual([
      { name: 'terms', message: words },
    ]);
    expect(site.sink.mails).toEqual([]);
  });

  it('files: the kind, the size, and what is more than PHP takes', async () => {
    const at = (message: string) => ({ status: 'invalid', fields: [{ name: 'your-file', message }] });
    const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name);
    const all = { ...good, ...quiz };
    expect((await send({ ...all, 'your-file': file('a.exe', 10) })).body).toMatchObject(
      at('You are not allowed to upload files of this type.'),
    );
    expect((await send({ ...all, 'your-file': file('a.pdf', 1_100_000) })).body).toMatchObject(
      at('The uploaded file is too large.'),
    );
    // More than upload_max_filesize, and more than post_max_size.
    expect((await send({ ...all, 'your-file': file('a.pdf', 3_000_000) })).body).toMatchObject(
      at('There was an error uploading the file.'),
    );
    expect(await send({ ...all, 'your-file': file('a.pdf', 20_000_000) })).toEqual({
      status: 413,
      body: { code: 'companion_too_large' },
    });
    expect(site.sink.mails).toEqual([]);
  });

  it('spam: the blocklist, and what a service says that sees the visitor', async () => {
    const words = 'There was an error trying to send your message. Please try again later.';
    await php(`update_option( 'disallowed_keys', "cheap pills\\n192.0.2.66" );`);
    const all = { ...good, ...quiz };
    expect((await send({ ...all, 'your-message': 'Cheap pills!' })).body).toEqual({
      status: 'spam',
      message: words,
      fields: [],
    });
    expect((await send(all, { ip: '192.0.2.66' })).body.status).toBe('spam');
    const end = await ownPlugin(
      site.wordpress,
      `add_filter( 'wpcf7_spam', fn( $spam, $submission ) => $spam || ( 'BadBot/1' === $submission->get_meta( 'user_agent' ) && '203.0.113.9' === $_SERVER['REMOTE_ADDR'] && 0 === get_current_user_id() ), 10, 2 );`,
    );
    expect((await send(all, { agent: 'BadBot/1' })).body.status).toBe('spam');
    expect((await send(all, { agent: '' })).body.status).toBe('spam');
    await end();
    expect(site.sink.mails).toEqual([]);
    expect((await stored()).filter(([status]) => status === 'flamingo-spam').length).toBeGreaterThan(2);
    await php(`delete_option( 'disallowed_keys' );`);
  });

  it('names that the form does not have reach neither WordPress nor a plugin', async () => {
    const end = await ownPlugin(
      site.wordpress,
      `add_action( 'init', fn() => $GLOBALS['seen_early'] = [ array_keys( $_POST ), array_keys( $_FILES ) ], PHP_INT_MIN );
       add_action( 'wpcf7_before_send_mail', fn() => update_option( 'seen', [ $GLOBALS['seen_early'], array_keys( $_POST + $_FILES ), array_keys( $_REQUEST ) ] ) );`,
    );
    const ofWordPress = {
      rest_route: '/wp/v2/posts',
      _fields: 'x',
      _envelope: '1',
      _jsonp: 'x',
      _method: 'DELETE',
    };
    const ofOthers = {
      frm_action: 'create',
      form_id: '2',
      'item_meta[6]': 'x',
      plugin: 'formidable',
      id: '2',
      page: 'x',
    };
    const file = new File(['x'], 'x.txt', { type: 'text/plain' });
    const answer = await send({
      ...good,
      ...quiz,
      ...ofWordPress,
      ...ofOthers,
      'their-file': file,
      _page: '/write/',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'sent', message: expect.stringContaining('Thank') },
    });
    const [early, names, all] = await php<[string[][], string[], string[]]>(
      `echo json_encode( get_option( 'seen' ) );`,
    );
    await end();
    expect(early).toEqual([[], []]);
    const foreign = [...Object.keys({ ...ofWordPress, ...ofOthers }), 'item_meta', 'their-file', '_page'];
    expect(names).toEqual(
      expect.arrayContaining(['your-name', 'interests', '_wpcf7_free_text_interests', 'source']),
    );
    expect(names.filter((name) => foreign.includes(name))).toEqual([]);
    expect(all.filter((name) => foreign.includes(name))).toEqual(['rest_route']);
  });

  it('the same request is taken once, one after the other and both at once', async () => {
    const end = await ownPlugin(
      site.wordpress,
      `add_action( 'wpcf7_before_send_mail', fn() => sleep( 1 ) );`,
    );
    const all = { ...good, ...quiz };
    const id = 'a'.repeat(32);
    const both = await Promise.all([send(all, { id }), send(all, { id })]);
    expect(both.map(({ body }) => body.status)).toEqual(['sent', 'sent']);
    expect(await send(all, { id })).toEqual(both[0]);
    expect(site.sink.mails).toHaveLength(2);
    expect((await send(all)).body.status).toBe('sent');
    expect(site.sink.mails).toHaveLength(4);
    expect(await rows()).toEqual([]);
    await end();
  });

  it('an error in a plugin that sends mails: no answer is kept, no row stays, and the next try arrives', async () => {
    const all = { ...good, ...quiz };
    const id = 'b'.repeat(32);
    for (const [php, code] of [
      [`throw new Error( 'broken mailer' );`, 'companion_failed'],
      [
        `ini_set( 'memory_limit', '64M' ); str_repeat( 'x', 500000000 );`,
        expect.stringContaining('<!DOCTYPE html>'),
      ],
    ] as const) {
      const end = await ownPlugin(site.wordpress, `add_action( 'phpmailer_init', function () { ${php} } );`);
      expect(await send(all, { id })).toMatchObject({ status: 500, body: { code } });
      expect(await rows()).toEqual([]);
      await end();
    }
    expect((await send(all, { id })).body.status).toBe('sent');
    expect(site.sink.mails).toHaveLength(2);
    // A row of a process that was killed.
    await php(
      `global $wpdb; $wpdb->insert( $wpdb->options, [ 'option_name' => '_transient_timeout_companion_visitor_now_${'c'.repeat(32)}', 'option_value' => time() - 1 ] );`,
    );
    expect((await send(all, { id: 'c'.repeat(32) })).body.status).toBe('sent');
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['an error', `throw new Error( 'broken add-on' );`],
    ['an exit', 'exit;'],
    ['too little memory', `ini_set( 'memory_limit', '64M' ); str_repeat( 'x', 500000000 );`],
    ['a redirect', `wp_safe_redirect( '/' ); exit;`],
    ['an answer', `wp_send_json( [ 'status' => 'failed', 'message' => 'CRM is closed' ] );`],
    ['a refusal', `wp_die( new WP_Error( 'crm', 'no' ), '', [ 'response' => 403 ] );`],
    ['a status of its own', `wp_die( 'no', '', [ 'response' => 413 ] );`],
  ])(
    '%s of an add-on behind the mail: it is sent, also when it comes again, and no second mail goes out',
    async (what, php) => {
      const end = await ownPlugin(site.wordpress, `add_action( 'wpcf7_mail_sent', function () { ${php} } );`);
      const id = Buffer.from(php).toString('hex').padEnd(32, 'd').slice(-32);
      const first = await send({ ...good, ...quiz }, { id });
      // WordPress speaks of its critical error itself, and nobody can tell.
      expect(first).toMatchObject(
        what === 'too little memory' ? { status: 500 } : { body: { status: 'sent' } },
      );
      expect(await send({ ...good, ...quiz }, { id })).toEqual({ status: 200, body: { status: 'sent' } });
      expect(site.sink.mails).toHaveLength(2);
      expect(await rows()).toEqual([]);
      await end();
    },
  );

  it('what was not sent may be tried again, what was sent is kept', async () => {
    const id = 'e'.repeat(32);
    const wrong = { ...good, ...quiz, 'your-email': 'ada' };
    expect((await send(wrong, { id })).body.status).toBe('invalid');
    expect((await send({ ...good, ...quiz }, { id })).body.status).toBe('sent');
    expect((await send(wrong, { id })).body.status).toBe('sent');
    expect(site.sink.mails).toHaveLength(2);
  });

  it('a text beside a box that was not ticked ticks it', async () => {
    await send({ ...good, ...quiz, 'interests[]': ['Music'] });
    expect(site.sink.mails[0]?.text).toMatch(/^Music, Other Chess /m);
  });

  it('a text beside a choice that the visitor has taken back does not overrule the other one', async () => {
    const form = await site.contactForm('[radio way free_text "Phone" "Other"] [submit]', {
      mail: { ...mail, body: 'way=[way]' },
    });
    const mine = (fields: Fields) => site.send(`contact-form-7:${form}`, fields);
    await mine({ way: 'Phone', _wpcf7_free_text_way: 'Pigeon' });
    await mine({ _wpcf7_free_text_way: 'Pigeon' });
    const texts = site.sink.mails.map(({ text }) => text);
    expect(texts.map((text) => /way=(.*)/.exec(text)?.[1])).toEqual(['Phone', 'Other Pigeon']);
  });

  it.each([
    ['another form', `do_action( 'wpcf7_mail_sent', WPCF7_ContactForm::get_template() );`],
    [
      'an entry of another plugin',
      `do_action( 'frm_after_create_entry', 1, WPCF7_Submission::get_instance()->get_contact_form()->id() );`,
    ],
  ])('%s that an add-on sends before the mail is not this form', async (_, php) => {
    const end = await ownPlugin(
      site.wordpress,
      `add_action( 'wpcf7_before_send_mail', function () { ${php} throw new Error( 'broken add-on' ); } );`,
    );
    expect((await send({ ...good, ...quiz })).status).toBe(500);
    expect(site.sink.mails).toHaveLength(0);
    await end();
  });

  it('a mail of an add-on that fails afterwards is not the form’s: the next try arrives', async () => {
    const end = await ownPlugin(
      site.wordpress,
      `add_action( 'wpcf7_before_send_mail', function () { wp_mail( 'crm@example.org', 'Copy', 'x' ); throw new Error( 'broken add-on' ); } );`,
    );
    const id = 'f'.repeat(32);
    expect((await send({ ...good, ...quiz }, { id })).status).toBe(500);
    await end();
    expect((await send({ ...good, ...quiz }, { id })).body.status).toBe('sent');
    expect(site.sink.mails.map(({ to }) => to.join())).toContain('owner@example.org');
  });

  it('mail that does not leave is "failed"; a form that needs none is sent', async () => {
    const end = await ownPlugin(
      site.wordpress,
      `add_action( 'phpmailer_init', fn( $mailer ) => $mailer->Port = 1, 20 );`,
    );
    expect((await send({ ...good, ...quiz })).body).toMatchObject({ status: 'failed', fields: [] });
    await end();
    for (const setting of ['demo_mode: on', 'skip_mail: on']) {
      const quiet = await site.contactForm('[text a] [submit]', { additional_settings: setting });
      expect((await site.send(`contact-form-7:${quiet}`, { a: 'b' })).body.status).toBe('sent');
    }
    expect(site.sink.mails).toEqual([]);
  });

  it('no field becomes a header of a mail', async () => {
    const evil = 'Eve\r\nBcc: victim@example.net\r\n\r\nHello';
    await send({ ...good, ...quiz, 'your-name': evil });
    await send({ ...good, ...quiz, 'your-email': 'eve@example.org\r\nBcc: victim@example.net' });
    const { mails } = site.sink;
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.flatMap(({ to }) => to)).not.toContain('victim@example.net');
    expect(mails.some(({ headers }) => 'bcc' in headers || 'cc' in headers)).toBe(false);
  });

  it('a signature sends the form that it was made for, whatever the query and the body say', async () => {
    const given = '[text id] [text plugin] [submit]';
    const mine = await site.contactForm(given, { mail: { ...mail, body: 'mine=[id] [plugin]' } });
    const other = await site.contactForm(given, { mail: { ...mail, body: 'other=[id] [plugin]' } });
    const fields = { id: String(other), plugin: 'formidable' };
    for (const query of ['', `&id=${other}`, '&plugin=formidable', `&id=${other}&plugin=none`])
      expect([query, await site.send(`contact-form-7:${mine}`, fields, { query })]).toMatchObject([
        query,
        { status: 200, body: { status: 'sent' } },
      ]);
    const texts = site.sink.mails.map(({ text }) => text.trim());
    expect(texts).toEqual(Array(4).fill(`mine=${other} formidable`));
    // The signature is for its own form when an add-on fails behind the mail, too.
    const end = await ownPlugin(site.wordpress, `add_action( 'wpcf7_mail_sent', function () { exit; } );`);
    const answer = await site.send(`contact-form-7:${mine}`, fields, { query: `&id=${other}` });
    expect(answer).toEqual({ status: 200, body: { status: 'sent' } });
    await end();
  });

  it('who is not the site is refused, and a form that is gone is gone', async () => {
    const refused = { status: 401, body: { code: 'companion_unknown_site' } };
    for (const secret of [null, 'another-secret-of-nobody'])
      expect(await send({ ...good, ...quiz }, { secret })).toEqual(refused);
    expect(await site.send('contact-form-7:999999', { a: 'b' })).toEqual({
      status: 404,
      body: { code: 'companion_no_form' },
    });
    const more = ['', 'draft', 'members'];
    const ids = await Promise.all(more.map(() => site.contactForm('[text a] [submit]')));
    await php(
      `wp_delete_post( ${ids[0]}, true ); wp_update_post( [ 'ID' => ${ids[1]}, 'post_status' => 'draft' ] ); update_post_meta( ${ids[2]}, '_additional_settings', 'subscribers_only: true' );`,
    );
    for (const id of ids) expect((await site.send(`contact-form-7:${id}`, { a: 'b' })).status).toBe(404);
    expect((await site.send(`contact-form-7:${page}`, { a: 'b' })).status).toBe(404);
    expect(site.sink.mails).toEqual([]);
    const known = /broken (?:mailer|add-on)|Allowed memory size|POST Content-Length|phpmailer|SMTP/i;
    expect(
      complaints(site.wordpress)
        .split(/^(?=\[)/m)
        .filter((entry) => !known.test(entry)),
    ).toEqual([]);
  });
});
