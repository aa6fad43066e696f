import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { type Content, connectWithContent } from './content';
import { complaints, type Delivered } from './site';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

const block = (name: string, attrs: object = {}, inner = '') => {
  const head = `wp:${name}${Object.keys(attrs).length ? ` ${JSON.stringify(attrs)}` : ''}`;
  return inner ? `<!-- ${head} -->${inner}<!-- /wp:${name} -->` : `<!-- ${head} /-->`;
};
const each = (...inner: string[]) => block('post-template', {}, inner.join(''));

/** A page for each way to show more than itself; what a value in braces stands for is made first. */
const pages: Record<string, string> = {
  'latest-posts': block('latest-posts'),
  'latest-posts-with-authors': block(
    'columns',
    {},
    block('column', {}, block('latest-posts', { displayAuthor: true })),
  ),
  query: block('query', { query: { postType: 'post' } }, each(block('post-title'))),
  'query-of-pages': block(
    'query',
    { query: { postType: 'page' } },
    each(block('post-author-name'), block('post-terms')),
  ),
  avatar: block('avatar', { userId: '{reader}' }),
  categories: block('categories'),
  terms: block(
    'terms-query',
    { termQuery: { taxonomy: 'category' } },
    block('term-template', {}, block('term-name')),
  ),
  'tag-cloud': block('tag-cloud'),
  archives: block('archives'),
  calendar: block('calendar'),
  'latest-comments': block('latest-comments'),
  navigation: block('navigation', { ref: '{navigation}' }),
  'navigation-of-all': block('navigation'),
  'page-list': block('page-list'),
  'site-title': block('site-title'),
  'site-tagline': block('site-tagline'),
  'site-logo': block('site-logo'),
  'feed-of-another': block('rss', { feedURL: 'https://example.com/feed' }),
  reusable: block('block', { ref: '{reusable}' }),
  'reusable-in-reusable': block('group', {}, block('block', { ref: '{outer}' })),
  pattern: block('pattern', { slug: 'things/list' }),
  'template-part': block('template-part', { slug: 'aside' }),
  widget: block('legacy-widget', { idBase: 'recent-posts' }),
  'widget-of-comments': block('legacy-widget', { idBase: 'recent-comments' }),
  'widget-of-another': block('legacy-widget', { idBase: 'things' }),
  shortcode: block('shortcode', {}, '[things]'),
  'shortcode-in-text': '<p>Before [things number="3"] after.</p>',
  'block-of-another': block('things/list'),
  bound: block('paragraph', { metadata: { bindings: { content: { source: 'things/source' } } } }, '<p></p>'),
  // Content that shows only itself.
  plain: '<p>Nothing but text, and [brackets].</p>',
  'plain-blocks':
    block('paragraph', {}, '<p>Text</p>') +
    block('gallery', {}, block('image', { id: 7 }, '<img src="/a.png">')),
  'plain-shortcode': '[caption width="1"]<img src="/a.png"> Text[/caption]',
  'still-block-of-another': block('things/still', {}, '<div>Text</div>'),
};

const anything = ['widget-of-another', 'shortcode', 'shortcode-in-text', 'block-of-another', 'bound'];
const ofPosts = [
  ...[
    'latest-posts',
    'latest-posts-with-authors',
    'query',
    'query-of-pages',
    'categories',
    'terms',
    'tag-cloud',
    'archives',
    'calendar',
  ],
  ...[
    'latest-comments',
    'widget',
    'widget-of-comments',
    'reusable',
    'reusable-in-reusable',
    'pattern',
    'template-part',
  ],
];

/** Another plugin, with a shortcode, a dynamic and a static block, a source of bindings and a pattern; and a theme's part. */
const others = `
  wp_mkdir_p( WP_PLUGIN_DIR . '/things' );
  file_put_contents( WP_PLUGIN_DIR . '/things/things.php', '<?php
/* Plugin Name: Things */
add_action( "init", function () {
  add_shortcode( "things", "__return_empty_string" );
  register_block_type( "things/list", [ "render_callback" => "__return_empty_string" ] );
  register_block_type( "things/still", [] );
  register_block_pattern( "things/list", [ "title" => "List", "content" => "<!-- wp:latest-posts /-->" ] );
} );' );
  require_once ABSPATH . 'wp-admin/includes/plugin.php';
  activate_plugin( 'things/things.php' );
  $part = wp_insert_post( [ 'post_type' => 'wp_template_part', 'post_status' => 'publish', 'post_title' => 'Aside', 'post_name' => 'aside', 'post_content' => '<!-- wp:archives /-->' ] );
  wp_set_object_terms( $part, get_stylesheet(), 'wp_theme' );`;

const make = (made: Record<string, string>) => `
  $ids = [];
  $ids['navigation'] = wp_insert_post( [ 'post_type' => 'wp_navigation', 'post_status' => 'publish', 'post_title' => 'Main', 'post_content' => '<!-- wp:navigation-link {"label":"Plain","type":"page","kind":"post-type","id":2,"url":"/plain"} /-->' ] );
  $ids['reusable'] = a_block( 'inner', '<!-- wp:latest-posts /-->' );
  $ids['outer'] = a_block( 'outer', '<!-- wp:block {"ref":' . $ids['reusable'] . '} /-->' );
  $ids['reader'] = wp_insert_user( [ 'user_login' => 'reader', 'user_pass' => 'x', 'role' => 'subscriber' ] );
  update_option( 'made', $ids );
  foreach ( json_decode( base64_decode( '${Buffer.from(JSON.stringify(made)).toString('base64')}' ), true ) as $slug => $content ) {
    foreach ( $ids as $name => $id ) { $content = str_replace( '"{' . $name . '}"', (string) $id, $content ); }
    wp_insert_post( wp_slash( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => $slug, 'post_name' => $slug, 'post_content' => $content ] ) );
  }`;

describe.skipIf(reason)(suite('pages whose blocks show more than the page'), () => {
  let site: Content;
  /** Which of the pages are named after a change. */
  const named = async (code: string) => {
    return among(await site.pathsOf(code));
  };
  const among = (paths: Delivered) => {
    expect(paths).not.toHaveProperty('/*', null);
    return Object.keys(pages).filter((slug) => `/${slug}` in paths);
  };
  const sorted = (slugs: string[]) => Object.keys(pages).filter((slug) => slugs.includes(slug));
  beforeAll(async () => {
    site = await connectWithContent();
    await site.pathsOf(others);
    await site.pathsOf(make(pages));
    await site.pathsOf(`a_post( 'first', [ 'post_author' => 1 ] );`);
  });
  afterAll(() => site?.stop());

  it('a new post, an edited one, and one that goes away', async () => {
    for (const code of [
      `a_post( 'second' );`,
      `wp_update_post( [ 'ID' => id_of( 'second' ), 'post_title' => 'Another title' ] );`,
      `wp_trash_post( id_of( 'second' ) );`,
    ])
      expect(await named(code)).toEqual(sorted([...ofPosts, ...anything]));
    // Where something is hidden, the site drops lists at once.
    const told = site.receiver.requests.flatMap(({ json }) => json.lists);
    expect(told).toEqual(expect.arrayContaining(sorted([...ofPosts, ...anything]).map((slug) => `/${slug}`)));
  });

  it('a scheduled post whose time has come', async () => {
    await site.pathsOf(
      `a_post( 'later', [ 'post_status' => 'future', 'post_date' => gmdate( 'Y-m-d H:i:s', time() + 86400 ) ] );`,
    );
    expect(await named(`wp_publish_post( id_of( 'later' ) );`)).toEqual(sorted([...ofPosts, ...anything]));
  });

  it('a featured image that is deleted', async () => {
    await site.pathsOf(`set_post_thumbnail( id_of( 'first' ), a_picture( 'shown' ) );`);
    const paths = await named(`wp_delete_attachment( id_of( 'shown', 'attachment' ), true );`);
    expect(paths).toEqual(expect.arrayContaining(sorted(['latest-posts', 'query', 'pattern', ...anything])));
    expect(paths).not.toContain('tag-cloud');
  });

  it('a draft: none', async () => {
    expect(await named(`a_post( 'draft', [ 'post_status' => 'draft' ] );`)).toEqual([]);
  });

  it('another page', async () => {
    const lists = [
      'query-of-pages',
      'navigation',
      'navigation-of-all',
      'page-list',
      'latest-comments',
      'widget-of-comments',
    ];
    expect(
      await named(
        `wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'New' ] );`,
      ),
    ).toEqual(sorted([...lists, ...anything]));
  });

  it('a category, a tag', async () => {
    expect(await named(`wp_insert_term( 'Fresh', 'category' );`)).toEqual(
      sorted(['categories', 'terms', 'query-of-pages', ...anything]),
    );
    const rename = `wp_update_term( get_term_by( 'slug', 'wood', 'post_tag' )->term_id, 'post_tag', [ 'name' => 'Timber' ] );`;
    expect(await named(rename)).toEqual(sorted(['tag-cloud', 'query-of-pages', ...anything]));
    expect(
      await named(`wp_delete_term( get_term_by( 'slug', 'fresh', 'category' )->term_id, 'category' );`),
    ).toEqual(sorted(['categories', 'terms', 'query-of-pages', ...anything]));
  });

  it('a comment', async () => {
    const lists = ['latest-comments', 'widget-of-comments', ...anything];
    const comment = `wp_insert_comment( [ 'comment_post_ID' => id_of( 'first' ), 'comment_content' => 'Text', 'comment_approved' => 1 ] );`;
    expect(await named(comment)).toEqual(sorted(lists));
    expect(await named(comment.replace('=> 1', '=> 0'))).toEqual([]);
  });

  it('the name of an author', async () => {
    const paths = await named(
      `wp_update_user( [ 'ID' => get_user_by( 'slug', 'ada' )->ID, 'display_name' => 'Ada L.' ] );`,
    );
    expect(paths).toEqual(
      expect.arrayContaining(sorted(['latest-posts-with-authors', 'query-of-pages', ...anything])),
    );
    expect(paths).not.toContain('archives');
  });

  it('the name of somebody who has written nothing, where a block shows it; of nobody else', async () => {
    const rename = (id: string) =>
      named(`wp_update_user( [ 'ID' => ${id}, 'display_name' => 'Another ' . wp_rand() ] );`);
    expect(await rename(`get_option( 'made' )['reader']`)).toEqual(sorted(['avatar', ...anything]));
    const stranger = `wp_insert_user( [ 'user_login' => uniqid(), 'user_pass' => 'x' ] )`;
    expect(await rename(stranger)).toEqual([]);
    const gone = `require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user( get_option( 'made' )['reader'] );`;
    expect(await named(gone)).toEqual(sorted(['avatar', ...anything]));
  });

  it('a menu, a navigation', async () => {
    expect(
      await named(
        `wp_update_nav_menu_item( wp_create_nav_menu( 'Main' ), 0, [ 'menu-item-title' => 'One', 'menu-item-url' => '/', 'menu-item-status' => 'publish' ] );`,
      ),
    ).toEqual(sorted(['navigation', 'navigation-of-all', ...anything]));
    const edit = `wp_update_post( [ 'ID' => get_option( 'made' )['navigation'], 'post_content' => '<!-- wp:latest-posts /-->' ] );`;
    expect(await named(edit)).toEqual(sorted(['navigation', 'navigation-of-all', ...anything]));
    // Its present content counts from now on.
    expect(await named(`a_post( 'third' );`)).toContain('navigation');
  });

  it('title, logo and language of the site', async () => {
    const shown = Object.keys(pages).filter((slug) => !slug.includes('plain') && !slug.includes('still'));
    expect(await named(`update_option( 'blogname', 'Another name' );`)).toEqual(sorted(shown));
    expect(await named(`update_option( 'site_logo', 7 );`)).toEqual(sorted(shown));
    expect(await named(`set_theme_mod( 'custom_logo', 8 );`)).toEqual(sorted(shown));
  });

  it('a reusable block that gets a list, a template part', async () => {
    await site.pathsOf(`update_option( 'still', a_block( 'still', '<p>Text</p>' ) );
      wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'holder', 'post_content' => '<!-- wp:block {"ref":' . get_option( 'still' ) . '} /-->' ] );`);
    expect(await site.pathsOf(`a_post( 'fourth' );`)).not.toHaveProperty('/holder');
    const edit = `wp_update_post( [ 'ID' => get_option( 'still' ), 'post_content' => '<!-- wp:latest-posts /-->' ] );`;
    expect(await site.pathsOf(edit)).toHaveProperty('/holder');
    expect(await site.pathsOf(`a_post( 'fifth' );`)).toHaveProperty('/holder');
    const part = `wp_update_post( [ 'ID' => get_page_by_path( 'aside', OBJECT, 'wp_template_part' )->ID, 'post_content' => '<!-- wp:page-list /-->' ] );`;
    expect(await named(part)).toEqual(['template-part']);
    expect(await named(`a_post( 'sixth' );`)).not.toContain('template-part');
  });

  it('a page that loses its block, is trashed or becomes a draft: no longer', async () => {
    await site.pathsOf(`wp_update_post( [ 'ID' => id_of( 'query', 'page' ), 'post_content' => 'Text' ] );
      wp_trash_post( id_of( 'archives', 'page' ) ); wp_update_post( [ 'ID' => id_of( 'calendar', 'page' ), 'post_status' => 'draft' ] );`);
    const paths = await named(`a_post( 'seventh' );`);
    expect(paths).toContain('latest-posts');
    for (const gone of ['query', 'archives', 'calendar']) expect(paths).not.toContain(gone);
    expect(
      await site.wordpress.php(`global $wpdb; $ids = [ get_page_by_path( 'query' )->ID, get_page_by_path( 'calendar' )->ID ];
        echo json_encode( (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}companion_readers WHERE post_id IN (" . implode( ',', $ids ) . ')' ) );`),
    ).toBe(0);
  });

  it('pages that were there before the plugin knew: from the first change on', async () => {
    await site.wordpress.php(`global $wpdb; $wpdb->query( "DROP TABLE {$wpdb->prefix}companion_readers" );
      update_option( 'companion_schema', '1' ); delete_option( 'companion_read' );`);
    expect(await site.pathsOf(`a_post( 'eighth' );`)).toMatchObject({
      '/latest-posts': 'update',
      '/shortcode': 'update',
    });
  });

  it('pages that a program writes past WordPress: within a day', async () => {
    await site.wordpress.php(
      `global $wpdb; $wpdb->update( $wpdb->posts, [ 'post_content' => '<!-- wp:latest-posts /-->' ], [ 'post_name' => 'plain' ] );`,
    );
    expect(await named(`a_post( 'ninth' );`)).not.toContain('plain');
    await site.wordpress.moveClock(86400 + 60);
    await site.after('');
    expect(await named(`a_post( 'tenth' );`)).toContain('plain');
    await site.wordpress.moveClock(0);
    await site.wordpress.php(
      `global $wpdb; $wpdb->update( $wpdb->posts, [ 'post_content' => 'Text' ], [ 'post_name' => 'plain' ] );`,
    );
  });

  it('what may change without WordPress noticing says so, and no other page', async () => {
    const query = '{ pages(first: 100) { nodes { slug companionInterval } } }';
    const response = await fetch(`${site.wordpress.graphqlUrl}?query=${encodeURIComponent(query)}`);
    const { data } = (await response.json()) as {
      data: { pages: { nodes: { slug: string; companionInterval: number | null }[] } };
    };
    const due = data.pages.nodes.filter(({ companionInterval }) => companionInterval !== null);
    expect(new Set(due.map(({ companionInterval }) => companionInterval))).toEqual(new Set([300]));
    const slugs = due.map(({ slug }) => slug).filter((slug) => slug in pages);
    expect(sorted(slugs)).toEqual(sorted(['feed-of-another', ...anything]));
  });

  it('complained about nothing', () => {
    expect(complaints(site.wordpress)).toBe('');
  });
});
