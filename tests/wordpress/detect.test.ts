import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { detectCms } from '../../src/cms/detect/detect';
import type { DetectedCms } from '../../src/cms/detect/detected';
import { probe } from '../../src/cms/probe';
import { cli, json, scratch } from '../cli/cli';
import { variations } from '../support/variations';
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
  taxonomies: null,
  hidden: null,
  menus: { PRIMARY: null, FOOTER: null },
  permalinks: null,
  imageHosts: null,
  contentHosts: null,
  forms: null,
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

  it('is all there is to know, in three requests', async () => {
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
      taxonomies: expect.arrayContaining(['category', 'post_tag']),
      hidden: [],
      menus: { PRIMARY: 'filled', FOOTER: 'filled' },
      permalinks: '/%postname%/',
      imageHosts: [],
      // Linked in one of the seed's posts.
      contentHosts: ['images.example.com'],
      forms: [],
      reserved: [],
    });
    const log = await wordpress.log();
    const rest = log.flatMap(({ operation, path }) => (operation ? [] : [path]));
    expect(rest.sort()).toEqual(['/?rest_route=/wp/v2/taxonomies', '/?rest_route=/wp/v2/types']);
    const asked = log.flatMap(({ operation, status }) => (operation ? [[operation, status]] : []));
    expect(asked.slice(0, 1)).toEqual([['Capabilities', 200]]);
    expect(asked.slice(1).sort()).toEqual([
      ['Detect', 200],
      ['Pictures', 200],
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
    expect((await wordpress.log()).filter(({ operation }) => operation)).toHaveLength(3);
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

  it('types and taxonomies that visitors see and GraphQL lacks', async () => {
    await plugin(`add_action( 'init', function () {
      $more = [ 'public' => true, 'show_in_rest' => true ];
      register_post_type( 'buch', $more + [ 'label' => 'Bücher', 'rewrite' => [ 'slug' => 'bücher' ] ] );
      register_post_type( 'leer', $more + [ 'label' => 'Leer' ] );
      register_post_type( 'innen', [ 'public' => false ] + $more + [ 'label' => 'Innen' ] );
      register_post_type( 'beleg', $more + [ 'label' => 'Belege', 'publicly_queryable' => false ] );
      register_taxonomy( 'genre', 'buch', $more + [ 'label' => 'Genres' ] );
    } );
    add_action( 'init', 'flush_rewrite_rules', 99 );`);
    const ids = await wordpress.php<number[]>(`echo json_encode( array_map( fn( $type ) => wp_insert_post(
      [ 'post_type' => $type, 'post_status' => 'publish', 'post_title' => 'Eins' ] ), [ 'buch', 'innen', 'beleg' ] ) );
      wp_set_object_terms( get_posts( [ 'post_type' => 'buch', 'fields' => 'ids' ] )[0], [ 'Krimi' ], 'genre' );`);
    undo.push(() =>
      wordpress.php(`foreach ( [${ids}] as $id ) wp_delete_post( $id, true ); flush_rewrite_rules();`),
    );
    expect((await detect()).hidden).toEqual([
      { kind: 'type', name: 'buch', label: 'Bücher' },
      { kind: 'taxonomy', name: 'genre', label: 'Genres' },
    ]);
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

  /** Publishes posts until the test has ended; theirs is the newest content. */
  const publish = async (...items: { html: string; type?: string; password?: string; status?: string }[]) => {
    const ids = await wordpress.php<number[]>(
      `remove_all_filters( 'content_save_pre' ); echo json_encode( array_map( fn( $item ) => wp_insert_post( wp_slash( [
        'post_title' => 'Pictures', 'post_content' => $item['html'], 'post_type' => $item['type'] ?? 'post',
        'post_password' => $item['password'] ?? '', 'post_status' => $item['status'] ?? 'publish' ] ) ),
        json_decode( base64_decode( '${Buffer.from(JSON.stringify(items)).toString('base64')}' ), true ) ) );`,
    );
    undo.push(() => wordpress.php(`foreach ( [${ids}] as $id ) wp_delete_post( $id, true );`));
    return ids;
  };

  it('hosts of pictures that posts, pages and projects link to, and no other hosts', async () => {
    const own = new URL(wordpress.url).host;
    await publish(
      {
        html: `<p><img src="https://one.example/a.jpg" alt="1 > 0"><img src="https://one.example/b.jpg"></p>
          <img src="/wp-content/a.jpg" srcset="https://small.example/w_300,h_200/a.jpg 300w, //large.example/a.jpg 2x">
          <picture><source srcset="https://webp.example/a.webp"><img src="http://${own}/a.jpg"></picture>
          <video src="https://films.example/a.mp4" poster="https://posters.example/a.jpg"></video>
          <audio controls><source src="https://sounds.example/a.mp3"></audio>
          <a href="https://links.example/a.jpg">x</a> <code>&lt;img src="https://quoted.example/x.png"&gt;</code>
          <iframe src="https://frames.example/"></iframe> <!-- <img src="https://comments.example/a.png"> -->
          <img src="https://secure.gravatar.com/avatar/1"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
          <img src="http://localhost/x.png"><img src="http://192.168.1.20/x.png"><img src="http://router/x.png">
          <img src="javascript:alert(1)"><img src="https://a;script-src.example/x.png"><img src="https://*/x.png">`,
      },
      { html: '<img src="https://pages.example/a.png">', type: 'page' },
      { html: '<img src="https://projects.example/a.png">', type: 'project' },
      { html: '<img src="https://hidden.example/a.png">', password: 'secret' },
      { html: '<img src="https://draft.example/a.png">', status: 'draft' },
    );
    const { contentHosts } = await detect();
    // The one that is used most comes first.
    expect(contentHosts?.[0]).toBe('one.example');
    expect([...(contentHosts ?? [])].sort()).toEqual(
      [
        ...['one.example', 'small.example', 'large.example', 'webp.example', 'films.example'],
        ...['posters.example', 'sounds.example', 'pages.example', 'projects.example'],
      ].sort(),
    );
  });

  it('hosts of featured pictures that a plugin takes from elsewhere', async () => {
    await plugin(
      `add_filter( 'wp_get_attachment_image_src', fn( $image ) => $image ? [ 'https://featured.example/a.jpg' ] + $image : $image );
       add_filter( 'wp_get_attachment_url', fn( $url ) => 'https://featured.example/a.jpg' );`,
    );
    expect((await detect()).contentHosts).toContain('featured.example');
  });

  it('all but these hosts, where a text ends PHP; all but those of the text, where it only fails', async () => {
    await plugin(`add_shortcode( 'broken', function () { $none = null; return $none->broken(); } );
      add_shortcode( 'fatal', function () { exit( 1 ); } );`);
    await publish({ html: '[broken]' }, { html: '<img src="https://whole.example/a.jpg">' });
    expect((await detect()).contentHosts).toContain('whole.example');
    await publish({ html: '[fatal]' });
    expect(await detect()).toMatchObject({
      title: 'Nasty & Co <b>',
      types: [{ name: 'project' }],
      imageHosts: [],
      contentHosts: null,
    });
  });

  it('become the hosts of a site, unless somebody says otherwise; doctor names those that are missing', async () => {
    await publish({ html: '<img src="https://linked.example/a.jpg">' });
    const cwd = scratch();
    const args = ['--cms-url', wordpress.url, '--yes', '--no-install', '--no-git'];
    const created = await cli(['site', ...args], { cwd });
    expect([created.code, created.stdout]).toEqual([
      0,
      expect.stringMatching(/Linked pictures.*linked\.example/),
    ]);
    expect(json(cwd, 'site/image-hosts.json')).toContain('linked.example');
    const hostsOf = async (site: string) => {
      const { stdout } = await cli(['doctor', '--json'], { cwd: `${cwd}/${site}` });
      const { checks } = JSON.parse(stdout) as { checks: { id: string; state: string; text: string }[] };
      return checks.find(({ id }) => id === 'image-hosts');
    };
    expect(await hostsOf('site')).toMatchObject({
      state: 'ok',
      text: expect.stringContaining('linked.example'),
    });
    expect((await cli(['bare', ...args, '--image-hosts', ''], { cwd })).code).toBe(0);
    expect(json(cwd, 'bare/image-hosts.json')).not.toContain('linked.example');
    expect(await hostsOf('bare')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('linked.example'),
    });
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
    const answers = json(cwd, 'site/site.config.json');
    expect(answers).toMatchObject({
      wordpress: { graphqlUrl: wordpress.graphqlUrl },
      rendering: { custom: { project: { strategy: 'isr' } } },
    });
    // The title stays WordPress's to change.
    expect(answers).not.toHaveProperty('site.name');
    expect(answers).not.toHaveProperty('site.description');
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

for (const version of variations(1, ['newest', '6.1'])) {
  const missing = whyNoWordPress(version);
  const name = `the same of WordPress ${version} with the companion plugin`;
  describe.skipIf(missing)(`${name}${missing ? ` (${missing})` : ''}`, () => {
    let wordpress: WordPress;
    const undo: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const step of undo.splice(0).reverse()) await step();
    });
    beforeAll(async () => {
      wordpress = await startWordPress({ version, companion: true, content: 'empty' });
    });
    afterAll(() => wordpress?.stop());

    it('says its version, in three requests; without posts the permalinks are not known', async () => {
      await wordpress.php("update_option( 'test_menu_locations', 'off' );");
      const own = await wordpress.php<string>('echo json_encode( COMPANION_VERSION );');
      await wordpress.clearLog();
      expect(await detectCms(wordpress.graphqlUrl, {})).toMatchObject({
        title: 'Empty',
        companion: { installed: true, version: own },
        // The companion registers them.
        menus: { PRIMARY: 'empty', FOOTER: 'empty' },
        permalinks: null,
        contentHosts: [],
      });
      expect((await wordpress.log()).filter(({ operation }) => operation)).toHaveLength(3);
      await wordpress.php("$GLOBALS['wp_rewrite']->set_permalink_structure( '' ); flush_rewrite_rules();");
      expect((await detectCms(wordpress.graphqlUrl, {})).permalinks).toBe('plain');
    });

    it('hosts of pictures in blocks, and in their texts', async () => {
      await wordpress.php(`remove_all_filters( 'content_save_pre' );
        $picture = wp_insert_attachment( [ 'post_title' => 'Picture', 'post_mime_type' => 'image/png' ], 'a.png' );
        add_post_meta( $picture, '_wp_attached_file', 'a.png' );
        wp_insert_post( wp_slash( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Blocks', 'post_content' =>
          '<!-- wp:companion/hero-split {"heading":"x","image":{"id":' . $picture . '}} -->' .
          '<!-- wp:image --><figure class="wp-block-image"><img src="https://texts.example/a.png"/></figure><!-- /wp:image -->' .
          '<!-- /wp:companion/hero-split -->' ] ) );`);
      undo.push(
        await ownPlugin(
          wordpress,
          "add_filter( 'wp_get_attachment_url', fn( $url ) => 'https://library.example/a.png' );",
        ),
      );
      const { contentHosts } = await detectCms(wordpress.graphqlUrl, {});
      expect(contentHosts).toEqual(expect.arrayContaining(['library.example', 'texts.example']));
    });
  });
}
