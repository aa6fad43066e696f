import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { doctorHeader } from '../../../src/runtime/base/doctor-signature';
import { whyNoWordPress } from '../server';
import { activity, adminSite, changes, dashboard, plugin, settings } from './admin-site';
import { fieldsOf, post, textOf } from './forms';
import { restNonce } from './people';
import { type Receiver, startReceiver } from './receiver';
import { visitor } from './session';
import { previewSecret, revalidationSecret } from './site';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

const user = 'staging-user';
const password = ` sesame: "Grüße" 日本 \\'%41 `;
const token = Buffer.from(`${user}:${password}`).toString('base64');

describe.skipIf(reason)(suite('a site behind a password'), () => {
  const on = adminSite();
  const { press, put, stored } = on;
  let nonce: string;
  beforeAll(async () => {
    nonce = await restNonce(on.admin);
  });
  beforeEach(() => on.site.receiver.behave({ basic: `${user}:${password}` }));

  const both = { 'companion[serviceUser]': user, 'companion[servicePassword]': password };
  const save = (change: Record<string, string>) => press(settings, 'companion_save', change);
  const send = (body: object) =>
    on.admin('/wp-json/companion/v1/settings', {
      method: 'POST',
      headers: { 'X-WP-Nonce': nonce, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  /** Authorization headers that WordPress sent since the last look. */
  const authorized = (receiver: Receiver = on.site.receiver) => {
    const seen = receiver.requests.map(({ headers }) => headers.authorization);
    receiver.clear();
    return seen;
  };
  const deliver = (path: string) =>
    put(`${plugin}->outbox->add( ${changes(path)} ); ${plugin}->dispatcher->run();`);

  it('says so and names the fields, keeps what changes, and delivers it with the password', async () => {
    await deliver('/kept');
    expect(textOf(await save({}))).toMatch(
      /Connection: disconnected\. The site is behind a password, and WordPress has none .*\(HTTP 401\) Enter both in the fields “User name of the site” and “Password of the site”/,
    );
    await put(`delete_transient( 'companion_connection' );`);
    const health = await put<{ description: string }>(
      `wp_set_current_user( 1 ); require_once ABSPATH . 'wp-admin/includes/class-wp-site-health.php';
       echo json_encode( WP_Site_Health::get_instance()->get_tests()['async']['companion_connection']['async_direct_test']() );`,
    );
    expect(health.description).toContain('“Password of the site”');
    expect(await on.counts()).toMatchObject({ failed: 0 });
    expect(new Set(authorized())).toEqual(new Set([undefined]));

    const page = await save(both);
    expect(textOf(page)).toContain('Settings saved. Connection: connected.');
    for (const label of ['User name of the site', 'Password of the site'])
      expect(page).toMatch(new RegExp(`<label for="service\\w+">${label}</label>`));
    await on.site.wordpress.cron('companion_tick');
    expect([...on.site.receiver.paths()]).toContain('/kept');
    expect(new Set(authorized())).toEqual(new Set([`Basic ${token}`]));
  });

  it('a wrong password is told from a wrong secret', async () => {
    on.site.receiver.behave({ basic: 'other:one', secret: 'of-another-site-altogether' });
    expect(textOf(await save(both))).toContain('The site is behind a password');
    on.site.receiver.behave({ basic: `${user}:${password}`, secret: 'of-another-site-altogether' });
    expect(textOf(await save({}))).toContain('The site refuses the revalidation secret.');
  });

  it('keeps the password when the page is saved, and forgets both when the user name is emptied', async () => {
    await save(both);
    const page = await save({ 'companion[logDays]': '7' });
    expect(textOf(page)).toContain('Connection: connected.');
    expect(/<input[^>]*id="serviceUser"[^>]*>/.exec(page)?.[0]).toContain(`value="${user}"`);
    expect(/<input[^>]*id="servicePassword"[^>]*>/.exec(page)?.[0]).toContain('value=""');
    expect((await stored())[1]).toMatchObject({ serviceUser: user, servicePassword: password });
    expect((await on.secretsAutoload()).loaded).toBe(false);
    authorized();

    await save({ 'companion[serviceUser]': ' ' });
    expect((await stored())[1]).toEqual({ revalidationSecret, previewSecret });
    expect(authorized()).toEqual([undefined]);
  });

  it.each([
    ['no password', { serviceUser: 'x' }, 'servicePassword', /needs both/],
    ['no user name', { servicePassword: 'x' }, 'serviceUser', /needs both/],
    ['a colon in the user name', { serviceUser: 'a:b', servicePassword: 'x' }, 'serviceUser', /no colon/],
    ['a line break', { serviceUser: 'a', servicePassword: 'x\ny' }, 'servicePassword', /must be a line/],
    ['a number', { serviceUser: 1, servicePassword: 'x' }, 'serviceUser', /must be a line/],
  ])('refuses %s', async (_name, body, field, says) => {
    const answer = await send(body);
    expect([answer.status, (await answer.json()).errors]).toEqual([
      400,
      { [field]: expect.stringMatching(says) },
    ]);
    expect((await stored())[1]).toEqual({ revalidationSecret, previewSecret });
  });

  describe('the site moves', () => {
    const secrets = { revalidationSecret, previewSecret };
    const moved = async (act: (there: Receiver) => Promise<void>) => {
      const there = await startReceiver({ secret: revalidationSecret });
      try {
        await save(both);
        await act(there);
        await put(`${plugin}->connection->check( true );`);
        await deliver('/moved');
        await on.site.wordpress.cron('companion_tick');
        return authorized(there);
      } finally {
        await there.stop();
      }
    };
    it('by connect: the password stays behind', async () => {
      const seen = await moved(async ({ url }) => {
        const { secrets: set, connection } = await (await send({ serviceUrl: url, ...secrets })).json();
        expect(set).toMatchObject({ serviceUser: false, servicePassword: false });
        expect(connection.status).toBe('connected');
      });
      expect(new Set(seen)).toEqual(new Set([undefined]));
      expect((await stored())[1]).toEqual(secrets);
    });
    it('on the settings page: the user name that stands there needs its password again', async () => {
      const fields = Object.fromEntries(
        Object.entries(secrets).map(([key, value]) => [`companion[${key}]`, value]),
      );
      const seen = await moved(async ({ url, requests }) => {
        const address = { 'companion[serviceUrl]': url, ...fields };
        expect(await save(address)).toMatch(/id="servicePassword-error">The address of the site has changed/);
        expect(requests).toEqual([]);
        expect(textOf(await save({ ...address, 'companion[serviceUser]': '' }))).toContain('Settings saved.');
      });
      expect(new Set(seen)).toEqual(new Set([undefined]));
    });
    it('by a redirect: nobody follows it', async () => {
      const there = await startReceiver({ secret: revalidationSecret });
      await save(both);
      on.site.receiver.behave({ status: 302, headers: { location: there.url } });
      await put(`${plugin}->connection->check( true );`);
      await deliver('/x');
      expect(there.requests).toEqual([]);
      await there.stop();
    });
  });

  it('refuses a password in the address, names the fields for it, and keeps it nowhere', async () => {
    const before = await stored();
    for (const typed of ['sesame', 'ses/ame']) {
      const form = await fieldsOf(on.admin, settings, 'companion_save');
      form.set('companion[serviceUrl]', on.site.receiver.url.replace('//', `//demo:${typed}@`));
      await post(on.admin, form);
      const options = await put<string>(
        `global $wpdb; echo json_encode( implode( $wpdb->get_col( "SELECT option_value FROM $wpdb->options WHERE option_name LIKE '%companion%'" ) ) );`,
      );
      const page = await on.html(settings);
      expect(page).toContain('id="serviceUrl-error"');
      if (typed === 'sesame')
        expect(page).toContain(
          'must not contain a user name or password. Enter them in the fields “User name of the site”',
        );
      expect(page).toContain(`value="${on.site.receiver.url}"`);
      expect([options.includes(typed), page.includes(typed)]).toEqual([false, false]);
    }
    expect(await stored()).toEqual(before);
  });

  it('shows none that a constant or an earlier version has put into the address', async () => {
    const address = 'https://demo:sesame@staging.example.com';
    await put(`update_option( 'companion_settings', [ 'serviceUrl' => '${address}' ] );`);
    const { settings: shown } = await (await send({ logDays: 5 })).json();
    expect(shown.serviceUrl).toBe('https://staging.example.com');
    expect(await on.html(settings)).not.toContain('sesame');
    on.site.wordpress.define({ COMPANION_SERVICE_URL: address });
    const locked = await (await send({ logDays: 6 })).text();
    on.site.wordpress.define({});
    expect(locked).not.toContain('sesame');
  });

  it('is in no answer, page, log or file, also where the site repeats what it was sent', async () => {
    const answers: string[] = [await (await send({ serviceUser: user, servicePassword: password })).text()];
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({
      secrets: { serviceUser: true, servicePassword: true },
      connection: { status: 'connected' },
    });
    const echo = `You sent Basic ${token}, that is ${user}:${password}.`;
    for (const status of [200, 500]) {
      const body = {
        revalidated: true,
        warning: echo,
        static: [`/${encodeURIComponent(token)}`],
        error: echo,
      };
      on.site.receiver.behave({ status, body, headers: { 'x-headless-templates': token } });
      await deliver(`/echo-${status}`);
    }
    for (const route of ['dashboard/stats', 'connection/status', 'cache/stats'])
      answers.push(
        await (await on.admin(`/wp-json/companion/v1/${route}`, { headers: { 'X-WP-Nonce': nonce } })).text(),
      );
    const signature = doctorHeader(
      { revalidation: revalidationSecret, preview: previewSecret },
      Math.floor(Date.now() / 1000),
    );
    const doctor = await visitor(on.site.wordpress)('/wp-json/companion/v1/doctor', { headers: signature });
    expect(doctor.status).toBe(200);
    answers.push(await doctor.text(), await on.html(dashboard), await on.html(activity));
    const file = await post(on.admin, await fieldsOf(on.admin, activity, 'companion_export'));
    answers.push(await file.text());
    answers.push(await on.html('/wp-admin/site-health.php?tab=debug'));
    const link = await put<number>(
      `echo wp_insert_post( [ 'post_title' => 'Draft', 'post_status' => 'draft' ] );`,
    );
    const opened = await on.admin(`/wp-admin/admin-post.php?action=companion_preview&post=${link}`);
    expect(opened.headers.get('location')).toContain(`${on.site.receiver.url}/api/preview?`);
    answers.push(opened.headers.get('location') ?? '');
    answers.push(
      JSON.stringify(
        await put(
          `global $wpdb; echo json_encode( [ $wpdb->get_results( "SELECT * FROM {$wpdb->prefix}companion_activity" ), $wpdb->get_results( "SELECT * FROM {$wpdb->prefix}companion_outbox" ),
            $wpdb->get_results( "SELECT * FROM $wpdb->options WHERE option_name LIKE '%companion%' AND option_name != 'companion_secrets'" ) ] );`,
        ),
      ),
    );
    const all = answers.join('\n');
    expect(all).toContain('servicePassword');
    for (const secret of [user, token, 'sesame']) expect(all.includes(secret), secret).toBe(false);
  });

  it('comes from wp-config.php as well, and its fields are locked then', async () => {
    on.site.wordpress.define({ COMPANION_SERVICE_USER: user, COMPANION_SERVICE_PASSWORD: password });
    const page = await save({});
    const { locked } = await (await send({ serviceUser: 'other', servicePassword: 'one' })).json();
    on.site.wordpress.define({});
    expect(textOf(page)).toContain('Connection: connected.');
    for (const key of ['serviceUser', 'servicePassword'])
      expect(new RegExp(`<input[^>]*id="${key}"[^>]*>`).exec(page)?.[0]).toMatch(/value="".* disabled/);
    expect(locked).toEqual({
      serviceUser: 'COMPANION_SERVICE_USER',
      servicePassword: 'COMPANION_SERVICE_PASSWORD',
    });
    expect((await stored())[1]).toEqual({ revalidationSecret, previewSecret });
  });
});
