import type { StartOptions } from '../server';
import { type Connected, connect, type Delivered } from './site';

/** Paths that every change of a post of `a_post` reports beside its own: year, month and day, lists, feed and sitemap. */
export const aroundPost = {
  '/': 'update',
  '/2026': 'update',
  '/2026/03': 'update',
  '/2026/03/04': 'update',
  '/feed': 'update',
  '/sitemap.xml': 'update',
  '/author/ada': 'update',
  '/category/news': 'update',
};

/** PHP functions that find and make content. */
export const functions = `
  function id_of( $slug, $type = 'post' ) { return get_posts( [ 'name' => $slug, 'post_type' => $type, 'post_status' => 'any', 'fields' => 'ids' ] )[0]; }
  function a_post( $slug, $more = [] ) {
    return wp_insert_post( $more + [ 'post_type' => 'post', 'post_status' => 'publish', 'post_title' => ucfirst( $slug ), 'post_name' => $slug,
      'post_author' => get_user_by( 'slug', 'ada' )->ID, 'post_date' => '2026-03-04 10:00:00', 'post_content' => 'Text of ' . $slug,
      'post_category' => [ get_category_by_slug( 'news' )->term_id ] ], true );
  }
  function a_picture( $name, $post = 0 ) {
    return wp_insert_attachment( [ 'post_title' => $name, 'post_mime_type' => 'image/png', 'guid' => home_url( "/$name.png" ) ], "$name.png", $post );
  }
  function a_block( $slug, $content ) {
    return wp_insert_post( [ 'post_type' => 'wp_block', 'post_status' => 'publish', 'post_title' => $slug, 'post_content' => $content ] );
  }
  function a_person( $name ) {
    return wp_insert_user( [ 'user_login' => $name, 'user_pass' => 'x', 'user_email' => "$name@example.com", 'display_name' => ucfirst( $name ), 'role' => 'author' ] );
  }`;

export interface Content extends Connected {
  /** Same as `after`, with PHP functions that find and make content. */
  pathsOf(code: string): Promise<Delivered>;
}

/** A connected site with two authors and a few terms. */
export async function connectWithContent(options: StartOptions = {}): Promise<Content> {
  const site = await connect(options);
  const pathsOf = (code: string) => site.after(functions + code);
  await pathsOf(`
    a_person( 'ada' );
    a_person( 'ben' );
    $news = wp_insert_term( 'News', 'category' )['term_id'];
    wp_insert_term( 'Local', 'category', [ 'parent' => $news ] );
    wp_insert_term( 'Sport', 'category' );
    wp_insert_term( 'Wood', 'post_tag' );
    update_option( 'default_category', $news );`);
  return { ...site, pathsOf };
}
