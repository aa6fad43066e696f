import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGrantHeader } from '../../../src/runtime/pages/preview/token';
import { whyNoPlugin, whyNoWordPress } from '../server';
import { acfPlugins, activateAcf } from '../server/acf';
import { activatePlugin } from '../server/plugins';
import { type Content, connectWithContent } from './content';
import { visitor } from './session';
import { complaints, previewSecret } from './site';

const reason = whyNoWordPress('newest') ?? whyNoPlugin(...acfPlugins);

/** A field of each kind that leads to something else, on posts. */
const group = `acf_import_field_group( [ 'key' => 'group_more', 'title' => 'More', 'show_in_graphql' => 1, 'graphql_field_name' => 'more', 'graphql_type_name' => 'More', 'fields' => array_map( function ( $type ) {
    return [ 'key' => 'field_' . $type, 'name' => 'the_' . $type, 'label' => $type, 'type' => $type, 'show_in_graphql' => 1, 'taxonomy' => 'post_tag', 'field_type' => 'multi_select' ];
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
    site = await connectWithContent({ version: 'newest', plugins: acfPlugins });
    await activateAcf(site.wordpress);
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
  it('an unsaved one is in the preview where WordPress keeps it with the autosave: in the classic editor', async () => {
    await save('reader', `[ 'the_text' => 'Saved' ]`);
    await activatePlugin(
      site.wordpress,
      'classic.php',
      `<?php /* Plugin Name: Classic */ add_filter( 'use_block_editor_for_post', '__return_false', 100 );`,
    );
    await pathsOf(`a_picture( 'unsaved' );`);
    // The Preview button of the classic editor does the same: the form as a whole, into an autosave.
    const preview = `require_once ABSPATH . 'wp-admin/includes/post.php';
      wp_set_current_user( get_user_by( 'slug', 'ada' )->ID );
      $_POST += [ '_acf_changed' => '1', 'acf' => [ 'field_text' => 'Unsaved', 'field_image' => id_of( 'unsaved', 'attachment' ) ] ];
      $autosave = wp_create_post_autosave( [ 'post_ID' => id_of( 'reader' ), 'post_type' => 'post', 'post_title' => 'Reader', 'content' => 'Other', 'excerpt' => '' ] );
      acf_save_post( $autosave );`;
    await pathsOf(preview);
    const id = await site.wordpress.php<number>(
      `echo get_posts( [ 'name' => 'reader', 'fields' => 'ids' ] )[0];`,
    );
    const ask = async (headers: Record<string, string>) => {
      const query = `{ post(id: ${id}, idType: DATABASE_ID, asPreview: true) { more { theText theImage { node { title } } } } }`;
      const answer = await visitor(site.wordpress)('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query }),
      });
      return (await answer.json()).data.post;
    };
    // The picture belongs to no post yet; uploaded to the autosave, as ACF does it, nobody would see it any more.
    expect(await ask(readGrantHeader(previewSecret, String(id)))).toEqual({
      more: { theText: 'Unsaved', theImage: { node: { title: 'unsaved' } } },
    });
    expect(await ask({})).toBeNull();
  });
});
