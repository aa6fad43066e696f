import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldKinds } from '../../src/add/field-kinds';
import { cli, createSite, scratch } from '../cli/cli';
import { startWordPress, type WordPress, whyNoPlugin, whyNoWordPress } from './server';
import { acfPlugins, activateAcf } from './server/acf';
import { activatePlugin } from './server/plugins';

const reason = whyNoWordPress() ?? whyNoPlugin(...acfPlugins);

/** Every type of the free ACF, and what the site makes of it; empty where a starter shows nothing of it. */
const types = {
  text: 'text',
  textarea: 'textarea',
  number: 'number',
  range: 'number',
  email: 'email',
  url: 'url',
  password: '',
  image: 'image',
  file: 'file',
  wysiwyg: 'html',
  oembed: 'embed',
  select: 'choices',
  checkbox: 'choices',
  radio: 'text',
  button_group: 'text',
  true_false: 'boolean',
  link: 'link',
  post_object: 'posts',
  page_link: 'posts',
  relationship: 'posts',
  taxonomy: 'terms',
  user: 'users',
  google_map: 'map',
  date_picker: 'date',
  date_time_picker: 'datetime',
  time_picker: 'time',
  color_picker: 'colour',
};

/** A group with a field of each. */
const group = `<?php
/* Plugin Name: Group */
add_action( 'acf/init', function () {
  $fields = [];
  foreach ( ${php(Object.keys(types))} as $type ) {
    $fields[] = [ 'key' => 'field_' . $type, 'name' => 'f_' . $type, 'label' => $type, 'type' => $type, 'show_in_graphql' => 1,
      'graphql_field_name' => lcfirst( str_replace( '_', '', ucwords( 'f_' . $type, '_' ) ) ), 'choices' => [ 'a' => 'A' ], 'taxonomy' => 'category' ];
  }
  $fields[] = [ 'key' => 'field_one', 'name' => 'one', 'label' => 'One', 'type' => 'post_object', 'show_in_graphql' => 1,
    'graphql_field_name' => 'one', 'graphql_connection_type' => 'one_to_one', 'instructions' => 'Words of an editor' ];
  acf_add_local_field_group( [ 'key' => 'group_book', 'title' => 'Book', 'show_in_graphql' => 1, 'graphql_field_name' => 'book',
    'graphql_type_name' => 'Book', 'fields' => $fields, 'location' => [ [ [ 'param' => 'post_type', 'operator' => '==', 'value' => 'post' ] ], [ [ 'param' => 'post_type', 'operator' => '==', 'value' => 'page' ] ] ] ] );
} );`;

function php(names: readonly string[]): string {
  return `[ ${names.map((name) => `'${name}'`).join(', ')} ]`;
}

/** Choices in each "Return Format", and once more in a group within the group. */
const choices = `<?php
/* Plugin Name: Choices */
add_action( 'acf/init', function () {
  foreach ( [ '', 'in_' ] as $in ) {
    $fields = [];
    foreach ( [ 'value', 'label', 'array' ] as $format )
      foreach ( [ 'select', 'checkbox', 'radio' ] as $type )
        $fields[] = [ 'key' => "field_{$in}{$type}_$format", 'name' => "{$type}_$format", 'label' => $type, 'type' => $type, 'show_in_graphql' => 1,
          'graphql_field_name' => lcfirst( str_replace( '_', '', ucwords( "{$type}_$format", '_' ) ) ), 'return_format' => $format,
          'choices' => [ 'red' => 'Red & <b>hot</b>', 'sky' => 'Sky blue' ] ];
    $all[] = $fields;
  }
  $all[0][] = [ 'key' => 'field_inner', 'name' => 'inner', 'label' => 'Inner', 'type' => 'group', 'show_in_graphql' => 1, 'graphql_field_name' => 'inner', 'sub_fields' => $all[1] ];
  acf_add_local_field_group( [ 'key' => 'group_pick', 'title' => 'Pick', 'show_in_graphql' => 1, 'graphql_field_name' => 'pick', 'graphql_type_name' => 'Pick',
    'fields' => $all[0], 'location' => [ [ [ 'param' => 'post_type', 'operator' => '==', 'value' => 'post' ] ] ] ] );
} );`;

describe.skipIf(reason)(`add, and a real WordPress with ACF${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty', companion: true, plugins: acfPlugins });
    await activatePlugin(wordpress, 'group.php', group);
    await activateAcf(wordpress);
  });
  afterAll(() => wordpress?.stop());

  it('field-group: reads every type of field from the schema once it is public, and asks for each as WordPress has it', async () => {
    const site = await createSite(scratch(), [
      '--cms-url',
      wordpress.url,
      '--skip-probe',
      '--site-url',
      'http://127.0.0.1:9',
    ]);
    const refused = await cli(['add', 'field-group', 'book'], { cwd: site });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('Enable Public Introspection'),
    ]);
    const password = await wordpress.php<string>(
      `echo json_encode( WP_Application_Passwords::create_new_application_password( 1, [ 'name' => 'add' ] )[0] );`,
    );
    const connected = await cli(['connect'], {
      cwd: site,
      env: {
        WORDPRESS_USER: wordpress.administrator.name,
        WORDPRESS_APPLICATION_PASSWORD: password,
      },
    });
    expect(connected.code, connected.all).toBe(0);
    expect(connected.all).toContain('WordPress has groups of fields: book (page, post).');
    const handed = await cli(['add', 'field-group', 'book', '--type', 'page'], { cwd: site });
    expect(handed.code, handed.all).toBe(0);
    expect(handed.all).toContain('They are on post as well: add field-group book --type post');
    const elsewhere = await cli(['add', 'field-group', 'book', '--type', 'category'], { cwd: site });
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      2,
      expect.stringContaining('WordPress has the fields "book" nowhere on "category".'),
    ]);
    const unnamed = await cli(['add', 'field-group'], { cwd: site });
    expect([unnamed.code, unnamed.stderr]).toEqual([
      2,
      expect.stringContaining('add field-group book   on page, post'),
    ]);
    const [selected] =
      /select: `(.*?)`/s.exec(readFileSync(path.join(site, 'content.config.ts'), 'utf8')) ?? [];
    await wordpress.php(
      "update_option( 'graphql_general_settings', [ 'public_introspection_enabled' => 'on' ] );",
    );
    const { code, all } = await cli(['add', 'field-group', 'book'], { cwd: site });
    expect(code, all).toBe(0);
    expect(all).toContain('Left out, because a starter shows no such fields: fPassword');
    const content = readFileSync(path.join(site, 'content.config.ts'), 'utf8');
    const [, select = ''] = /select: `(.*?)`/s.exec(content) ?? [];
    expect(select).toBe(selected?.slice('select: `'.length, -1));
    const response = await fetch(wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: `{ posts(first: 1) { nodes { ${select} } } }` }),
    });
    expect(await response.json()).not.toHaveProperty('errors');
    const read = Object.fromEntries(
      [...content.matchAll(/^ {8}(\w+): (.*?),?$/gm)].map(([, name, code]) => [name, code]),
    );
    const expected = Object.entries(types).flatMap(([type, kind]) => {
      const name = `f_${type}`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
      return kind ? [[name, fieldKinds[kind]?.read(`book.${name}`).split('\n')[0]]] : [];
    });
    expect(read).toMatchObject(Object.fromEntries(expected));
    expect(read.one).toBe("field.link('book.one')");
  });

  it('choices: ACF\'s "Return Format" says whether their value or their label is shown, in groups within a group as well', async () => {
    await activatePlugin(wordpress, 'choices.php', choices);
    const answered = await wordpress.php<{ data: { post: { pick: Record<string, unknown> } } }>(`
      $id = wp_insert_post( [ 'post_type' => 'post', 'post_status' => 'publish', 'post_title' => 'Picked' ] );
      foreach ( [ 'value', 'label', 'array' ] as $format )
        foreach ( [ 'select' => 'red', 'checkbox' => [ 'red', 'sky' ], 'radio' => 'red' ] as $type => $value ) {
          update_field( "field_{$type}_$format", $value, $id );
          $inner[ "{$type}_$format" ] = $value;
        }
      update_field( 'field_inner', $inner, $id );
      $names = 'selectValue selectLabel selectArray checkboxValue checkboxLabel checkboxArray radioValue radioLabel radioArray';
      echo json_encode( graphql( [ 'query' => "{ post(id: $id, idType: DATABASE_ID) { pick { $names inner { $names } } } }" ] ) );`);
    const [value, label] = [
      { select: ['red'], checkbox: ['red', 'sky'], radio: 'red' },
      { select: ['Red & hot'], checkbox: ['Red & hot', 'Sky blue'], radio: 'Red & hot' },
    ];
    const shown = Object.fromEntries(
      Object.entries({ Value: value, Label: label, Array: label }).flatMap(([format, by]) =>
        Object.entries(by).map(([type, text]) => [`${type}${format}`, text]),
      ),
    );
    expect(answered.data.post.pick).toEqual({ ...shown, inner: shown });
  });

  it('block: WordPress takes the plugin with all blocks of the site', async () => {
    const site = await createSite(scratch());
    for (const name of ['notice', 'big-banner'])
      expect((await cli(['add', 'block', name], { cwd: site })).code).toBe(0);
    const code = readFileSync(path.join(site, 'wordpress/own-blocks.php'), 'utf8');
    await activatePlugin(wordpress, 'own-blocks.php', code);
    const types = ['Notice', 'BigBanner'].map(
      (name) => `${name}: __type(name: "Page_Flexiblecontent_FlexibleContent_${name}") { fields { name } }`,
    );
    await wordpress.php(
      "update_option( 'graphql_general_settings', [ 'public_introspection_enabled' => 'on' ] );",
    );
    const response = await fetch(wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: `{ ${types.join(' ')} }` }),
    });
    const fields = ['heading', 'text', 'link'].map((name) => ({ name }));
    const { data } = await response.json();
    for (const name of ['Notice', 'BigBanner'])
      expect(data[name]?.fields).toEqual(expect.arrayContaining(fields));
    expect(
      await wordpress.php(
        `echo json_encode( (bool) WP_Block_Type_Registry::get_instance()->get_registered( 'own/big-banner' ) );`,
      ),
    ).toBe(true);
  });
});
