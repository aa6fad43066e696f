import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { plugin } from './admin-site';
import { type Connected, complaints, connect, delivered } from './site';
import { whyNoWpCli, wp, wpCli } from './wp-cli';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

/** PHP functions that make plugins and themes; each file says which version it is. */
const functions = `
  require_once ABSPATH . 'wp-admin/includes/admin.php';
  require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
  function a_plugin( $name, $version = '1.0' ) {
    wp_mkdir_p( WP_PLUGIN_DIR . "/$name" );
    file_put_contents( WP_PLUGIN_DIR . "/$name/$name.php", "<?php\\n/*\\nPlugin Name: $name\\nVersion: $version\\n*/\\n" );
    wp_cache_delete( 'plugins', 'plugins' );
    return "$name/$name.php";
  }
  function a_package( $name, $version ) {
    require_once ABSPATH . 'wp-admin/includes/class-pclzip.php';
    $file = wp_tempnam( $name ) . '.zip';
    $text = "<?php\\n/*\\nPlugin Name: $name\\nVersion: $version\\n*/\\n";
    ( new PclZip( $file ) )->create( [ [ PCLZIP_ATT_FILE_NAME => "$name/$name.php", PCLZIP_ATT_FILE_CONTENT => $text ] ] );
    return $file;
  }
  function offer( $names, $version ) {
    $offers = new stdClass();
    foreach ( $names as $name ) {
      $offers->response[ "$name/$name.php" ] = (object) [ 'slug' => $name, 'plugin' => "$name/$name.php", 'new_version' => $version, 'package' => a_package( $name, $version ) ];
    }
    add_filter( 'pre_site_transient_update_plugins', function () use ( $offers ) { return $offers; } );
  }
  function upgrader() { return new Plugin_Upgrader( new Automatic_Upgrader_Skin() ); }
  add_filter( 'filesystem_method', function () { return 'direct'; } );`;

/** Paths that a request has reported before any tick of WP-Cron: those that wait, and those that were sent. */
async function said(site: Connected, code: string): Promise<string[]> {
  await site.wordpress.cron('companion_tick');
  site.receiver.clear();
  await site.wordpress.php(`${functions} ${code}`);
  return (await waiting(site)).concat(Object.keys(delivered(site.receiver)));
}

const waiting = (site: Connected, network = '/') =>
  site.wordpress.php<string[]>(
    `global $wpdb; $paths = [];
     foreach ( $wpdb->get_col( "SELECT changes FROM {$wpdb->prefix}companion_outbox" ) as $row ) { array_push( $paths, ...array_keys( json_decode( $row, true )['paths'] ) ); }
     echo json_encode( $paths );`,
    network,
  );

describe.skipIf(reason)(suite('what may change the schema: the whole site'), () => {
  let site: Connected;
  beforeAll(async () => {
    site = await connect();
    await site.wordpress.php(
      `${functions} foreach ( [ 'one', 'two', 'three', 'idle' ] as $name ) { a_plugin( $name ); }`,
    );
  });
  afterAll(() => site?.stop());

  it.each([
    ['activated', `activate_plugin( 'one/one.php' );`],
    ['activated without hooks', `activate_plugin( 'two/two.php', '', false, true );`],
    ['activated in bulk', `activate_plugins( [ 'three/three.php' ] );`],
    ['deactivated', `deactivate_plugins( 'one/one.php' );`],
    ['deactivated without hooks', `deactivate_plugins( 'two/two.php', true );`],
    [
      'activated by a program',
      `update_option( 'active_plugins', array_merge( get_option( 'active_plugins' ), [ 'one/one.php' ] ) );`,
    ],
    [
      'updated',
      `offer( [ 'one' ], '1.1' ); upgrader()->upgrade( 'one/one.php' ); activate_plugin( 'one/one.php', '', false, true );`,
    ],
    [
      'updated in bulk',
      `offer( [ 'one', 'three' ], '1.2' ); upgrader()->bulk_upgrade( [ 'one/one.php', 'three/three.php' ] );`,
    ],
    [
      'replaced by an upload of the same version',
      `upgrader()->install( a_package( 'one', '1.2' ), [ 'overwrite_package' => true ] );`,
    ],
  ])('a plugin %s', async (_, code) => {
    expect(await said(site, code)).toEqual(['/*']);
    // And once only: the next look at the plugins finds nothing new.
    await site.after('');
    expect(await site.after('')).toEqual({});
  });

  it('a plugin that is not active, installed or updated: nothing', async () => {
    expect(await said(site, `offer( [ 'idle' ], '1.1' ); upgrader()->upgrade( 'idle/idle.php' );`)).toEqual(
      [],
    );
    expect(await said(site, `upgrader()->install( a_package( 'fresh', '1.0' ) );`)).toEqual([]);
    expect(await site.after('')).toEqual({});
  });

  it('a plugin whose files were replaced by a deployment', async () => {
    expect(await said(site, `a_plugin( 'one', '2.0' );`)).toEqual([]);
    expect(await site.after('')).toEqual({ '/*': null });
    expect(await site.after('')).toEqual({});
  });

  it.skipIf(whyNoWpCli())(`a plugin activated and deactivated by WP-CLI`, async () => {
    await wpCli.fetch();
    // WP-CLI alone has no commands for plugins; they call these functions.
    const command = path.join(mkdtempSync(path.join(tmpdir(), 'companion-cli-')), 'command.php');
    for (const call of [`activate_plugin( 'two/two.php' )`, `deactivate_plugins( 'two/two.php' )`]) {
      writeFileSync(
        command,
        `<?php WP_CLI::add_command( 'toggle', function () { require_once ABSPATH . 'wp-admin/includes/plugin.php'; ${call}; } );`,
      );
      await site.after('');
      site.receiver.clear();
      const { code, stderr } = await wp(site.wordpress, [`--require=${command}`, 'toggle']);
      expect([code, stderr]).toEqual([0, '']);
      expect(delivered(site.receiver)).toEqual({ '/*': null });
    }
  });

  it('WPGraphQL: nothing when it goes, because no page could be rendered again; everything when it is back', async () => {
    const file = `'wp-graphql/wp-graphql.php'`;
    expect(await said(site, `deactivate_plugins( ${file} );`)).toEqual([]);
    expect(await site.after('')).toEqual({});
    expect(await said(site, `activate_plugin( ${file} );`)).toEqual(['/*']);
    await site.after('');
  });

  it('the companion itself: what changed without it is said as soon as it is back', async () => {
    const file = `plugin_basename( COMPANION_FILE )`;
    site.receiver.clear();
    await site.wordpress.php(
      `${functions} update_option( 'its_file', ${file} ); deactivate_plugins( ${file} );`,
    );
    expect((await waiting(site)).concat(Object.keys(delivered(site.receiver)))).toEqual([]);
    await site.wordpress.php(`global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_outbox" );
      wp_insert_post( [ 'post_title' => 'Unheard', 'post_status' => 'publish' ] );`);
    site.receiver.clear();
    await site.wordpress.php(`${functions} activate_plugin( get_option( 'its_file' ) );`);
    expect((await waiting(site)).concat(Object.keys(delivered(site.receiver)))).toEqual(['/*']);
    expect(await site.wordpress.php(`echo json_encode( ${plugin}->settings->webhooks_enabled() );`)).toBe(
      true,
    );
  });

  it('complained about nothing', () => {
    expect(complaints(site.wordpress)).toBe('');
  });
});

describe.skipIf(reason)(suite('plugins of a network'), () => {
  let site: Connected;
  beforeAll(async () => {
    site = await connect({ multisite: true, companion: 'network' });
    await site.wordpress.php(
      `${functions} a_plugin( 'one' ); wpmu_create_blog( DOMAIN_CURRENT_SITE, '/two/', 'Two', 1 );`,
    );
    await site.wordpress.php(
      `update_option( 'companion_settings', [ 'serviceUrl' => '${site.receiver.url}', 'webhooksEnabled' => true ] );
       update_option( 'companion_secrets', [ 'revalidationSecret' => 'another-secret-of-the-network', 'previewSecret' => 'x' ], false );`,
      '/two/',
    );
    for (const one of ['/', '/two/']) await site.wordpress.cron('companion_tick', one);
  });
  afterAll(() => site?.stop());

  it('one activated for all: every site of the network says so', async () => {
    site.receiver.behave({ status: 503 });
    await site.wordpress.php(
      `foreach ( [ 1, get_blog_id_from_url( DOMAIN_CURRENT_SITE, '/two/' ) ] as $id ) { switch_to_blog( $id ); global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_outbox" ); restore_current_blog(); }`,
    );
    await site.wordpress.php(`${functions} activate_plugin( 'one/one.php', '', true );`);
    expect([await waiting(site), await waiting(site, '/two/')]).toEqual([['/*'], ['/*']]);
  });

  it('one activated for one site: that one alone', async () => {
    const clear = `global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_outbox" );`;
    for (const one of ['/', '/two/']) await site.wordpress.php(clear, one);
    await site.wordpress.php(
      `${functions} a_plugin( 'local' ); activate_plugin( 'local/local.php' );`,
      '/two/',
    );
    expect([await waiting(site), await waiting(site, '/two/')]).toEqual([[], ['/*']]);
  });

  it('complained about nothing', () => {
    expect(complaints(site.wordpress)).toBe('');
  });
});
