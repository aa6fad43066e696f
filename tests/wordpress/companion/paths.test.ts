import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { aroundPost, type Content, connectWithContent } from './content';
import { complaints } from './site';

const reason = whyNoWordPress();

const page = { '/sitemap.xml': 'update' };

describe.skipIf(reason)(`which paths a change concerns${reason ? ` (${reason})` : ''}`, () => {
  let site: Content;
  const pathsOf = (code: string) => site.pathsOf(code);
  beforeAll(async () => {
    site = await connectWithContent();
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
      const hidden = [
        '_edit_lock',
        '_edit_last',
        '_pingme',
        '_encloseme',
        '_wp_old_slug',
        '_companion_blur',
        '_companion_not_shown',
      ];
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

    it('with a password: hidden at once, until somebody takes it away', async () => {
      const hiddenBy = async (code: string) => {
        expect(await pathsOf(code)).toEqual({ ...aroundPost, '/primo': 'update' });
        return site.receiver.requests.flatMap(({ json }) => json.hidden ?? []);
      };
      const password = (to: string) =>
        `wp_update_post( [ 'ID' => id_of( 'primo' ), 'post_password' => '${to}' ] );`;
      expect(await hiddenBy(`${password('abc')} update_post_meta( id_of( 'primo' ), 'mood', 'x' );`)).toEqual(
        ['/primo'],
      );
      expect(await hiddenBy(password('def'))).toEqual([]);
      expect(await hiddenBy(`update_post_meta( id_of( 'primo' ), 'mood', 'y' );`)).toEqual([]);
      expect(await hiddenBy(password(''))).toEqual([]);
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

    it.each([
      [
        'published and taken back',
        `$id = a_post( 'brief', [ 'post_status' => 'draft' ] ); wp_publish_post( $id ); wp_update_post( [ 'ID' => $id, 'post_status' => 'draft' ] );`,
      ],
      ['made and deleted', `wp_delete_post( a_post( 'brief' ), true );`],
      ['made and trashed', `wp_trash_post( a_post( 'brief' ) );`],
    ])('%s within one request: gone, for somebody may have seen it', async (_, code) => {
      expect(await pathsOf(code)).toEqual({ ...aroundPost, '/brief': 'delete' });
      await pathsOf(
        `foreach ( get_posts( [ 'post_status' => [ 'draft', 'trash' ] ] ) as $post ) wp_delete_post( $post->ID, true );`,
      );
    });

    it('at another address for part of a request: gone there', async () => {
      await pathsOf(`a_post( 'moving' );`);
      const name = (to: string) => `wp_update_post( [ 'ID' => $id, 'post_name' => '${to}' ] );`;
      expect(await pathsOf(`$id = id_of( 'moving' ); ${name('away')} ${name('moving')}`)).toEqual({
        ...aroundPost,
        '/moving': 'update',
        '/away': 'delete',
      });
    });

    it('open for part of a request: hidden at once', async () => {
      const password = (to: string) => `wp_update_post( [ 'ID' => $id, 'post_password' => '${to}' ] );`;
      await pathsOf(`$id = id_of( 'moving' ); ${password('abc')}`);
      await pathsOf(`$id = id_of( 'moving' ); ${password('')} ${password('abc')}`);
      expect(site.receiver.requests.flatMap(({ json }) => json.hidden ?? [])).toEqual(['/moving']);
      await pathsOf(`$id = id_of( 'moving' ); ${password('')}`);
    });

    it('made a page at the same address: another item is there, and the lists of posts lose it', async () => {
      const paths = await pathsOf(`wp_update_post( [ 'ID' => id_of( 'moving' ), 'post_type' => 'page' ] );`);
      expect(paths).toEqual({ ...aroundPost, '/moving': 'publish' });
      const items = site.receiver.requests.flatMap(({ json }) => json.items['/moving'] ?? []);
      expect(items).toMatchObject([{ type: 'page', replaced: { type: 'post' } }]);
      expect(items[0].replaced.id).toBe(items[0].id);
      await pathsOf(`wp_delete_post( id_of( 'moving', 'page' ), true );`);
    });

    it('the only one of its author, taken back or given to another one: no archive of that author any more', async () => {
      const make = `a_post( 'only', [ 'post_author' => a_person( 'cleo' ) ] );`;
      const gone = { '/author/cleo': 'delete' };
      await pathsOf(make);
      expect(
        await pathsOf(`wp_update_post( [ 'ID' => id_of( 'only' ), 'post_status' => 'draft' ] );`),
      ).toMatchObject(gone);
      expect(await pathsOf(`wp_publish_post( id_of( 'only' ) );`)).toMatchObject({
        '/author/cleo': 'update',
      });
      const give = `wp_update_post( [ 'ID' => id_of( 'only' ), 'post_author' => 1 ] );`;
      expect(await pathsOf(give)).toMatchObject({ ...gone, '/only': 'update' });
      await pathsOf(`wp_delete_post( id_of( 'only' ), true );`);
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

    it('that a menu leads to, below one that moves: the menus, too', async () => {
      await pathsOf(`wp_update_nav_menu_item( wp_create_nav_menu( 'Pages' ), 0, [ 'menu-item-object' => 'page',
        'menu-item-object-id' => id_of( 'leaf', 'page' ), 'menu-item-type' => 'post_type', 'menu-item-status' => 'publish' ] );`);
      const slug = (from: string, to: string) =>
        pathsOf(`wp_update_post( [ 'ID' => id_of( '${from}', 'page' ), 'post_name' => '${to}' ] );`);
      expect(await slug('top', 'peak')).toMatchObject({ '/peak/mid/leaf': 'publish', '/*': 'menu' });
      await slug('peak', 'top');
      await pathsOf(`wp_delete_nav_menu( 'Pages' );`);
    });

    it('below one that is not public and moves, or is deleted for good: it moves with it', async () => {
      await pathsOf(
        `${make} $hidden = a_page( 'hidden' ); a_page( 'seen', $hidden ); wp_update_post( [ 'ID' => $hidden, 'post_status' => 'private' ] );`,
      );
      const move = `wp_update_post( [ 'ID' => id_of( 'hidden', 'page' ), 'post_name' => 'covered' ] );`;
      expect(await pathsOf(move)).toEqual({ ...page, '/hidden/seen': 'delete', '/covered/seen': 'publish' });
      const remove = `wp_delete_post( id_of( 'covered', 'page' ), true );`;
      expect(await pathsOf(remove)).toEqual({ ...page, '/covered/seen': 'delete', '/seen': 'publish' });
      await pathsOf(`wp_delete_post( id_of( 'seen', 'page' ), true );`);
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

    it('moved to another post: both', async () => {
      await pathsOf(`a_post( 'other' ); ${say(1)}`);
      const move = (slug: string) =>
        `wp_update_comment( [ 'comment_ID' => get_comments( [ 'number' => 1 ] )[0]->comment_ID, 'comment_post_ID' => id_of( '${slug}' ) ] );`;
      expect(await pathsOf(move('other'))).toEqual({ '/second': 'update', '/other': 'update' });
      await pathsOf(`wp_delete_post( id_of( 'other' ), true );`);
    });
  });

  describe('the filter companion_revalidation_paths', () => {
    it('gets paths and post id, adds paths and takes paths away', async () => {
      const code = `
        add_filter( 'companion_revalidation_paths', function ( $paths, $id ) {
          return array_merge( array_diff( $paths, [ '/sitemap.xml', '/feed' ] ), [ '/also/', 'https://evil.example/x', 7, null, "/bad\\\\path", '/with?query=' . $id ] );
        }, 10, 2 );
        wp_update_post( [ 'ID' => id_of( 'second' ), 'post_content' => 'x' ] );`;
      const paths = await pathsOf(code);
      expect(paths).toMatchObject({ '/second': 'update', '/also': 'update', '/with': 'update' });
      expect(Object.keys(paths).filter((path) => /sitemap|feed|evil|bad|7/.test(path))).toEqual([]);
    });

    it('case 67: returns junk or throws, and the save and the delivery go on', async () => {
      for (const junk of ['return "junk";', 'return null;', 'throw new Exception( "of another plugin" );']) {
        const code = `add_filter( 'companion_revalidation_paths', function () { ${junk} } );
          wp_update_post( [ 'ID' => id_of( 'second' ), 'post_content' => '${junk.length}' ] );
          echo json_encode( get_post( id_of( 'second' ) )->post_content );`;
        expect(await pathsOf(code)).toMatchObject({ '/second': 'update' });
      }
    });
  });

  it('complained about nothing', () => {
    expect(complaints(site.wordpress)).toBe('');
  });
});
