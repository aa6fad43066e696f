import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../../src/runtime/base/version';
import { whyNoWordPress } from '../server';
import { activity, adminSite, changes, dashboard, plugin, settings } from './admin-site';
import { fieldsOf, post, textOf } from './forms';
import { ownPlugin } from './own-plugin';
import { nonces, restNonce } from './people';
import type { Visit } from './session';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

describe.skipIf(reason)(suite('the admin area'), () => {
  const on = adminSite();
  const { html, text, put, stored, counts, press } = on;

  describe('who gets in', () => {
    it.each([dashboard, activity, settings])('%s is for administrators', async (page) => {
      const status = async (visit: Visit) => (await visit(page)).status;
      expect(await status(on.people.administrator)).toBe(200);
      expect([await status(on.people.editor), await status(on.people.subscriber)]).toEqual([403, 403]);
      const anonymous = await on.people.anonymous(page);
      expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
        302,
        expect.stringContaining('wp-login.php'),
      ]);
    });
    it('the menu is shown to administrators only', async () => {
      expect(await html('/wp-admin/', on.admin)).toContain('page=companion-settings');
      for (const visit of [on.people.editor, on.people.subscriber])
        expect(await html('/wp-admin/profile.php', visit)).not.toContain('companion');
    });
    it('the list of plugins has a link to the settings', async () => {
      const row = /<tr[^>]*data-slug="headless-site-companion"[\s\S]*?<\/tr>/.exec(
        await html('/wp-admin/plugins.php'),
      );
      expect(row?.[0]).toContain('admin.php?page=companion-settings');
    });

    const actions = [
      'check',
      'deliver',
      'refresh',
      'replay',
      'repair',
      'dismiss',
      'export',
      'save',
      'import',
    ];
    const values = {
      'companion[serviceUrl]': 'https://evil.example',
      'companion[revalidationSecret]': 'x'.repeat(20),
      pasted: '{}',
      row: '0',
      notice: 'wpgraphql',
    };
    let made: Awaited<ReturnType<typeof nonces>>;
    beforeAll(async () => {
      made = await nonces(on.site.wordpress);
    });
    afterAll(() => made.end());
    it.each(actions)(
      '%s: without the right nonce, or without the right, 403 and nothing happens',
      async (name) => {
        const action = `companion_${name}`;
        // The action before may have checked the connection: WordPress delivers behind that, and not what this test puts there.
        await on.site.wordpress.untilQuiet();
        on.site.receiver.clear();
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
        const right = await made.of(on.admin, action);
        expect(right).toMatch(/^[0-9a-f]{10}$/);
        expect({
          'no nonce': await send(on.admin),
          'an empty one': await send(on.admin, ''),
          'one of another action': await send(on.admin, await made.of(on.admin, `${action}s`)),
          'one for REST': await send(on.admin, await restNonce(on.admin)),
          'the right one, but by GET': await send(on.admin, right, 'GET'),
          'an editor with a nonce of his own': await send(
            on.people.editor,
            await made.of(on.people.editor, action),
          ),
          'a subscriber with the nonce of the administrator': await send(on.people.subscriber, right),
          'nobody, with it': await send(on.people.anonymous, right),
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
        expect(on.site.receiver.requests).toEqual([]);
        // And the nonce is the right one: with it something happens.
        expect(await send(on.admin, right)).toBe(name === 'export' ? 200 : 302);
      },
    );
  });

  describe('the dashboard', () => {
    it('says all it knows without a script', async () => {
      await put(
        `wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'About' ] );`,
      );
      await on.site.wordpress.cron('companion_tick');
      const page = await text(dashboard);
      expect(page).toContain('connected The site answers and accepts the secret.');
      expect(page).toMatch(
        new RegExp(`Response time \\d+ ms Runtime ${version.replaceAll('.', '\\.')} Accepts`),
      );
      expect(page).toMatch(
        /Webhooks on State delivering Waiting 0 Being sent 0 Given up 0 Oldest waiting for none/,
      );
      expect(page).toMatch(
        /Last delivery \d{4}-\d\d-\d\d \d\d:\d\d:\d\d Its HTTP status 200 Its response time \d+ ms/,
      );
      expect(page).toMatch(/In the last 24 h Requests 1 Failed 0 Paths delivered \d+ Median time \d+ ms/);
      expect(page).toMatch(/Hit rate unknown/);
      expect(page).toMatch(/Pages 1 Projects 0 Versions/);
      expect(page).toMatch(/Content update Content changed: About/);
    });
    it('says disconnected with the word, why, and what to do', async () => {
      on.site.receiver.behave({ status: 401 });
      const page = await html(dashboard);
      expect(page).toContain('data-status="disconnected"');
      expect(textOf(page)).toMatch(
        /disconnected The site refuses the revalidation secret. \(HTTP 401\) Give WordPress and the site the same secret/,
      );
    });
    it('does not wait for a site that hangs: shows what the last check found, and lets the script ask', async () => {
      await put(`${plugin}->connection->check( true );`);
      on.site.receiver.clear();
      on.site.receiver.behave({ hang: true });
      await on.site.wordpress.moveClock(60);
      const page = await html(dashboard);
      await on.site.wordpress.moveClock(0);
      expect(page).toMatch(/id="hsc-dashboard" data-old>.*data-status="connected"/s);
      expect(on.site.receiver.requests).toEqual([]);
    });
    it('says unknown before the first delivery', async () => {
      expect(await text(dashboard)).toMatch(
        /Last delivery unknown Its HTTP status unknown Its response time unknown/,
      );
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
      for (const row of ['99999', '-1', '0x', "0' OR '1'='1", '0; DROP TABLE wp_users', ''])
        expect(textOf(await press(dashboard, 'companion_replay', { row }))).toContain(
          'There was nothing to replay.',
        );
      expect(await counts()).toMatchObject({ pending: 0, failed: 3 });
      const id = /<tr data-id="(\d+)">(?:(?!<\/tr>)[\s\S])*\/two/.exec(page)?.[1] ?? '';
      expect(textOf(await press(dashboard, 'companion_replay', { row: id }))).toContain(
        '1 change is back in the queue',
      );
      expect(await counts()).toMatchObject({ pending: 1, failed: 2 });
      expect(textOf(await press(dashboard, 'companion_replay', { row: '0' }))).toContain(
        '2 changes are back',
      );
      expect(await counts()).toMatchObject({ pending: 3, failed: 0 });
      await on.site.wordpress.cron('companion_tick');
      expect([...on.site.receiver.paths()].sort()).toEqual(['/one', '/three', '/two']);
    });
    it('delivers now, also what waits for its next try', async () => {
      on.site.receiver.behave({ status: 500 });
      await put(`${plugin}->outbox->add( ${changes('/late')} ); ${plugin}->dispatcher->run();`);
      expect(await counts()).toMatchObject({ pending: 1 });
      on.site.receiver.behave({});
      expect(textOf(await press(dashboard, 'companion_deliver'))).toContain(
        'Requests: 1. Paths delivered: 1. Failed: 0.',
      );
      expect(on.site.receiver.paths()).toEqual(new Set(['/late']));
      expect(textOf(await press(dashboard, 'companion_deliver'))).toContain(
        'Nothing is waiting for delivery.',
      );
    });
    it('refreshes the whole site', async () => {
      expect(textOf(await press(dashboard, 'companion_refresh'))).toContain(
        'The site was told to refresh everything.',
      );
      expect(on.site.receiver.requests.flatMap(({ json }) => json?.paths ?? [])).toEqual(['/*']);
      expect(await text(activity)).toContain('Somebody asked to refresh the whole site.');
    });
    it('refreshes it as soon as it answers again, or webhooks are on again', async () => {
      await on.site.receiver.refuse();
      expect(textOf(await press(dashboard, 'companion_refresh'))).toContain(
        'The site could not be told yet.',
      );
      expect(await counts()).toMatchObject({ pending: 1 });
      await on.site.receiver.listen();
      await press(dashboard, 'companion_deliver');
      expect(on.site.receiver.paths()).toEqual(new Set(['/*']));
      on.site.receiver.clear();
      await put(`${plugin}->settings->update( [ 'webhooksEnabled' => false ] );`);
      expect(textOf(await press(dashboard, 'companion_refresh'))).toContain('Webhooks are switched off');
      expect(on.site.receiver.paths()).toEqual(new Set());
      await put(`${plugin}->settings->update( [ 'webhooksEnabled' => true ] );`);
      await on.site.wordpress.cron('companion_tick');
      expect(on.site.receiver.paths()).toEqual(new Set(['/*']));
    });
    it('does not deliver to a site that is away, and says why', async () => {
      await put(`${plugin}->outbox->add( ${changes('/kept')} );`);
      await on.site.receiver.refuse();
      const page = textOf(await press(dashboard, 'companion_deliver'));
      await on.site.receiver.listen();
      expect(page).toContain('Nothing was delivered. Connection: disconnected. The site does not answer.');
      expect(await counts()).toMatchObject({ pending: 1 });
    });
    it('checks the connection now', async () => {
      await html(dashboard);
      on.site.receiver.behave({ status: 404 });
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
        expect(loaded.filter((url) => !url.startsWith(on.site.wordpress.url))).toEqual([]);
      }
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
      const nonce = await restNonce(on.admin);
      const headers = { 'X-WP-Nonce': nonce, 'content-type': 'application/json' };
      for (const path of ['dashboard/stats', 'connection/status', 'cache/stats', 'settings'])
        for (const method of ['GET', 'OPTIONS', ...(path === 'settings' ? ['POST'] : [])])
          found[`${method} ${path}`] = await (
            await on.admin(`/wp-json/companion/v1/${path}`, {
              method,
              headers,
              body: method === 'POST' ? '{}' : null,
            })
          ).text();
      found['POST wrong'] = await (
        await on.admin('/wp-json/companion/v1/settings', {
          method: 'POST',
          headers,
          body: JSON.stringify({ previewSecret: [secrets[0]], revalidationSecret: { a: secrets[1] } }),
        })
      ).text();
      found.csv = await (await post(on.admin, await fieldsOf(on.admin, activity, 'companion_export'))).text();
      found['php log'] = on.site.wordpress.phpErrors();
      return found;
    };
    it('secrets: in no page, answer, export or log, whatever the site answers', async () => {
      await put(
        `update_option( 'companion_secrets', [ 'revalidationSecret' => '${secrets[0]}', 'revalidationSecretPrevious' => '${secrets[1]}', 'previewSecret' => '${secrets[2]}', 'previewSecretPrevious' => '${secrets[3]}' ], false );`,
      );
      // A site that repeats what it was sent, as a careless error page does.
      on.site.receiver.behave({
        status: 500,
        body: { error: `bad: ${secrets.join(' ')}` },
        headers: { 'x-echo': secrets[0] },
      });
      await put(`${plugin}->outbox->add( ${changes('/kept')} ); ${plugin}->dispatcher->run();`);
      const encoded = `/%${Buffer.from(secrets[0] as string)
        .toString('hex')
        .slice(0, 2)}${secrets[0]?.slice(1)}`;
      on.site.receiver.behave({
        secret: secrets[0] ?? '',
        body: {
          static: [`/${secrets[0]}`, encoded, `/of-${secrets[3]}`, '/imprint', `/${'x'.repeat(5000)}`],
          warning: `unknown field in {"secret":"${secrets.join('","')}"}`,
          error: secrets[1],
        },
        headers: { 'x-headless-site': secrets[0], 'x-headless-templates': `landing,${secrets[0]}` },
      });
      await put(`${plugin}->outbox->add( ${changes('/taken')} ); ${plugin}->dispatcher->run();`);
      const [taken] = await put<{ context: Record<string, unknown> }[]>(
        `echo json_encode( ${plugin}->log->entries( 'revalidation', 1 ) );`,
      );
      expect(taken?.context).toMatchObject({
        warning: 'unknown field in {"secret":"•••","•••","•••","•••"}',
        needsBuild: ['/imprint', expect.stringMatching(/^\/x{100,500}…$/)],
      });
      const texts = [
        encoded,
        secrets[0]?.toUpperCase(),
        `&#${secrets[0]?.charCodeAt(0)};${secrets[0]?.slice(1)}`,
      ];
      expect(
        await put(
          `echo json_encode( array_map( [ ${plugin}->settings, 'without_secrets' ], json_decode( '${JSON.stringify([...texts, 'a 100% fine text'])}' ) ) );`,
        ),
      ).toEqual(['•••', '•••', '•••', 'a 100% fine text']);
      const kept = await put<string>(
        `global $wpdb; echo json_encode( implode( $wpdb->get_col( "SELECT option_value FROM $wpdb->options WHERE option_name LIKE '%companion%' AND option_name <> 'companion_secrets'" ) ) );`,
      );
      expect([kept.includes('imprint'), kept.includes(marker), kept.length < 5000]).toEqual([
        true,
        false,
        true,
      ]);
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
        on.site.wordpress,
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
