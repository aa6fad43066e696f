import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';
import { complaints } from './site';

const reason = whyNoWordPress();
const query = `{ companionIdentity { logo { url alt width height } icon { url width height sizes { url width height } } } }`;

interface Picture {
  url: string;
  width: number | null;
  height: number | null;
}
interface Identity {
  logo: (Picture & { alt: string }) | null;
  icon: (Picture & { sizes: Picture[] }) | null;
}

/** PHP functions that upload a picture, and take it for something. */
const functions = `
  function upload( $name, $type, $bytes, $size = [] ) {
    $file = wp_upload_dir()['path'] . '/' . $name;
    if ( null !== $bytes ) { file_put_contents( $file, $bytes ); }
    $id = wp_insert_attachment( [ 'post_mime_type' => $type, 'post_title' => $name ], $file );
    if ( $size ) { wp_update_attachment_metadata( $id, [ 'file' => _wp_relative_upload_path( $file ), 'width' => $size[0], 'height' => $size[1], 'sizes' => [] ] ); }
    return $id;
  }
  function png( $name, $width, $height ) {
    ob_start(); imagepng( imagecreatetruecolor( $width, $height ) );
    return upload( $name, 'image/png', ob_get_clean(), [ $width, $height ] );
  }
  function svg( $name, $attributes, $size = [] ) {
    return upload( $name, 'image/svg+xml', '<?xml version="1.0"?><!-- <svg width="9" height="9"> --><svg xmlns="http://www.w3.org/2000/svg" ' . $attributes . '><path d="M0 0"/></svg>', $size );
  }
  function logo( $id ) { set_theme_mod( 'custom_logo', $id ); }
  function icon( $id ) { update_option( 'site_icon', $id ); }`;

describe.skipIf(reason)(`logo and icon of the site${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty', multisite: true, companion: 'network' });
    await wordpress.php(`wpmu_create_blog( DOMAIN_CURRENT_SITE, '/two/', 'Two', 1 );`);
  });
  afterAll(() => wordpress?.stop());

  /** @returns what the site reads once this PHP has run */
  const after = async (code: string, site = '/'): Promise<Identity> => {
    await wordpress.php(`${functions}${code}`, site);
    const response = await fetch(`${wordpress.url}${site}graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as {
      data: { companionIdentity: Identity };
      errors?: unknown;
    };
    expect(errors).toBeUndefined();
    return data.companionIdentity;
  };
  beforeEach(() =>
    wordpress.php(
      "remove_theme_mod( 'custom_logo' ); delete_option( 'site_logo' ); delete_option( 'site_icon' );",
    ),
  );

  it('none: both are null', async () => {
    expect(await after('')).toEqual({ logo: null, icon: null });
  });

  it('the custom logo of the theme, under the name of the site where it has no text', async () => {
    const { logo } = await after(
      `update_option( 'blogname', 'Alder & Finch' ); logo( png( 'logo.png', 300, 80 ) );`,
    );
    expect(logo).toEqual({
      url: expect.stringMatching(/^http:\/\/.*\/logo\.png$/),
      alt: 'Alder & Finch',
      width: 300,
      height: 80,
    });
    const described = await after(
      `update_post_meta( get_theme_mod( 'custom_logo' ), '_wp_attachment_image_alt', ' A "finch" ' );`,
    );
    expect(described.logo?.alt).toBe('A "finch"');
  });

  it('a banner has its own size', async () => {
    expect((await after(`logo( png( 'banner.png', 4000, 200 ) );`)).logo).toMatchObject({
      width: 4000,
      height: 200,
    });
  });

  it('the Site Logo of block themes, also once the theme and its setting are others', async () => {
    const { logo } = await after(`update_option( 'site_logo', png( 'block.png', 120, 60 ) );`);
    expect(logo?.url).toMatch(/block\.png$/);
    const switched = await after(
      `update_option( 'theme_before', get_stylesheet() ); update_option( 'stylesheet', 'another' );`,
    );
    expect(switched.logo?.url).toMatch(/block\.png$/);
    await wordpress.php(`update_option( 'stylesheet', get_option( 'theme_before' ) );`);
  });

  it.each([
    [
      'deleted, and the setting left behind',
      `$id = png( 'a.png', 30, 30 ); wp_delete_attachment( $id, true ); logo( $id ); icon( $id );`,
    ],
    [
      'in the trash',
      `$id = png( 'b.png', 30, 30 ); logo( $id ); icon( $id ); wp_update_post( [ 'ID' => $id, 'post_status' => 'trash' ] );`,
    ],
    [
      'private',
      `$id = png( 'c.png', 30, 30 ); logo( $id ); icon( $id ); wp_update_post( [ 'ID' => $id, 'post_status' => 'private' ] );`,
    ],
    ['no picture', `$id = upload( 'd.pdf', 'application/pdf', 'x' ); logo( $id ); icon( $id );`],
    [
      'a picture that browsers do not draw',
      `$id = upload( 'd.tif', 'image/tiff', 'x', [ 30, 30 ] ); logo( $id ); icon( $id );`,
    ],
    [
      'no attachment',
      `$id = wp_insert_post( [ 'post_title' => 'Post', 'post_status' => 'publish' ] ); logo( $id ); icon( $id );`,
    ],
    ['an address in place of an id', `logo( 'https://cdn.example.com/logo.png' ); icon( [ 'url' => 'x' ] );`],
    ['a negative number', `logo( -3 ); icon( -3 );`],
  ])('%s: both are null', async (_, code) => {
    expect(await after(code)).toEqual({ logo: null, icon: null });
  });

  it('a file that was uploaded to a draft is the logo all the same', async () => {
    const draft = `$draft = wp_insert_post( [ 'post_title' => 'Draft', 'post_status' => 'draft' ] );`;
    const { logo } = await after(
      `${draft} $id = png( 'in-draft.png', 30, 20 ); wp_update_post( [ 'ID' => $id, 'post_parent' => $draft ] ); logo( $id );`,
    );
    expect(logo?.url).toMatch(/in-draft\.png$/);
  });

  it.each([
    ['its own before what a plugin stored', `svg( '1.svg', 'width="240" height="60px"', [ 1, 1 ] )`, 240, 60],
    ['its view box', `svg( '2.svg', "viewBox='0 0 120 40'" )`, 120, 40],
    [
      'its view box, where the width is that of the page',
      `svg( '3.svg', 'width="100%" viewBox="0,0,90,30"', [ 100, 100 ] )`,
      90,
      30,
    ],
    [
      'the ratio of a size in em',
      `svg( '4.svg', 'width="1em" height="1em" viewBox="0 0 24 24"' )`,
      1000,
      1000,
    ],
    ['the ratio of a size with fractions', `svg( '5.svg', 'viewBox="0 0 2.5 1"' )`, 1000, 400],
    [
      'what a plugin stored, where the file is elsewhere',
      `upload( 'gone.svg', 'image/svg+xml', null, [ 200, 50 ] )`,
      200,
      50,
    ],
  ])('an SVG has the size: %s', async (_, make, width, height) => {
    expect((await after(`logo( ${make} );`)).logo).toMatchObject({ width, height });
  });

  it.each([
    ['nothing', `svg( '6.svg', '' )`],
    ['percent alone', `svg( '7.svg', 'width="100%" height="100%"' )`],
    ['zero', `svg( '8.svg', 'width="0" height="0"', [ 0, 0 ] )`],
    ['a pixel, by a plugin that knows no better', `upload( 'gone-2.svg', 'image/svg+xml', null, [ 1, 1 ] )`],
    ['no tag', `upload( '9.svg', 'image/svg+xml', 'no drawing' )`],
  ])('an SVG of unknown size (%s) is no logo, and an icon all the same', async (_, make) => {
    const { logo, icon } = await after(`$id = ${make}; logo( $id ); icon( $id );`);
    expect(logo).toBeNull();
    expect(icon).toMatchObject({
      url: expect.stringMatching(/\.svg$/),
      width: null,
      height: null,
      sizes: [],
    });
  });

  it('a picture whose size WordPress has lost has that of its file', async () => {
    const lost = `$id = png( 'lost.png', 70, 35 ); delete_post_meta( $id, '_wp_attachment_metadata' ); logo( $id );`;
    expect((await after(lost)).logo).toMatchObject({ width: 70, height: 35 });
    expect((await after(`unlink( get_attached_file( get_theme_mod( 'custom_logo' ) ) );`)).logo).toBeNull();
  });

  it('an offloaded file has the address that its plugin says', async () => {
    const deactivate = await ownPlugin(
      wordpress,
      `add_filter( 'wp_get_attachment_url', fn( $url ) => 'https://cdn.example.com/' . basename( $url ) );`,
    );
    const { logo } = await after(`logo( upload( 'far.png', 'image/png', null, [ 300, 100 ] ) );`);
    expect(logo).toMatchObject({ url: 'https://cdn.example.com/far.png', width: 300, height: 100 });
    await deactivate();
  });

  it('an icon alone, with the files that WordPress made of it', async () => {
    const { logo, icon } = await after(`
      require_once ABSPATH . 'wp-admin/includes/image.php';
      require_once ABSPATH . 'wp-admin/includes/class-wp-site-icon.php';
      $id = png( 'icon.png', 512, 512 );
      add_filter( 'intermediate_image_sizes_advanced', [ new WP_Site_Icon(), 'additional_sizes' ] );
      wp_update_attachment_metadata( $id, wp_generate_attachment_metadata( $id, get_attached_file( $id ) ) );
      icon( $id );`);
    expect(logo).toBeNull();
    expect(icon).toMatchObject({ width: 512, height: 512 });
    expect(icon?.sizes.map(({ width, height }) => [width, height])).toEqual(
      [32, 180, 192, 270].map((side) => [side, side]),
    );
    for (const { url, width } of icon?.sizes ?? [])
      expect(url).toMatch(new RegExp(`icon-${width}x${width}\\.png$`));
  });

  it('an icon that is no square, as the Site Logo block makes one, has its size and no smaller files', async () => {
    const { icon } = await after(`icon( png( 'wide.png', 400, 100 ) );`);
    expect(icon).toMatchObject({
      url: expect.stringMatching(/wide\.png$/),
      width: 400,
      height: 100,
      sizes: [],
    });
  });

  it('each site of a network has its own', async () => {
    await after(`logo( png( 'one.png', 30, 20 ) );`);
    expect(await after('', '/two/')).toEqual({ logo: null, icon: null });
    const { logo } = await after(`logo( png( 'two.png', 50, 20 ) );`, '/two/');
    expect(logo?.url).toMatch(/\/sites\/\d+\/.*two\.png$/);
    expect((await after('')).logo?.url).toMatch(/\/one\.png$/);
  });

  it('complained about nothing', () => {
    expect(complaints(wordpress)).toBe('');
  });
});
