/** Content types and taxonomies as plugins and themes register them: `custom-types.php` of somebody. */
export const registrations = `add_action( 'init', function () {
  $type = fn( $name, $graphql, $more ) => register_post_type( $name, $more + [ 'label' => ucfirst( $name ), 'public' => true, 'show_in_rest' => true,
    'supports' => [ 'title', 'editor', 'excerpt', 'author', 'thumbnail', 'page-attributes' ],
    'show_in_graphql' => true, 'graphql_single_name' => $graphql, 'graphql_plural_name' => "all_$graphql" ] );
  $type( 'werk', 'werk', [ 'has_archive' => true, 'rewrite' => [ 'slug' => 'arbeiten/für-firmen' ] ] );
  $type( 'kurs', 'kurs', [ 'hierarchical' => true, 'has_archive' => 'alle-kurse', 'rewrite' => [ 'slug' => 'kurse' ] ] );
  $type( 'tipp', 'tipp', [ 'has_archive' => false ] );
  $type( '3d-modell', 'modell', [ 'has_archive' => true, 'rewrite' => [ 'slug' => '3d' ] ] );
  $type( 'team', 'team', [ 'has_archive' => true, 'rewrite' => [ 'slug' => 'wir' ] ] );
  $type( 'beleg', 'beleg', [ 'publicly_queryable' => false ] );
  $type( 'notiz', 'notiz', [ 'public' => false, 'publicly_queryable' => false ] );
  $tax = fn( $name, $types, $more ) => register_taxonomy( $name, $types, $more + [ 'label' => ucfirst( $name ), 'public' => true, 'show_in_rest' => true,
    'show_in_graphql' => true, 'graphql_single_name' => $name, 'graphql_plural_name' => "all_$name" ] );
  $tax( 'thema', [ 'post', 'werk' ], [ 'hierarchical' => true, 'rewrite' => [ 'slug' => 'themen', 'hierarchical' => true ] ] );
  $tax( 'stil', [ 'kurs' ], [ 'rewrite' => [ 'slug' => 'stil' ] ] );
  $tax( 'akte', [ 'post' ], [ 'public' => false ] );
} );`;

/** Twelve works in two themes, one above the other; a tree of courses; one of each other type. */
export const contents = `
  flush_rewrite_rules();
  update_option( 'posts_per_page', 5 );
  $make = fn( $type, $slug, $more = [] ) => wp_insert_post( $more + [ 'post_type' => $type, 'post_title' => "Das $slug", 'post_name' => $slug,
    'post_content' => "Inhalt $slug", 'post_excerpt' => "Kurz $slug", 'post_status' => 'publish', 'post_author' => 1 ] );
  $holz = wp_insert_term( 'Holz', 'thema', [ 'slug' => 'holz' ] )['term_id'];
  $eiche = wp_insert_term( 'Eiche', 'thema', [ 'slug' => 'eiche', 'parent' => $holz ] )['term_id'];
  $akte = wp_insert_term( 'Geheim', 'akte', [ 'slug' => 'geheim' ] )['term_id'];
  for ( $n = 1; $n <= 12; $n++ ) {
    $id = $make( 'werk', "werk-$n", [ 'post_date' => sprintf( '2026-01-%02d 10:00:00', $n ) ] );
    wp_set_object_terms( $id, $n % 2 ? $holz : $eiche, 'thema' );
  }
  $post = $make( 'post', 'beitrag', [ 'post_date' => '2026-02-01 10:00:00' ] );
  wp_set_object_terms( $post, $eiche, 'thema' );
  wp_set_object_terms( $post, $akte, 'akte' );
  $top = $make( 'kurs', 'drechseln' );
  $middle = $make( 'kurs', 'grundlagen', [ 'post_parent' => $top ] );
  $leaf = $make( 'kurs', 'übung', [ 'post_parent' => $middle ] );
  wp_set_object_terms( $leaf, [ 'Grün & gut' ], 'stil' );
  foreach ( [ 'tipp', '3d-modell', 'team', 'beleg', 'notiz' ] as $type ) $make( $type, "ein-$type" );
  $make( 'werk', 'geschützt', [ 'post_password' => 'x', 'post_date' => '2025-01-01 10:00:00' ] );
  $draft = $make( 'kurs', 'entwurf', [ 'post_status' => 'draft', 'post_parent' => $top ] );
  echo json_encode( [ 'draft' => $draft, 'leaf' => $leaf, 'top' => $top, 'eiche' => $eiche ] );`;

/** A block of somebody's plugin that keeps some of its data in its HTML, and one that PHP makes. */
export const blocks = `add_action( 'init', function () {
  register_block_type( 'acme/notice', [ 'attributes' => [ 'tone' => [ 'type' => 'string', 'default' => 'calm' ], 'text' => [ 'type' => 'string' ],
    'url' => [ 'type' => 'string' ], 'title' => [ 'type' => 'string', 'source' => 'text', 'selector' => 'h3.title' ] ] ] );
  register_block_type( 'acme/hours', [ 'attributes' => [ 'to' => [ 'type' => 'string' ] ], 'render_callback' => fn() => '<p class="hours" onclick="x()">Mo–Fr</p>' ] );
} );`;

const notice = (attributes: object, inside = '') =>
  `<!-- wp:acme/notice ${JSON.stringify(attributes)} --><div class="acme-notice">${inside}</div><!-- /wp:acme/notice -->`;

/** One in a column, with one inside and a script; one that PHP makes; between them what has no override. */
export const overridden =
  '<!-- wp:paragraph --><p>Vorher</p><!-- /wp:paragraph -->' +
  '<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column {"width":"33%"} --><div class="wp-block-column" style="flex-basis:33%">' +
  notice(
    { tone: 'loud', text: 'Kühl & <b>klar</b>', url: 'javascript:alert(1)' },
    '<h3 class="title">Titel &amp; mehr</h3><!-- wp:paragraph --><p onclick="x()">Innen</p><!-- /wp:paragraph -->' +
      `<!-- wp:html --><script>alert(1)</script><!-- /wp:html -->${notice({ text: 'Tief' })}`,
  ) +
  '</div><!-- /wp:column --></div><!-- /wp:columns -->' +
  '<!-- wp:quote --><blockquote class="wp-block-quote"><p>Zitat</p></blockquote><!-- /wp:quote -->' +
  '<!-- wp:acme/hours {"to":"secret@example.com"} /-->';

/** A page that is made of sections: a run that is a block override alone, text with some, and a section with one inside. */
export const overriddenSections =
  '<!-- wp:companion/hero-centered {"heading":"Held","subheading":"Und mehr"} --><!-- /wp:companion/hero-centered -->' +
  notice({ text: 'Allein' }) +
  '<!-- wp:companion/cta-simple {"heading":"Ruf","buttonText":"Los","buttonUrl":"/los/"} /-->' +
  overridden +
  `<!-- wp:companion/content-section {"heading":"Abschnitt"} -->${notice({ text: 'Im Abschnitt' })}<!-- wp:paragraph --><p>Danach <span data-companion-block="0">x</span><div data-companion-block="0"></div></p><!-- /wp:paragraph --><!-- /wp:companion/content-section -->` +
  `<!-- wp:companion/sidebar --><!-- wp:companion/sidebar-content-section {"title":"Daneben"} -->${notice({ text: 'Am Rand' }, '<p>Rand</p>')}<!-- /wp:companion/sidebar-content-section --><!-- /wp:companion/sidebar -->`;

/** Files that the owner of the site writes for them. */
export const overrideFiles = {
  'components/blocks/mapped/Notice.tsx': `import type { MappedBlockProps } from 'headless-site/blocks';
import type { NoticeBlock } from '.';

export function Notice({ block, children }: MappedBlockProps<NoticeBlock>) {
  return (
    <aside data-tone={block.tone} data-link={block.link?.href}>
      <strong>{block.title}</strong>
      <em>{block.text}</em>
      {children}
    </aside>
  );
}

export const Hours = ({ original }: MappedBlockProps<object>) => <div data-hours="">{original}</div>;
`,
  'components/blocks/mapped/index.ts': `import { type FieldReader, mappedBlock } from 'headless-site/define';

const notice = (attribute: FieldReader) => ({
  tone: attribute.text('tone'),
  text: attribute.text('text'),
  title: attribute.text('title'),
  link: attribute.link('url'),
});

export type NoticeBlock = ReturnType<typeof notice>;

export const mappedBlocks = {
  'acme/notice': mappedBlock({ read: notice, component: async () => (await import('./Notice')).Notice }),
  'acme/hours': mappedBlock({ read: () => ({}), component: async () => (await import('./Notice')).Hours }),
};
`,
};
