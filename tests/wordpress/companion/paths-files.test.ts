import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { aroundPost, type Content, connectWithContent } from './content';
import { complaints } from './site';

const reason = whyNoWordPress();
const title = (what: string) => `which paths ${what} concerns${reason ? ` (${reason})` : ''}`;
const shown = (slug: string) => ({ ...aroundPost, [`/${slug}`]: 'update' });

/** Many posts at once, past WordPress: by the hundred its own way takes half a minute. */
const manyPosts = `function many_posts( $slug, $from, $to, $content, $field = '' ) {
  global $wpdb;
  for ( $i = $from; $i <= $to; $i++ ) {
    $wpdb->insert( $wpdb->posts, [ 'post_type' => 'post', 'post_status' => 'publish', 'post_name' => "$slug-$i", 'post_title' => "$slug-$i",
      'post_content' => $content, 'post_date' => '2026-03-04 10:00:00', 'post_date_gmt' => '2026-03-04 10:00:00', 'post_author' => get_user_by( 'slug', 'ada' )->ID,
      'post_excerpt' => '', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '' ] );
    if ( $field ) { $wpdb->insert( $wpdb->postmeta, [ 'post_id' => $wpdb->insert_id, 'meta_key' => $field, 'meta_value' => $content ] ); }
  }
}`;

describe.skipIf(reason)(title('a file'), () => {
  let site: Content;
  const pathsOf = (code: string) => site.pathsOf(manyPosts + code);
  beforeAll(async () => {
    site = await connectWithContent();
  });
  afterAll(() => site?.stop());

  const file = (name: string) => `id_of( '${name}', 'attachment' )`;
  const describeAnew = (name: string) =>
    pathsOf(`update_post_meta( ${file(name)}, '_wp_attachment_image_alt', uniqid() );`);
  const remove = (name: string) => pathsOf(`wp_delete_attachment( ${file(name)}, true );`);
  /** A picture, and what uses its id, in PHP as `$id`. */
  const given = (name: string, use: string) => pathsOf(`$id = a_picture( '${name}' ); ${use}`);

  describe('described again', () => {
    it('the post whose featured image it is', async () => {
      await given('thumb', `set_post_thumbnail( a_post( 'featuring' ), $id );`);
      expect(await describeAnew('thumb')).toEqual(shown('featuring'));
    });

    it('the post to which it was uploaded', async () => {
      await pathsOf(`a_picture( 'upload', a_post( 'uploaded-to' ) );`);
      expect(await describeAnew('upload')).toEqual(shown('uploaded-to'));
    });

    it.each([
      ['the class of a picture', `<img class=\\"alignleft wp-image-$id\\" src=\\"x.png\\">`],
      ['the only attribute of a block', `<!-- wp:acme/hero {\\"mediaId\\":$id} /-->`],
      ['an attribute among others', `<!-- wp:acme/hero {\\"mediaId\\":$id,\\"dim\\":true} /-->`],
      ['an attribute that is a text', `<!-- wp:acme/hero {\\"mediaId\\":\\"$id\\"} /-->`],
      ['an attribute in another one', `<!-- wp:acme/hero {\\"image\\":{\\"id\\":$id},\\"dim\\":true} /-->`],
      ['a list of one', `<!-- wp:acme/gallery {\\"ids\\":[$id]} /-->`],
      ['the beginning of a list', `<!-- wp:acme/gallery {\\"ids\\":[$id,1]} /-->`],
      ['the middle of a list', `<!-- wp:acme/gallery {\\"ids\\":[1,$id,2]} /-->`],
      ['the end of a list', `<!-- wp:acme/gallery {\\"ids\\":[1,$id]} /-->`],
      ['a classic gallery', `[gallery columns=\\"2\\" ids=\\"$id,1\\"]`],
      ['the end of a classic gallery', `[gallery ids=\\"1,$id\\"]`],
    ])('the post whose text names it in %s', async (where, text) => {
      const slug = where.replaceAll(' ', '-');
      await given(`of-${slug}`, `a_post( '${slug}', [ 'post_content' => "${text}" ] );`);
      expect(await describeAnew(`of-${slug}`)).toEqual(shown(slug));
    });

    it.each([
      ['a number', `(string) $id`],
      ['a list of numbers', `[ 1, $id ]`],
      ['a list of texts', `[ '1', (string) $id ]`],
    ])('the post with a custom field that holds it as %s', async (what, value) => {
      const slug = what.replaceAll(' ', '-');
      await given(`in-${slug}`, `add_post_meta( a_post( '${slug}' ), 'gallery', ${value} );`);
      expect(await describeAnew(`in-${slug}`)).toEqual(shown(slug));
    });

    it('no post with a number that only begins or ends alike, or that stands in plain text', async () => {
      await given(
        'alike',
        `foreach ( [ "{$id}0", "1$id" ] as $n => $other ) {
          $post = a_post( "alike-$n", [ 'post_content' => "<img class=\\"wp-image-$other\\"><!-- wp:acme/hero {\\"mediaId\\":$other} /-->
            <!-- wp:acme/gallery {\\"ids\\":[$other,$other,$other],\\"more\\":[$other],\\"id\\":\\"$other\\",\\"last\\":$other} /-->" ] );
          add_post_meta( $post, 'picture', $other );
          add_post_meta( $post, 'gallery', [ (int) $other, $other ] );
        }
        a_post( 'plain', [ 'post_content' => "<!-- wp:paragraph {\\"level\\":1$id} --><p>\\"$id\\" [$id] :$id,</p><!-- /wp:paragraph -->" ] );`,
      );
      expect(await describeAnew('alike')).toEqual({});
    });

    it('no post that keeps the number in a field of its own, and no draft', async () => {
      await given(
        'hidden',
        `add_post_meta( a_post( 'private-field' ), '_number', $id );
        $draft = a_post( 'no-post-yet', [ 'post_status' => 'draft', 'post_content' => "<img class=\\"wp-image-$id\\">" ] );
        set_post_thumbnail( $draft, $id );
        add_post_meta( $draft, 'picture', $id );`,
      );
      expect(await describeAnew('hidden')).toEqual({});
    });

    it('the posts with the reusable block that shows it', async () => {
      await given(
        'shared',
        `$block = a_block( 'with-picture', "<img class=\\"wp-image-$id\\">" );
        a_post( 'by-block', [ 'post_content' => '<!-- wp:block {"ref":' . $block . '} /-->' ] );`,
      );
      expect(await describeAnew('shared')).toEqual(shown('by-block'));
    });
  });

  it.each([
    ['with another title', `wp_update_post( [ 'ID' => ID, 'post_title' => 'Other' ] );`],
    ['with another caption', `wp_update_post( [ 'ID' => ID, 'post_excerpt' => 'A bench' ] );`],
    ['replaced', `update_attached_file( ID, 'other.png' );`],
    ['cropped', `wp_update_attachment_metadata( ID, [ 'width' => 7, 'height' => 7 ] );`],
    ['described', `add_post_meta( ID, '_wp_attachment_image_alt', 'A bench' );`],
    ['no longer described', `delete_post_meta( ID, '_wp_attachment_image_alt' );`],
  ])('%s: the posts that show it', async (what, change) => {
    const slug = what.replaceAll(' ', '-');
    await given(
      `file-${slug}`,
      `set_post_thumbnail( a_post( '${slug}' ), $id ); ${what === 'no longer described' ? `add_post_meta( $id, '_wp_attachment_image_alt', 'x' );` : ''}`,
    );
    expect(await pathsOf(change.replace('ID,', `${file(`file-${slug}`)},`))).toEqual(shown(slug));
  });

  it('uploaded, attached and detached: the post whose gallery names no files, and no other', async () => {
    await pathsOf(
      `a_post( 'all-files', [ 'post_content' => '[gallery size="large"]' ] ); a_post( 'some-files', [ 'post_content' => '[gallery ids="7,8"]' ] );`,
    );
    const its = { '/all-files': 'update' };
    expect(
      await pathsOf(
        `a_picture( 'loose', id_of( 'all-files' ) ); a_picture( 'other', id_of( 'some-files' ) );`,
      ),
    ).toEqual(its);
    // The media library does the same.
    const action = (name: string) => `global $wpdb; $id = ${file('loose')};
      $wpdb->update( $wpdb->posts, [ 'post_parent' => ${name === 'attach' ? `id_of( 'all-files' )` : '0'} ], [ 'ID' => $id ] );
      clean_attachment_cache( $id ); do_action( 'wp_media_attach_action', '${name}', $id, id_of( 'all-files' ) );`;
    expect(await pathsOf(action('detach'))).toEqual(its);
    expect(await pathsOf(action('attach'))).toEqual(its);
    expect(
      await pathsOf(`wp_update_post( [ 'ID' => ${file('loose')}, 'post_parent' => 0 ] );`),
    ).toMatchObject(its);
  });

  it('with a field that nobody sees: nothing', async () => {
    await given('edited', `set_post_thumbnail( a_post( 'featuring-edited' ), $id );`);
    expect(await pathsOf(`update_post_meta( ${file('edited')}, '_edit_lock', '1:1' );`)).toEqual({});
  });

  it('just uploaded to a post: nothing', async () => {
    await pathsOf(`a_post( 'uploading' );`);
    const code = `wp_update_attachment_metadata( a_picture( 'fresh', id_of( 'uploading' ) ), [ 'width' => 7, 'height' => 7 ] );`;
    expect(await pathsOf(code)).toEqual({});
  });

  describe('in many posts', () => {
    const named = (paths: object, slug: string) =>
      Object.keys(paths).filter((path) => path.startsWith(`/${slug}-`));

    it.each([
      ['text', `"wp-image-$id"`, ''],
      ['field', `$id`, `, 'picture'`],
      ['thumbnail', `$id`, `, '_thumbnail_id'`],
    ])('(%s): each of a hundred, and the whole site from there on', async (slug, content, field) => {
      await given(`many-${slug}`, `many_posts( '${slug}', 1, 100, ${content}${field} );`);
      const paths = await describeAnew(`many-${slug}`);
      expect(named(paths, slug)).toHaveLength(100);
      expect(paths).not.toHaveProperty(['/*']);
      await pathsOf(`$id = ${file(`many-${slug}`)}; many_posts( '${slug}', 101, 101, ${content}${field} );`);
      expect(await describeAnew(`many-${slug}`)).toEqual({ '/*': null });
    });

    it('found behind a hundred that only look alike', async () => {
      await given(
        'behind',
        `many_posts( 'before', 1, 100, "wp-image-{$id}0" ); many_posts( 'behind', 1, 1, "wp-image-$id" );`,
      );
      const paths = await describeAnew('behind');
      expect(paths).toHaveProperty(['/behind-1'], 'update');
      expect(named(paths, 'before')).toEqual([]);
    });

    it.each([
      ['picture', 'field'],
      ['_thumbnail_id', 'featured image'],
    ])('found behind a hundred drafts and revisions with the same %s', async (field) => {
      const slug = field.replaceAll('_', '');
      await given(
        `drafts-${slug}`,
        `global $wpdb; many_posts( 'draft-${slug}', 1, 101, $id, '${field}' );
        $wpdb->query( "UPDATE $wpdb->posts SET post_status = 'draft' WHERE post_name LIKE 'draft-%'" );
        many_posts( 'after-${slug}', 1, 1, $id, '${field}' );`,
      );
      expect(await describeAnew(`drafts-${slug}`)).toHaveProperty([`/after-${slug}-1`], 'update');
    });

    it('deleted: the whole site', async () => {
      await given('common', `many_posts( 'common', 1, 101, $id, '_thumbnail_id' );`);
      expect(await remove('common')).toHaveProperty(['/*'], null);
    });
  });

  describe('deleted', () => {
    it('the posts whose featured image it was, though none of them fires a hook', async () => {
      await given('old-thumb', `set_post_thumbnail( a_post( 'featured' ), $id );`);
      expect(await remove('old-thumb')).toEqual(shown('featured'));
    });

    it('the post to which it was uploaded', async () => {
      await pathsOf(`a_picture( 'old-upload', a_post( 'was-uploaded-to' ) );`);
      expect(await remove('old-upload')).toEqual(shown('was-uploaded-to'));
    });

    it('the posts whose text or field still names it', async () => {
      await given(
        'old-named',
        `a_post( 'naming', [ 'post_content' => "<img class=\\"wp-image-$id\\">" ] ); add_post_meta( a_post( 'fielding' ), 'picture', $id );`,
      );
      expect(await remove('old-named')).toEqual({ ...shown('naming'), ...shown('fielding') });
    });

    it('the same where the file itself lies elsewhere, as plugins for storage have it', async () => {
      await given(
        'elsewhere',
        `delete_post_meta( $id, '_wp_attached_file' ); add_post_meta( a_post( 'from-elsewhere' ), 'picture', $id );`,
      );
      expect(await remove('elsewhere')).toEqual(shown('from-elsewhere'));
    });
  });

  it('complained about nothing', () => {
    expect(complaints(site.wordpress)).toBe('');
  });
});

describe.skipIf(reason)(title('a reusable block'), () => {
  let site: Content;
  const pathsOf = (code: string) => site.pathsOf(code);
  const edit = (slug: string) =>
    pathsOf(`wp_update_post( [ 'ID' => id_of( '${slug}', 'wp_block' ), 'post_content' => uniqid() ] );`);
  const holding = (id: string) => `'<!-- wp:block {"ref":' . ${id} . '} /-->'`;
  beforeAll(async () => {
    site = await connectWithContent();
    await pathsOf(`$inner = a_block( 'inner', 'x' ); $outer = a_block( 'outer', ${holding('$inner')} );
      a_post( 'with-inner', [ 'post_content' => 'Text ' . ${holding('$inner')} ] );
      a_post( 'with-outer', [ 'post_content' => ${holding('$outer')} ] );
      a_post( 'with-both', [ 'post_content' => ${holding('$inner')} . ${holding('$outer')} ] );
      a_post( 'with-alike', [ 'post_content' => ${holding(`$inner . '0'`)} ] );
      a_post( 'with-plain', [ 'post_content' => '<p>{"ref":' . $inner . '}</p>' ] );`);
  });
  afterAll(() => site?.stop());

  it('edited: the posts that hold it, also by way of another one, and none with a number that only begins alike', async () => {
    expect(await edit('outer')).toEqual({ '/with-outer': 'update', '/with-both': 'update' });
    await pathsOf(
      `wp_update_post( [ 'ID' => id_of( 'outer', 'wp_block' ), 'post_content' => ${holding(`id_of( 'inner', 'wp_block' )`)} ] );`,
    );
    expect(await edit('inner')).toEqual({
      '/with-inner': 'update',
      '/with-outer': 'update',
      '/with-both': 'update',
    });
  });

  it('that holds itself: once', async () => {
    await pathsOf(`$id = a_block( 'self', 'x' ); wp_update_post( [ 'ID' => $id, 'post_content' => ${holding('$id')} ] );
      a_post( 'with-self', [ 'post_content' => ${holding('$id')} ] );`);
    const code = `wp_update_post( [ 'ID' => id_of( 'self', 'wp_block' ), 'post_title' => 'Self again' ] );`;
    expect(await pathsOf(code)).toEqual({ '/with-self': 'update' });
  });

  it('trashed, or deleted for good: the posts that hold it', async () => {
    await pathsOf(`foreach ( [ 'trashed', 'deleted' ] as $slug ) {
      $id = a_block( "block-$slug", 'x' ); a_post( "with-$slug", [ 'post_content' => ${holding('$id')} ] );
    }`);
    expect(await pathsOf(`wp_trash_post( id_of( 'block-trashed', 'wp_block' ) );`)).toEqual({
      '/with-trashed': 'update',
    });
    expect(await pathsOf(`wp_delete_post( id_of( 'block-deleted', 'wp_block' ), true );`)).toEqual({
      '/with-deleted': 'update',
    });
  });
});
