import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { fieldsOf, post, textOf } from './forms';
import { ownPlugin } from './own-plugin';
import { logEverybodyIn, type People, restNonce } from './people';
import { logIn, type Visit } from './session';
import { type Connected, complaints, configure, connect, previewSecret, revalidationSecret } from './site';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

const dashboard = '/wp-admin/admin.php?page=companion-dashboard';
const activity = '/wp-admin/admin.php?page=companion-activity';
const settings = '/wp-admin/admin.php?page=companion-settings';
const plugin = 'HeadlessSiteCompanion\\Plugin::instance()';
const plugins = `require_once ABSPATH . 'wp-admin/includes/plugin.php';`;
const changes = (path: string) =>
  `( function () { $c = new HeadlessSiteCompanion\\Revalidation\\Changes(); $c->add( '${path}' ); return $c; } )()`;

describe.skipIf(reason)(suite('the admin area'), () => {
  let site: Connected;
  let people: People;
  let admin: Visit;
  beforeAll(async () => {
    site = await connect();
    people = await logEverybodyIn(site.wordpress);
    admin = people.administrator;
  });
  afterAll(() => site?.stop());
  beforeEach(async () => {
    site.receiver.behave({});
    await site.wordpress.php(`${configure(site.receiver.url)} delete_option( 'companion_deliveries' );
      global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_outbox" ); $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_activity" );`);
    site.receiver.clear();
  });
  afterEach(() => expect(complaints(site.wordpress)).toBe(''));

  const html = async (page: string, visit = admin) => (await visit(page)).text();
  const text = async (page: string, visit = admin) => textOf(await html(page, visit));
  const put = <T>(code: string) => site.wordpress.php<T>(code);
  const stored = () =>
    put<[Record<string, unknown>, Record<string, string>]>(
      `echo json_encode( [ get_option( 'companion_settings' ), get_option( 'companion_secrets' ) ] );`,
    );
  const counts = () =>
    put<{ pending: number; failed: number }>(`echo json_encode( ${plugin}->outbox->counts() );`);
  const log = (type: string, message: string, context = '[]') =>
    put<void>(
      `${plugin}->log->add( '${type}', base64_decode( '${Buffer.from(message).toString('base64')}' ), ${context} );`,
    );
  /** Presses a button, and reads the page that comes then. */
  const press = async (page: string, action: string, change: Record<string, string> = {}) => {
    const fields = await fieldsOf(admin, page, action);
    for (const [name, value] of Object.entries(change)) fields.set(name, value);
    const answer = await post(admin, fields);
    expect([action, answer.status]).toEqual([action, 302]);
    return html(answer.headers.get('location') ?? '');
  };

  describe('who gets in', () => {
    it.each([dashboard, activity, settings])('%s is for administrators', async (page) => {
      const status = async (visit: Visit) => (await visit(page)).status;
      expect(await status(people.administrator)).toBe(200);
      expect([await status(people.editor), await status(people.subscriber)]).toEqual([403, 403]);
      const anonymous = await people.anonymous(page);
      expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
        302,
        expect.stringContaining('wp-login.php'),
      ]);
    });
    it('the menu is shown to administrators only', async () => {
      expect(await html('/wp-admin/', admin)).toContain('page=companion-settings');
      for (const visit of [people.editor, people.subscriber])
        expect(await html('/wp-admin/profile.php', visit)).not.toContain('companion');
    });
    it('the list of plugins has a link to the settings', async () => {
      const row = /<tr[^>]*data-slug="headless-site-companion"[\s\S]*?<\/tr>/.exec(
        await html('/wp-admin/plugins.php'),
      );
      expect(row?.[0]).toContain('admin.php?page=companion-settings');
    });

    const actions = ['check', 'deliver', 'replay', 'repair', 'dismiss', 'export', 'save', 'import'];
    const values = {
      'companion[serviceUrl]': 'https://evil.example',
      'companion[revalidationSecret]': 'x'.repeat(20),
      pasted: '{}',
      row: '0',
      notice: 'wpgraphql',
    };
    /** WordPress makes nonces for whoever is logged in; this tells them. */
    let end: () => Promise<void>;
    beforeAll(async () => {
      end = await ownPlugin(
        site.wordpress,
        `add_action( 'wp_ajax_test_nonce', function () { exit( wp_create_nonce( $_GET['for'] ) ); } );`,
      );
    });
    afterAll(() => end());
    const nonceFor = async (visit: Visit, action: string) => {
      const nonce = await (await visit(`/wp-admin/admin-ajax.php?action=test_nonce&for=${action}`)).text();
      expect(nonce).toMatch(/^[0-9a-f]{10}$/);
      return nonce;
    };
    it.each(actions)(
      '%s: without the right nonce, or without the right, 403 and nothing happens',
      async (name) => {
        const action = `companion_${name}`;
        await put(
          `${plugin}->outbox->put_aside( ${changes('/lost')}, 500, '' ); ${plugin}->outbox->add( ${changes('/waits')} );`,
        );
        const before = [
          await stored(),
          await counts(),
          await put(`echo json_encode( get_option( 'companion_dismissed' ) );`),
        ];
        const send = async (visit: Visit, nonce?: string, method = 'POST') => {
          const fields = new URLSearchParams({
            action,
            ...values,
            ...(nonce === undefined ? {} : { _wpnonce: nonce }),
          });
          const answer =
            method === 'POST' ? await post(visit, fields) : await visit(`/wp-admin/admin-post.php?${fields}`);
          return answer.status;
        };
        const right = await nonceFor(admin, action);
        expect({
          'no nonce': await send(admin),
          'an empty one': await send(admin, ''),
          'one of another action': await send(admin, await nonceFor(admin, `${action}s`)),
          'one for REST': await send(admin, await restNonce(admin)),
          'the right one, but by GET': await send(admin, right, 'GET'),
          'an editor with a nonce of his own': await send(
            people.editor,
            await nonceFor(people.editor, action),
          ),
          'a subscriber with the nonce of the administrator': await send(people.subscriber, right),
          'nobody, with it': await send(people.anonymous, right),
        }).toEqual({
          'no nonce': 403,
          'an empty one': 403,
          'one of another action': 403,
          'one for REST': 403,
          'the right one, but by GET': 403,
          'an editor with a nonce of his own': 403,
          'a subscriber with the nonce of the administrator': 403,
          'nobody, with it': 403,
        });
        expect([
          await stored(),
          await counts(),
          await put(`echo json_encode( get_option( 'companion_dismissed' ) );`),
        ]).toEqual(before);
        expect(site.receiver.requests).toEqual([]);
        // And the nonce is the right one: with it something happens.
        expect(await send(admin, right)).toBe(name === 'export' ? 200 : 302);
      },
    );
  });

  describe('the dashboard', () => {
    it('says all it knows without a script', async () => {
      await put(
        `wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'About' ] );`,
      );
      await site.wordpress.cron('companion_tick');
      const page = await text(dashboard);
      expect(page).toContain('connected The site answers and accepts the secret.');
      expect(page).toMatch(
        /Webhooks on State delivering Waiting 0 Being sent 0 Given up 0 Oldest waits for none/,
      );
      expect(page).toMatch(
        /Last delivery \d{4}-\d\d-\d\d \d\d:\d\d:\d\d Its HTTP status 200 Its time \d+ ms/,
      );
      expect(page).toMatch(/In the last 24 h Requests 1 Failed 0 Paths delivered \d+ Median time \d+ ms/);
      expect(page).toMatch(/Hit rate unknown/);
      expect(page).toMatch(/Pages 1 Projects 0 Versions/);
      expect(page).toMatch(/Content update Content changed: About/);
    });
    it('says disconnected with the word, why, and what to do', async () => {
      site.receiver.behave({ status: 401 });
      const page = await html(dashboard);
      expect(page).toContain('data-status="disconnected"');
      expect(textOf(page)).toMatch(
        /disconnected The site refuses the revalidation secret. \(HTTP 401\) Give WordPress and the site the same secret/,
      );
    });
    it('says unknown before the first delivery', async () => {
      expect(await text(dashboard)).toMatch(/Last delivery unknown Its HTTP status unknown Its time unknown/);
    });
    it('writes times in the time zone of the site', async () => {
      await put(
        `update_option( 'timezone_string', 'Asia/Kathmandu' ); ${plugin}->history->add( 1700000000, 200, 5, 1 );`,
      );
      const page = await html(dashboard);
      await put(`update_option( 'timezone_string', '' );`);
      expect(page).toMatch(/<time datetime="2023-11-14T22:13:20Z"[^>]*>2023-11-15 03:58:20<\/time>/);
    });
    it('lists what was given up, and replays one or all', async () => {
      for (const path of ['/one', '/two', '/three'])
        await put(`${plugin}->outbox->put_aside( ${changes(path)}, 422, 'HTTP 422' );`);
      const page = await html(dashboard);
      expect(textOf(page)).toMatch(/\/three.*HTTP 422 Replay \/three .*\/two .*\/one .*Replay all/);
      const id = /<tr data-id="(\d+)">(?:(?!<\/tr>)[\s\S])*\/two/.exec(page)?.[1] ?? '';
      expect(textOf(await press(dashboard, 'companion_replay', { row: id }))).toContain(
        '1 change is back in the queue',
      );
      expect(await counts()).toMatchObject({ pending: 1, failed: 2 });
      expect(textOf(await press(dashboard, 'companion_replay', { row: '0' }))).toContain(
        '2 changes are back',
      );
      expect(await counts()).toMatchObject({ pending: 3, failed: 0 });
      for (const row of ['99999', '-1', "1' OR '1'='1", '1; DROP TABLE wp_users'])
        expect(textOf(await press(dashboard, 'companion_replay', { row }))).toContain(
          'There was nothing to replay.',
        );
      await site.wordpress.cron('companion_tick');
      expect([...site.receiver.paths()].sort()).toEqual(['/one', '/three', '/two']);
    });
    it('delivers now, also what waits for its next try', async () => {
      site.receiver.behave({ status: 500 });
      await put(`${plugin}->outbox->add( ${changes('/late')} ); ${plugin}->dispatcher->run();`);
      expect(await counts()).toMatchObject({ pending: 1 });
      site.receiver.behave({});
      expect(textOf(await press(dashboard, 'companion_deliver'))).toContain(
        'Requests: 1. Paths delivered: 1. Failed: 0.',
      );
      expect(site.receiver.paths()).toEqual(new Set(['/late']));
      expect(textOf(await press(dashboard, 'companion_deliver'))).toContain('Nothing waits for delivery.');
    });
    it('does not deliver to a site that is away, and says why', async () => {
      await put(`${plugin}->outbox->add( ${changes('/kept')} );`);
      await site.receiver.refuse();
      const page = textOf(await press(dashboard, 'companion_deliver'));
      await site.receiver.listen();
      expect(page).toContain('Nothing was delivered. Connection: disconnected. The site does not answer.');
      expect(await counts()).toMatchObject({ pending: 1 });
    });
    it('checks the connection now', async () => {
      await html(dashboard);
      site.receiver.behave({ status: 404 });
      expect(await text(dashboard)).toContain('connected The site answers');
      const page = textOf(await press(dashboard, 'companion_check'));
      expect(page).toContain(
        'Connection: disconnected. Something answers at this address, but it has no /api/revalidate.',
      );
      expect(await text(dashboard)).not.toContain('Connection: disconnected.');
    });
    it('asks nobody else: all addresses in our pages are on this WordPress', async () => {
      for (const page of [dashboard, activity, settings]) {
        const ours =
          /<div class="wrap hsc"[\s\S]*?<div class="clear"><\/div>/.exec(await html(page))?.[0] ?? '';
        expect(ours.length).toBeGreaterThan(500);
        const loaded = [...ours.matchAll(/\b(?:src|href|action)="([^"]*)"/g)].map(([, url]) => url ?? '');
        expect(loaded.filter((url) => !url.startsWith(site.wordpress.url))).toEqual([]);
      }
    });
  });

  describe('the activity log', () => {
    it('shows the newest first, with details in place', async () => {
      await log('content', 'The first');
      await log(
        'error',
        'The second',
        `[ 'paths' => [ '/a', '/b' ], 'status' => 503, 'ms' => 1234, 'error' => 'HTTP 503' ]`,
      );
      const page = await html(activity);
      expect(textOf(page)).toMatch(
        /Error The second Details Paths \/a \/b HTTP status 503 Time 1,234 ms Error HTTP 503 User admin .* Content update The first/,
      );
      expect(page).toMatch(/<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ">/);
      expect(page).toContain('<details>');
      expect(textOf(page)).toContain('Entries are kept for 14 days, the newest 5,000 at most.');
    });
    it('filters by type; anything else in the address shows all, and harms nothing', async () => {
      await log('content', 'A change');
      await log('preview', 'A preview');
      const only = await text(`${activity}&type=preview`);
      expect([only.includes('A preview'), only.includes('A change')]).toEqual([true, false]);
      for (const junk of [
        "preview' OR 1=1 -- ",
        'preview"; DROP TABLE wp_companion_activity; --',
        '<script>',
        '%00',
        'user',
      ])
        expect(await text(`${activity}&type=${encodeURIComponent(junk)}`)).toMatch(/A preview.*A change/);
      for (const query of [
        'type[]=preview',
        'paged[]=2',
        'paged=-5',
        'paged=1e9',
        "paged=1'",
        'orderby=(SELECT 1)&order=x',
      ])
        expect(await text(`${activity}&${query}`)).toMatch(/A preview.*A change/);
    });
    it('has fifty entries a page', async () => {
      await put(`for ( $i = 1; $i <= 120; $i++ ) { ${plugin}->log->add( 'content', "Entry $i." ); }`);
      const rows = async (page: string) =>
        [...(await html(page)).matchAll(/Entry (\d+)\./g)].map(([, n]) => Number(n));
      const pages = [
        await rows(activity),
        await rows(`${activity}&paged=2`),
        await rows(`${activity}&paged=3`),
      ];
      expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
      expect(pages.flat()).toEqual(Array.from({ length: 120 }, (_, at) => 120 - at));
      expect(await text(`${activity}&paged=2`)).toContain('120 entries Newer Page 2 of 3 Older');
    });
    it('says that there is nothing', async () => {
      expect(await text(activity)).toContain('Nothing has happened yet.');
      expect(await text(`${activity}&type=error`)).toContain('There is no entry of the type "Error".');
      expect(await html(activity)).not.toContain('companion_export');
    });

    describe('as CSV', () => {
      const download = async (type = '') => {
        const fields = await fieldsOf(admin, activity + (type && `&type=${type}`), 'companion_export');
        const answer = await post(admin, fields);
        return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
      };
      it('is a file in UTF-8 that nobody keeps', async () => {
        await log(
          'content',
          'Grüße, 日本 "quoted"',
          `[ 'paths' => [ '/a', '/b' ], 'status' => 200, 'ms' => 12, 'attempts' => 2 ]`,
        );
        const { answer, bytes } = await download();
        expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
        expect(answer.headers.get('content-disposition')).toBe(
          'attachment; filename="headless-site-activity.csv"',
        );
        expect(answer.headers.get('cache-control')).toContain('no-cache');
        expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
        const [head, line] = bytes.subarray(3).toString().split('\r\n');
        expect(head).toBe('"time","type","message","paths","status","ms","details","post","user"');
        expect(line).toMatch(
          /^"\d{4}-[^"]*Z","content","Grüße, 日本 ""quoted""","\/a \/b","200","12","\{""attempts"":2\}","","1"$/,
        );
      });
      it('has no formula', async () => {
        for (const formula of ['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1'])
          await log('error', formula);
        const { bytes } = await download();
        const cells = [
          ...bytes
            .subarray(3)
            .toString()
            .matchAll(/"((?:[^"]|"")*)"/g),
        ].map(([, cell]) => cell ?? '');
        expect(cells.filter((cell) => cell.startsWith("'")).length).toBe(5);
        expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
      });
      it('has every entry once, also more than are read at once; or those of a type', async () => {
        await put(`global $wpdb; $rows = [];
          for ( $i = 1; $i <= 1200; $i++ ) { $rows[] = "(" . time() . ",'" . ( $i % 2 ? 'content' : 'error' ) . "','Entry $i.','[]')"; }
          $wpdb->query( "INSERT INTO {$wpdb->prefix}companion_activity (created_at,type,message,context) VALUES " . implode( ',', $rows ) );`);
        const numbers = async (type = '') =>
          [...(await download(type)).bytes.toString().matchAll(/Entry (\d+)\./g)].map(([, n]) => Number(n));
        const all = Array.from({ length: 1200 }, (_, at) => 1200 - at);
        expect(await numbers()).toEqual(all);
        expect(await numbers('error')).toEqual(all.filter((n) => n % 2 === 0));
      });
    });
  });

  describe('the settings page', () => {
    const other = 'http://127.0.0.2:9';
    it('saves what is typed, checks the connection and says what it found', async () => {
      const page = await press(settings, 'companion_save', {
        'companion[logDays]': '30',
        'companion[previewMode]': 'plain',
        'companion[noindexFrontEnd]': '0',
        'companion[revalidationSecret]': `  ${revalidationSecret} `,
      });
      expect(textOf(page)).toContain('The settings are saved. Connection: connected.');
      const [values, secrets] = await stored();
      expect(values).toMatchObject({
        logDays: 30,
        previewMode: 'plain',
        noindexFrontEnd: false,
        webhooksEnabled: true,
      });
      expect(secrets).toEqual({ revalidationSecret, previewSecret });
    });
    it('an empty secret stays what it was, and none is ever written into the page', async () => {
      const page = await press(settings, 'companion_save', { 'companion[logDays]': '7' });
      expect((await stored())[1]).toEqual({ revalidationSecret, previewSecret });
      expect([...page.matchAll(/type="password"[^>]*value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
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
      expect(site.receiver.requests).toEqual([]);
      expect(textOf(page)).toContain('Nothing was saved. Correct what is marked.');
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
      for (const [name, value] of await fieldsOf(admin, settings, 'companion_save'))
        if (!name.startsWith('companion[')) fields.set(name, value);
      expect((await post(admin, fields)).status).toBe(302);
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
      expect(await text(settings)).toContain('search engines take a permanent redirect (301) for good');
    });
    it('what wp-config.php decides is locked, named, and not sent', async () => {
      site.wordpress.define({
        COMPANION_SERVICE_URL: site.receiver.url,
        COMPANION_WEBHOOKS_ENABLED: true,
        COMPANION_PREVIEW_MODE: 'plain',
        COMPANION_REVALIDATION_SECRET: 'MARKER-secret-of-wp-config',
        COMPANION_LOG_DAYS: 3,
      });
      const page = await html(settings);
      const fields = await fieldsOf(admin, settings, 'companion_save');
      const before = await stored();
      for (const name of ['serviceUrl', 'webhooksEnabled', 'previewMode', 'revalidationSecret', 'logDays'])
        fields.set(`companion[${name}]`, 'changed');
      const sent = [...(await fieldsOf(admin, settings, 'companion_save')).keys()];
      await post(admin, fields);
      site.wordpress.define({});
      for (const key of ['serviceUrl', 'webhooksEnabled', 'revalidationSecret', 'logDays'])
        expect(new RegExp(`<input[^>]*id="${key}"[^>]*>`).exec(page)?.[0]).toContain(' disabled');
      expect(
        [...page.matchAll(/<input type="radio"[^>]*>/g)].every(([input]) => input.includes(' disabled')),
      ).toBe(true);
      expect(page.match(/Locked: the constant COMPANION_\w+ in wp-config\.php decides\./g)).toHaveLength(5);
      expect(
        sent.filter((name) => /serviceUrl|webhooks|previewMode|revalidationSecret|logDays/.test(name)),
      ).toEqual([]);
      expect(page).toContain(`value="${site.receiver.url}"`);
      expect(page).not.toContain('MARKER-secret-of-wp-config');
      // Values of other types are in the database after a save; those of locked settings are what they were.
      expect((await stored())[0]).toMatchObject(before[0]);
      expect((await stored())[1]).toEqual(before[1]);
    });

    describe('imports', () => {
      const file = () => ({
        version: 1,
        serviceUrl: site.receiver.url,
        revalidationSecret,
        previewSecret: 'another-preview-secret',
        webhooksEnabled: true,
        previewEnabled: true,
        previewMode: 'signed',
      });
      const upload = async (content: string, pasted = '') => {
        const form = new FormData();
        for (const [name, value] of await fieldsOf(admin, settings, 'companion_import'))
          form.set(name, value);
        form.set('pasted', pasted);
        form.set('file', new Blob([content], { type: 'application/json' }), 'companion-settings.json');
        const answer = await post(admin, form);
        return html(answer.headers.get('location') ?? '');
      };
      const paste = (pasted: string) => press(settings, 'companion_import', { pasted });
      it('the file of the CLI, and says to delete it', async () => {
        await put(`delete_option( 'companion_settings' ); delete_option( 'companion_secrets' );`);
        const page = textOf(await upload(`﻿${JSON.stringify(file(), null, 2)}\n`));
        expect(page).toContain('The settings are imported. Delete the file companion-settings.json now');
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
        expect(await text(settings)).toContain('The previous one is accepted as well');
      });
      const wrong: Record<string, [() => string, string]> = {
        nothing: [() => '', 'Choose the file companion-settings.json, or paste its text.'],
        'no JSON': [() => '{"version": 1,', 'This is no JSON.'],
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
        'not %s: the cure is said, nothing is stored',
        async (_what, [content, cure]) => {
          const before = await stored();
          const page = await paste(content());
          expect(textOf(page)).toContain('Nothing was imported.');
          expect(textOf(page)).toContain(cure);
          expect(page).toMatch(/<p class="hsc-error" id="hsc-import-error">/);
          expect(page).toMatch(
            /<textarea[^>]*aria-describedby="hsc-import-help hsc-import-error"[^>]*aria-invalid="true"><\/textarea>/,
          );
          expect(page).not.toContain('MARKERshort');
          expect(await stored()).toEqual(before);
          expect(site.receiver.requests).toEqual([]);
        },
      );
    });
  });

  describe('notices', () => {
    const places = [dashboard, activity, settings, '/wp-admin/index.php', '/wp-admin/plugins.php'];
    const notice = (name: string) => `data-notice="${name}"`;
    it('WPGraphQL missing: where one looks for it, until somebody does not want to see it', async () => {
      await put(
        `${plugins} deactivate_plugins( 'wp-graphql/wp-graphql.php' ); delete_option( 'companion_dismissed' );`,
      );
      for (const page of places) expect(await html(page), page).toContain(notice('wpgraphql'));
      expect(await text(dashboard)).toContain(
        'WPGraphQL is not active. Without it the site cannot read any content; webhooks work.',
      );
      expect(await html(dashboard)).toContain('plugin-install.php?s=wp-graphql');
      for (const page of ['/wp-admin/edit.php', '/wp-admin/profile.php', '/wp-admin/options-general.php'])
        expect(await html(page), page).not.toContain('hsc-notice');
      expect(await html('/wp-admin/index.php', people.editor)).not.toContain('hsc-notice');
      await press(dashboard, 'companion_dismiss');
      for (const page of places) expect(await html(page), page).not.toContain(notice('wpgraphql'));
      // Webhooks go on working.
      await put(`wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'Without WPGraphQL' ] );`);
      await site.wordpress.cron('companion_tick');
      expect([...site.receiver.paths()]).toContain('/without-wpgraphql');
      await put(
        `${plugins} activate_plugin( 'wp-graphql/wp-graphql.php' ); delete_option( 'companion_dismissed' );`,
      );
      expect(await html(dashboard)).not.toContain('hsc-notice');
    });
    it('WPGraphQL too old', async () => {
      await put(`${plugins} deactivate_plugins( 'wp-graphql/wp-graphql.php' );`);
      const end = await ownPlugin(site.wordpress, `define( 'WPGRAPHQL_VERSION', '1.14.0' );`);
      const page = await text(dashboard);
      await end();
      await put(`${plugins} activate_plugin( 'wp-graphql/wp-graphql.php' );`);
      expect(page).toContain('WPGraphQL 1.14.0 is too old for the site: update it to 2.0.0 or newer.');
    });
    it('plain permalinks', async () => {
      await put(`update_option( 'permalink_structure', '' );`);
      const page = await html(settings);
      await put(`update_option( 'permalink_structure', '/%postname%/' );`);
      expect(page).toContain(notice('permalinks'));
      expect(page).toContain('options-permalink.php');
    });
    it('the site refuses the secret, until a check finds it right', async () => {
      site.receiver.behave({ status: 401 });
      await put(`${plugin}->outbox->add( ${changes('/kept')} ); ${plugin}->dispatcher->run();`);
      expect(await text('/wp-admin/plugins.php')).toContain(
        'The site refuses the secret, so nothing is delivered. Changes are kept.',
      );
      expect(await text(dashboard)).toContain('State stopped: the site refuses the secret');
      site.receiver.behave({});
      await press(dashboard, 'companion_check');
      expect(await html(dashboard)).not.toContain('hsc-notice');
    });
    it('the tables missing: every page works, and a button mends it', async () => {
      await put(
        `global $wpdb; $wpdb->query( "DROP TABLE {$wpdb->prefix}companion_outbox" ); $wpdb->query( "DROP TABLE {$wpdb->prefix}companion_activity" );`,
      );
      for (const page of places) {
        const answer = await admin(page);
        expect([page, answer.status]).toEqual([page, 200]);
        expect(await answer.text()).toContain(notice('tables'));
      }
      expect(await text(dashboard)).toMatch(/Waiting unknown Being sent unknown Given up unknown/);
      expect(await text(activity)).toContain('The log cannot be read: its table is missing.');
      expect(textOf(await press(dashboard, 'companion_repair'))).toContain('The tables are there again.');
      expect(await put(`echo json_encode( HeadlessSiteCompanion\\Support\\Schema::is_installed() );`)).toBe(
        true,
      );
      expect(await html(dashboard)).not.toContain('hsc-notice');
    });
    it('damaged options: every page works', async () => {
      await put(
        `foreach ( [ 'settings', 'secrets', 'circuit', 'deliveries', 'dismissed', 'connected' ] as $name ) { update_option( "companion_$name", 'damaged' ); }`,
      );
      for (const page of places) expect([page, (await admin(page)).status]).toEqual([page, 200]);
      await put(
        `foreach ( [ 'circuit', 'deliveries', 'dismissed', 'connected' ] as $name ) { delete_option( "companion_$name" ); }`,
      );
    });
  });

  describe('Site Health', () => {
    type Result = { label: string; status: string; description: string; actions: string; test: string };
    const direct = (name: string) =>
      put<Result>(`$tests = apply_filters( 'site_status_tests', [ 'direct' => [], 'async' => [] ] );
        echo json_encode( call_user_func( $tests['direct']['companion_${name}']['test'] ) );`);
    const connection = async (visit: Visit) => {
      const page = await (await visit('/wp-admin/site-health.php')).text();
      const nonce = /"site_status":"([0-9a-f]{10})"/.exec(page)?.[1] ?? 'none';
      return visit('/wp-admin/admin-ajax.php', {
        method: 'POST',
        body: new URLSearchParams({ action: 'health-check-companion-connection', _wpnonce: nonce }),
      });
    };
    it('all is well', async () => {
      for (const name of ['configuration', 'queue', 'cron'])
        expect([name, (await direct(name)).status]).toEqual([name, 'good']);
      const { success, data } = await (await connection(admin)).json();
      expect([success, data.status, data.test]).toEqual([true, 'good', 'companion_connection']);
      const page = await html('/wp-admin/site-health.php');
      expect(page).toContain('companion_queue');
      expect(page).toContain('"test":"companion_connection"');
    });
    it('the asynchronous one asks for a nonce and the right', async () => {
      const body = new URLSearchParams({ action: 'health-check-companion-connection' });
      const bare = await admin('/wp-admin/admin-ajax.php', { method: 'POST', body });
      expect([bare.status, (await connection(people.editor)).status]).toEqual([403, 403]);
      expect((await connection(people.anonymous)).status).toBe(400);
    });
    it('says what is wrong and where to mend it', async () => {
      site.receiver.behave({ status: 401 });
      await put(`delete_transient( 'companion_connection' );
        ${plugin}->settings->update( [ 'webhooksEnabled' => false ] );
        ${plugin}->outbox->put_aside( ${changes('/lost')}, 500, '' ); ${plugin}->outbox->add( ${changes('/waits')} );
        wp_unschedule_hook( 'companion_tick' ); wp_schedule_event( time() - 3600, 'companion_minute', 'companion_tick' );`);
      await site.wordpress.moveClock(7200);
      const { data } = await (await connection(admin)).json();
      expect([data.status, data.label]).toEqual(['critical', 'The headless site is disconnected']);
      expect(data.description).toContain('Give WordPress and the site the same secret');
      const queue = await direct('queue');
      expect([queue.status, queue.description]).toEqual([
        'recommended',
        expect.stringMatching(/1 change was given up.*waiting for 2 h/),
      ]);
      expect((await direct('configuration')).description).toContain('Webhooks are switched off');
      const cron = await direct('cron');
      expect([cron.status, cron.description]).toEqual([
        'recommended',
        expect.stringContaining('* * * * * wget'),
      ]);
      expect(cron.description).toContain('DISABLE_WP_CRON');
      await site.wordpress.moveClock(0);
      await site.wordpress.cron('companion_tick');
    });
    it('the weekly check of WordPress, which has no user, includes it', async () => {
      const result = await put<
        string[]
      >(`wp_set_current_user( 0 ); add_filter( 'wp_doing_cron', '__return_true' );
        echo json_encode( array_keys( apply_filters( 'site_status_tests', [ 'direct' => [], 'async' => [] ] )['direct'] ) );`);
      expect(result).toContain('companion_queue');
    });
  });

  describe('what it must never show', () => {
    const marker = 'MARKERsecret';
    const secrets = ['Now', 'Before', 'PreviewNow', 'PreviewBefore'].map(
      (name) => `${marker}${name}0123456789`,
    );
    const everything = async () => {
      const pages = [
        dashboard,
        activity,
        settings,
        '/wp-admin/index.php',
        '/wp-admin/plugins.php',
        '/wp-admin/site-health.php',
        '/wp-admin/site-health.php?tab=debug',
        '/wp-admin/options.php',
        '/wp-json/',
        '/wp-json/companion/v1',
        '/',
      ];
      const found: Record<string, string> = {};
      for (const page of pages) found[page] = await html(page);
      const nonce = await restNonce(admin);
      const headers = { 'X-WP-Nonce': nonce, 'content-type': 'application/json' };
      for (const path of ['dashboard/stats', 'connection/status', 'cache/stats', 'settings'])
        for (const method of ['GET', 'OPTIONS', ...(path === 'settings' ? ['POST'] : [])])
          found[`${method} ${path}`] = await (
            await admin(`/wp-json/companion/v1/${path}`, {
              method,
              headers,
              body: method === 'POST' ? '{}' : null,
            })
          ).text();
      found['POST wrong'] = await (
        await admin('/wp-json/companion/v1/settings', {
          method: 'POST',
          headers,
          body: JSON.stringify({ previewSecret: [secrets[0]], revalidationSecret: { a: secrets[1] } }),
        })
      ).text();
      found.csv = await (await post(admin, await fieldsOf(admin, activity, 'companion_export'))).text();
      found['php log'] = site.wordpress.phpErrors();
      return found;
    };
    it('secrets: in no page, answer, export or log, whatever the site answers', async () => {
      await put(
        `update_option( 'companion_secrets', [ 'revalidationSecret' => '${secrets[0]}', 'revalidationSecretPrevious' => '${secrets[1]}', 'previewSecret' => '${secrets[2]}', 'previewSecretPrevious' => '${secrets[3]}' ], false );`,
      );
      // A site that repeats what it was sent, as a careless error page does.
      site.receiver.behave({
        status: 500,
        body: { error: `bad: ${secrets.join(' ')}` },
        headers: { 'x-echo': secrets[0] },
      });
      await put(`${plugin}->outbox->add( ${changes('/kept')} ); ${plugin}->dispatcher->run();`);
      site.receiver.behave({ body: { static: [`/${secrets[0]}`], error: secrets[1] } });
      const found = await everything();
      // WordPress's own page of all options shows those that are not serialised; ours are.
      const shown = Object.entries(found).filter(([, content]) => content.includes(marker));
      expect(shown.map(([name]) => name)).toEqual([]);
      // The markers are there to be found.
      expect(JSON.stringify(await stored())).toContain(marker);
    });
    it('markup of others: shown as text', async () => {
      const evil = `<img src=x onerror=alert('EVIL')>`;
      const code = Buffer.from(evil).toString('base64');
      await put(`$evil = base64_decode( '${code}' );
        ${plugin}->log->add( 'error', "Entry $evil", [ 'paths' => [ "/$evil" ], 'error' => $evil, $evil => $evil, 'deep' => [ [ $evil ] ] ] );
        ${plugin}->history->add( ${plugin}->clock->now(), 200, 5, 1, [ "/$evil" ] );
        ${plugin}->outbox->put_aside( ${changes('/lost')}, 0, $evil );
        global $wpdb; $wpdb->insert( "{$wpdb->prefix}companion_activity", [ 'created_at' => time(), 'type' => $evil, 'message' => $evil, 'context' => $evil ] );`);
      const end = await ownPlugin(
        site.wordpress,
        `add_filter( 'register_post_type_args', function ( $args, $type ) { if ( 'page' === $type ) { $args['labels']['name'] = base64_decode( '${code}' ); } return $args; }, 10, 2 );`,
      );
      const pages = await Promise.all([dashboard, activity, settings].map((page) => html(page)));
      await end();
      const ours = pages.map(
        (page) => /<div class="wrap hsc"[\s\S]*?<div class="clear"><\/div>/.exec(page)?.[0] ?? '',
      );
      for (const page of ours) {
        expect(page.length).toBeGreaterThan(500);
        expect(page).not.toMatch(/<img/);
      }
      // Log twice, undelivered error, build path, name of the content type.
      expect(
        ours[0]?.match(/&lt;img src=x onerror=alert\(&#039;EVIL&#039;\)&gt;/g)?.length,
      ).toBeGreaterThanOrEqual(5);
      expect(
        ours[1]?.match(/&lt;img src=x onerror=alert\(&#039;EVIL&#039;\)&gt;/g)?.length,
      ).toBeGreaterThanOrEqual(6);
    });
  });
});
