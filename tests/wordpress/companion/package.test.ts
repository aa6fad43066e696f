import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/built';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { type Receiver, startReceiver } from './receiver';
import { complaints, configure, delivered, revalidationSecret } from './site';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(new URL(file, `file://${root}`), 'utf8');
const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

/** Everything that has our name: tables, options, cron events, fields. */
const traces = `
  global $wpdb;
  $found = [];
  foreach ( $wpdb->get_col( 'SHOW TABLES' ) as $table ) { if ( strpos( $table, 'companion' ) ) { $found[] = $table; } }
  foreach ( $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%companion%' AND option_name NOT LIKE '%test_%'" ) as $name ) { $found[] = $name; }
  foreach ( $wpdb->get_col( "SELECT DISTINCT meta_key FROM $wpdb->postmeta WHERE meta_key LIKE '%companion%'" ) as $key ) { $found[] = $key; }
  foreach ( _get_cron_array() as $events ) { foreach ( array_keys( $events ) as $hook ) { if ( false !== strpos( $hook, 'companion' ) ) { $found[] = $hook; } } }
  echo json_encode( $found );`;
const file = 'headless-site-companion/headless-site-companion.php';

describe('the version', () => {
  it('is the same in the package, the plugin, its constant and its readme', () => {
    const version = JSON.parse(read('package.json')).version;
    const main = read('companion-plugin/headless-site-companion.php');
    expect(/^ \* Version:\s+(\S+)$/m.exec(main)?.[1]).toBe(version);
    expect(/'COMPANION_VERSION', '([^']+)'/.exec(main)?.[1]).toBe(version);
    expect(/^Stable tag: (\S+)$/m.exec(read('companion-plugin/readme.txt'))?.[1]).toBe(version);
  });
  it('of the settings file: the plugin judges by the very schema that the CLI writes by', () => {
    expect(read('companion-plugin/settings.schema.json')).toBe(read('templates/plugin-settings/schema.json'));
  });
});

describe.skipIf(reason)(suite('the archive that create puts into a site'), () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    ensureBuilt();
    wordpress = await startWordPress({
      content: 'empty',
      constants: { FS_METHOD: 'direct', DISALLOW_FILE_MODS: false, WP_DEBUG: true },
    });
  });
  afterAll(() => wordpress?.stop());

  it("is installed and activated by WordPress's own upgrader", async () => {
    const code = `require_once ABSPATH . 'wp-admin/includes/admin.php'; require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
      $upgrader = new Plugin_Upgrader( new Automatic_Upgrader_Skin() );
      $installed = $upgrader->install( '${root}dist/companion.zip' );
      $activated = activate_plugin( '${file}' );
      echo json_encode( [ $installed, $upgrader->plugin_info(), $activated ] );`;
    expect(await wordpress.php(code)).toEqual([true, file, null]);
    expect(await wordpress.php('echo json_encode( defined( "COMPANION_VERSION" ) );')).toBe(true);
    const listed = await wordpress.php<string[]>(traces);
    expect(listed).toEqual(
      expect.arrayContaining([
        'wp_companion_outbox',
        'wp_companion_activity',
        'wp_companion_readers',
        'companion_tick',
      ]),
    );
    expect((await fetch(wordpress.url)).status).toBe(200);
  });

  it("is never updated to somebody else's plugin of the same name", async () => {
    // WordPress sends this header to its directory with each check for updates; `false` takes a plugin out of it.
    const header = `require_once ABSPATH . 'wp-admin/includes/plugin.php'; echo json_encode( get_plugins()['${file}']['UpdateURI'] );`;
    expect(await wordpress.php(header)).toBe('false');
  });

  it('holds neither tests nor hidden files', async () => {
    const { stdout } = await execa('python3', ['-m', 'zipfile', '-l', `${root}dist/companion.zip`]);
    const names = stdout
      .split('\n')
      .slice(1)
      .map((line) => line.split(' ')[0] ?? '');
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => /\/\.|tests?\/|composer|schema\.graphql|\/editor\//.test(name))).toEqual(
      [],
    );
    for (const built of ['blocks.js', 'blocks.css'])
      expect(names).toContain(`headless-site-companion/assets/${built}`);
    expect(names.every((name) => name.startsWith('headless-site-companion/'))).toBe(true);
  });

  it('keeps settings when it is deactivated, and leaves nothing when it is deleted', async () => {
    await wordpress.php(`${configure('http://127.0.0.1:9')}
      $id = wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'x' ] );
      update_post_meta( $id, 'companion_page_settings', [ 'hideTitle' => true ] ); update_post_meta( $id, '_companion_blur', 'x' );
      update_post_meta( $id, '_companion_not_shown', [ 'form' ] );
      set_transient( 'companion_connection', [ 'x' ], 600 ); set_transient( 'companion_flash_1', [ 'x' ], 600 );
      set_transient( 'companion_visitor_0123', [ 200, [] ], 600 ); set_transient( 'companion_visitor_now_4567', '1', 600 );
      update_option( 'companion_of_another_plugin', 'x' );`);
    await wordpress.cron('companion_tick');
    const admin = "require_once ABSPATH . 'wp-admin/includes/admin.php';";
    await wordpress.php(`${admin} deactivate_plugins( '${file}' );`);
    const kept = await wordpress.php<string[]>(traces);
    expect(kept).toContain('companion_secrets');
    expect(kept).not.toContain('companion_tick');
    expect(await wordpress.php(`${admin} echo json_encode( delete_plugins( [ '${file}' ] ) );`)).toBe(true);
    expect(await wordpress.php(traces)).toEqual(['companion_of_another_plugin']);
    expect(complaints(wordpress)).toBe('');
  });
});

describe.skipIf(reason)(suite('case 66: a network of sites'), () => {
  let wordpress: WordPress;
  let receivers: Receiver[];
  const two = '/two/';
  beforeAll(async () => {
    receivers = await Promise.all([1, 2].map(() => startReceiver({ secret: revalidationSecret })));
    wordpress = await startWordPress({ content: 'empty', multisite: true, companion: 'network' });
    await wordpress.php(`wpmu_create_blog( DOMAIN_CURRENT_SITE, '${two}', 'Two', 1 );`);
    await wordpress.php(configure(receivers[0]?.url ?? ''));
    await wordpress.php(configure(receivers[1]?.url ?? ''), two);
  });
  afterAll(async () => {
    await wordpress?.stop();
    for (const receiver of receivers ?? []) await receiver.stop();
  });

  it('has tables and settings for each, also for one that is made later', async () => {
    expect(await wordpress.php(traces, two)).toEqual(expect.arrayContaining(['wp_2_companion_outbox']));
    const urls = await Promise.all(
      ['/', two].map((site) =>
        wordpress.php(`echo json_encode( get_option( 'companion_settings' )['serviceUrl'] );`, site),
      ),
    );
    expect(urls).toEqual(receivers.map(({ url }) => url));
  });

  it('tells each service what changed on its own site, in one request too', async () => {
    await wordpress.php(`
      function add( $slug ) { wp_insert_post( [ 'post_status' => 'publish', 'post_title' => $slug, 'post_name' => $slug ] ); }
      add( 'of-one' ); switch_to_blog( 2 ); add( 'of-two' ); restore_current_blog();`);
    await wordpress.cron('companion_tick');
    await wordpress.cron('companion_tick', two);
    const [one = {}, second = {}] = receivers.map(delivered);
    // The main site of a network has `/blog` in front.
    const posts = (paths: object) =>
      Object.keys(paths)
        .map((path) => /of-\w+$/.exec(path)?.[0])
        .filter(Boolean);
    expect([posts(one), posts(second)]).toEqual([['of-one'], ['of-two']]);
  });

  it("case 65: takes a deleted site's tables with it, and leaves nothing on any site when it is uninstalled", async () => {
    await wordpress.php(`$id = wpmu_create_blog( DOMAIN_CURRENT_SITE, '/three/', 'Three', 1 );
      require_once ABSPATH . 'wp-admin/includes/admin.php'; wpmu_delete_blog( $id, true );`);
    const all = `global $wpdb; echo json_encode( array_values( preg_grep( '/companion/', $wpdb->get_col( 'SHOW TABLES' ) ) ) );`;
    expect((await wordpress.php<string[]>(all)).filter((name) => name.startsWith('wp_3'))).toEqual([]);
    await wordpress.php(`update_site_meta( 2, 'companion_trusted_address', 'https://two.example' );
      require_once ABSPATH . 'wp-admin/includes/admin.php';
      deactivate_plugins( '${file}', false, true ); uninstall_plugin( '${file}' );`);
    expect(await wordpress.php(`echo json_encode( get_site_meta( 2 ) );`)).toEqual([]);
    expect(await wordpress.php(traces)).toEqual([]);
    expect(await wordpress.php(traces, two)).toEqual([]);
    expect(complaints(wordpress)).toBe('');
  });
});
