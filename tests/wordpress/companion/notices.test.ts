import { describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { activity, adminSite, changes, dashboard, plugin, plugins, settings } from './admin-site';
import { textOf } from './forms';
import { ownPlugin } from './own-plugin';
import { nonces } from './people';
import type { Visit } from './session';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

describe.skipIf(reason)(suite('the admin area'), () => {
  const on = adminSite();
  const { html, text, put, press } = on;

  type Result = { label: string; status: string; description: string; actions: string; test: string };
  /** Result of a test of Site Health. */
  const direct = (name: string) =>
    put<Result>(`$tests = apply_filters( 'site_status_tests', [ 'direct' => [], 'async' => [] ] );
      echo json_encode( call_user_func( $tests['direct']['companion_${name}']['test'] ) );`);

  describe('notices', () => {
    const places = [dashboard, activity, settings, '/wp-admin/index.php', '/wp-admin/plugins.php'];
    const notice = (name: string) => `data-notice="${name}"`;
    it('WPGraphQL missing, and no site connected: where one looks for it, until somebody does not want to see it', async () => {
      await put(
        `${plugins} deactivate_plugins( 'wp-graphql/wp-graphql.php' ); delete_option( 'companion_dismissed' );
          $settings = get_option( 'companion_settings' ); update_option( 'settings_before', $settings );
          update_option( 'companion_settings', [ 'serviceUrl' => '' ] + $settings ); update_option( 'companion_connected', '' );`,
      );
      for (const page of places) expect(await html(page), page).toContain(notice('wpgraphql'));
      expect(await text(dashboard)).toContain(
        'WPGraphQL is not active. Without it the site cannot read any content; webhooks still work.',
      );
      expect(await html(dashboard)).toContain('plugin-install.php?s=wp-graphql');
      for (const page of ['/wp-admin/edit.php', '/wp-admin/profile.php', '/wp-admin/options-general.php'])
        expect(await html(page), page).not.toContain('hsc-notice');
      expect(await html('/wp-admin/index.php', on.people.editor)).not.toContain('hsc-notice');
      expect(await text(dashboard)).toContain('WPGraphQL not active');
      await press(dashboard, 'companion_dismiss');
      for (const page of places) expect(await html(page), page).not.toContain(notice('wpgraphql'));
      await put(`update_option( 'companion_settings', get_option( 'settings_before' ) );`);
      // Webhooks go on working.
      await put(`wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'Without WPGraphQL' ] );`);
      await on.site.wordpress.cron('companion_tick');
      expect([...on.site.receiver.paths()]).toContain('/without-wpgraphql');
      await put(
        `${plugins} activate_plugin( 'wp-graphql/wp-graphql.php' ); delete_option( 'companion_dismissed' );`,
      );
      expect(await html(dashboard)).not.toContain('hsc-notice');
    });
    it('WPGraphQL missing behind a site that is connected: an error that stays until it is back', async () => {
      await put(
        `${plugins} update_option( 'companion_connected', true ); deactivate_plugins( 'wp-graphql/wp-graphql.php' );`,
      );
      const page = await html(dashboard);
      const [health, shown] = [await direct('configuration'), await text(dashboard)];
      await put(`${plugins} activate_plugin( 'wp-graphql/wp-graphql.php' );`);
      expect(page).toContain(`notice-error hsc-notice" ${notice('wpgraphql_gone')}`);
      expect(page).not.toContain('companion_dismiss');
      expect(shown).toContain(
        'The site shows the pages it has and takes no changes until WPGraphQL is active',
      );
      expect(health.status).toBe('critical');
    });
    it('WPGraphQL too old, whatever it calls its version', async () => {
      await put(`${plugins} deactivate_plugins( 'wp-graphql/wp-graphql.php' );`);
      const end = await ownPlugin(on.site.wordpress, `define( 'WPGRAPHQL_VERSION', '1.14.0<img src=x>' );`);
      const page = await html(dashboard);
      await end();
      await put(`${plugins} activate_plugin( 'wp-graphql/wp-graphql.php' );`);
      expect(page).toContain(
        'WPGraphQL 1.14.0&lt;img src=x&gt; is too old for the site: update it to 2.0.0 or newer.',
      );
      // In the notice and among the versions.
      expect(page.match(/1\.14\.0&lt;img src=x&gt;/g)).toHaveLength(2);
      expect(page).not.toContain('<img src=x>');
    });
    it('case 72: an old WordPress, which goes on working without us', async () => {
      const end = await ownPlugin(on.site.wordpress, `$GLOBALS['wp_version'] = '5.9.9<img src=x>';`);
      // Before ours.
      await put(
        `$all = get_option( 'active_plugins' ); array_unshift( $all, array_pop( $all ) ); update_option( 'active_plugins', $all );`,
      );
      const pages = ['/wp-admin/index.php', '/wp-admin/plugins.php', '/wp-admin/edit.php'];
      const found = [];
      for (const page of [...pages, '/', '/wp-json/wp/v2/posts']) found.push((await on.admin(page)).status);
      const [seen, editors] = [await html(pages[0] ?? ''), await html(pages[0] ?? '', on.people.editor)];
      const loaded = await put(
        `wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'Old' ] ); echo json_encode( class_exists( '${plugin.split('::')[0]}' ) );`,
      );
      const gone = (await on.admin(settings)).status;
      await end();
      expect([found, gone, loaded]).toEqual([[200, 200, 200, 200, 200], 403, false]);
      expect(seen).toContain('needs PHP 7.4 and WordPress 6.0 or newer; this server has PHP');
      expect(seen).toContain(
        'and WordPress 5.9.9&lt;img src=x&gt;. It does nothing until they are updated.</p></div>',
      );
      expect(editors).not.toContain('Headless Site Companion needs');
      expect((await on.admin(settings)).status).toBe(200);
    });
    it('names in the GraphQL schema that another plugin has taken, until a day after', async () => {
      const end = await ownPlugin(
        on.site.wordpress,
        `add_action( 'graphql_register_types', function () {
          register_graphql_object_type( 'CompanionIndex', [ 'fields' => [ 'theirs' => [ 'type' => 'String' ] ] ] );
          register_graphql_field( 'Page', 'companionSettings', [ 'type' => 'String' ] );
        }, 1 );`,
      );
      const ask = `${on.site.wordpress.graphqlUrl}?query=${encodeURIComponent('{pages{nodes{companionSettings}}}')}`;
      expect((await fetch(ask)).status).toBe(200);
      const seen = [await html(dashboard), await html('/wp-admin/plugins.php')];
      const health = await direct('configuration');
      await end();
      await put(`delete_transient( 'companion_schema_taken' );`);
      for (const page of seen) {
        expect(page).toContain(notice('names'));
        expect(textOf(page)).toMatch(
          /Another plugin has taken names in the GraphQL schema that the site reads: [^.]*CompanionIndex[^:]*Page\.companionSettings/,
        );
      }
      expect([health.status, health.description]).toEqual([
        'recommended',
        expect.stringContaining('CompanionIndex'),
      ]);
      expect(await html(dashboard)).not.toContain(notice('names'));
    });
    it('permalinks that end otherwise than when the site was built', async () => {
      const structure = (text: string) => put(`update_option( 'permalink_structure', '${text}' );`);
      const built = async (slash: string) => {
        on.site.receiver.behave({ headers: { 'x-headless-slash': slash } });
        await put(`${plugin}->connection->check( true );`);
        return html(dashboard);
      };
      expect(await built('yes')).not.toContain(notice('slash'));
      await structure('/%postname%');
      const page = await html(dashboard);
      await structure('/%postname%/');
      expect(page).toContain(notice('slash'));
      expect(await built('no')).toContain(notice('slash'));
      // A site of an earlier version does not say it.
      expect(await built('')).not.toContain(notice('slash'));
    });
    it('plain permalinks', async () => {
      await put(`update_option( 'permalink_structure', '' );`);
      const page = await html(settings);
      await put(`update_option( 'permalink_structure', '/%postname%/' );`);
      expect(page).toContain(notice('permalinks'));
      expect(page).toContain('options-permalink.php');
    });
    it('the site refuses the secret, until a check finds it right', async () => {
      on.site.receiver.behave({ status: 401 });
      await put(`${plugin}->outbox->add( ${changes('/kept')} ); ${plugin}->dispatcher->run();`);
      expect(await text('/wp-admin/plugins.php')).toContain(
        'The site refuses the secret, so nothing is delivered. Changes are kept.',
      );
      expect(await text(dashboard)).toContain('State stopped: the site refuses the secret');
      on.site.receiver.behave({});
      await press(dashboard, 'companion_check');
      expect(await html(dashboard)).not.toContain('hsc-notice');
    });
    it('the tables missing: every page works, and a button mends it', async () => {
      await put(
        `global $wpdb; $wpdb->query( "DROP TABLE {$wpdb->prefix}companion_outbox" ); $wpdb->query( "DROP TABLE {$wpdb->prefix}companion_activity" );`,
      );
      for (const page of places) {
        const answer = await on.admin(page);
        expect([page, answer.status]).toEqual([page, 200]);
        expect(await answer.text()).toContain(notice('tables'));
      }
      expect(await text(dashboard)).toMatch(/Waiting unknown Being sent unknown Given up unknown/);
      expect(await text(activity)).toContain('The log cannot be read: its table is missing.');
      expect(textOf(await press(dashboard, 'companion_repair'))).toContain('The tables have been created.');
      expect(await put(`echo json_encode( HeadlessSiteCompanion\\Support\\Schema::is_installed() );`)).toBe(
        true,
      );
      expect(await html(dashboard)).not.toContain('hsc-notice');
    });
    it('damaged options: every page works', async () => {
      await put(
        `foreach ( [ 'settings', 'secrets', 'circuit', 'deliveries', 'dismissed', 'connected' ] as $name ) { update_option( "companion_$name", 'damaged' ); }`,
      );
      for (const page of places) expect([page, (await on.admin(page)).status]).toEqual([page, 200]);
      await put(
        `foreach ( [ 'circuit', 'deliveries', 'dismissed', 'connected' ] as $name ) { delete_option( "companion_$name" ); }`,
      );
    });
  });

  describe('Site Health', () => {
    const connection = async (visit: Visit, action = 'health-check-site-status') => {
      const made = await nonces(on.site.wordpress);
      const nonce = await made.of(visit, action);
      await made.end();
      return visit('/wp-admin/admin-ajax.php', {
        method: 'POST',
        body: new URLSearchParams({ action: 'health-check-companion-connection', _wpnonce: nonce }),
      });
    };
    it('all is well', async () => {
      for (const name of ['configuration', 'rotation', 'queue', 'cron'])
        expect([name, (await direct(name)).status]).toEqual([name, 'good']);
      const { success, data } = await (await connection(on.admin)).json();
      expect([success, data.status, data.test]).toEqual([true, 'good', 'companion_connection']);
      const page = await html('/wp-admin/site-health.php');
      expect(page).toContain('companion_queue');
      expect(page).toContain('"test":"companion_connection"');
    });
    it('the asynchronous one asks for a nonce and the right', async () => {
      const statuses = [await connection(on.admin, 'another-action'), await connection(on.people.editor)];
      expect(statuses.map(({ status }) => status)).toEqual([403, 403]);
      expect((await connection(on.people.anonymous)).status).toBe(400);
    });
    it('says that a rotation is open, and ends it', async () => {
      await put(
        `${plugin}->settings->update( [ 'revalidationSecretPrevious' => 'the-oldest-secret-of-all' ] );`,
      );
      const open = await direct('rotation');
      expect([open.status, open.description]).toEqual([
        'recommended',
        expect.stringMatching(/also accepts the previous secrets until \d{4}-/),
      ]);
      const made = await nonces(on.site.wordpress);
      const body = new URLSearchParams({
        action: 'companion_end_rotation',
        _wpnonce: await made.of(on.admin, 'companion_end_rotation'),
      });
      await made.end();
      expect(open.actions).toContain('value="companion_end_rotation"');
      expect((await on.people.editor('/wp-admin/admin-post.php', { method: 'POST', body })).status).toBe(403);
      expect((await direct('rotation')).status).toBe('recommended');
      expect((await on.admin('/wp-admin/admin-post.php', { method: 'POST', body })).status).toBe(302);
      expect(await text(settings)).toContain('The previous secrets are no longer accepted.');
      expect(await direct('rotation')).toMatchObject({ status: 'good', actions: '' });
      on.site.wordpress.define({ COMPANION_PREVIEW_SECRET_PREVIOUS: 'the-oldest-secret-of-all' });
      const locked = await direct('rotation');
      on.site.wordpress.define({});
      expect([locked.description, locked.actions]).toEqual([
        expect.stringContaining('as long as wp-config.php holds COMPANION_PREVIEW_SECRET_PREVIOUS'),
        '',
      ]);
    });
    it('says what is wrong and where to mend it', async () => {
      on.site.receiver.behave({ status: 401 });
      await put(`delete_transient( 'companion_connection' );
        ${plugin}->settings->update( [ 'webhooksEnabled' => false ] );
        ${plugin}->outbox->put_aside( ${changes('/lost')}, 500, '' ); ${plugin}->outbox->add( ${changes('/waits')} );
        wp_unschedule_hook( 'companion_tick' ); wp_schedule_event( time() - 3600, 'companion_minute', 'companion_tick' );`);
      await on.site.wordpress.moveClock(7200);
      const { data } = await (await connection(on.admin)).json();
      expect([data.status, data.label]).toEqual(['critical', 'The headless site is disconnected']);
      expect(data.description).toContain('Give WordPress and the site the same secret');
      const queue = await direct('queue');
      expect([queue.status, queue.description]).toEqual([
        'recommended',
        expect.stringMatching(/1 change could not be delivered.*waiting for 2 h/),
      ]);
      expect((await direct('configuration')).description).toContain('Webhooks are switched off');
      const cron = await direct('cron');
      expect([cron.status, cron.description]).toEqual([
        'recommended',
        expect.stringContaining('* * * * * wget'),
      ]);
      expect(cron.description).toContain('DISABLE_WP_CRON');
      await on.site.wordpress.moveClock(0);
      await on.site.wordpress.cron('companion_tick');
    });
    it('the weekly check of WordPress, which has no user, includes it', async () => {
      const result = await put<
        string[]
      >(`wp_set_current_user( 0 ); add_filter( 'wp_doing_cron', '__return_true' );
        echo json_encode( array_keys( apply_filters( 'site_status_tests', [ 'direct' => [], 'async' => [] ] )['direct'] ) );`);
      expect(result).toContain('companion_queue');
    });
  });
});
