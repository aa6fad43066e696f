import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { aroundPost, type Content, connectWithContent, functions } from './content';
import { type Receiver, startReceiver } from './receiver';
import { type Connected, complaints, configure, connect, delivered, revalidationSecret } from './site';

const reason = whyNoWordPress();
const suite = (title: string) => `${title}${reason ? ` (${reason})` : ''}`;

describe.skipIf(reason)(suite('which paths terms and authors concern'), () => {
  let site: Content;
  const pathsOf = (code: string) => site.pathsOf(code);
  const category = (slug: string) => `get_category_by_slug( '${slug}' )->term_id`;
  const person = (slug: string) => `get_user_by( 'slug', '${slug}' )->ID`;
  /** Paths that a change of a term or a person reports for the only post there is. */
  const around = {
    ...aroundPost,
    '/second': 'update',
    '/category/news/local': 'update',
    '/tag/wood': 'update',
  };

  beforeAll(async () => {
    site = await connectWithContent();
    await pathsOf(
      `a_post( 'second', [ 'post_category' => [ ${category('local')} ], 'tags_input' => [ 'wood' ] ] );`,
    );
  });
  afterAll(() => site?.stop());

  describe('a term', () => {
    it('made', async () => {
      expect(await pathsOf(`wp_insert_term( 'Empty', 'category' );`)).toEqual({
        '/category/empty': 'publish',
      });
    });

    it('renamed: its archive, and the posts that show the name', async () => {
      const code = `wp_update_term( ${category('local')}, 'category', [ 'name' => 'Nearby' ] );`;
      expect(await pathsOf(code)).toEqual(around);
    });

    it('with another slug: the archives below it, too', async () => {
      const code = `wp_update_term( ${category('news')}, 'category', [ 'slug' => 'latest' ] );`;
      expect(await pathsOf(code)).toEqual({
        ...around,
        '/category/news': 'delete',
        '/category/news/local': 'delete',
        '/category/latest': 'publish',
        '/category/latest/local': 'publish',
      });
      await pathsOf(`wp_update_term( ${category('latest')}, 'category', [ 'slug' => 'news' ] );`);
    });

    it('moved below another one: the archives that lose its posts, and those that get them', async () => {
      const code = `wp_update_term( ${category('local')}, 'category', [ 'parent' => ${category('sport')} ] );`;
      expect(await pathsOf(code)).toEqual({
        ...around,
        '/category/sport': 'update',
        '/category/news/local': 'delete',
        '/category/sport/local': 'publish',
      });
      await pathsOf(
        `wp_update_term( ${category('local')}, 'category', [ 'parent' => ${category('news')} ] );`,
      );
    });

    it('moved without a post of its own: its archive, and the one above', async () => {
      const code = `wp_update_term( ${category('empty')}, 'category', [ 'parent' => ${category('sport')} ] );`;
      expect(await pathsOf(code)).toEqual({
        '/category/empty': 'delete',
        '/category/sport/empty': 'publish',
        '/category/sport': 'update',
      });
      await pathsOf(`wp_delete_term( ${category('empty')}, 'category' );`);
    });

    it('with another field: its archive, and nothing for the fields that plugins keep for themselves', async () => {
      const its = { '/category/sport': 'update' };
      const sport = category('sport');
      expect(await pathsOf(`add_term_meta( ${sport}, 'colour', 'red' );`)).toEqual(its);
      expect(await pathsOf(`update_term_meta( ${sport}, 'colour', 'blue' );`)).toEqual(its);
      expect(await pathsOf(`delete_term_meta( ${sport}, 'colour' );`)).toEqual(its);
      expect(await pathsOf(`add_term_meta( ${sport}, '_private', 'x' );`)).toEqual({});
    });

    it('of a menu, with another field or name: nothing, and the menus', async () => {
      await pathsOf(`wp_create_nav_menu( 'Main' );`);
      const menu = `get_term_by( 'slug', 'main', 'nav_menu' )->term_id`;
      expect(await pathsOf(`add_term_meta( ${menu}, 'colour', 'red' );`)).toEqual({});
      expect(await pathsOf(`wp_update_nav_menu_object( ${menu}, [ 'menu-name' => 'Principal' ] );`)).toEqual({
        '/*': 'menu',
      });
      await pathsOf(`wp_delete_nav_menu( ${menu} );`);
    });

    it('that a menu names, renamed: the menus, too', async () => {
      await pathsOf(`wp_update_nav_menu_item( wp_create_nav_menu( 'Terms' ), 0, [ 'menu-item-object' => 'category',
        'menu-item-object-id' => ${category('sport')}, 'menu-item-type' => 'taxonomy', 'menu-item-status' => 'publish' ] );`);
      const code = `wp_update_term( ${category('sport')}, 'category', [ 'name' => 'Sports' ] );`;
      expect(await pathsOf(code)).toEqual({ '/category/sport': 'update', '/*': 'menu' });
      await pathsOf(`wp_delete_nav_menu( 'Terms' );`);
    });

    it('above one that a menu names, with another slug: the menus, too', async () => {
      await pathsOf(`wp_update_nav_menu_item( wp_create_nav_menu( 'Terms' ), 0, [ 'menu-item-object' => 'category',
        'menu-item-object-id' => ${category('local')}, 'menu-item-type' => 'taxonomy', 'menu-item-status' => 'publish' ] );`);
      const slug = (from: string, to: string) =>
        pathsOf(`wp_update_term( ${category(from)}, 'category', [ 'slug' => '${to}' ] );`);
      expect(await slug('news', 'news2')).toMatchObject({
        '/category/news/local': 'delete',
        '/category/news2/local': 'publish',
        '/*': 'menu',
      });
      await slug('news2', 'news');
      await pathsOf(`wp_delete_nav_menu( 'Terms' );`);
    });

    it('deleted: its archive is gone, its posts have changed', async () => {
      const code = `wp_delete_term( get_term_by( 'slug', 'wood', 'post_tag' )->term_id, 'post_tag' );`;
      expect(await pathsOf(code)).toEqual({ ...around, '/tag/wood': 'delete' });
      await pathsOf(`wp_set_post_tags( id_of( 'second' ), [ 'wood' ] );`);
    });

    const nested = (name: string) => `$top = wp_insert_term( 'Top', 'category' )['term_id'];
      a_post( '${name}', [ 'post_category' => [ wp_insert_term( '${name}', 'category', [ 'parent' => $top ] )['term_id'] ] ] );`;
    const deleteTop = () => pathsOf(`wp_delete_term( ${category('top')}, 'category' );`);

    it('deleted: the archives below it move up, and their posts link to them', async () => {
      await pathsOf(nested('deep'));
      expect(await deleteTop()).toEqual({
        ...aroundPost,
        '/category/news': undefined,
        '/category/top': 'delete',
        '/category/top/deep': 'delete',
        '/category/deep': 'publish',
        '/deep': 'update',
      });
      await pathsOf(`wp_delete_post( id_of( 'deep' ), true );`);
    });

    describe('that stands in the addresses of posts', () => {
      beforeAll(() => pathsOf(`update_option( 'permalink_structure', '/%category%/%postname%/' );`));
      afterAll(() => pathsOf(`update_option( 'permalink_structure', '/%postname%/' );`));
      const change = (what: string) =>
        pathsOf(`wp_update_term( ${category('sport')}, 'category', [ ${what} ] );`);

      it('renamed: its archive, for no post has moved', async () => {
        expect(await change(`'name' => 'Games'`)).toEqual({ '/category/sport': 'update' });
      });

      it('with another slug, or moved: the whole site', async () => {
        expect(await change(`'slug' => 'games'`)).toHaveProperty(['/*'], null);
        const moved = `wp_update_term( ${category('games')}, 'category', [ 'parent' => ${category('news')} ] );`;
        expect(await pathsOf(moved)).toHaveProperty(['/*'], null);
      });

      it('deleted: the whole site where others are below it, otherwise its posts', async () => {
        await pathsOf(nested('deeper'));
        expect(await deleteTop()).toHaveProperty(['/*'], null);
        const paths = await pathsOf(`wp_delete_term( ${category('deeper')}, 'category' );`);
        expect(paths).toMatchObject({ '/category/deeper': 'delete', '/deeper/deeper': 'delete' });
        expect(paths).not.toHaveProperty(['/*']);
        await pathsOf(`wp_delete_post( id_of( 'deeper' ), true );`);
      });

      it('of another taxonomy, with another slug: no more than always', async () => {
        const code = `wp_update_term( get_term_by( 'slug', 'wood', 'post_tag' )->term_id, 'post_tag', [ 'slug' => 'timber' ] );`;
        expect(await pathsOf(code)).not.toHaveProperty(['/*']);
        await pathsOf(
          `wp_update_term( get_term_by( 'slug', 'timber', 'post_tag' )->term_id, 'post_tag', [ 'slug' => 'wood' ] );`,
        );
      });
    });
  });

  describe('an author', () => {
    const ada = person('ada');

    it.each([
      ['name', 'display_name', 'Ada L.'],
      ['address', 'user_email', 'other@example.com'],
      ['website', 'user_url', 'https://ada.example'],
    ])('with another %s: the archive and the posts', async (_, field, value) => {
      const save = () => pathsOf(`wp_update_user( [ 'ID' => ${ada}, '${field}' => '${value}' ] );`);
      expect(await save()).toEqual(around);
      expect(await save()).toEqual({});
    });

    it.each(['description', 'first_name', 'last_name', 'nickname'])(
      'with another %s: the archive and the posts',
      async (field) => {
        expect(await pathsOf(`update_user_meta( ${ada}, '${field}', 'Other' );`)).toEqual(around);
        expect(await pathsOf(`delete_user_meta( ${ada}, '${field}' );`)).toEqual(around);
        expect(await pathsOf(`add_user_meta( ${ada}, '${field}', 'New' );`)).toEqual(around);
      },
    );

    it('with another password, or a field that nobody sees: nothing', async () => {
      expect(await pathsOf(`wp_update_user( [ 'ID' => ${ada}, 'user_pass' => 'other' ] );`)).toEqual({});
      expect(await pathsOf(`update_user_meta( ${ada}, 'admin_color', 'light' );`)).toEqual({});
    });

    it('with another slug: gone there, new here, and the posts', async () => {
      const rename = (from: string, to: string) =>
        pathsOf(
          `wp_update_user( [ 'ID' => ${person(from)}, 'user_nicename' => '${to}', 'display_name' => '${to}' ] );`,
        );
      expect(await rename('ada', 'lovelace')).toEqual({
        ...around,
        '/author/ada': 'delete',
        '/author/lovelace': 'publish',
      });
      await rename('lovelace', 'ada');
    });

    it('who has written nothing: nothing', async () => {
      const code = `wp_update_user( [ 'ID' => ${person('ben')}, 'display_name' => 'Benjamin' ] ); update_user_meta( ${person('ben')}, 'description', 'x' );`;
      expect(await pathsOf(code)).toEqual({});
    });

    it('deleted, the posts given to another one', async () => {
      const code = `require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user( ${ada}, ${person('ben')} );`;
      expect(await pathsOf(code)).toEqual({ ...around, '/author/ada': 'delete', '/author/ben': 'publish' });
    });

    it('deleted who has written nothing: nothing', async () => {
      await pathsOf(`a_person( 'dan' );`);
      const code = `require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user( ${person('dan')}, ${person('ben')} );`;
      expect(await pathsOf(code)).toEqual({});
    });

    it('deleted with all posts: those, and the archive', async () => {
      const code = `require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user( ${person('ben')} );`;
      expect(await pathsOf(code)).toMatchObject({ '/author/ben': 'delete', '/second': 'delete' });
    });
  });

  it('complained about nothing', () => {
    expect(complaints(site.wordpress)).toBe('');
  });
});

describe.skipIf(reason)(suite('which paths an author concerns in a network'), () => {
  let site: Connected;
  let second: Receiver;
  const two = '/two/';
  /** Paths that the services of both sites received. */
  const pathsOf = async (code: string) => {
    second.clear();
    const first = await site.after(functions + code);
    await site.wordpress.cron('companion_tick', two);
    return [first, delivered(second)];
  };
  const post = (slug: string, author: string) =>
    `wp_insert_post( [ 'post_status' => 'publish', 'post_title' => '${slug}', 'post_name' => '${slug}', 'post_author' => ${author} ] );`;

  beforeAll(async () => {
    second = await startReceiver({ secret: revalidationSecret });
    site = await connect({ multisite: true, companion: 'network' });
    await site.wordpress.php(`wpmu_create_blog( DOMAIN_CURRENT_SITE, '${two}', 'Two', 1 );`);
    await site.wordpress.php(configure(second.url), two);
    for (const path of ['/', two])
      await site.wordpress.php(`update_option( 'permalink_structure', '/%postname%/' );`, path);
    await pathsOf(`foreach ( [ 'eva', 'fay', 'gus' ] as $name ) {
        add_user_to_blog( 2, a_person( $name ), 'author' );
      }
      $eva = get_user_by( 'slug', 'eva' )->ID; $fay = get_user_by( 'slug', 'fay' )->ID;
      ${post('of-eva', '$eva')} ${post('of-fay', '$fay')}
      switch_to_blog( 2 ); ${post('of-eva', '$eva')} restore_current_blog();`);
  });
  afterAll(async () => {
    await site?.stop();
    await second?.stop();
  });

  it('with another name: told to every site where the author writes', async () => {
    const [first, other] = await pathsOf(
      `wp_update_user( [ 'ID' => get_user_by( 'slug', 'eva' )->ID, 'display_name' => 'Eva M.' ] );`,
    );
    expect(first).toMatchObject({ '/author/eva': 'update', '/of-eva': 'update' });
    expect(other).toMatchObject({ '/author/eva': 'update', '/of-eva': 'update' });
  });

  it('told at once where the process delivers at once, and not only to its own site', async () => {
    second.clear();
    await site.wordpress.php(`define( 'WP_CLI', true );
      wp_update_user( [ 'ID' => get_user_by( 'slug', 'eva' )->ID, 'display_name' => 'Eva N.' ] );`);
    expect(delivered(second)).toMatchObject({ '/author/eva': 'update', '/of-eva': 'update' });
  });

  it('who writes on one site only: the other one hears nothing', async () => {
    const [first, other] = await pathsOf(
      `update_user_meta( get_user_by( 'slug', 'fay' )->ID, 'description', 'New' );`,
    );
    expect(first).toMatchObject({ '/author/fay': 'update', '/of-fay': 'update' });
    expect(other).toEqual({});
  });

  it('taken from a site, the posts given to another one: gone there, and nothing elsewhere', async () => {
    const [first, other] = await pathsOf(
      `remove_user_from_blog( get_user_by( 'slug', 'eva' )->ID, 2, get_user_by( 'slug', 'gus' )->ID );`,
    );
    expect(first).toEqual({});
    expect(other).toMatchObject({
      '/author/eva': 'delete',
      '/author/gus': 'publish',
      '/of-eva': 'update',
    });
  });

  it('complained about nothing', () => {
    expect(complaints(site.wordpress)).toBe('');
  });
});
