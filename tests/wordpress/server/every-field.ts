/** A group of ACF with a field of every free type, on everything that can have fields; three sets of values for it. */

/** Words that tell a set of values from another one. */
export const sets = ['one', 'two', 'three'] as const;
export type Values = (typeof sets)[number];

/** Field types that GraphQL does not have, with the reason: then no starter can show them. */
export const notInGraphql = {
  icon_picker: '"WPGraphQL for ACF" 2.7 does not know it',
  message: 'it holds nothing',
  accordion: 'it holds nothing',
  tab: 'it holds nothing',
};

/**
 * The starter's output for each type, as it stands in the HTML without comments; empty where it must not be shown.
 * @param place in which the values are: they name it
 */
export function shown(place: string, values: Values): Record<string, string> {
  const n = sets.indexOf(values) + 1;
  const word = `${values}-${place}`;
  return {
    text: `<p>Text ${word}</p>`,
    textarea: `First ${word}\nSecond`,
    number: `Number: ${n}1.5`,
    range: `Range: ${n}2`,
    email: `href="mailto:${word}@example.com"`,
    url: `href="https://${word}.example/"`,
    image: `alt="Picture ${values}"`,
    file: `File ${values}</a>`,
    wysiwyg: `<em>rich ${word}</em>`,
    oembed: `embed-${values}`,
    select: `Select: select ${values}`,
    selectMultiple: `Select multiple: many ${values}, many always`,
    checkbox: `Checkbox: box ${values}, box always`,
    radio: `<p>radio ${values}</p>`,
    buttonGroup: `<p>button ${values}</p>`,
    ...(values === 'two' ? {} : { trueFalse: '>True false<' }),
    link: `href="https://link-${word}.example/"`,
    postObject: `class="link" href="/object-${values}/">object ${values}</a>`,
    pageLink: `class="link" href="/linked-${values}/">linked ${values}</a>`,
    relationship: `class="link" href="/related-${values}/">related ${values}</a>`,
    taxonomy: `>Term ${values}</a>`,
    user: `>User ${values}</a>`,
    googleMap: `Street ${word}</a>`,
    datePicker: `Date picker: January ${n}, 2026`,
    dateTimePicker: `20:1${n}`,
    timePicker: `Time picker: 8:3${n} pm`,
    colorPicker: `background-color:#00000${n}`,
    groupInner: `<p>Inner ${word}</p>`,
  };
}

const choices = (prefix: string) =>
  `'choices' => [ ${[...sets, 'always'].map((name) => `'${prefix} ${name}' => 'Label'`).join(', ')} ]`;

/** Types with what their fields need beside. */
const types: Record<string, string> = {
  text: '',
  textarea: '',
  number: '',
  range: '',
  email: '',
  url: '',
  password: '',
  image: '',
  file: '',
  wysiwyg: '',
  oembed: '',
  select: choices('select'),
  select_multiple: `${choices('many')}, 'multiple' => 1`,
  checkbox: choices('box'),
  radio: choices('radio'),
  button_group: choices('button'),
  true_false: '',
  link: '',
  post_object: '',
  page_link: '',
  relationship: '',
  taxonomy: `'taxonomy' => 'post_tag', 'field_type' => 'multi_select'`,
  user: '',
  google_map: '',
  date_picker: '',
  date_time_picker: '',
  time_picker: '',
  color_picker: '',
  icon_picker: '',
  message: '',
  accordion: '',
  tab: '',
  group: `'sub_fields' => [ [ 'key' => 'field_inner', 'name' => 'inner', 'label' => 'Inner', 'type' => 'text', 'show_in_graphql' => 1, 'graphql_field_name' => 'inner' ] ]`,
};

const field = ([name, more]: [string, string]) =>
  `[ 'key' => 'field_${name}', 'name' => '${name}', 'label' => '${name}', 'type' => '${name === 'select_multiple' ? 'select' : name}',
    'show_in_graphql' => 1, 'graphql_field_name' => '${name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}', ${more} ]`;

const locations = [
  ['post_type', 'post'],
  ['post_type', 'page'],
  ['post_type', 'project'],
  ['taxonomy', 'category'],
  ['user_form', 'all'],
  ['nav_menu_item', 'all'],
  ['options_page', 'site-options'],
];

/** A type, the group, an options page as ACF Pro registers one, and a stand-in for what YouTube answers. */
export const everyFieldPlugin = `<?php
/* Plugin Name: Every field */
add_action( 'init', function () {
  register_post_type( 'project', [ 'public' => true, 'has_archive' => true, 'show_in_graphql' => true, 'supports' => [ 'title', 'editor', 'author' ],
    'graphql_single_name' => 'project', 'graphql_plural_name' => 'projects' ] );
} );
// The free ACF has no options pages, but keeps and reads their fields, and "WPGraphQL for ACF" asks for them by these functions of Pro.
function acf_get_options_pages() {
  return [ 'site-options' => [ 'page_title' => 'Site options', 'menu_slug' => 'site-options', 'post_id' => 'options', 'parent_slug' => '',
    'show_in_graphql' => true, 'graphql_type_name' => 'SiteOptions' ] ];
}
function acf_get_options_page( $slug ) { return acf_get_options_pages()[ $slug ] ?? null; }
add_filter( 'pre_oembed_result', function ( $html, $url ) {
  return '<iframe src="https://www.youtube.com/embed/' . substr( $url, -12 ) . '"></iframe>';
}, 10, 2 );
add_filter( 'use_block_editor_for_post', '__return_false', 100 );
add_action( 'acf/init', function () {
  acf_add_local_field_group( [ 'key' => 'group_every', 'title' => 'Every', 'show_in_graphql' => 1, 'graphql_field_name' => 'every', 'graphql_type_name' => 'Every',
    'fields' => [ ${Object.entries(types).map(field).join(',\n      ')} ],
    'location' => [ ${locations.map(([param, value]) => `[ [ 'param' => '${param}', 'operator' => '==', 'value' => '${value}' ] ]`).join(', ')} ] ] );
} );
/** What the form of the editor sends: values by the keys of the fields. */
function every_values( $place, $set ) {
  $n    = array_search( $set, [ '', 'one', 'two', 'three' ], true );
  $word = "$set-$place";
  $id   = function ( $type, $slug ) { return get_posts( [ 'post_type' => $type, 'name' => $slug, 'post_status' => 'any', 'fields' => 'ids' ] )[0]; };
  return [
    'field_text' => "Text $word", 'field_textarea' => "First $word\\nSecond", 'field_number' => "{$n}1.5", 'field_range' => "{$n}2",
    'field_email' => "$word@example.com", 'field_url' => "https://$word.example/", 'field_password' => "secret-$word",
    'field_image' => $id( 'attachment', "picture-$set" ), 'field_file' => $id( 'attachment', "file-$set" ),
    'field_wysiwyg' => "<p>A <em>rich $word</em></p>", 'field_oembed' => "https://www.youtube.com/watch?v=" . str_pad( "embed-$set", 12, '-', STR_PAD_LEFT ),
    'field_select' => "select $set", 'field_select_multiple' => [ "many $set", 'many always' ], 'field_checkbox' => [ "box $set", 'box always' ],
    'field_radio' => "radio $set", 'field_button_group' => "button $set", 'field_true_false' => 'two' === $set ? '0' : '1',
    'field_link' => [ 'title' => "Link $word", 'url' => "https://link-$word.example/", 'target' => '' ],
    'field_post_object' => $id( 'post', "object-$set" ), 'field_page_link' => $id( 'post', "linked-$set" ), 'field_relationship' => [ $id( 'post', "related-$set" ) ],
    'field_taxonomy' => [ get_term_by( 'slug', "term-$set", 'post_tag' )->term_id ], 'field_user' => get_user_by( 'slug', "user-$set" )->ID,
    'field_google_map' => [ 'address' => "Street $word", 'lat' => '1.5', 'lng' => '2.5' ],
    'field_date_picker' => "2026010$n", 'field_date_time_picker' => "2026-01-0$n 20:1$n:00", 'field_time_picker' => "20:3$n:00", 'field_color_picker' => "#00000$n",
    'field_icon_picker' => [ 'type' => 'dashicons', 'value' => 'dashicons-star-filled' ], 'field_group' => [ 'field_inner' => "Inner $word" ],
  ];
}
/** @param int|string $where as ACF names it: a post's id, term_1, user_1, options */
function every_save( $where, $place, $set ) {
  foreach ( every_values( $place, $set ) as $key => $value ) { update_field( $key, $value, $where ); }
}
/** What the fields lead to. */
function every_targets() {
  foreach ( [ 'one', 'two', 'three' ] as $set ) {
    $user = wp_insert_user( [ 'user_login' => "user-$set", 'user_pass' => 'x', 'user_email' => "user-$set@example.com", 'display_name' => "User $set", 'role' => 'author' ] );
    foreach ( [ 'object', 'linked', 'related' ] as $what ) {
      wp_insert_post( [ 'post_title' => "$what $set", 'post_name' => "$what-$set", 'post_content' => 'Words', 'post_status' => 'publish', 'post_author' => $user ] );
    }
    foreach ( [ 'picture' => 'image/png', 'file' => 'application/pdf' ] as $what => $mime ) {
      $name = "$what-$set." . substr( $mime, -3 );
      $id   = wp_insert_attachment( [ 'post_title' => ucfirst( $what ) . " $set", 'post_name' => "$what-$set", 'post_mime_type' => $mime, 'guid' => content_url( "/uploads/$name" ) ], $name );
      update_post_meta( $id, '_wp_attachment_image_alt', ucfirst( $what ) . " $set" );
      if ( 'picture' === $what ) { wp_update_attachment_metadata( $id, [ 'width' => 40, 'height' => 30, 'file' => $name ] ); }
    }
    wp_insert_term( "Term $set", 'post_tag', [ 'slug' => "term-$set" ] );
    wp_set_object_terms( get_page_by_path( "object-$set", OBJECT, 'post' )->ID, "term-$set", 'post_tag' );
  }
}`;
