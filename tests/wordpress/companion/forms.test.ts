import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mac } from '../../../src/runtime/base/mac';
import { whyNoPlugin, whyNoWordPress } from '../server';
import { activatePlugin } from '../server/plugins';
import { type Definition, type FormSite, type Found, startFormSite } from './form-site';
import { ownPlugin } from './own-plugin';
import { applicationPassword, logIn } from './session';
import { complaints, revalidationSecret } from './site';

const reason =
  whyNoWordPress('newest') ?? whyNoPlugin('contact-form-7', 'flamingo', 'advanced-custom-fields');
const vectors = JSON.parse(readFileSync(new URL('../../vectors/forms.json', import.meta.url), 'utf8')) as {
  definitions: { name: string; definition: object; source?: string }[];
};
const vector = vectors.definitions[0] as {
  definition: Definition & { title: string; words: { required: string; failed: string } };
  source: string;
};

const simple = '<label> Your name [text* your-name] </label>\n\n[submit "Send"]';

describe.skipIf(reason)(`forms of Contact Form 7 for the site${reason ? ` (${reason})` : ''}`, () => {
  let site: FormSite;
  let form: number;
  const shortcode = (id: number) => `[contact-form-7 id="${id}" title="Any"]`;
  const first = async (page: number): Promise<Definition> =>
    ((await site.forms(page))[0] as Found).definition;
  const php = <T>(code: string) => site.wordpress.php<T>(code);

  beforeAll(async () => {
    site = await startFormSite(['contact-form-7', 'flamingo', 'advanced-custom-fields']);
    await activatePlugin(site.wordpress, 'contact-form-7/wp-contact-form-7.php');
    await activatePlugin(site.wordpress, 'flamingo/flamingo.php');
    await activatePlugin(site.wordpress, 'advanced-custom-fields/acf.php');
    form = await site.contactForm(simple);
  });
  afterAll(() => site?.stop());

  it('every field type is as in the vectors', async () => {
    const { id, title, words } = vector.definition;
    const messages = { invalid_required: words.required, mail_sent_ng: words.failed };
    const made = await site.contactForm(vector.source, { title, locale: 'de_DE', messages });
    const page = await site.page('all', shortcode(made));
    const { definition, html } = (await site.forms(page))[0] as Found;
    const { hidden } = definition;
    expect(hidden).toMatchObject({
      _wpcf7: String(made),
      _wpcf7_container_post: String(page),
      _wpcf7_unit_tag: `wpcf7-f${made}-p${page}-o1`,
      '_wpcf7_quiz_answer_quiz-capital': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    // Fields that differ from one WordPress to the next.
    for (const name of Object.keys(hidden))
      if (/_wpcf7(?:$|_version|_unit|_container|_quiz)/.test(name))
        hidden[name] = vector.definition.hidden[name] ?? '';
    definition.id = id;
    expect(definition).toEqual(vector.definition);
    // WordPress's own HTML is inside, for a site that is older.
    expect(html).toMatch(
      /<div data-companion-form="[^"]*" data-companion-definition="[^"]*"><div class="wpcf7/,
    );
    expect(html).toMatch(/<\/form>\s*<\/div><\/div>/);
  });

  it('WordPress itself shows and feeds the form as ever, and excerpts have none', async () => {
    const page = await site.page('own', `<p>Words.</p>${shortcode(form)}`);
    const post = await site.page('post', `<p>Words.</p>${shortcode(form)}`, { post_type: 'post' });
    // A theme may ask GraphQL on the way.
    const end = await ownPlugin(
      site.wordpress,
      `add_action( 'wp', fn() => graphql( [ 'query' => '{ pages { nodes { content } } }' ] ) );`,
    );
    const rendered = `${await (await fetch(`${site.wordpress.url}/own/?on-wordpress`)).text()}${await (await fetch(`${site.wordpress.url}/feed/`)).text()}`;
    expect(rendered).toContain('class="wpcf7-form');
    expect(rendered).not.toContain('data-companion');
    await end();
    await php(`add_post_type_support( 'page', 'excerpt' );`);
    const query = `{ post(id: ${post}, idType: DATABASE_ID) { excerpt content } }`;
    const body = JSON.stringify({ query });
    const headers = { 'content-type': 'application/json' };
    const answer = (await (
      await fetch(site.wordpress.graphqlUrl, { method: 'POST', headers, body })
    ).json()) as { data: { post: { excerpt: string; content: string } } };
    expect(answer.data.post.content).toContain('data-companion-form=');
    expect(answer.data.post.excerpt).toContain('Words.');
    expect(answer.data.post.excerpt).not.toContain('data-companion');
    expect(await site.forms(page)).toHaveLength(1);
  });

  it('in a synced pattern, a block of its own, sections of the page builder and block overrides', async () => {
    const pattern = await site.page(
      'pattern',
      `<!-- wp:shortcode -->${shortcode(form)}<!-- /wp:shortcode -->`,
      {
        post_type: 'wp_block',
      },
    );
    const selector = `<!-- wp:contact-form-7/contact-form-selector {"id":${form},"title":"Any"} --><div class="wp-block-contact-form-7-contact-form-selector">${shortcode(form)}</div><!-- /wp:contact-form-7/contact-form-selector -->`;
    const page = await site.page('places', `<!-- wp:block {"ref":${pattern}} /-->${selector}`);
    expect((await site.forms(page)).map(({ definition }) => definition.id)).toEqual([
      `contact-form-7:${form}`,
      `contact-form-7:${form}`,
    ]);
    const built = await site.page(
      'built',
      `<!-- wp:companion/cta-simple {"heading":"Hi"} /--><!-- wp:block {"ref":${pattern}} /-->`,
    );
    const sections = await site
      .content(
        built,
        'flexibleContent { __typename ... on Page_Flexiblecontent_FlexibleContent_ContentSection { content } }',
      )
      .catch((error) => String(error));
    expect(sections).toContain('data-companion-form=');
    const hero = await site.page(
      'hero',
      `<!-- wp:companion/hero-split ${JSON.stringify({ heading: 'Hi', content: `<p>Write.</p>${shortcode(form)}` })} /-->`,
    );
    expect(
      JSON.stringify(
        await site.content(
          hero,
          'flexibleContent { ... on Page_Flexiblecontent_FlexibleContent_HeroSplit { content } }',
        ),
      ),
    ).toContain('data-companion-form=');
    const key = mac(revalidationSecret, 'companion/blocks/v1', 'core/group');
    const overridden = await site.page(
      'overridden',
      `<!-- wp:group --><div class="wp-block-group">${selector}</div><!-- /wp:group -->`,
    );
    const blocks = JSON.parse(
      await site.content(overridden, `companionBlocks(names: ["core/group"], key: "${key}")`),
    );
    // A rich text of ACF, whose shortcodes are done and which is cleaned.
    const cleaned = await php<{ text: string }>(
      `WPGraphQL::set_is_graphql_request( true ); $values = new HeadlessSiteCompanion\\Blocks\\Values( HeadlessSiteCompanion\\Blocks\\Manifest::read() );
       echo json_encode( $values->of( [ 'text' => [ 'kind' => 'html' ] ], [ 'text' => do_shortcode( '${shortcode(form)}' ) ] ) );`,
    );
    expect(cleaned.text).toMatch(
      /<div data-companion-form="contact-form-7:\d+" data-companion-definition="\{&quot;/,
    );
    expect(blocks.html).not.toContain('wpcf7');
    expect(blocks.blocks[0].inner).toContain(`data-companion-form="contact-form-7:${form}"`);
  });

  it('what is only of one request or one user is nowhere, what is of the page is', async () => {
    const fields = `[text query default:get] [text of-user default:user_email] [text of-page default:post_meta] [text of-code default:shortcode_attr "none"]`;
    const made = await site.contactForm(`${fields}\n[submit]`);
    const page = await site.page('defaults', shortcode(made), { meta_input: { 'of-page': 'Blue' } });
    const authorization = await applicationPassword(site.wordpress);
    const query = `{ page(id: ${page}, idType: DATABASE_ID) { content } }`;
    const url = `${site.wordpress.graphqlUrl}?query=${encodeURIComponent(query)}`;
    const content = await (await fetch(url, { headers: { authorization } })).text();
    expect(content).toContain('data-companion-form=');
    expect(content).not.toContain('admin@');
    expect(content).not.toContain('_wpnonce');
    const values = Object.fromEntries((await first(page)).fields.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ 'of-page': 'Blue', 'of-code': 'none' });
    expect(values.query).toBeUndefined();
  });

  it('dates that go by today are left to WordPress, and a counter says what it counts', async () => {
    const made = await site.contactForm(
      '[date* day min:today max:today+30days "today"] [date birth min:1900-01-01 "2000-02-03"] [textarea text maxlength:500]\nStill [count text down] of 500, [count text] written [submit]',
    );
    const { fields, html } = await first(await site.page('today', shortcode(made)));
    const [day, birth] = fields as { min?: string; max?: string; value?: string }[];
    expect([day?.min, day?.max, day?.value]).toEqual([undefined, undefined, undefined]);
    expect([birth?.min, birth?.value]).toEqual(['1900-01-01', '2000-02-03']);
    expect(html).toContain(
      'Still <span class="count-down-500-text">500</span> of 500, <span class="count-up-0-text">0</span> written',
    );
  });

  it('a form in its own language, whose words WordPress has', async () => {
    await php(`require_once ABSPATH . 'wp-includes/pomo/mo.php'; wp_mkdir_p( WP_LANG_DIR . '/plugins' );
      $core = new MO(); $core->set_header( 'Language', 'de_DE' ); $core->export_to_file( WP_LANG_DIR . '/de_DE.mo' );
      $mo = new MO(); $mo->set_header( 'Language', 'de_DE' );
      $mo->add_entry( [ 'singular' => '&#8212;Please choose an option&#8212;', 'translations' => [ '—Bitte wählen—' ] ] );
      $mo->export_to_file( WP_LANG_DIR . '/plugins/contact-form-7-de_DE.mo' );`);
    const made = await site.contactForm('<label>Thema [select* topic include_blank "A"]</label>', {
      locale: 'de_DE',
    });
    const german = await first(await site.page('german', shortcode(made)));
    expect(german).toMatchObject({ language: 'de-DE', direction: 'ltr' });
    expect(german.fields[0]?.options?.[0]).toEqual({ value: '', label: '—Bitte wählen—' });
    const hebrew = await first(
      await site.page('hebrew', shortcode(await site.contactForm(simple, { locale: 'he_IL' }))),
    );
    expect(hebrew).toMatchObject({ language: 'he-IL', direction: 'rtl' });
  });

  it('says why a form is not offered, on the dashboard and to doctor', async () => {
    const end = await ownPlugin(
      site.wordpress,
      `add_action( 'wpcf7_init', function () { wpcf7_add_form_tag( 'signature', fn() => '<canvas></canvas>' ); } );`,
    );
    const drawn = await site.page('drawn', shortcode(await site.contactForm(`${simple}[signature]`)));
    const members = await site.contactForm(simple, { additional_settings: 'subscribers_only: true' });
    const membersPage = await site.page('members', shortcode(members));
    const offered = await site.page('offered', shortcode(form));
    const other = await site.page(
      'other',
      '<div class="wpforms-container"><form><input name="a"></form></div>',
    );
    for (const id of [drawn, membersPage, offered, other]) await site.content(id);
    expect(await site.forms(drawn)).toEqual([]);
    expect(await site.content(membersPage)).toMatch(
      /data-companion-refused="contact-form-7:members">.*only for logged in users.*<\/form>/s,
    );
    const html = await (
      await (
        await logIn(site.wordpress)
      )('/wp-admin/admin.php?page=companion-dashboard')
    ).text();
    const list = /id="hsc-not-shown".*?<\/section>/s.exec(html)?.[0] ?? '';
    expect(list).toMatch(
      />The drawn<\/a> a form \(Contact Form 7: has a field that the site does not know\)</,
    );
    expect(list).toMatch(/>The other<\/a> a form \(WPForms: a plugin that the site does not know\)</);
    expect(list).toMatch(/>The members<\/a> a form \(Contact Form 7: is only for users who are logged in\)</);
    expect(list).not.toContain('The offered');
    const report = await php<object[]>(
      `$route = new ReflectionMethod( 'HeadlessSiteCompanion\\\\Rest\\\\DoctorRoute', 'not_shown' ); $route->setAccessible( true ); echo json_encode( $route->invoke( null ) );`,
    );
    expect(report).toContainEqual({
      id: drawn,
      title: 'The drawn',
      path: '/drawn',
      has: [{ kind: 'form', plugin: 'Contact Form 7', reason: 'field' }],
    });
    await end();
    // A captcha is of all forms.
    await php(`WPCF7::update_option( 'turnstile', [ 'key' => 'secret' ] );`);
    expect(await site.content(offered)).toContain('data-companion-refused="contact-form-7:captcha"');
    await php(`WPCF7::update_option( 'turnstile', null );`);
    expect(await site.forms(offered)).toHaveLength(1);
  });

  it('strangers get no form of a page that they do not see', async () => {
    for (const more of [{ post_status: 'private' }, { post_status: 'draft' }, { post_password: 'secret' }]) {
      const page = await site.page('closed', shortcode(form), more);
      expect(await site.content(page)).not.toContain('data-companion');
    }
  });

  it('another plugin adds its forms, and one that breaks leaves the page as it is', async () => {
    const end = await ownPlugin(
      site.wordpress,
      `add_shortcode( 'acme', fn() => '<div class="acme"><form><label>Mail<input name="mail" type="email"></label></form></div>' );
       add_shortcode( 'bad', fn() => '<div class="bad"><form></form></div>' );
       add_filter( 'companion_forms', function ( $adapters ) {
         abstract class Fake implements HeadlessSiteCompanion\\Forms\\Adapter {
           public function title(): string { return 'Fake'; }
           public function shortcodes(): array { return [ $this->name() ]; }
           public function blocks(): array { return []; }
           public function names( string $id ): ?array { return []; }
           public function prepare(): void {}
           public function watch( callable $changed ): void {}
           public function find( string $html ): array {
             return array_map( fn( $at ) => [ $at[0], $at[1], '1' ], HeadlessSiteCompanion\\Forms\\Finder::forms( $html, '/<div class="' . $this->name() . '">/' ) );
           }
           public function submit( string $id, string $page ): ?array { return [ 'status' => 'sent', 'message' => "$id $page", 'fields' => [] ]; }
         }
         $adapters[] = new class() extends Fake {
           public function name(): string { return 'acme'; }
           public function definition( string $id, string $html ): array {
             return HeadlessSiteCompanion\\Forms\\FormHtml::read( $html, [], [], fn() => [] ) + [ 'title' => 'A', 'language' => 'en', 'direction' => 'ltr' ];
           }
         };
         $adapters[] = new class() extends Fake {
           public function name(): string { return 'bad'; }
           public function definition( string $id, string $html ): array { throw new Error( 'broken' ); }
           public function prepare(): void { throw new Error( 'broken' ); }
           public function watch( callable $changed ): void { throw new Error( 'broken' ); }
         };
         return $adapters;
       } );`,
    );
    const page = await site.page('acme', `[acme] and [bad] and ${shortcode(form)}`);
    expect((await site.forms(page)).map(({ definition }) => definition.id)).toEqual([
      'acme:1',
      `contact-form-7:${form}`,
    ]);
    expect(await site.content(page)).toContain('data-companion-refused="bad:broken"');
    expect(await site.send('acme:1', { mail: 'a@example.org' })).toEqual({
      status: 200,
      body: { status: 'sent', message: '1 /write/', fields: [] },
    });
    await end();
  });

  it('a form that changes refreshes the pages that show it, in one delivery', async () => {
    const made = await site.contactForm(simple);
    const pattern = await site.page('shared', shortcode(made), { post_type: 'wp_block' });
    await site.after(
      `foreach ( range( 1, 200 ) as $number ) { wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => "Many $number", 'post_name' => "many-$number", 'post_content' => '${shortcode(made)}' ] ); }`,
    );
    const within = await site.page('within', `<!-- wp:block {"ref":${pattern}} /-->`);
    await site.page('without', '<p>No form.</p>');
    await site.page('field', '<p>In a field.</p>', {
      meta_input: { notes: shortcode(made), _notes: 'field_notes' },
    });
    await site.after('');
    expect(await site.content(within, 'companionInterval')).toBe('null');
    const edit = (code: string) => site.after(`$form = wpcf7_contact_form( ${made} ); ${code}`);
    const edited = await edit(`$form->set_properties( [ 'form' => '[text a] [submit]' ] ); $form->save();`);
    expect(Object.keys(edited)).toEqual(
      expect.arrayContaining(['/field', '/many-1', '/many-200', '/within']),
    );
    expect(Object.keys(edited)).not.toContain('/without');
    expect(Object.keys(edited)).not.toContain('/*');
    expect(site.receiver.requests.filter(({ path }) => path === '/api/revalidate').length).toBeLessThan(6);
    const quiet = await site.after(`update_post_meta( ${made}, '_flamingo', [ 'channel' => 7 ] );`);
    expect(quiet).toEqual({});
    const option = await site.after(
      `WPCF7::update_option( 'recaptcha', [ 'a' => 'b' ] ); WPCF7::update_option( 'recaptcha', null );`,
    );
    expect(Object.keys(option)).toContain('/within');
    expect(Object.keys(await edit('$form->delete();'))).toEqual(
      expect.arrayContaining(['/many-7', '/within']),
    );
    expect(
      await site.after(
        `deactivate_plugins( 'contact-form-7/wp-contact-form-7.php' );`.replace(
          /^/,
          `require_once ABSPATH . 'wp-admin/includes/plugin.php'; `,
        ),
      ),
    ).toHaveProperty(['/*']);
  });

  it('without a plugin for forms nothing is registered', async () => {
    expect(await site.send(`contact-form-7:${form}`, { a: 'b' })).toMatchObject({
      status: 404,
      body: { code: 'rest_no_route' },
    });
    expect(
      complaints(site.wordpress)
        .replace(/^.*forms of bad: broken.*$/gm, '')
        .trim(),
    ).toBe('');
  });
});
