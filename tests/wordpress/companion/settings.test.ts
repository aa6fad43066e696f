import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { adminSite, plugin, settings } from './admin-site';
import { fieldsOf, post, textOf } from './forms';
import { startReceiver } from './receiver';
import { logIn, type Visit } from './session';
import { previewSecret, revalidationSecret } from './site';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

describe.skipIf(reason)(suite('the admin area'), () => {
  const on = adminSite();
  const { html, text, put, stored, press } = on;

  describe('the settings page', () => {
    const other = 'http://127.0.0.2:9';
    it('saves what is typed, checks the connection and says what it found', async () => {
      const page = await press(settings, 'companion_save', {
        'companion[logDays]': '30',
        'companion[previewMode]': 'plain',
        'companion[noindexFrontEnd]': '0',
        'companion[revalidationSecret]': `  ${revalidationSecret} `,
      });
      expect(textOf(page)).toContain('Settings saved. Connection: connected.');
      const [values, secrets] = await stored();
      expect(values).toMatchObject({
        logDays: 30,
        previewMode: 'plain',
        noindexFrontEnd: false,
        webhooksEnabled: true,
      });
      expect(secrets).toEqual({ revalidationSecret, previewSecret });
    });
    it('says what it did although the database refuses to write it down at first', async () => {
      const said =
        await put(`wp_set_current_user( 1 ); $refused = 0; $wpdb = $GLOBALS['wpdb']; $wpdb->suppress_errors();
        add_filter( 'query', function ( $query ) use ( &$refused ) {
          return str_contains( $query, 'INSERT' ) && str_contains( $query, '_transient_companion_flash' ) && ! $refused++ ? 'SELECT * FROM nowhere' : $query;
        } );
        HeadlessSiteCompanion\\Admin\\Flash::keep( 'success', [ 'Saved.' ] );
        echo json_encode( [ $refused > 1, HeadlessSiteCompanion\\Admin\\Flash::take()['texts'] ] );`);
      expect(said).toEqual([true, ['Saved.']]);
    });
    it('keeps secrets where WordPress does not load them with every request', async () => {
      await put(`delete_option( 'companion_secrets' );`);
      const secrets = {
        'companion[revalidationSecret]': revalidationSecret,
        'companion[previewSecret]': previewSecret,
      };
      await press(settings, 'companion_save', secrets);
      expect((await stored())[1]).toEqual({ revalidationSecret, previewSecret });
      expect(await on.secretsAutoload()).toEqual({
        loaded: false,
        autoload: expect.stringMatching(/^(no|off)$/),
      });
    });
    it('a secret that is typed after a rotation leaves one secret, and says until when the previous one counts', async () => {
      await put(
        `${plugin}->settings->update( [ 'revalidationSecretPrevious' => 'the-oldest-secret-of-all' ] );`,
      );
      expect(await text(settings)).toContain('for two days, or until the next import or another secret');
      await press(settings, 'companion_save', { 'companion[revalidationSecret]': 'a-third-secret-of-mine' });
      expect((await stored())[1]).toEqual({ revalidationSecret: 'a-third-secret-of-mine', previewSecret });
    });
    it('another address needs the secrets again: beside each field why, and nobody is asked there before', async () => {
      const moved = await startReceiver({ secret: revalidationSecret });
      try {
        const before = await stored();
        const address = { 'companion[serviceUrl]': moved.url };
        const page = await press(settings, 'companion_save', address);
        expect(textOf(page)).toContain('Nothing was saved. Correct the marked fields.');
        for (const key of ['revalidationSecret', 'previewSecret'])
          expect(page).toMatch(
            new RegExp(`<p class="hsc-error" id="${key}-error">The address of the site has changed. Enter`),
          );
        expect(page).toContain(`value="${moved.url}"`);
        expect([await stored(), moved.requests]).toEqual([before, []]);
        const secrets = {
          'companion[revalidationSecret]': revalidationSecret,
          'companion[previewSecret]': previewSecret,
        };
        expect(textOf(await press(settings, 'companion_save', { ...address, ...secrets }))).toContain(
          'Settings saved. Connection: connected.',
        );
        expect((await stored())[0]).toMatchObject({ serviceUrl: moved.url });
      } finally {
        await moved.stop();
      }
    });
    it('an empty secret stays what it was, and none is ever written into the page', async () => {
      const page = await press(settings, 'companion_save', { 'companion[logDays]': '7' });
      expect((await stored())[1]).toEqual({ revalidationSecret, previewSecret });
      expect([...page.matchAll(/type="password"[^>]*value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
        '',
        '',
        '',
      ]);
      expect(textOf(page).match(/•••• set/g)).toHaveLength(2);
      await put(`${plugin}->settings->update( [ 'previewSecret' => null ] );`);
      expect(await text(settings)).toMatch(/•••• set.*not set/);
    });
    it('refuses all when one is wrong: beside the field why, what was typed stays, secrets do not', async () => {
      const before = await stored();
      const page = await press(settings, 'companion_save', {
        'companion[serviceUrl]': 'http://169.254.169.254/"><script>alert(1)</script>',
        'companion[logDays]': '0',
        'companion[revalidationSecret]': 'typed-and-much-too-long-but-good',
        'companion[previewSecret]': 'short',
        'companion[webhooksEnabled]': '0',
      });
      expect(await stored()).toEqual(before);
      expect(on.site.receiver.requests).toEqual([]);
      expect(textOf(page)).toContain('Nothing was saved. Correct the marked fields.');
      for (const key of ['serviceUrl', 'logDays', 'previewSecret']) {
        const input = new RegExp(`<input[^>]*id="${key}"[^>]*>`).exec(page)?.[0] ?? '';
        expect(input).toContain('aria-invalid="true"');
        expect(input).toContain(`aria-describedby="${key}-error ${key}-help"`);
        expect(page).toMatch(new RegExp(`<p class="hsc-error" id="${key}-error">[^<]{10,}</p>`));
      }
      expect(page).toContain(
        'value="http://169.254.169.254/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"',
      );
      expect(/<input[^>]*id="logDays"[^>]*value="0"/.test(page)).toBe(true);
      expect(/<input[^>]*id="webhooksEnabled"[^>]*checked/.test(page)).toBe(false);
      expect(page).not.toMatch(/typed-and-much|short"/);
      // Said once.
      expect(await html(settings)).not.toContain('aria-invalid');
    });
    it('a secret that was typed beside a mistake is kept nowhere', async () => {
      const fields = await fieldsOf(on.admin, settings, 'companion_save');
      fields.set('companion[logDays]', '0');
      fields.set('companion[revalidationSecret]', 'typed-and-long-enough');
      expect((await post(on.admin, fields)).status).toBe(302);
      const options = await put<string>(
        `global $wpdb; echo json_encode( implode( $wpdb->get_col( "SELECT option_value FROM $wpdb->options WHERE option_name LIKE '%companion%'" ) ) );`,
      );
      expect([options.includes('Nothing was saved'), options.includes('typed-and')]).toEqual([true, false]);
      // Said now, and not before the next test.
      expect(await text(settings)).toContain('Nothing was saved');
    });
    it.each([
      ['companion[serviceUrl][]', 'https://x.example'],
      ['companion[colour]', 'red'],
      ['companion[logDays]', '1e3'],
      ['companion[logDays]', '99999999999999999999'],
      ['companion[previewMode]', 'none'],
    ])('refuses %s = %s', async (name, value) => {
      const before = await stored();
      expect(textOf(await press(settings, 'companion_save', { [name]: value }))).toContain(
        'Nothing was saved.',
      );
      expect(await stored()).toEqual(before);
    });
    it('a save without any field changes nothing', async () => {
      const before = await stored();
      const fields = new URLSearchParams();
      for (const [name, value] of await fieldsOf(on.admin, settings, 'companion_save'))
        if (!name.startsWith('companion[')) fields.set(name, value);
      expect((await post(on.admin, fields)).status).toBe(302);
      expect((await stored())[1]).toEqual(before[1]);
      expect((await stored())[0]).toEqual(before[0]);
    });
    it('the redirect can be switched on once the site is connected, and off always', async () => {
      await put(`${plugin}->connection->check( true );`);
      const box = async () =>
        /<input type="checkbox" id="redirectFrontEnd"[^>]*>/.exec(await html(settings))?.[0] ?? '';
      expect(await box()).not.toContain('disabled');
      await put(`${plugin}->settings->update( [ 'serviceUrl' => '${other}' ] );`);
      expect(await box()).toContain('disabled');
      // A save with the box disabled leaves the setting as it is.
      await put(
        `${plugin}->settings->update( [ 'redirectFrontEnd' => true ] ); ${plugin}->settings->set_connected( false );`,
      );
      expect(await box()).not.toContain('disabled');
      expect(await text(settings)).toContain('search engines treat a permanent redirect (301) as final');
    });
    it('what wp-config.php decides is locked, named, and not sent', async () => {
      on.site.wordpress.define({
        COMPANION_SERVICE_URL: on.site.receiver.url,
        COMPANION_WEBHOOKS_ENABLED: true,
        COMPANION_PREVIEW_MODE: 'plain',
        COMPANION_REVALIDATION_SECRET: 'MARKER-secret-of-wp-config',
        COMPANION_LOG_DAYS: 3,
      });
      const page = await html(settings);
      const fields = await fieldsOf(on.admin, settings, 'companion_save');
      const before = await stored();
      for (const name of ['serviceUrl', 'webhooksEnabled', 'previewMode', 'revalidationSecret', 'logDays'])
        fields.set(`companion[${name}]`, 'changed');
      const sent = [...(await fieldsOf(on.admin, settings, 'companion_save')).keys()];
      await post(on.admin, fields);
      on.site.wordpress.define({});
      for (const key of ['serviceUrl', 'webhooksEnabled', 'revalidationSecret', 'logDays'])
        expect(new RegExp(`<input[^>]*id="${key}"[^>]*>`).exec(page)?.[0]).toContain(' disabled');
      expect(
        [...page.matchAll(/<input type="radio"[^>]*>/g)].every(([input]) => input.includes(' disabled')),
      ).toBe(true);
      expect(page.match(/Locked: the constant COMPANION_\w+ in wp-config\.php decides\./g)).toHaveLength(5);
      expect(
        sent.filter((name) => /serviceUrl|webhooks|previewMode|revalidationSecret|logDays/.test(name)),
      ).toEqual([]);
      expect(page).toContain(`value="${on.site.receiver.url}"`);
      expect(page).not.toContain('MARKER-secret-of-wp-config');
      // Values of other types are in the database after a save; those of locked settings are what they were.
      expect((await stored())[0]).toMatchObject(before[0]);
      expect((await stored())[1]).toEqual(before[1]);
    });

    describe('imports', () => {
      const file = () => ({
        version: 1,
        serviceUrl: on.site.receiver.url,
        revalidationSecret,
        previewSecret: 'another-preview-secret',
        webhooksEnabled: true,
        previewEnabled: true,
        previewMode: 'signed',
      });
      const upload = async (content: string, pasted = '') => {
        const form = new FormData();
        for (const [name, value] of await fieldsOf(on.admin, settings, 'companion_import'))
          form.set(name, value);
        form.set('pasted', pasted);
        form.set('file', new Blob([content], { type: 'application/json' }), 'companion-settings.json');
        const answer = await post(on.admin, form);
        return html(answer.headers.get('location') ?? '');
      };
      const paste = (pasted: string) => press(settings, 'companion_import', { pasted });
      it('the file of the CLI, and says to delete it', async () => {
        await put(`delete_option( 'companion_settings' ); delete_option( 'companion_secrets' );`);
        const page = textOf(await upload(`﻿${JSON.stringify(file(), null, 2)}\n`));
        expect(page).toContain('Settings imported. Delete the file companion-settings.json now');
        expect(page).toContain('Connection: connected.');
        const { version: _, revalidationSecret: one, previewSecret: two, ...rest } = file();
        expect(await stored()).toEqual([rest, { revalidationSecret: one, previewSecret: two }]);
      });
      it('its text, with quotes and backslashes as they are; a rotation that has ended is over', async () => {
        const secret = `back\\slash "quote" 'tick' <tag> é`;
        await put(`${plugin}->settings->update( [ 'previewSecretPrevious' => 'previous-preview-secret' ] );`);
        await paste(
          JSON.stringify({
            ...file(),
            revalidationSecret: secret,
            revalidationSecretPrevious: revalidationSecret,
          }),
        );
        expect((await stored())[1]).toEqual({
          revalidationSecret: secret,
          revalidationSecretPrevious: revalidationSecret,
          previewSecret: 'another-preview-secret',
        });
        expect(await text(settings)).toContain('The previous one is also accepted');
      });
      const wrong: Record<string, [() => string, string]> = {
        nothing: [() => '', 'Choose the file companion-settings.json, or paste its text.'],
        'no JSON': [() => '{"version": 1,', 'This is not JSON.'],
        'another version': [() => JSON.stringify({ ...file(), version: 2 }), 'another version of the plugin'],
        'a part': [
          () => JSON.stringify({ version: 1, serviceUrl: 'https://x.example' }),
          'The file lacks: revalidationSecret',
        ],
        'an unknown setting': [() => JSON.stringify({ ...file(), evil: '<b>' }), 'does not know: evil'],
        'a short secret': [
          () => JSON.stringify({ ...file(), previewSecret: 'MARKERshort' }),
          'previewSecret must have at least 16',
        ],
        'a wrong address': [
          () => JSON.stringify({ ...file(), serviceUrl: 'ftp://x.example' }),
          'must begin with http',
        ],
        'something huge': [
          () => `{"version":1,"x":"${'x'.repeat(70_000)}"}`,
          'far longer than a settings file',
        ],
      };
      it.each(Object.entries(wrong))(
        'not %s: the fix is said, nothing is stored',
        async (_what, [content, fix]) => {
          const before = await stored();
          const page = await paste(content());
          expect(textOf(page)).toContain('Nothing was imported.');
          expect(textOf(page)).toContain(fix);
          expect(page).toMatch(/<p class="hsc-error" id="hsc-import-error">/);
          expect(page).toMatch(
            /<textarea[^>]*aria-describedby="hsc-import-help hsc-import-error"[^>]*aria-invalid="true"><\/textarea>/,
          );
          expect(page).not.toContain('MARKERshort');
          expect(await stored()).toEqual(before);
          expect(on.site.receiver.requests).toEqual([]);
        },
      );
    });
  });
});

describe.skipIf(reason)(suite('the settings of each site of a network'), () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty', multisite: true, companion: 'network' });
    await wordpress.php(`foreach ( [ 'one', 'two' ] as $slug ) {
      wpmu_create_blog( DOMAIN_CURRENT_SITE, "/$slug/", $slug, 1, [ 'public' => 1 ], get_current_network_id() );
    }
    add_user_to_blog( 3, wp_insert_user( [ 'user_login' => 'owner-of-two', 'user_pass' => 'password', 'user_email' => 'two@example.com' ] ), 'administrator' );`);
  });
  afterAll(() => wordpress?.stop());
  const save = async (visit: Visit, site: string, fields: Record<string, string>) => {
    const here: Visit = (path, init) => visit(site + path.slice(1), init);
    const form = await fieldsOf(here, settings, 'companion_save');
    for (const [name, value] of Object.entries(fields)) form.set(`companion[${name}]`, value);
    expect((await post(here, form)).status).toBe(302);
    return textOf(await (await here(settings)).text());
  };
  const address = (site: string) =>
    wordpress.php<string>(`echo json_encode( get_option( 'companion_settings' )['serviceUrl'] );`, site);

  it('are its own', async () => {
    const admin = await logIn(wordpress);
    for (const name of ['one', 'two'])
      expect(await save(admin, `/${name}/`, { serviceUrl: `https://${name}.example` })).toContain(
        'Settings saved.',
      );
    expect([await address('/one/'), await address('/two/')]).toEqual([
      'https://one.example',
      'https://two.example',
    ]);
  });

  it('take private hosts and other ports from super administrators alone', async () => {
    const owner = await logIn(wordpress, { name: 'owner-of-two', password: 'password' });
    const admin = await logIn(wordpress);
    wordpress.define({ WP_ENVIRONMENT_TYPE: 'production' });
    for (const serviceUrl of ['http://10.0.0.5', 'http://redis', 'https://two.example:6379']) {
      const page = await save(owner, '/two/', { serviceUrl });
      expect(page).toContain('only a super administrator can enter a private address');
      expect(await address('/two/')).toBe('https://two.example');
    }
    expect(await save(owner, '/two/', { serviceUrl: 'https://public.example' })).toContain('Settings saved.');
    expect(await save(admin, '/two/', { serviceUrl: 'http://10.0.0.5:3000' })).toContain('Settings saved.');
    // Saving the rest again is no new address.
    expect(await save(owner, '/two/', { logDays: '9' })).toContain('Settings saved.');
    wordpress.define({});
    expect(await address('/two/')).toBe('http://10.0.0.5:3000');
  });
});
