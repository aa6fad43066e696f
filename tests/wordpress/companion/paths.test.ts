import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { type Connected, complaints, connect } from './site';

const reason = whyNoWordPress();

/** What every change of a post says beside its own path: year, month and day, lists, feed and sitemap. */
const aroundPost = {
  '/': 'update',
  '/2026': 'update',
  '/2026/03': 'update',
  '/2026/03/04': 'update',
  '/feed': 'update',
  '/sitemap.xml': 'update',
  '/author/ada': 'update',
  '/category/news': 'update',
};
const page = { '/sitemap.xml': 'update' };
const helpers = `
  function id_of( $slug, $type = 'post' ) { return get_posts( [ 'name' => $slug, 'post_type' => $type, 'post_status' => 'any', 'fields' => 'ids' ] )[0]; }
  function a_post( $slug, $more = [] ) {
    return wp_insert_post( $more + [ 'post_type' => 'post', 'post_status' => 'publish', 'post_title' => ucfirst( $slug ), 'post_name' => $slug,
      'post_author' => get_user_by( 'slug', 'ada' )->ID, 'post_date' => '2026-03-04 10:00:00', 'post_content' => 'Text of ' . $slug,
      'post_category' => [ get_category_by_slug( 'news' )->term_id ] ], true );
  }
  function a_picture( $name ) {
    return wp_insert_attachment( [ 'post_title' => $name, 'post_mime_type' => 'image/png', 'guid' => home_url( "/$name.png" ) ], "$name.png" );
  }`;

describe.skipIf(reason)(`which paths a change concerns${reason ? ` (${reason})` : ''}`, () => {
  let site: Connected;
  const pathsOf = (code: string) => site.after(helpers + code);

  beforeAll(async () => {
    site = await connect();
    await pathsOf(`
      wp_insert_user( [ 'user_login' => 'ada', 'user_pass' => 'x', 'user_email' => 'ada@example.com', 'display_name' => 'Ada', 'role' => 'author' ] );
      wp_insert_user( [ 'user_login' => 'ben', 'user_pass' => 'x', 'user_email' => 'ben@example.com', 'display_name' => 'Ben', 'role' => 'author' ] );
      $news = wp_insert_term( 'News', 'category' )['term_id'];
      wp_insert_term( 'Local', 'category', [ 'parent' => $news ] );
      wp_insert_term( 'Sport', 'category' );
      wp_insert_term( 'Wood', 'post_tag' );
      update_option( 'default_category', $news );`);
  });
  afterAll(() => site?.stop());

  describe('a post', () => {
    it('published: its path, front page, blog, archives of terms and author, dates, feed, sitemap', async () => {
      expect(await pathsOf(`a_post( 'first' );`)).toEqual({ ...aroundPost, '/first': 'publish' });
    });

    it('published in a child category with a tag: the archives above it, too', async () => {
      const code = `a_post( 'second', [ 'post_category' => [ get_category_by_slug( 'local' )->term_id ], 'tags_input' => [ 'wood' ] ] );`;
      expect(await pathsOf(code)).toEqual({
        ...aroundPost,
        '/second': 'publish',
        '/category/news/local': 'update',
        '/tag/wood': 'update',
      });
    });

    it('edited', async () => {
      const code = `wp_update_post( [ 'ID' => id_of( 'first' ), 'post_content' => 'Other' ] );`;
      expect(await pathsOf(code)).toEqual({ ...aroundPost, '/first': 'update' });
    });

    it('saved as a draft, edited as a draft, autosaved: nothing', async () => {
      const code = `
        $id = a_post( 'draft', [ 'post_status' => 'draft' ] );
        wp_update_post( [ 'ID' => $id, 'post_content' => 'More' ] );
        update_post_meta( $id, 'subtitle', 'x' );
        require_once ABSPATH . 'wp-admin/includes/post.php';
        wp_create_post_autosave( [ 'post_ID' => id_of( 'first' ), 'post_title' => 'First', 'post_content' => 'Unsaved', 'post_type' => 'post' ] );
        wp_delete_post( $id, true );`;
      expect(await pathsOf(code)).toEqual({});
    });

    it('with another slug: gone there, new here', async () => {
      const code = `wp_update_post( [ 'ID' => id_of( 'first' ), 'post_name' => 'primo' ] );`;
      expect(await pathsOf(code)).toEqual({ ...aroundPost, '/first': 'delete', '/primo': 'publish' });
    });

    it('in another category: the lists that it left, and those that it came to', async () => {
      const code = `wp_set_post_categories( id_of( 'primo' ), [ get_category_by_slug( 'sport' )->term_id ] );`;
      const paths = await pathsOf(code);
      expect(paths).toEqual({ ...aroundPost, '/primo': 'update', '/category/sport': 'update' });
      await pathsOf(
        `wp_set_post_categories( id_of( 'primo' ), [ get_category_by_slug( 'news' )->term_id ] );`,
      );
    });

    it('with another author: the archives of both', async () => {
      const code = `wp_update_post( [ 'ID' => id_of( 'primo' ), 'post_author' => get_user_by( 'slug', 'ben' )->ID ] );`;
      expect(await pathsOf(code)).toEqual({ ...aroundPost, '/primo': 'update', '/author/ben': 'update' });
      await pathsOf(
        `wp_update_post( [ 'ID' => id_of( 'primo' ), 'post_author' => get_user_by( 'slug', 'ada' )->ID ] );`,
      );
    });

    it('with another date: the archives of both days', async () => {
      const code = `wp_update_post( [ 'ID' => id_of( 'primo' ), 'post_date' => '2026-02-01 10:00:00', 'post_date_gmt' => '2026-02-01 10:00:00' ] );`;
      expect(await pathsOf(code)).toEqual({
        ...aroundPost,
        '/primo': 'update',
        '/2026/02': 'update',
        '/2026/02/01': 'update',
      });
      await pathsOf(
        `wp_update_post( [ 'ID' => id_of( 'primo' ), 'post_date' => '2026-03-04 10:00:00', 'post_date_gmt' => '2026-03-04 10:00:00' ] );`,
      );
    });

    it('with another featured image, which fires no hook of the post', async () => {
      const code = `set_post_thumbnail( id_of( 'primo' ), a_picture( 'one' ) );`;
      expect(await pathsOf(code)).toEqual({ ...aroundPost, '/primo': 'update' });
      expect(await pathsOf(`delete_post_thumbnail( id_of( 'primo' ) );`)).toEqual({
        ...aroundPost,
        '/primo': 'update',
      });
    });

    it('with another custom field, and nothing for the fields that WordPress keeps for itself', async () => {
      const shown = { ...aroundPost, '/primo': 'update' };
      expect(await pathsOf(`update_post_meta( id_of( 'primo' ), 'subtitle', 'x' );`)).toEqual(shown);
      expect(await pathsOf(`update_post_meta( id_of( 'primo' ), 'subtitle', 'x' );`)).toEqual({});
      expect(await pathsOf(`update_post_meta( id_of( 'primo' ), '_yoast_wpseo_title', 'x' );`)).toEqual(
        shown,
      );
      expect(await pathsOf(`delete_post_meta( id_of( 'primo' ), 'subtitle' );`)).toEqual(shown);
      const hidden = ['_edit_lock', '_edit_last', '_pingme', '_encloseme', '_wp_old_slug', '_companion_blur'];
      const code = hidden.map((key) => `update_post_meta( id_of( 'primo' ), '${key}', 'x' );`).join('');
      expect(await pathsOf(code)).toEqual({});
    });

    it('stuck to the front', async () => {
      expect(await pathsOf(`stick_post( id_of( 'primo' ) );`)).toMatchObject({
        '/primo': 'update',
        '/': 'update',
      });
      await pathsOf(`unstick_post( id_of( 'primo' ) );`);
    });

    it('taken back to draft, or made private: gone', async () => {
      const gone = { ...aroundPost, '/primo': 'delete' };
      const status = (to: string) =>
        pathsOf(`wp_update_post( [ 'ID' => id_of( 'primo' ), 'post_status' => '${to}' ] );`);
      expect(await status('draft')).toEqual(gone);
      expect(await status('publish')).toEqual({ ...aroundPost, '/primo': 'publish' });
      expect(await status('private')).toEqual(gone);
      await status('publish');
    });

    it('trashed, untrashed to draft, published again, deleted for good', async () => {
      const gone = { ...aroundPost, '/primo': 'delete' };
      expect(await pathsOf(`wp_trash_post( id_of( 'primo' ) );`)).toEqual(gone);
      const trashed = `get_posts( [ 'post_status' => 'trash', 'fields' => 'ids' ] )[0]`;
      expect(await pathsOf(`wp_untrash_post( ${trashed} );`)).toEqual({});
      expect(await pathsOf(`wp_publish_post( id_of( 'primo' ) );`)).toEqual({
        ...aroundPost,
        '/primo': 'publish',
      });
      expect(await pathsOf(`wp_delete_post( id_of( 'primo' ), true );`)).toEqual(gone);
    });

    it('deleted from the trash: it was gone already', async () => {
      await pathsOf(`wp_trash_post( a_post( 'waste' ) );`);
      expect(
        await pathsOf(
          `wp_delete_post( get_posts( [ 'post_status' => 'trash', 'fields' => 'ids' ] )[0], true );`,
        ),
      ).toEqual({});
    });

    it('published by schedule, in WP-Cron', async () => {
      const later = `[ 'post_status' => 'future', 'post_date' => gmdate( 'Y-m-d H:i:s', time() + 600 ), 'post_date_gmt' => gmdate( 'Y-m-d H:i:s', time() + 600 ) ]`;
      expect(await pathsOf(`a_post( 'timed', ${later} );`)).toEqual({});
      await site.wordpress.php(`global $wpdb;
        $wpdb->query( "UPDATE $wpdb->posts SET post_date = '2026-03-04 10:00:00', post_date_gmt = '2026-03-04 10:00:00' WHERE post_name = 'timed'" );`);
      site.receiver.clear();
      await site.wordpress.cron('publish_future_post');
      const [request] = await site.receiver.waitFor(1);
      expect(request?.json.events).toMatchObject({ '/timed': 'publish', '/': 'update', '/feed': 'update' });
    });

    it('of a type that the owner made: its path, its archive and its terms', async () => {
      const code = `$id = wp_insert_post( [ 'post_type' => 'project', 'post_status' => 'publish', 'post_title' => 'Bench', 'post_name' => 'bench' ] );
        wp_set_object_terms( $id, [ 'oak' ], 'material' );`;
      expect(await pathsOf(code)).toEqual({
        '/project/bench': 'publish',
        '/project': 'update',
        '/material/oak': 'publish',
        '/': 'update',
        '/sitemap.xml': 'update',
      });
    });

    it('in another alphabet: encoded as the site has it', async () => {
      const paths = await pathsOf(`a_post( '日本語', [ 'post_title' => '日本語' ] );`);
      expect(paths).toMatchObject({ '/%e6%97%a5%e6%9c%ac%e8%aa%9e': 'publish' });
    });
  });

  describe('a page', () => {
    const make = `function a_page( $slug, $parent = 0 ) { return wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish',
      'post_title' => ucfirst( $slug ), 'post_name' => $slug, 'post_parent' => $parent ] ); }`;
    beforeAll(async () => {
      await pathsOf(
        `${make} $top = a_page( 'top' ); $mid = a_page( 'mid', $top ); a_page( 'leaf', $mid ); a_page( 'other' );`,
      );
    });

    it('edited: its path and the sitemap, nothing else', async () => {
      const code = `wp_update_post( [ 'ID' => id_of( 'other', 'page' ), 'post_content' => 'x' ] );`;
      expect(await pathsOf(code)).toEqual({ ...page, '/other': 'update' });
    });

    it('with another slug: every page below moves with it', async () => {
      const code = `wp_update_post( [ 'ID' => id_of( 'top', 'page' ), 'post_name' => 'tip' ] );`;
      expect(await pathsOf(code)).toEqual({
        ...page,
        '/top': 'delete',
        '/top/mid': 'delete',
        '/top/mid/leaf': 'delete',
        '/tip': 'publish',
        '/tip/mid': 'publish',
        '/tip/mid/leaf': 'publish',
      });
    });

    it('with another parent: every page below moves with it', async () => {
      const code = `wp_update_post( [ 'ID' => id_of( 'mid', 'page' ), 'post_parent' => id_of( 'other', 'page' ) ] );`;
      expect(await pathsOf(code)).toEqual({
        ...page,
        '/tip/mid': 'delete',
        '/tip/mid/leaf': 'delete',
        '/other/mid': 'publish',
        '/other/mid/leaf': 'publish',
      });
    });

    it('with another title: the pages below, whose breadcrumbs name it', async () => {
      const code = `wp_update_post( [ 'ID' => id_of( 'other', 'page' ), 'post_title' => 'Another' ] );`;
      expect(await pathsOf(code)).toEqual({
        ...page,
        '/other': 'update',
        '/other/mid': 'update',
        '/other/mid/leaf': 'update',
      });
    });

    it('chosen as the front page: both pages, and everything', async () => {
      const code = `update_option( 'show_on_front', 'page' ); update_option( 'page_on_front', id_of( 'tip', 'page' ) );`;
      expect(await pathsOf(code)).toEqual({ '/*': null, '/': 'publish', '/tip': 'delete' });
      expect(
        await pathsOf(`wp_update_post( [ 'ID' => id_of( 'tip', 'page' ), 'post_content' => 'x' ] );`),
      ).toEqual({
        ...page,
        '/': 'update',
      });
    });

    it('chosen for the posts: the path of the blog follows every post', async () => {
      const code = `$id = wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Journal' ] );
        update_option( 'page_for_posts', $id );`;
      expect(await pathsOf(code)).toMatchObject({ '/*': null, '/journal': 'publish' });
      const edit = `wp_update_post( [ 'ID' => id_of( 'second' ), 'post_content' => 'Other' ] );`;
      expect(await pathsOf(edit)).toMatchObject({ '/second': 'update', '/': 'update', '/journal': 'update' });
      await pathsOf(`update_option( 'page_for_posts', 0 ); update_option( 'show_on_front', 'posts' );`);
    });
  });

  describe('a term', () => {
    it('made', async () => {
      expect(await pathsOf(`wp_insert_term( 'Empty', 'category' );`)).toEqual({
        '/category/empty': 'publish',
      });
    });

    it('renamed: its archive, and the posts that show the name', async () => {
      const code = `wp_update_term( get_category_by_slug( 'local' )->term_id, 'category', [ 'name' => 'Nearby' ] );`;
      expect(await pathsOf(code)).toMatchObject({
        '/category/news/local': 'update',
        '/category/news': 'update',
        '/second': 'update',
      });
    });

    it('with another slug: the archives below it, too', async () => {
      const code = `wp_update_term( get_category_by_slug( 'news' )->term_id, 'category', [ 'slug' => 'latest' ] );`;
      expect(await pathsOf(code)).toMatchObject({
        '/category/news': 'delete',
        '/category/news/local': 'delete',
        '/category/latest': 'publish',
        '/category/latest/local': 'publish',
        '/second': 'update',
      });
      await pathsOf(
        `wp_update_term( get_category_by_slug( 'latest' )->term_id, 'category', [ 'slug' => 'news' ] );`,
      );
    });

    it('deleted: its archive is gone, its posts have changed', async () => {
      const code = `wp_delete_term( get_term_by( 'slug', 'wood', 'post_tag' )->term_id, 'post_tag' );`;
      expect(await pathsOf(code)).toMatchObject({ '/tag/wood': 'delete', '/second': 'update' });
    });
  });

  describe('an author', () => {
    it('with another name: the archive and the posts', async () => {
      const code = `wp_update_user( [ 'ID' => get_user_by( 'slug', 'ada' )->ID, 'display_name' => 'Ada L.' ] );`;
      expect(await pathsOf(code)).toMatchObject({ '/author/ada': 'update', '/second': 'update' });
    });

    it('with another password: nothing', async () => {
      expect(
        await pathsOf(
          `wp_update_user( [ 'ID' => get_user_by( 'slug', 'ada' )->ID, 'user_pass' => 'other' ] );`,
        ),
      ).toEqual({});
    });

    it('who has written nothing: nothing', async () => {
      const code = `wp_update_user( [ 'ID' => get_user_by( 'slug', 'ben' )->ID, 'display_name' => 'Benjamin' ] );`;
      expect(await pathsOf(code)).toEqual({});
    });

    it('deleted, the posts given to another one', async () => {
      const code = `require_once ABSPATH . 'wp-admin/includes/user.php';
        wp_delete_user( get_user_by( 'slug', 'ada' )->ID, get_user_by( 'slug', 'ben' )->ID );`;
      expect(await pathsOf(code)).toMatchObject({
        '/author/ada': 'delete',
        '/author/ben': 'publish',
        '/second': 'update',
      });
    });
  });

  describe('a file', () => {
    it('described anew: the posts that show it', async () => {
      await pathsOf(`set_post_thumbnail( id_of( 'second' ), a_picture( 'two' ) );`);
      const picture = `get_post_thumbnail_id( id_of( 'second' ) )`;
      const code = `update_post_meta( ${picture}, '_wp_attachment_image_alt', 'A bench' );`;
      expect(await pathsOf(code)).toMatchObject({ '/second': 'update', '/': 'update' });
    });

    it('deleted: the posts that showed it, though none of them fires a hook', async () => {
      const code = `wp_delete_attachment( get_post_thumbnail_id( id_of( 'second' ) ), true );`;
      expect(await pathsOf(code)).toMatchObject({ '/second': 'update', '/': 'update' });
    });

    it('just uploaded: nothing', async () => {
      expect(await pathsOf(`a_picture( 'three' );`)).toEqual({});
    });
  });

  describe('a comment', () => {
    const say = (approved: number) =>
      `wp_insert_comment( [ 'comment_post_ID' => id_of( 'second' ), 'comment_content' => 'Well said', 'comment_approved' => ${approved} ] );`;
    it('approved, edited, marked as spam, deleted: its post, and nothing while it waits', async () => {
      const its = { '/second': 'update' };
      const last = `get_comments( [ 'number' => 1, 'status' => 'any' ] )[0]->comment_ID`;
      expect(await pathsOf(say(0))).toEqual({});
      expect(await pathsOf(`wp_set_comment_status( ${last}, 'approve' );`)).toEqual(its);
      expect(
        await pathsOf(
          `wp_update_comment( [ 'comment_ID' => ${last}, 'comment_content' => 'Very well said' ] );`,
        ),
      ).toEqual(its);
      expect(await pathsOf(`wp_spam_comment( ${last} );`)).toEqual(its);
      expect(await pathsOf(`wp_delete_comment( ${last}, true );`)).toEqual({});
      expect(await pathsOf(say(1))).toEqual(its);
      expect(await pathsOf(`wp_delete_comment( ${last}, true );`)).toEqual(its);
    });
  });

  describe('a reusable block', () => {
    it('edited: the posts that hold it', async () => {
      await pathsOf(`$id = wp_insert_post( [ 'post_type' => 'wp_block', 'post_status' => 'publish', 'post_title' => 'Shared', 'post_content' => 'x' ] );
        wp_update_post( [ 'ID' => id_of( 'second' ), 'post_content' => '<!-- wp:block {"ref":' . $id . '} /-->' ] );`);
      const code = `wp_update_post( [ 'ID' => id_of( 'shared', 'wp_block' ), 'post_content' => 'y' ] );`;
      expect(await pathsOf(code)).toEqual({ '/second': 'update' });
    });
  });

  describe('the whole site', () => {
    const menu = { '/*': 'menu' };
    it('with another menu, or an item of it', async () => {
      const make = `$menu = wp_create_nav_menu( 'Main' );
        wp_update_nav_menu_item( $menu, 0, [ 'menu-item-title' => 'Second', 'menu-item-object' => 'post', 'menu-item-object-id' => id_of( 'second' ),
          'menu-item-type' => 'post_type', 'menu-item-status' => 'publish' ] );`;
      expect(await pathsOf(make)).toEqual(menu);
      expect(
        await pathsOf(
          `set_theme_mod( 'nav_menu_locations', [ 'primary' => wp_get_nav_menu_object( 'Main' )->term_id ] );`,
        ),
      ).toEqual(menu);
      const rest = `$request = new WP_REST_Request( 'POST', '/wp/v2/menu-items/' . wp_get_nav_menu_items( 'Main' )[0]->ID );
        $request->set_param( 'title', 'Deuxième' ); rest_do_request( $request );`;
      expect(await pathsOf(rest)).toEqual(menu);
      expect(
        await pathsOf(`wp_update_post( [ 'ID' => id_of( 'second' ), 'post_title' => 'Segundo' ] );`),
      ).toMatchObject({ ...menu, '/second': 'update' });
      expect(await pathsOf(`wp_delete_post( wp_get_nav_menu_items( 'Main' )[0]->ID, true );`)).toEqual(menu);
    });

    it('with another title or language', async () => {
      const settings = { '/*': 'settings' };
      expect(await pathsOf(`update_option( 'blogname', 'Another' );`)).toEqual(settings);
      expect(await pathsOf(`update_option( 'blogdescription', 'About it' );`)).toEqual(settings);
      expect(await pathsOf(`update_option( 'timezone_string', 'Europe/Lisbon' );`)).toEqual(settings);
      expect(await pathsOf(`update_option( 'blogname', 'Another' );`)).toEqual({});
    });

    it('with other reading or permalink settings, or another theme', async () => {
      const all = { '/*': null };
      expect(await pathsOf(`update_option( 'posts_per_page', 7 );`)).toEqual(all);
      expect(await pathsOf(`update_option( 'category_base', 'topic' );`)).toEqual(all);
      expect(await pathsOf(`update_option( 'permalink_structure', '/blog/%postname%/' );`)).toEqual(all);
      await pathsOf(`update_option( 'permalink_structure', '/%postname%/' );`);
    });

    it('changed in two ways at once: all of it', async () => {
      const code = `update_option( 'blogname', 'Both' ); wp_create_nav_menu( 'Side' ); wp_delete_nav_menu( 'Side' );`;
      expect(await pathsOf(code)).toEqual({ '/*': null });
    });

    it('changed by an import of many posts: one row, deletions still named', async () => {
      const code = `for ( $i = 0; $i < 60; $i++ ) { a_post( "many-$i" ); } wp_trash_post( id_of( 'second' ) );`;
      expect(await pathsOf(code)).toEqual({ '/*': null, '/second': 'delete' });
      expect(site.receiver.requests).toHaveLength(1);
    });
  });

  describe('the filter companion_revalidation_paths', () => {
    it('gets paths and post id, adds paths and takes paths away', async () => {
      const code = `
        add_filter( 'companion_revalidation_paths', function ( $paths, $id ) {
          return array_merge( array_diff( $paths, [ '/sitemap.xml', '/feed' ] ), [ '/also/', 'https://evil.example/x', 7, null, "/bad\\\\path", '/with?query=' . $id ] );
        }, 10, 2 );
        wp_update_post( [ 'ID' => id_of( 'many-1' ), 'post_content' => 'x' ] );`;
      const paths = await pathsOf(code);
      expect(paths).toMatchObject({ '/many-1': 'update', '/also': 'update', '/with': 'update' });
      expect(Object.keys(paths).filter((path) => /sitemap|feed|evil|bad|7/.test(path))).toEqual([]);
    });

    it('case 67: returns junk or throws, and the save and the delivery go on', async () => {
      for (const junk of ['return "junk";', 'return null;', 'throw new Exception( "of another plugin" );']) {
        const code = `add_filter( 'companion_revalidation_paths', function () { ${junk} } );
          wp_update_post( [ 'ID' => id_of( 'many-1' ), 'post_content' => '${junk.length}' ] );
          echo json_encode( get_post( id_of( 'many-1' ) )->post_content );`;
        expect(await pathsOf(code)).toMatchObject({ '/many-1': 'update' });
      }
    });
  });

  it('complained about nothing', () => {
    expect(complaints(site.wordpress)).toBe('');
  });
});
