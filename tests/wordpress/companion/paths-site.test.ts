import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { type Content, connectWithContent } from './content';
import { complaints } from './site';

const reason = whyNoWordPress();

describe.skipIf(reason)(`changes that concern the whole site${reason ? ` (${reason})` : ''}`, () => {
  let site: Content;
  const pathsOf = (code: string) => site.pathsOf(code);
  const all = { '/*': null };
  beforeAll(async () => {
    site = await connectWithContent();
    await pathsOf(`a_post( 'second' );`);
  });
  afterAll(() => site?.stop());

  // First: in the request after, WordPress hands the places of the menus on to the new theme.
  it('another theme', async () => {
    expect(await pathsOf(`switch_theme( 'another' );`)).toEqual(all);
  });

  it('colours or sizes of the Site Editor', async () => {
    const styles = (id: string) =>
      `wp_insert_post( [ 'ID' => ${id}, 'post_type' => 'wp_global_styles', 'post_status' => 'publish', 'post_title' => 'S', 'post_name' => 'wp-global-styles-any', 'post_content' => '{"version":3,"settings":{}} ' . ${id} ] );`;
    // Made when somebody opens the editor: it changes nothing yet.
    expect(await pathsOf(styles('0'))).toEqual({});
    expect(
      await pathsOf(
        styles(
          `get_posts( [ 'post_type' => 'wp_global_styles', 'numberposts' => 1, 'fields' => 'ids' ] )[0]`,
        ),
      ),
    ).toEqual(all);
  });

  it('another menu, or an item of it', async () => {
    const menu = { '/*': 'menu' };
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

  it.each([
    ['title', 'blogname', `'Another'`],
    ['description', 'blogdescription', `'About it'`],
    ['language', 'WPLANG', `'pt_PT'`],
    ['offset from UTC', 'gmt_offset', `'2'`],
    ['time zone', 'timezone_string', `'Europe/Lisbon'`],
    ['icon', 'site_icon', `'7'`],
    ['logo of block themes', 'site_logo', `'7'`],
    ['date format', 'date_format', `'j. n. Y'`],
    ['time format', 'time_format', `'H.i'`],
  ])('another %s: settings', async (_, option, value) => {
    const installed = `add_filter( 'get_available_languages', function () { return [ 'pt_PT' ]; } );`;
    const paths = await pathsOf(`${installed} update_option( '${option}', ${value} );`);
    expect(paths).toEqual({ '/*': 'settings' });
  });

  describe('logo and icon of the site: settings', () => {
    const settings = { '/*': 'settings' };
    const file = (name: string) => `id_of( '${name}', 'attachment' )`;
    beforeAll(async () => {
      await pathsOf(
        `remove_theme_mods(); delete_option( 'site_icon' ); delete_option( 'site_logo' ); a_picture( 'brand' ); a_picture( 'sign' );`,
      );
    });

    it('the custom logo of the theme is chosen, and taken away', async () => {
      expect(await pathsOf(`set_theme_mod( 'custom_logo', ${file('brand')} );`)).toEqual(settings);
      expect(await pathsOf(`set_theme_mod( 'background_color', 'ffffff' );`)).toEqual({});
      expect(await pathsOf(`remove_theme_mod( 'custom_logo' );`)).toEqual(settings);
      await pathsOf(`set_theme_mod( 'custom_logo', ${file('brand')} );`);
      expect(await pathsOf(`remove_theme_mods();`)).toEqual(settings);
    });

    it('the icon is taken away', async () => {
      await pathsOf(`update_option( 'site_icon', ${file('sign')} );`);
      expect(await pathsOf(`delete_option( 'site_icon' );`)).toEqual(settings);
    });

    it.each([
      ['described again', (id: string) => `update_post_meta( ${id}, '_wp_attachment_image_alt', uniqid() );`],
      ['replaced', (id: string) => `update_attached_file( ${id}, uniqid() . '.png' );`],
      ['trashed', (id: string) => `wp_update_post( [ 'ID' => ${id}, 'post_status' => 'trash' ] );`],
      ['deleted', (id: string) => `wp_delete_attachment( ${id}, true );`],
    ])('its file is %s; that of another picture is not told of', async (_, change) => {
      for (const use of [`set_theme_mod( 'custom_logo', $id );`, `update_option( 'site_icon', $id );`]) {
        await pathsOf(`remove_theme_mods(); delete_option( 'site_icon' ); delete_option( 'site_logo' );
          $id = a_picture( 'used' ); update_option( 'used', $id ); update_option( 'unused', a_picture( 'unused' ) ); ${use}`);
        expect(await pathsOf(change(`get_option( 'unused' )`))).toEqual({});
        expect(await pathsOf(change(`get_option( 'used' )`))).toEqual(settings);
      }
    });
  });

  it('the theme’s settings taken away as a whole: the menus, where one was shown', async () => {
    await pathsOf(`set_theme_mod( 'nav_menu_locations', [ 'primary' => 7 ] );`);
    expect(await pathsOf(`remove_theme_mods();`)).toEqual({ '/*': 'menu' });
    expect(await pathsOf(`set_theme_mod( 'anything', 'x' ); remove_theme_mods();`)).toEqual({});
  });

  it('an option that is deleted, which then has its default', async () => {
    await pathsOf(`update_option( 'blogdescription', 'Some' ); update_option( 'tag_base', 'about' );`);
    expect(await pathsOf(`delete_option( 'blogdescription' );`)).toEqual({ '/*': 'settings' });
    expect(await pathsOf(`delete_option( 'tag_base' );`)).toEqual(all);
  });

  it('the same title saved again: nothing', async () => {
    expect(await pathsOf(`update_option( 'blogname', get_option( 'blogname' ) );`)).toEqual({});
  });

  it.each([
    ['number of posts per page', 'posts_per_page', `7`],
    ['base of categories', 'category_base', `'topic'`],
    ['base of tags', 'tag_base', `'about'`],
    ['default category', 'default_category', `get_category_by_slug( 'sport' )->term_id`],
    ['permalink structure', 'permalink_structure', `'/blog/%postname%/'`],
    ['kind of front page', 'show_on_front', `'page'`],
    ['address of uploads', 'upload_url_path', `'https://files.example'`],
    ['picture for people without one', 'avatar_default', `'retro'`],
    ['choice of pictures of people', 'show_avatars', `'0'`],
    ['limit of such pictures', 'avatar_rating', `'PG'`],
    ['address of WordPress', 'siteurl', `'https://wordpress.example'`],
    ['address of the site', 'home', `'https://site.example'`],
  ])('another %s: all of it', async (_, option, value) => {
    const before = await site.wordpress.php(`echo json_encode( get_option( '${option}' ) );`);
    expect(await pathsOf(`update_option( '${option}', ${value} );`)).toEqual(all);
    await pathsOf(`update_option( '${option}', json_decode( '${JSON.stringify(before)}' ) );`);
  });

  it('rules that WordPress reads addresses by, written later than the structure; the same again: nothing', async () => {
    const flush = `global $wp_rewrite; $wp_rewrite->init(); flush_rewrite_rules();`;
    await pathsOf(`update_option( 'permalink_structure', '/read/%postname%/' );`);
    expect(await pathsOf(flush)).toEqual(all);
    expect(await pathsOf(flush)).toEqual({});
    await pathsOf(`update_option( 'permalink_structure', '/%postname%/' );`);
    await pathsOf(flush);
  });

  it('a post that sticks to the front, or does so no longer, beside its own paths', async () => {
    const stuck = { ...all, '/second': 'update', '/': 'update' };
    expect(await pathsOf(`stick_post( id_of( 'second' ) );`)).toMatchObject(stuck);
    expect(await pathsOf(`unstick_post( id_of( 'second' ) );`)).toMatchObject(stuck);
  });

  it('an option that no visitor sees: nothing', async () => {
    expect(await pathsOf(`update_option( 'users_can_register', '1' );`)).toEqual({});
  });

  it('an options page of Advanced Custom Fields', async () => {
    for (const id of ['options', 'option', 'theme-settings', 'theme_settings'])
      expect(await pathsOf(`do_action( 'acf/save_post', '${id}' );`)).toEqual(all);
  });

  it('fields of a post, person, term, comment or block in Advanced Custom Fields: nothing', async () => {
    for (const id of [`id_of( 'second' )`, `'7'`, `'user_3'`, `'term_3'`, `'comment_3'`, `'block_3'`])
      expect(await pathsOf(`do_action( 'acf/save_post', ${id} );`)).toEqual({});
  });

  it('two kinds of changes at once: all of it', async () => {
    const code = `update_option( 'blogname', 'Both' ); wp_create_nav_menu( 'Side' ); wp_delete_nav_menu( 'Side' );`;
    expect(await pathsOf(code)).toEqual(all);
  });

  it('an import of many posts: one row, deletions and new passwords still named', async () => {
    await pathsOf(`a_post( 'third' );`);
    const code = `for ( $i = 0; $i < 60; $i++ ) { a_post( "many-$i" ); } wp_trash_post( id_of( 'second' ) );
      wp_update_post( [ 'ID' => id_of( 'third' ), 'post_password' => 'abc' ] );`;
    expect(await pathsOf(code)).toEqual({ ...all, '/second': 'delete', '/third': 'update' });
    expect(site.receiver.requests.map(({ json }) => json.hidden)).toEqual([['/third']]);
  });

  it('complained about nothing', () => {
    expect(complaints(site.wordpress)).toBe('');
  });
});
