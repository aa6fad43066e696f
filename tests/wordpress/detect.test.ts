import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { detectCms } from '../../src/cms/detect/detect';
import type { DetectedCms } from '../../src/cms/detect/detected';
import { probe } from '../../src/cms/probe';
import { cli, json, scratch } from '../cli/cli';
import { ownPlugin } from './companion/own-plugin';
import { applicationPassword } from './companion/session';
import { startWordPress, type WordPress, whyNoWordPress } from './server';

const reason = whyNoWordPress();
const unknown: DetectedCms = {
  title: null,
  description: null,
  language: null,
  timezone: null,
  seo: null,
  companion: null,
  types: null,
  typeNames: null,
  menus: { PRIMARY: null, FOOTER: null },
  permalinks: null,
  imageHosts: null,
  reserved: null,
};

describe.skipIf(reason)(`what the CLI finds out of a real WordPress${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  const undo: (() => Promise<unknown>)[] = [];
  let authorization: string;
  beforeAll(async () => {
    wordpress = await startWordPress();
    authorization = await applicationPassword(wordpress);
  });
  afterAll(() => wordpress?.stop());
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  const detect = (as?: string) => detectCms(wordpress.graphqlUrl, { authorization: as });
  /** Runs PHP, and other PHP after the test. */
  const change = async (code: string, back: string) => {
    await wordpress.php(code);
    undo.push(() => wordpress.php(back));
  };
  const plugin = async (code: string) => {
    undo.push(await ownPlugin(wordpress, code));
  };
  const graphqlSetting = (name: string, value: string) =>
    change(
      `update_option( 'graphql_general_settings', [ '${name}' => '${value}' ] ); flush_rewrite_rules();`,
      "delete_option( 'graphql_general_settings' ); flush_rewrite_rules();",
    );

  it('is all there is to know, in two requests', async () => {
    await wordpress.clearLog();
    expect(await detect()).toEqual({
      title: 'Nasty & Co <b>',
      description: 'Wood & "glass" — 木',
      language: 'en_US',
      timezone: 'Europe/Berlin',
      seo: 'none',
      companion: { installed: false, version: null },
      types: [
        {
          name: 'project',
          label: 'Projects',
          archive: '/project/',
          example: expect.stringMatching(/^\/project\/[^/]+\/$/),
        },
      ],
      typeNames: ['project'],
      menus: { PRIMARY: 'filled', FOOTER: 'filled' },
      permalinks: '/%postname%/',
      imageHosts: [],
      reserved: [],
    });
    const asked = (await wordpress.log()).map(({ operation, status }) => [operation, status]);
    expect(asked).toEqual([
      ['Capabilities', 200],
      ['Detect', 200],
    ]);
  });

  it.each([
    '/blog/%postname%/',
    '/%year%/%monthnum%/%postname%/',
    '/%category%/%postname%/',
    '/archives/%post_id%',
    '',
  ])('permalinks %j', async (structure) => {
    const set = (to: string) =>
      `$GLOBALS['wp_rewrite']->set_permalink_structure( '${to}' ); flush_rewrite_rules();`;
    await change(set(structure), set('/%postname%/'));
    expect((await detect()).permalinks).toBe(structure || 'plain');
  });

  it('menu locations that are empty, or that no theme has', async () => {
    const mods = await wordpress.php<object>("echo json_encode( get_theme_mod( 'nav_menu_locations' ) );");
    const restore = `set_theme_mod( 'nav_menu_locations', json_decode( '${JSON.stringify(mods)}', true ) );`;
    await change("set_theme_mod( 'nav_menu_locations', [] );", restore);
    expect((await detect()).menus).toEqual({ PRIMARY: 'empty', FOOTER: 'empty' });
    await change("update_option( 'test_menu_locations', 'off' );", "delete_option( 'test_menu_locations' );");
    await wordpress.clearLog();
    expect((await detect()).menus).toEqual({ PRIMARY: 'unregistered', FOOTER: 'unregistered' });
    expect(await wordpress.log()).toHaveLength(2);
  });

  it('content types that show something: not one for administrators, and not one without items', async () => {
    await plugin(`add_action( 'init', function () {
      $shown = [ 'show_in_graphql' => true, 'public' => true ];
      register_post_type( 'film', $shown + [ 'label' => 'Films & more', 'graphql_single_name' => 'film', 'graphql_plural_name' => 'films' ] );
      register_post_type( 'blank', $shown + [ 'label' => 'Blank', 'graphql_single_name' => 'blank', 'graphql_plural_name' => 'blanks' ] );
      register_post_type( 'note', [ 'public' => false ] + $shown + [ 'label' => 'Notes', 'graphql_single_name' => 'note', 'graphql_plural_name' => 'notes' ] );
    } );`);
    const ids = await wordpress.php<number[]>(`echo json_encode( array_map( fn( $type ) => wp_insert_post(
      [ 'post_type' => $type, 'post_status' => 'publish', 'post_title' => 'One' ] ), [ 'film', 'note' ] ) );`);
    undo.push(() => wordpress.php(`foreach ( [${ids}] as $id ) wp_delete_post( $id, true );`));
    const shown = [
      expect.objectContaining({ name: 'project' }),
      { name: 'film', label: 'Films & more', archive: null, example: '/film/one/' },
    ];
    expect((await detect()).types).toEqual(shown);
    // Not to an administrator either, whom WPGraphQL shows the items.
    expect((await detect(authorization)).types).toEqual(shown);
  });

  it.each([
    ['seo_plugin_a', 'PostTypeSEO', 'metaDesc'],
    ['seo_plugin_b', 'RankMathPostObjectSeo', 'canonicalUrl'],
    ['none', 'AnotherSeo', 'title'],
  ])('SEO fields of %s (%s)', async (provider, type, field) => {
    await plugin(`add_action( 'graphql_register_types', function () {
      register_graphql_object_type( '${type}', [ 'fields' => [ '${field}' => [ 'type' => 'String' ] ] ] );
      register_graphql_field( 'Post', 'seo', [ 'type' => '${type}', 'resolve' => fn() => [ '${field}' => 'x' ] ] );
    } );`);
    expect((await detect()).seo).toBe(provider);
  });

  it('hosts of pictures, and pages at addresses of the site', async () => {
    await plugin(
      `add_filter( 'wp_get_attachment_url', fn( $url ) => str_replace( home_url(), 'https://cdn.example.com', $url ) );`,
    );
    const id = await wordpress.php<number>(
      "echo wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Api', 'post_name' => 'api' ] );",
    );
    undo.push(() => wordpress.php(`wp_delete_post( ${id}, true );`));
    expect(await detect()).toMatchObject({ imageHosts: ['cdn.example.com'], reserved: ['/api'] });
  });

  it('nothing, where it is for logged-in users; everything with their credentials', async () => {
    await graphqlSetting('restrict_endpoint_to_logged_in_users', 'on');
    const endpoint = wordpress.graphqlUrl;
    expect(await probe(endpoint, {})).toEqual({ endpoint, diagnosis: 'restricted' });
    expect(await probe(endpoint, { authorization: 'Basic eDp5' })).toEqual({
      endpoint,
      diagnosis: 'rejected',
    });
    expect(await probe(endpoint, { authorization })).toEqual({ endpoint });
    expect(await detect()).toEqual(unknown);
    expect(await detect(authorization)).toMatchObject({
      title: 'Nasty & Co <b>',
      permalinks: '/%postname%/',
    });
  });

  it.each([{ kind: 'status', status: 500 }, { kind: 'html' }, { kind: 'cut' }, { kind: 'refuse' }] as const)(
    'nothing, and no error, while it fails: %j',
    async (mode) => {
      await wordpress.fail(mode);
      undo.push(() => wordpress.fail(null));
      expect(await detect()).toEqual(unknown);
    },
  );

  it('becomes the answers of a site', async () => {
    const cwd = scratch();
    const args = ['site', '--cms-url', wordpress.url, '--yes', '--no-install', '--no-git'];
    const { code, stdout } = await cli(args, { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('Projects (project)');
    expect(json(cwd, 'site/site.config.json')).toMatchObject({
      wordpress: { graphqlUrl: wordpress.graphqlUrl },
      site: { name: 'Nasty & Co <b>', description: 'Wood & "glass" — 木' },
      rendering: { custom: { project: { strategy: 'isr' } } },
    });
  });

  it('that WPGraphQL is not active, or answers elsewhere', async () => {
    const endpoint = wordpress.graphqlUrl;
    await graphqlSetting('graphql_endpoint', 'elsewhere');
    expect(await probe(endpoint, {})).toEqual({ endpoint, diagnosis: 'noWpgraphql' });
    await undo.pop()?.();
    expect(await probe(endpoint, {})).toEqual({ endpoint });
    const plugins = "update_option( 'active_plugins', [ 'wp-graphql/wp-graphql.php' ] );";
    await change("update_option( 'active_plugins', [] );", plugins);
    expect(await probe(endpoint, {})).toEqual({ endpoint, diagnosis: 'noWpgraphql' });
  });
});

for (const version of ['6.1', 'newest'] as const) {
  const missing = whyNoWordPress(version);
  const name = `the same of WordPress ${version} with the companion plugin`;
  describe.skipIf(missing)(`${name}${missing ? ` (${missing})` : ''}`, () => {
    let wordpress: WordPress;
    beforeAll(async () => {
      wordpress = await startWordPress({ version, companion: true, content: 'empty' });
    });
    afterAll(() => wordpress?.stop());

    it('says its version, in two requests; without posts the permalinks are not known', async () => {
      await wordpress.php("update_option( 'test_menu_locations', 'off' );");
      const own = await wordpress.php<string>('echo json_encode( COMPANION_VERSION );');
      await wordpress.clearLog();
      expect(await detectCms(wordpress.graphqlUrl, {})).toMatchObject({
        title: 'Empty',
        companion: { installed: true, version: own },
        // The companion registers them.
        menus: { PRIMARY: 'empty', FOOTER: 'empty' },
        permalinks: null,
      });
      expect(await wordpress.log()).toHaveLength(2);
      await wordpress.php("$GLOBALS['wp_rewrite']->set_permalink_structure( '' ); flush_rewrite_rules();");
      expect((await detectCms(wordpress.graphqlUrl, {})).permalinks).toBe('plain');
    });
  });
}
