import { describe, expect, it } from 'vitest';
import { doctorHeader } from '../../../src/runtime/base/doctor-signature';
import { whyNoWordPress } from '../server';
import { adminSite, plugin, settings } from './admin-site';
import { fieldsOf, post } from './forms';
import { visitor } from './session';
import { previewSecret, revalidationSecret } from './site';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

describe.skipIf(reason)(suite('pairing without application passwords'), () => {
  const on = adminSite();
  const { stored } = on;
  /** The page after "Make a code". */
  const makeCode = async () => {
    const page = await on.press(settings, 'companion_pair');
    return /(?:[A-Z2-9]{5}-){3}[A-Z2-9]{5}/.exec(page)?.[0] ?? '';
  };
  const pair = async (code: unknown, given: unknown = { logDays: 30 }, type = 'application/json') => {
    const answer = await visitor(on.site.wordpress)('/wp-json/companion/v1/pair', {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify({ code, settings: given }),
    });
    return { status: answer.status, body: await answer.json() };
  };

  it('a code of the settings page lets somebody store the settings, once', async () => {
    const code = await makeCode();
    expect(code).not.toBe('');
    const { status, body } = await pair(code, { logDays: 30, revalidationSecret, previewSecret });
    expect([status, body.settings.logDays, body.connection.status]).toEqual([200, 30, 'connected']);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${revalidationSecret}|${previewSecret}`));
    expect((await pair(code, { logDays: 31 })).status).toBe(403);
    expect((await stored())[0].logDays).toBe(30);
  });
  it('is typed as people type: small letters, spaces, no dashes', async () => {
    const code = await makeCode();
    expect((await pair(` ${code.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
  });
  it('settings that are refused leave the code as it is, and nothing is stored', async () => {
    const code = await makeCode();
    const before = await stored();
    const refused = await pair(code, { logDays: 0 });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['logDays']]);
    expect(await stored()).toEqual(before);
    expect((await pair(code)).status).toBe(200);
  });
  it('nothing else opens it: no code, a wrong one, one of the time before, another kind of request', async () => {
    const before = await stored();
    for (const none of [undefined, '', null, 5, ['x'], 'AAAAA-AAAAA-AAAAA-AAAAA'])
      expect([none, (await pair(none)).status]).toEqual([none, 403]);
    const former = await makeCode();
    const code = await makeCode();
    expect((await pair(former)).status).toBe(403);
    expect((await pair(code, { logDays: 30 }, 'text/plain')).status).toBe(403);
    expect(await stored()).toEqual(before);
  });
  it('ends after a quarter of an hour, and not by the wrong attempts of others', async () => {
    const late = await makeCode();
    await on.site.wordpress.moveClock(901);
    expect((await pair(late)).status).toBe(403);
    await on.site.wordpress.moveClock(0);
    const code = await makeCode();
    for (let i = 0; i < 21; i++) await pair('AAAAA-AAAAA-AAAAA-AAAAA');
    expect((await pair(code)).status).toBe(200);
  });
  it('is not kept as it is, and not loaded with every request', async () => {
    const kept = () =>
      on.put<string[]>(
        `global $wpdb; echo json_encode( $wpdb->get_col( "SELECT option_value FROM $wpdb->options UNION ALL SELECT meta_value FROM $wpdb->usermeta" ) );`,
      );
    const pressed = await post(on.admin, await fieldsOf(on.admin, settings, 'companion_pair'));
    const before = await kept();
    const page = await (await on.admin(pressed.headers.get('location') ?? '')).text();
    const [code = 'no code'] = /(?:[A-Z2-9]{5}-){3}[A-Z2-9]{5}/.exec(page) ?? [];
    const all = JSON.stringify([before, await kept()]);
    expect([page.includes(code), all.includes(code), all.includes(code.replaceAll('-', ''))]).toEqual([
      ...[true, false, false],
    ]);
    // It is shown once.
    expect(await on.html(settings)).not.toContain(code);
    expect(
      await on.put(`echo json_encode( isset( wp_load_alloptions( true )['companion_pairing'] ) );`),
    ).toBe(false);
  });
  it('is in the activity log when it was made and used, as are the address and the secrets that it changed', async () => {
    const names = ['revalidationSecret', 'previewSecret', 'revalidationSecretPrevious'];
    const values = ['MARKER-of-the-first-secret', 'MARKER-of-the-second-one', 'MARKER-of-the-previous-one'];
    const log = async () => {
      const entries = await on.put<{ message: string; context: object; userId: number }[]>(
        `echo json_encode( ${plugin}->log->entries( 'content' ) );`,
      );
      expect(JSON.stringify(entries)).not.toContain('MARKER');
      return entries.map(({ message, context, userId }) => [message, context, userId > 0]).reverse();
    };
    const code = await makeCode();
    const serviceUrl = `${on.site.receiver.url}/front`;
    const given = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    expect((await pair(code, { serviceUrl, ...given })).status).toBe(200);
    await on.put(`${plugin}->settings->update( [ 'logDays' => 9 ] );`);
    await on.put(`${plugin}->settings->update( [ 'revalidationSecretPrevious' => null ] );`);
    const changed = 'The address or the secrets of the site changed.';
    expect(await log()).toEqual([
      ['A code to connect a site was made.', [], true],
      ['A code to connect a site was used.', [], false],
      [
        changed,
        {
          changed: ['serviceUrl', 'revalidationSecret', 'revalidationSecretPrevious', 'previewSecret'],
          before: on.site.receiver.url,
          now: serviceUrl,
        },
        false,
      ],
      [changed, { changed: ['revalidationSecretPrevious'] }, true],
    ]);
  });
  it('an address of an earlier version is noted without its password', async () => {
    await on.put(`update_option( 'companion_settings', [ 'serviceUrl' => 'https://user:MARKER@x@www.example.com/a@b' ] );
      ${plugin}->settings->update( [ 'serviceUrl' => '${on.site.receiver.url}' ] );`);
    const [entry] = await on.put<{ context: object }[]>(
      `echo json_encode( ${plugin}->log->entries( 'content', 1 ) );`,
    );
    expect(entry?.context).toEqual({
      changed: ['serviceUrl'],
      before: 'https://www.example.com/a@b',
      now: on.site.receiver.url,
    });
  });
  it('is not shown when the database did not keep it', async () => {
    const refuse = `add_filter( 'query', fn ( $sql ) => str_contains( $sql, 'INSERT' ) && str_contains( $sql, 'companion_pairing' ) ? '' : $sql );`;
    const make = `echo json_encode( ( new HeadlessSiteCompanion\\Pairing\\PairingCode( new HeadlessSiteCompanion\\Support\\Clock(), ${plugin}->log ) )->make() );`;
    await on.put(`delete_option( 'companion_pairing' );`);
    expect(await on.put(`${refuse} ${make}`)).toBe('');
    expect(await on.put(make)).toMatch(/^([A-Z2-9]{5}-?){4}$/);
  });
  it('is enough on a single site whose wp-config.php holds the secrets, as is its form', async () => {
    const constants = {
      COMPANION_REVALIDATION_SECRET: revalidationSecret,
      COMPANION_PREVIEW_SECRET: previewSecret,
    };
    for (const locked of [false, true]) {
      on.site.wordpress.define({ ...constants, DISALLOW_FILE_MODS: locked });
      const forget = () => on.put(`delete_option( 'companion_settings' );`);
      const serviceUrl = on.site.receiver.url;
      await forget();
      const { status, body } = await pair(await makeCode(), {
        serviceUrl,
        revalidationSecret,
        previewSecret,
      });
      expect([locked, status, body.connection?.status]).toEqual([locked, 200, 'connected']);
      await forget();
      const form = await fieldsOf(on.admin, settings, 'companion_save');
      form.set('companion[serviceUrl]', serviceUrl);
      await post(on.admin, form);
      expect((await stored())[0].serviceUrl).toBe(serviceUrl);
    }
    on.site.wordpress.define({});
  });
  it('only administrators make one', async () => {
    await on.put(`delete_option( 'companion_pairing' );`);
    const body = new URLSearchParams({ action: 'companion_pair', _wpnonce: 'x' });
    for (const visit of [on.people.editor, visitor(on.site.wordpress)])
      expect((await visit('/wp-admin/admin-post.php', { method: 'POST', body })).status).toBe(403);
    expect(await on.put(`echo json_encode( get_option( 'companion_pairing' ) );`)).toBe(false);
  });
});

describe.skipIf(reason)(suite('GET doctor'), () => {
  const on = adminSite();
  const now = () => Math.floor(Date.now() / 1000);
  const secrets = { revalidation: revalidationSecret, preview: previewSecret };
  const ask = async (headers: Record<string, string>) => {
    const answer = await visitor(on.site.wordpress)('/wp-json/companion/v1/doctor', { headers });
    return { status: answer.status, body: await answer.json(), cache: answer.headers.get('cache-control') };
  };

  it('says to who knows the secrets how this side is', async () => {
    const before = now();
    const { status, body, cache } = await ask(doctorHeader(secrets, before));
    expect([status, cache]).toEqual([200, 'no-store, private']);
    expect(body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      secrets: { revalidation: 'current', preview: 'current' },
      settings: { serviceUrl: on.site.receiver.url, webhooksEnabled: true },
      connection: { status: 'connected', cached: false },
      queue: { pending: 0, failed: 0 },
      hidden: [],
    });
    expect(body.time).toBeGreaterThanOrEqual(before);
    expect(body.time).toBeLessThanOrEqual(now());
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${revalidationSecret}|${previewSecret}`));
  });
  it.each([
    ['0', true],
    ['1', false],
  ])('says whether WordPress discourages search engines: blog_public %s', async (isPublic, discouraged) => {
    await on.put(`update_option( 'blog_public', '${isPublic}' );`);
    expect((await ask(doctorHeader(secrets, now()))).body.discouraged).toBe(discouraged);
  });
  it('tells which secret differs', async () => {
    const { body } = await ask(doctorHeader({ ...secrets, preview: 'quite-another-secret' }, now()));
    expect(body.secrets).toEqual({ revalidation: 'current', preview: 'different' });
    await on.put(
      `update_option( 'companion_secrets', [ 'revalidationSecret' => 'the-new-one-of-rotation', 'revalidationSecretPrevious' => '${revalidationSecret}' ], false );`,
    );
    expect((await ask(doctorHeader(secrets, now()))).body.secrets).toEqual({
      revalidation: 'previous',
      preview: 'missing',
    });
  });
  it('says nothing to anybody else, and asks the site nothing for them', async () => {
    on.site.receiver.clear();
    const wrong = { revalidation: 'quite-another-secret', preview: 'and-another-secret-1' };
    for (const headers of [
      {},
      { 'X-Companion-Doctor': 'x' },
      doctorHeader(wrong, now()),
      doctorHeader(secrets, now() - 500),
    ]) {
      const { status, body } = await ask(headers);
      expect([status, Object.keys(body)]).toEqual([401, ['code', 'message', 'time']]);
    }
    expect(on.site.receiver.requests).toEqual([]);
  });
});
