import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoPlugin, whyNoWordPress } from '../server';
import { type Content, connectWithContent } from './content';
import { complaints } from './site';

const reason = whyNoWordPress('newest') ?? whyNoPlugin('advanced-custom-fields');

/** A field of each kind that leads to something else, on posts. */
const group = `acf_import_field_group( [ 'key' => 'group_more', 'title' => 'More', 'fields' => array_map( function ( $type ) {
    return [ 'key' => 'field_' . $type, 'name' => 'the_' . $type, 'label' => $type, 'type' => $type, 'taxonomy' => 'post_tag', 'field_type' => 'multi_select' ];
  }, [ 'relationship', 'post_object', 'page_link', 'image', 'file', 'taxonomy', 'user', 'text' ] ),
  'location' => [ [ [ 'param' => 'post_type', 'operator' => '==', 'value' => 'post' ] ] ] ] );`;

describe.skipIf(reason)(`fields of ACF that lead elsewhere${reason ? ` (${reason})` : ''}`, () => {
  let site: Content;
  const pathsOf = (code: string) => site.pathsOf(code);
  /** Saves a post as the editor does: its fields are stored with it. */
  const save = (slug: string, values: string) =>
    pathsOf(`$id = id_of( '${slug}' ); foreach ( ${values} as $name => $value ) { update_field( $name, $value, $id ); }
      wp_update_post( [ 'ID' => $id, 'post_content' => 'Saved ' . microtime() ] );`);
  beforeAll(async () => {
    site = await connectWithContent({ version: 'newest', plugins: ['advanced-custom-fields'] });
    await site.wordpress.php(`require_once ABSPATH . 'wp-admin/includes/plugin.php';
      $failed = activate_plugin( 'advanced-custom-fields/acf.php' );
      if ( is_wp_error( $failed ) ) { throw new Exception( $failed->get_error_message() ); }`);
    await pathsOf(`${group} foreach ( [ 'shown', 'other', 'reader' ] as $slug ) { a_post( $slug ); }
      wp_insert_term( 'Tool', 'post_tag' ); a_picture( 'portrait' );`);
  });
  afterAll(() => site?.stop());

  it.each(['relationship', 'post_object', 'page_link'])('another post, by %s', async (type) => {
    const several = type === 'relationship';
    await save('reader', `[ 'the_${type}' => ${several ? `[ id_of( 'shown' ) ]` : `id_of( 'shown' )`} ]`);
    const retitle = (slug: string) =>
      pathsOf(`wp_update_post( [ 'ID' => id_of( '${slug}' ), 'post_title' => 'Title ' . microtime() ] );`);
    expect(await retitle('shown')).toMatchObject({ '/shown': 'update', '/reader': 'update' });
    expect(await retitle('other')).not.toHaveProperty('/reader');
    expect(
      await pathsOf(`wp_update_post( [ 'ID' => id_of( 'shown' ), 'post_status' => 'draft' ] );`),
    ).toMatchObject({ '/shown': 'delete', '/reader': 'update' });
    await pathsOf(`wp_publish_post( id_of( 'shown' ) );`);
    await save('reader', `[ 'the_${type}' => '' ]`);
    expect(await retitle('shown')).not.toHaveProperty('/reader');
  });
  it('a term', async () => {
    await save('reader', `[ 'the_taxonomy' => [ get_term_by( 'slug', 'tool', 'post_tag' )->term_id ] ]`);
    const rename = (slug: string) =>
      pathsOf(
        `wp_update_term( get_term_by( 'slug', '${slug}', 'post_tag' )->term_id, 'post_tag', [ 'name' => 'Name ' . microtime() ] );`,
      );
    expect(await rename('tool')).toMatchObject({ '/reader': 'update' });
    expect(await rename('wood')).not.toHaveProperty('/reader');
    expect(
      await pathsOf(`wp_delete_term( get_term_by( 'slug', 'tool', 'post_tag' )->term_id, 'post_tag' );`),
    ).toMatchObject({ '/reader': 'update' });
  });
  it('a picture and a file', async () => {
    for (const type of ['image', 'file']) {
      await save('reader', `[ 'the_${type}' => get_posts( [ 'post_type' => 'attachment' ] )[0]->ID ]`);
      expect(
        await pathsOf(
          `update_post_meta( get_posts( [ 'post_type' => 'attachment' ] )[0]->ID, '_wp_attachment_image_alt', 'Words ' . microtime() );`,
        ),
      ).toMatchObject({ '/reader': 'update' });
      await save('reader', `[ 'the_${type}' => '' ]`);
    }
  });
  it('a user', async () => {
    await save('reader', `[ 'the_user' => get_user_by( 'slug', 'ben' )->ID ]`);
    await pathsOf(
      `wp_update_post( [ 'ID' => id_of( 'other' ), 'post_author' => get_user_by( 'slug', 'ben' )->ID ] );`,
    );
    expect(
      await pathsOf(
        `wp_update_user( [ 'ID' => get_user_by( 'slug', 'ben' )->ID, 'display_name' => 'Benjamin' ] );`,
      ),
    ).toMatchObject({ '/author/ben': 'update', '/reader': 'update' });
  });
  it('a number in a field of text leads nowhere', async () => {
    await save('reader', `[ 'the_text' => id_of( 'shown' ), 'the_user' => '' ]`);
    expect(
      await pathsOf(`wp_update_post( [ 'ID' => id_of( 'shown' ), 'post_title' => 'Again' ] );`),
    ).not.toHaveProperty('/reader');
    expect(complaints(site.wordpress)).toBe('');
  });
});
