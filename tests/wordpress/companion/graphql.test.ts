import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  buildClientSchema,
  buildSchema,
  type GraphQLObjectType,
  getIntrospectionQuery,
  isUnionType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transformPage } from '../../../src/runtime/content/transform';
import { capabilitiesDocument, capabilitiesFrom } from '../../../src/runtime/wordpress/fields/capabilities';
import { getPage } from '../../../src/runtime/wordpress/queries/pages';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';
import { applicationPassword } from './session';
import { complaints } from './site';

const reason = whyNoWordPress();
const sdl = readFileSync(new URL('../../../companion-plugin/blocks/schema.graphql', import.meta.url), 'utf8');
const defaults = {
  hideTitle: false,
  containerWidth: 'default',
  hideHeader: false,
  hideFooter: false,
  customCssClass: null,
  showSidebar: false,
};

describe.skipIf(reason)(`what the companion adds to GraphQL${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let authorization: string;
  const temporary = mkdtempSync(path.join(tmpdir(), 'graphql-'));
  beforeAll(async () => {
    wordpress = await startWordPress({ companion: true, constants: { WP_TEMP_DIR: temporary } });
    authorization = await applicationPassword(wordpress);
  });
  afterAll(async () => {
    await wordpress?.stop();
    rmSync(temporary, { recursive: true });
  });

  // biome-ignore lint/suspicious/noExplicitAny: whatever was asked for
  const ask = async (query: string, variables: object = {}, headers: object = {}): Promise<any> =>
    (
      await fetch(wordpress.graphqlUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      })
    ).json();
  const rest = (path: string, body: object, headers: object = { Authorization: authorization }) =>
    fetch(`${wordpress.url}/wp-json/wp/v2/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('has the types and fields of the contract, name by name', async () => {
    await wordpress.php(
      "update_option( 'graphql_general_settings', [ 'public_introspection_enabled' => 'on' ] );",
    );
    const { data } = await ask(getIntrospectionQuery());
    const real = buildClientSchema(data);
    const contract = buildSchema(`${sdl.replace(/extend type/g, 'type')}\ntype Query { x: Int }`);
    const fieldsOf = (schema: typeof real, type: string) =>
      Object.fromEntries(
        Object.values((schema.getType(type) as GraphQLObjectType).getFields()).map((field) => [
          field.name,
          `${field.args.map(({ name, type, defaultValue }) => `${name}: ${type} = ${defaultValue}`)} ${field.type}`,
        ]),
      );
    const extended = ['Page', 'MediaItem', 'RootQuery'];
    const own = Object.values(contract.getTypeMap()).filter(
      ({ name }) => /^(Page_|Companion)/.test(name) && !extended.includes(name),
    );
    expect(own.length).toBeGreaterThan(15);
    for (const type of own) {
      const is = real.getType(type.name);
      if (isUnionType(type))
        expect(isUnionType(is) ? is.getTypes().map(({ name }) => name) : [], type.name).toEqual(
          type.getTypes().map(({ name }) => name),
        );
      else expect(fieldsOf(real, type.name), type.name).toEqual(fieldsOf(contract, type.name));
    }
    for (const type of extended) expect(fieldsOf(real, type)).toMatchObject(fieldsOf(contract, type));
    await wordpress.php("delete_option( 'graphql_general_settings' );");
  });

  it('says its version to everybody', async () => {
    const header = readFileSync(
      new URL('../../../companion-plugin/headless-site-companion.php', import.meta.url),
      'utf8',
    );
    const version = /^ \* Version: +(\S+)$/m.exec(header)?.[1];
    expect((await ask('{companionVersion}')).data).toEqual({ companionVersion: version });
  });

  it('menu items whose page, term or type is gone are left out, as in WordPress’s own menus', async () => {
    const own = await wordpress.php<string[]>(`
      $menu = wp_create_nav_menu( 'gone' );
      $page = wp_insert_post( [ 'post_type' => 'page', 'post_title' => 'Stays', 'post_status' => 'publish' ] );
      foreach ( [
        [ 'post_type', 'page', $page, 'Stays' ], [ 'post_type', 'page', 999999, 'Page' ], [ 'taxonomy', 'category', 999999, 'Term' ],
        [ 'post_type', 'no_type', $page, 'Type' ], [ 'post_type_archive', 'no_type', 0, 'Archive' ], [ 'custom', 'custom', 0, 'No link' ],
      ] as [ $type, $object, $id, $title ] ) {
        wp_update_nav_menu_item( $menu, 0, [ 'menu-item-type' => $type, 'menu-item-object' => $object, 'menu-item-object-id' => $id, 'menu-item-title' => $title, 'menu-item-status' => 'publish' ] );
      }
      $before = get_nav_menu_locations();
      set_theme_mod( 'nav_menu_locations', [ 'primary' => $menu ] + $before );
      update_option( 'test_menus_before', $before );
      echo json_encode( wp_list_pluck( wp_get_nav_menu_items( $menu ), 'title' ) );`);
    const { data, errors } = await ask('{menuItems(where:{location:PRIMARY}){nodes{label}}}');
    await wordpress.php("set_theme_mod( 'nav_menu_locations', get_option( 'test_menus_before' ) );");
    expect([own, errors]).toEqual([['Stays', 'No link'], undefined]);
    expect(data).toEqual({ menuItems: { nodes: own.map((label) => ({ label })) } });
  });

  describe('menu locations', () => {
    const locations = async () =>
      (
        await ask(
          '{p:menuItems(where:{location:PRIMARY}){nodes{id}} f:menuItems(where:{location:FOOTER}){nodes{id}}}',
        )
      ).errors;
    it('PRIMARY and FOOTER are there under a theme without them, and the Menus screen with them', async () => {
      await wordpress.php("update_option( 'test_menu_locations', 'off' );");
      expect(await locations()).toBeUndefined();
      const seen = await wordpress.php<object>(
        "echo json_encode( [ wp_is_block_theme(), current_theme_supports( 'menus' ), array_keys( get_registered_nav_menus() ) ] );",
      );
      expect(seen).toEqual([true, true, ['primary', 'footer']]);
      const screen = async () => {
        const { headers } = await fetch(`${wordpress.url}/wp-login.php`, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: 'wordpress_test_cookie=x' },
          body: new URLSearchParams({ log: 'admin', pwd: wordpress.administrator.password, testcookie: '1' }),
        });
        const Cookie = headers
          .getSetCookie()
          .map((cookie) => cookie.split(';')[0])
          .join('; ');
        return (await fetch(`${wordpress.url}/wp-admin/nav-menus.php`, { headers: { Cookie } })).status;
      };
      expect(await screen()).toBe(200);
      // The same WordPress without the plugin: it is the plugin that makes the difference.
      const active = await wordpress.php<string[]>("echo json_encode( get_option( 'active_plugins' ) );");
      await wordpress.php(
        "update_option( 'active_plugins', array_values( preg_grep( '/companion/', get_option( 'active_plugins' ), PREG_GREP_INVERT ) ) );",
      );
      expect((await locations())?.length).toBe(2);
      expect(await screen()).toBe(500);
      await wordpress.php(`update_option( 'active_plugins', json_decode( '${JSON.stringify(active)}' ) );`);
      await wordpress.php("delete_option( 'test_menu_locations' );");
    });
    it('a theme’s own keep their names, and get nothing beside them', async () => {
      const names = await wordpress.php<object>('echo json_encode( get_registered_nav_menus() );');
      expect(names).toEqual({ primary: 'Primary', footer: 'Footer' });
    });
  });

  describe('page settings', () => {
    let page: number;
    beforeAll(async () => {
      page = await wordpress.php<number>(
        "echo wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Set', 'post_name' => 'set', 'post_content' => '<p>Its text</p>' ] );",
      );
    });
    const fields = Object.keys(defaults).join(' ');
    const settings = async (id = page) =>
      (await ask(`{page(id:"${id}",idType:DATABASE_ID){companionSettings{${fields}}}}`)).data.page
        .companionSettings;
    const store = (php: string) =>
      wordpress.php(`update_post_meta( ${page}, 'companion_page_settings', ${php} );`);

    it('are the defaults until somebody sets them', async () => {
      expect(await settings()).toEqual(defaults);
    });
    it('come back as the editor has stored them', async () => {
      const set = {
        hideTitle: true,
        containerWidth: 'full',
        hideHeader: true,
        hideFooter: true,
        customCssClass: 'dark wide-1',
        showSidebar: true,
      };
      const response = await rest(`pages/${page}`, { meta: { companion_page_settings: set } });
      expect([response.status, (await response.json()).meta.companion_page_settings]).toEqual([200, set]);
      expect(await settings()).toEqual(set);
      expect(await settings(9)).toEqual(defaults);
    });
    it.each([
      ['a width that does not exist', { containerWidth: 'wide' }],
      ['a field that does not exist', { colour: 'red' }],
      ['a text for a switch', { hideTitle: 'maybe' }],
      ['a list', [1]],
      ['a class without end', { customCssClass: 'x'.repeat(201) }],
    ])('REST refuses %s', async (_what, value) => {
      const before = await settings();
      expect((await rest(`pages/${page}`, { meta: { companion_page_settings: value } })).status).toBe(400);
      expect(await settings()).toEqual(before);
    });
    it('nobody stores them who may not edit the page', async () => {
      const before = await settings();
      const set = { meta: { companion_page_settings: { hideTitle: false } } };
      expect((await rest(`pages/${page}`, set, {})).status).toBe(401);
      const allowed = await wordpress.php<boolean[]>(`
        $subscriber = wp_insert_user( [ 'user_login' => 'reader', 'user_pass' => 'x', 'role' => 'subscriber' ] );
        echo json_encode( [ user_can( 1, 'edit_post_meta', ${page}, 'companion_page_settings' ), user_can( $subscriber, 'edit_post_meta', ${page}, 'companion_page_settings' ) ] );`);
      expect(allowed).toEqual([true, false]);
      expect(await settings()).toEqual(before);
    });
    it.each([
      ["[ 'containerWidth' => 'full-width' ]", { containerWidth: 'full' }],
      ["[ 'containerWidth' => '\"><script>' ]", {}],
      ["[ 'containerWidth' => [ 'full' ], 'hideTitle' => [], 'customCssClass' => [ 'x' ] ]", {}],
      [
        "[ 'hideTitle' => '1', 'hideHeader' => 'false', 'hideFooter' => 0, 'showSidebar' => 1 ]",
        { hideTitle: true, showSidebar: true },
      ],
      [
        "[ 'customCssClass' => ' a  b\"><img onerror=x> %3cc ' . chr( 10 ) . '-d a ' ]",
        { customCssClass: 'a bimg onerrorx c -d' },
      ],
      [
        "[ 'customCssClass' => str_repeat( 'abcdefghi ', 30 ) . 'x' . str_repeat( ' y12345678', 30 ) ]",
        { customCssClass: 'abcdefghi x y12345678' },
      ],
      [
        "[ 'customCssClass' => implode( ' ', array_map( fn( $i ) => 'c' . ( 10000 + $i ), range( 1, 99 ) ) ) ]",
        { customCssClass: Array.from({ length: 28 }, (_, i) => `c${10001 + i}`).join(' ') },
      ],
      ["'junk'", {}],
      ["[ 'unknown' => true ]", {}],
    ])('%s is stored clean', async (php, expected) => {
      await store(php);
      expect(await settings()).toEqual({ ...defaults, ...expected });
      const stored = await wordpress.php<object>(
        `echo json_encode( get_post_meta( ${page}, 'companion_page_settings', true ) );`,
      );
      expect(Object.keys(stored)).toEqual(Object.keys(defaults));
    });
    it('what an importer wrote past every rule is read clean', async () => {
      await wordpress.php(
        `global $wpdb; $wpdb->update( $wpdb->postmeta, [ 'meta_value' => serialize( [ 'containerWidth' => '<b>', 'customCssClass' => '"><x', 'hideTitle' => 'yes' ] ) ], [ 'post_id' => ${page}, 'meta_key' => 'companion_page_settings' ] );`,
      );
      expect(await settings()).toEqual({ ...defaults, customCssClass: 'x', hideTitle: true });
      await wordpress.php(
        `global $wpdb; $wpdb->update( $wpdb->postmeta, [ 'meta_value' => 'O:8:"Unknown1":0:{}' ], [ 'post_id' => ${page}, 'meta_key' => 'companion_page_settings' ] );`,
      );
      expect(await settings()).toEqual(defaults);
    });
    it('of unsaved changes are the revision’s own, or else the page’s', async () => {
      await store("[ 'containerWidth' => 'contained', 'hideHeader' => true ]");
      const revision = await wordpress.php<number>(
        `require_once ABSPATH . 'wp-admin/includes/post.php';
        echo wp_create_post_autosave( [ 'post_ID' => ${page}, 'post_type' => 'page', 'post_title' => 'Set, unsaved', 'content' => 'x', 'excerpt' => '' ] );`,
      );
      const preview = async () => {
        const query = `{page(id:"${page}",idType:DATABASE_ID,asPreview:true){title isPreview databaseId companionSettings{containerWidth hideHeader}}}`;
        return (await ask(query, {}, { Authorization: authorization })).data.page;
      };
      await wordpress.php(`delete_metadata( 'post', ${revision}, 'companion_page_settings' );`);
      expect(await preview()).toEqual({
        title: 'Set, unsaved',
        isPreview: true,
        databaseId: revision,
        companionSettings: { containerWidth: 'contained', hideHeader: true },
      });
      // From WordPress 6.4 on a revision keeps the meta that was registered for it.
      await wordpress.php(
        `update_metadata( 'post', ${revision}, 'companion_page_settings', [ 'containerWidth' => 'full' ] );`,
      );
      expect((await preview()).companionSettings).toEqual({ containerWidth: 'full', hideHeader: false });
      expect(await settings()).toMatchObject({ containerWidth: 'contained' });
    });
    it('a page without revisions keeps them all the same', async () => {
      const deactivate = await ownPlugin(
        wordpress,
        "add_action( 'init', fn() => remove_post_type_support( 'page', 'revisions' ) );",
      );
      const registered = await wordpress.php<boolean>(
        "echo json_encode( registered_meta_key_exists( 'post', 'companion_page_settings', 'page' ) );",
      );
      expect(registered).toBe(true);
      await deactivate();
    });
  });

  describe('blurDataUrl', () => {
    const urls = async (ids: number[]): Promise<(string | null)[]> => {
      const fields = ids.map((id) => `_${id}: mediaItem(id:"${id}",idType:DATABASE_ID){blurDataUrl}`);
      const { data } = await ask(`{${fields}}`);
      return ids.map((id) => data[`_${id}`].blurDataUrl);
    };
    /** A picture as a plugin or an import leaves it: without sizes unless asked for. */
    const put = (name: string, width = 640, height = 400, more = '') =>
      wordpress.php<number>(`
        $file = wp_upload_dir()['path'] . '/${name}';
        $image = imagecreatetruecolor( ${width}, ${height} );
        imagefilledrectangle( $image, 0, 0, ${width} / 2, ${height}, 0xff0000 );
        imagefilledrectangle( $image, ${width} / 2, 0, ${width}, ${height}, 0x0000ff );
        ${/png$/.test(name) ? 'imagepng' : 'imagejpeg'}( $image, $file );
        $id = wp_insert_attachment( [ 'post_mime_type' => wp_check_filetype( $file )['type'], 'post_title' => '${name}' ], $file );
        ${more}
        echo $id;`);
    const sized =
      "require_once ABSPATH . 'wp-admin/includes/image.php'; wp_update_attachment_metadata( $id, wp_generate_attachment_metadata( $id, $file ) );";
    const meta = (id: number) =>
      wordpress.php<{ file: string; url: string } | ''>(
        `echo json_encode( get_post_meta( ${id}, '_companion_blur', true ) );`,
      );

    it('is made when a picture is uploaded, from the smallest size that shows all of it', async () => {
      const id = await put('upload.jpg', 1600, 1000, sized);
      const { file, url } = (await meta(id)) as { file: string; url: string };
      expect(file).toBe('upload.jpg');
      expect(await urls([id])).toEqual([url]);
      const picture = await wordpress.php<{
        mime: string;
        width: number;
        height: number;
        left: number[];
        right: number[];
      }>(`
        $bytes = file_get_contents( '${url}' );
        $size = getimagesizefromstring( $bytes );
        $image = imagecreatefromstring( $bytes );
        $at = fn( $x ) => array_slice( array_values( imagecolorsforindex( $image, imagecolorat( $image, $x, 5 ) ) ), 0, 3 );
        echo json_encode( [ 'mime' => $size['mime'], 'width' => $size[0], 'height' => $size[1], 'left' => $at( 2 ), 'right' => $at( 13 ) ] );`);
      expect(url).toMatch(/^data:image\/(webp|png);base64,[A-Za-z0-9+/=]+$/);
      expect(url.length).toBeLessThanOrEqual(700);
      expect(url).toContain(picture.mime);
      expect([picture.width, picture.height]).toEqual([16, 10]);
      const [red, , blue] = picture.left;
      expect([Number(red) > 150, Number(blue) < 100]).toEqual([true, true]);
      expect(Number(picture.right[2])).toBeGreaterThan(150);
      expect(readdirSync(temporary)).toEqual([]);
    });

    it('of older pictures is made when somebody asks, five a request, and kept', async () => {
      const ids: number[] = [];
      for (let i = 0; i < 7; i++) ids.push(await put(`older-${i}.${i % 2 ? 'png' : 'jpg'}`));
      const first = await urls(ids);
      expect(first.map((url) => url !== null)).toEqual([true, true, true, true, true, false, false]);
      const second = await urls(ids);
      expect(second.every((url) => url?.startsWith('data:image/'))).toBe(true);
      expect(second.slice(0, 5)).toEqual(first.slice(0, 5));
      expect((await meta(ids[0] ?? 0)) as object).toMatchObject({ file: 'older-0.jpg', url: first[0] });
    });

    it('is null for what is no picture, is broken or is gone; those are tried once', async () => {
      const broken = await put(
        'broken.jpg',
        20,
        20,
        'file_put_contents( $file, substr( file_get_contents( $file ), 0, 60 ) );',
      );
      const gone = await put('gone.jpg', 20, 20, 'unlink( $file );');
      const empty = await put('empty.png', 20, 20, "file_put_contents( $file, '' );");
      const [svg, pdf] = await wordpress.php<number[]>(`
        $make = fn( $type, $name ) => wp_insert_attachment( [ 'post_mime_type' => $type, 'post_title' => $name ], wp_upload_dir()['path'] . '/' . $name );
        file_put_contents( wp_upload_dir()['path'] . '/a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' );
        echo json_encode( [ $make( 'image/svg+xml', 'a.svg' ), $make( 'application/pdf', 'b.pdf' ) ] );`);
      const all = [broken, gone, empty, svg ?? 0, pdf ?? 0];
      expect(await urls(all)).toEqual([null, null, null, null, null]);
      for (const id of [broken, gone, empty]) expect(await meta(id)).toMatchObject({ url: '' });
      for (const id of [svg, pdf]) expect(await meta(id ?? 0)).toBe('');
      // The file is there again: nobody looks, until WordPress makes its sizes again.
      await wordpress.php(
        `$file = get_attached_file( ${gone} ); imagejpeg( imagecreatetruecolor( 40, 40 ), $file );`,
      );
      expect(await urls([gone])).toEqual([null]);
      await wordpress.php(`$id = ${gone}; $file = get_attached_file( $id ); ${sized}`);
      expect((await urls([gone]))[0]).toMatch(/^data:image\//);
    });

    it('follows a picture that was cropped in the media library', async () => {
      const id = await put('crop.jpg', 640, 400, sized);
      const [before] = await urls([id]);
      await wordpress.php(`
        $new = dirname( get_attached_file( ${id} ) ) . '/crop-e123.jpg';
        imagejpeg( imagecreatetruecolor( 400, 400 ), $new );
        update_attached_file( ${id}, $new );
        wp_update_attachment_metadata( ${id}, [ 'file' => _wp_relative_upload_path( $new ), 'width' => 400, 'height' => 400, 'sizes' => [] ] );`);
      const [after] = await urls([id]);
      expect(after).toMatch(/^data:image\//);
      expect(after).not.toBe(before);
    });

    it('a picture that is far too large to open, and has no smaller size, has none', async () => {
      const id = await put(
        'large.jpg',
        10,
        10,
        "wp_update_attachment_metadata( $id, [ 'file' => _wp_relative_upload_path( $file ), 'width' => 9000, 'height' => 9000, 'sizes' => [] ] );",
      );
      expect(await urls([id])).toEqual([null]);
    });

    it('an image editor that breaks leaves null and nothing else', async () => {
      const deactivate = await ownPlugin(
        wordpress,
        "add_filter( 'wp_image_editors', function () { throw new Exception( 'broken editor' ); } );",
      );
      const id = await put('editor.jpg');
      const { data, errors } = await ask(`{mediaItem(id:"${id}",idType:DATABASE_ID){title blurDataUrl}}`);
      expect([data.mediaItem, errors]).toEqual([{ title: 'editor.jpg', blurDataUrl: null }, undefined]);
      await deactivate();
    });
  });

  it('names that another plugin took first stay its own, nothing breaks, and we know', async () => {
    const deactivate = await ownPlugin(
      wordpress,
      `add_action( 'graphql_register_types', function () {
        register_graphql_object_type( 'CompanionIndex', [ 'fields' => [ 'theirs' => [ 'type' => 'String' ] ] ] );
        register_graphql_field( 'Page', 'companionSettings', [ 'type' => 'String', 'resolve' => fn() => 'theirs' ] );
      }, 1 );`,
    );
    const taken = () =>
      wordpress.php<string[]>('echo json_encode( HeadlessSiteCompanion\\GraphQL\\Names::taken() );');
    expect(await taken()).toEqual([]);
    const { data, errors } = await ask(
      '{companionVersion page(id:"9",idType:DATABASE_ID){companionSettings}}',
    );
    expect(errors).toBeUndefined();
    expect(data.page).toEqual({ companionSettings: 'theirs' });
    expect((await ask('{companionIndex(type:"post"){rows}}')).errors[0].message).toContain(
      'Cannot query field',
    );
    expect((await taken()).sort()).toEqual(['CompanionIndex', 'Page.companionSettings']);
    await deactivate();
    expect((await ask('{companionIndex(type:"note"){rows}}')).errors[0].message).toContain(
      'no public content type',
    );
    await wordpress.php("delete_transient( 'companion_schema_taken' );");
  });

  it('the site sees what there is, and shows page settings and content', async () => {
    const capabilities = capabilitiesFrom((await ask(capabilitiesDocument())).errors ?? []);
    expect(capabilities).toEqual({
      settings: true,
      blocks: true,
      index: true,
      sums: true,
      changed: true,
      interval: true,
      template: true,
      passwords: true,
      comments: true,
      commentPages: true,
      blurDataUrl: true,
      identity: true,
      sticky: true,
      seo: 'none',
      menus: { PRIMARY: true, FOOTER: true },
    });
    await wordpress.php(
      "update_post_meta( get_page_by_path( 'set' )->ID, 'companion_page_settings', [ 'containerWidth' => 'full', 'hideFooter' => true ] );",
    );
    const { data, errors } = await ask(getPage.document(capabilities), { uri: '/set/' });
    expect(errors).toBeUndefined();
    const page = transformPage(data.page);
    expect(page.blocks).toEqual([]);
    expect(page.content).toContain('Its text');
    expect(page.settings).toMatchObject({ containerWidth: 'full', hideFooter: true, hideTitle: false });
  });

  it('WordPress had nothing to complain about', () => {
    const lines = complaints(wordpress)
      .split('\n')
      .filter((line) => !line.includes('broken editor'));
    expect(lines.join('\n')).toBe('');
  });
});
