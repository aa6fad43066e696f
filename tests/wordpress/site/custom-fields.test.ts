import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedPosts } from '../../bench/seed-posts';
import { createSite } from '../../site/create';
import { buildAndServe, buildSite } from '../../site/serve';
import { type ServedSite, secrets } from '../../site/support/site-server';
import { filesOf } from '../../support/recipes';
import { applicationPassword } from '../companion/session';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { activatePlugin } from '../server/plugins';

const reason = whyNoWordPress();

/**
 * Fields of posts, of two custom types and of terms, two of them with another name in GraphQL; types without items, and hidden from GraphQL; `related` leads to whatever the meta
 * names, and WordPress decides what of it is public.
 */
const plugin = `<?php
/* Plugin Name: Acme fields */
add_action( 'init', function () {
	register_post_type( 'case_study', [ 'public' => true, 'has_archive' => true, 'show_in_graphql' => true,
		'supports' => [ 'title', 'editor' ], 'graphql_single_name' => 'work', 'graphql_plural_name' => 'works' ] );
	register_post_type( 'tool', [ 'public' => true, 'has_archive' => true, 'show_in_graphql' => true,
		'graphql_single_name' => 'tool', 'graphql_plural_name' => 'tools' ] );
	register_post_type( 'nothing', [ 'public' => true, 'show_in_graphql' => true,
		'graphql_single_name' => 'nothing', 'graphql_plural_name' => 'nothings' ] );
	register_post_type( 'unseen', [ 'public' => true ] );
	register_taxonomy( 'material', [ 'post', 'case_study', 'tool' ], [ 'public' => true, 'show_in_graphql' => true,
		'graphql_single_name' => 'stuff', 'graphql_plural_name' => 'stuffs' ] );
} );
add_action( 'graphql_register_types', function () {
	register_graphql_object_type( 'Book', [ 'fields' => [ 'subtitle' => [ 'type' => 'String' ], 'isbn' => [ 'type' => 'String' ] ] ] );
	$meta = function ( $name ) {
		return function ( $post ) use ( $name ) { return get_post_meta( $post->databaseId, $name, true ) ?: null; };
	};
	register_graphql_field( 'Post', 'book', [ 'type' => 'Book', 'resolve' => function ( $post ) use ( $meta ) {
		if ( $meta( 'subtitle' )( $post ) === 'throws' ) { throw new Exception( 'no service' ); }
		return [ 'subtitle' => $meta( 'subtitle' )( $post ), 'isbn' => $meta( 'isbn' )( $post ) ];
	} ] );
	register_graphql_field( 'Post', 'related', [ 'type' => [ 'list_of' => 'Post' ], 'resolve' => function ( $post, $args, $context ) {
		return array_map( function ( $id ) use ( $context ) { return $context->get_loader( 'post' )->load_deferred( (int) $id ); },
			get_post_meta( $post->databaseId, 'related' ) );
	} ] );
	register_graphql_field( 'Work', 'year', [ 'type' => 'String', 'resolve' => $meta( 'year' ) ] );
	register_graphql_field( 'Tool', 'edge', [ 'type' => 'String', 'resolve' => function ( $tool ) use ( $meta ) {
		if ( $meta( 'edge' )( $tool ) === 'throws' ) { throw new Exception( 'no service' ); }
		return $meta( 'edge' )( $tool );
	} ] );
	foreach ( [ 'Category', 'Stuff' ] as $type ) {
		register_graphql_field( $type, 'colour', [ 'type' => 'String', 'resolve' => function ( $term ) {
			return get_term_meta( $term->databaseId, 'colour', true ) ?: null;
		} ] );
	}
} );`;

const entries = `
  fields: {
    post: {
      select: \`
        book { subtitle isbn }
        related { title }\`,
      read: (field) => ({
        subtitle: field.text('book.subtitle'),
        related: field.list('related', (row) => row.text('title')),
      }),
      search: ['book.subtitle', 'book.isbn', 'related.title'],
    },
    case_study: { select: 'year', read: (field) => ({ year: field.text('year') }), search: ['year'] },
    tool: { select: 'edge', read: (field) => ({ edge: field.text('edge') }), search: ['edge'] },
  },
  cards: {
    post: {
      select: 'book { subtitle } related { title }',
      read: (field) => ({
        subtitle: field.text('book.subtitle'),
        related: field.list('related', (row) => row.text('title')),
      }),
    },
    case_study: { select: 'year', read: (field) => ({ year: field.text('year') }) },
  },
  terms: {
    category: { select: 'colour', read: (field) => ({ colour: field.text('colour') }) },
    material: { select: 'colour', read: (field) => ({ colour: field.text('colour') }) },
  },
`;

/** Texts that only users with access may see. */
const HIDDEN = ['Nobody knows', 'An unfinished draft', 'A private matter', 'Of tomorrow'];

describe.skipIf(reason)(`custom fields beyond single items${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let dir: string;
  let site: ServedSite;
  /** GraphQL operations of the build. */
  let asked: (string | null)[];
  const base64 = (text: string) => `base64_decode( '${Buffer.from(text).toString('base64')}' )`;
  const change = (file: string, from: string, to: string) => {
    const before = readFileSync(path.join(dir, file), 'utf8');
    expect(before).toContain(from);
    writeFileSync(
      path.join(dir, file),
      before.replace(from, () => to),
    );
  };
  const write = (file: string, code: string) => {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), code);
  };
  const insert = (type: string, slug: string, meta: object, more = '') =>
    wordpress.php<number>(`$id = wp_insert_post( wp_slash( [ 'post_type' => '${type}', 'post_status' => 'publish',
      'post_name' => '${slug}', 'post_title' => 'The ${slug}', 'post_content' => 'Words', 'post_date' => '2024-03-05 10:00:00',
      'meta_input' => json_decode( ${base64(JSON.stringify(meta))}, true ), ${more} ] ) );
      if ( $id && '${type}' === 'post' ) { wp_set_object_terms( $id, [ 'wood' ], 'category' ); wp_set_object_terms( $id, [ 'tools' ], 'post_tag' ); }
      if ( '${type}' !== 'page' ) { wp_set_object_terms( $id, [ 'oak' ], 'material' ); }
      echo json_encode( $id );`);
  const get = async (address: string) => {
    const response = await fetch(site.url + address, { redirect: 'manual' });
    const text = (await response.text()).replace(/<script\b.*?<\/script>/gs, '');
    return { status: response.status, text: text.replaceAll('&quot;', '"') };
  };
  const marked = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`data-${name}="(\\{.*?\\})"`, 'g'))].map(([, json]) => json);
  const cards = async (address: string) => marked((await get(address)).text, 'card');
  const found = async (query: string) =>
    (
      await (await fetch(`${site.url}/search/results?${new URLSearchParams({ q: query })}`)).json()
    ).results.map(({ path }: { path: string }) => path);
  const webhook = (address: string) =>
    fetch(`${site.url}/api/revalidate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        secret: secrets.revalidation,
        paths: [address],
        events: { [address]: 'update' },
      }),
    });

  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty', companion: true });
    await activatePlugin(wordpress, 'acme-fields.php', plugin);
    const block = filesOf('own-block');
    await activatePlugin(wordpress, 'acme-blocks.php', block.get('wp-content/plugins/acme-blocks.php'));
    await wordpress.php(`flush_rewrite_rules();
      foreach ( [ 'category' => 'wood', 'post_tag' => 'tools', 'material' => 'oak' ] as $taxonomy => $name ) {
        $term = wp_insert_term( $name, $taxonomy ); update_term_meta( $term['term_id'], 'colour', 'grün & gold' );
      }`);
    const hidden = [
      await insert('post', 'draft', {}, `'post_title' => 'An unfinished draft', 'post_status' => 'draft'`),
      await insert('post', 'private', {}, `'post_title' => 'A private matter', 'post_status' => 'private'`),
      await insert(
        'post',
        'future',
        {},
        `'post_title' => 'Of tomorrow', 'post_status' => 'future', 'post_date' => '2099-01-01 00:00:00'`,
      ),
    ];
    const stool = await insert('post', 'stool', { subtitle: 'Walnut & <b>Ölfarbe</b>', isbn: '978-3-16' });
    await wordpress.php(`foreach ( ${JSON.stringify(hidden)} as $id ) { add_post_meta( ${stool}, 'related', $id ); }
      add_post_meta( ${stool}, 'related', ${await insert('post', 'plain', {})} );`);
    await insert('post', 'secret', { subtitle: 'Nobody knows' }, `'post_password' => 'x'`);
    await insert('post', 'flaky', { subtitle: 'throws' });
    await insert('case_study', 'bank', { year: '1999' });
    await insert('tool', 'plane', { edge: 'Vanadium' });
    await insert('tool', 'saw', { edge: 'throws' });
    await insert(
      'page',
      'notices',
      {},
      `'post_content' => '<!-- wp:acme/notice {"heading":"Closed today"} /-->'`,
    );
    // Before all others: lists begin with those.
    await seedPosts(wordpress, 1, 200);
    const [home, journal] = [await insert('page', 'home', {}), await insert('page', 'journal', {})];
    await wordpress.php(`update_option( 'show_on_front', 'page' ); update_option( 'page_on_front', ${home} );
      update_option( 'page_for_posts', ${journal} );`);
    dir = await createSite('custom-fields', '--cms-url', wordpress.url, '--custom', 'case_study=isr');
    for (const [file, code] of block) if (file.startsWith('components/')) write(file, code);
    change('content.config.ts', 'defineContent({})', `defineContent({${entries}})`);
    change(
      'components/posts/CardWords.tsx',
      '<Heading className',
      '<Heading data-card={JSON.stringify(post.fields)} className',
    );
    change(
      'components/posts/Article.tsx',
      '<article>',
      '<article data-custom={JSON.stringify(post.fields)}>',
    );
    change(
      'components/routes/ArchiveView.tsx',
      '      <ArchiveHeader',
      '      <i data-term={JSON.stringify(archive.fields)} />\n      <ArchiveHeader',
    );
    await wordpress.clearLog();
    site = await buildAndServe(dir, wordpress.graphqlUrl, {}, undefined, async () => {
      asked = (await wordpress.log()).map(({ operation }) => operation);
    });
  });
  afterAll(async () => {
    await site?.stop();
    await wordpress?.stop();
  });

  const ofStool = '{"subtitle":"Walnut &amp; &lt;b&gt;Ölfarbe&lt;/b&gt;","related":["The plain"]}';
  const empty = '{"subtitle":null,"related":[]}';
  const posts = [ofStool, empty, empty, empty].sort();

  test('a build asks nothing more for any of it: two types, their taxonomy, fields and a block', () => {
    expect([...asked].sort()).toEqual([
      'Capabilities',
      'SnapshotArchives',
      'SnapshotContent',
      'SnapshotPages',
      'SnapshotPosts',
      'SnapshotPosts',
      'SnapshotPosts',
      'SnapshotSite',
      // The first one, which has no name.
      null,
    ]);
  });

  test('the table of a build says where each request went', () => {
    const [, table = ''] = site.output().split(/^type +strategy .*$/m);
    const [rows = '', all] = table.split(/^(\d+) requests to the CMS in all/m);
    const cells = rows
      .trim()
      .split('\n')
      .map((row) => row.split(/ {2,}/));
    const counts = cells.flatMap((row) => Number(row.at(-1)) || []);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(asked.length);
    expect(Number(all)).toBe(asked.length);
    const ofTypes = cells.filter(([type = '']) => ['case_study', 'tool', 'nothing'].includes(type));
    expect(ofTypes.map((row) => row.at(-1))).toEqual(['-', '-', '-']);
  });

  test('a custom block shows', async () => {
    const { text } = await get('/notices/');
    expect(text).toContain('Closed today</h2>');
  });

  test('a field that fails for one item of a type costs neither its type nor the others theirs', async () => {
    const fields = async (address: string) => marked((await get(address)).text, 'custom');
    expect(await fields('/tool/plane/')).toEqual(['{"edge":"Vanadium"}']);
    expect(await fields('/tool/saw/')).toEqual(['{"edge":null}']);
    expect(await fields('/case_study/bank/')).toEqual(['{"year":"1999"}']);
  });

  test.for([
    ['the newest posts below the home page', '/'],
    ['the list of posts', '/journal/'],
    ['a category', '/category/wood/'],
    ['a tag', '/tag/tools/'],
    ['an author', ''],
    ['a month', '/2024/03/'],
  ])('cards: %s', async ([, address]) => {
    const at =
      address ||
      (await wordpress.php<string>(
        `echo json_encode( wp_make_link_relative( get_author_posts_url( 1 ) ) );`,
      ));
    const shown = await cards(at);
    // The home page shows three; behind ours a list goes on with posts that have none.
    if (address === '/') for (const card of shown) expect(posts).toContain(card);
    else expect(shown.sort()).toEqual([...posts, ...shown.slice(4).map(() => empty)].sort());
  });
  // A type without cards of its own has those of a post, empty.
  test('cards: a custom type, and a term that holds several types', async () => {
    expect(await cards('/case_study/')).toEqual(['{"year":"1999"}']);
    expect((await cards('/material/oak/')).sort()).toEqual(
      [...posts, empty, empty, '{"year":"1999"}'].sort(),
    );
  });

  test('terms: of a category, of a taxonomy that GraphQL calls otherwise, none of a tag or a list of posts', async () => {
    const terms = async (address: string) => marked((await get(address)).text, 'term');
    for (const address of ['/category/wood/', '/material/oak/'])
      expect(await terms(address)).toEqual(['{"colour":"grün &amp; gold"}']);
    for (const address of ['/tag/tools/', '/journal/', '/2024/03/'])
      expect(await terms(address)).toEqual(['{}']);
  });

  test('search finds the flagged fields, as plain text', async () => {
    for (const query of ['walnut', 'ölfarbe', 'oelfarbe', '978-3-16'])
      expect(await found(query)).toEqual(['/stool/']);
    expect(await found('1999')).toEqual(['/case_study/bank/']);
    const texts = await (await fetch(`${site.url}/search/texts.json`)).text();
    expect(texts).toContain('Walnut & Ölfarbe 978-3-16 The plain');
  });

  test('nothing of a draft, of a private, planned or protected post is anywhere', async () => {
    const addresses = [
      '/',
      '/journal/',
      '/category/wood/',
      '/material/oak/',
      '/stool/',
      '/secret/',
      '/feed/',
    ];
    const all = await Promise.all([...addresses, '/search/titles.json', '/search/texts.json'].map(get));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    for (const words of HIDDEN) {
      for (const { text } of all) expect(text).not.toContain(words);
      expect(await found(words)).toEqual([]);
    }
    expect(marked((await get('/stool/')).text, 'custom')).toEqual([ofStool]);
    expect(marked((await get('/secret/')).text, 'custom')).toEqual([empty]);
  });

  test('a field that fails for one post is empty there, named, and no unknown field', async () => {
    expect(site.output()).toMatch(/custom field fails and is read as empty: .*book: Internal server error/);
    expect(site.output()).not.toContain('cannot answer');
  });

  test('what changes without the post being saved shows in lists and is found, once a webhook has told of it', async () => {
    await wordpress.php(`$id = get_page_by_path( 'stool', OBJECT, 'post' )->ID; update_post_meta( $id, 'subtitle', 'Zirbelholz' );
      update_term_meta( get_term_by( 'slug', 'wood', 'category' )->term_id, 'colour', 'rot' );`);
    await webhook('/stool/');
    await webhook('/category/wood/');
    await expect.poll(() => found('zirbelholz')).toEqual(['/stool/']);
    expect(await found('walnut')).toEqual([]);
    await expect.poll(async () => (await cards('/journal/')).join()).toContain('Zirbelholz');
    await expect
      .poll(async () => (await get('/category/wood/')).text)
      .toContain('data-term="{"colour":"rot"}"');
  });

  test('a post that gets a password is found by its field no more', async () => {
    await wordpress.php(
      `wp_update_post( [ 'ID' => get_page_by_path( 'stool', OBJECT, 'post' )->ID, 'post_password' => 'y' ] );`,
    );
    await webhook('/stool/');
    await expect.poll(() => found('zirbelholz')).toEqual([]);
    await expect.poll(async () => (await cards('/journal/')).join()).not.toContain('Zirbelholz');
  });

  const admin = `require_once ABSPATH . 'wp-admin/includes/plugin.php';`;
  test('fields that go away cost a running site nothing but themselves, and each is named in the log with its line', async () => {
    await wordpress.php(`${admin} deactivate_plugins( 'acme-fields.php' );`);
    await webhook('/*');
    await expect
      .poll(async () => (await get('/category/wood/')).text)
      .toContain('data-term="{"colour":null}"');
    expect((await get('/journal/')).status).toBe(200);
    expect(site.output()).toMatch(
      /left out: content\.config\.ts:\d+: terms\.category: WordPress cannot answer "colour"/,
    );
    expect(site.output()).not.toContain('_Notice is not shown');
    await wordpress.php(`${admin} deactivate_plugins( 'acme-blocks.php' );`);
    await webhook('/*');
    await expect.poll(async () => (await get('/notices/')).text).not.toContain('data-block="Notice"');
    expect(site.output()).toContain('_Notice is not shown: Unknown type');
    await wordpress.php(`${admin} activate_plugin( 'acme-fields.php' );`);
  });

  test('a build as a user who sees drafts is refused', async () => {
    const CMS_AUTHORIZATION = await applicationPassword(wordpress);
    const built = await buildSite(dir, wordpress.graphqlUrl, { CMS_AUTHORIZATION }).catch(
      (error: Error) => error.message,
    );
    expect(built).toContain('Fix: an application password of a user with the role Subscriber');
    expect(built).not.toContain(CMS_AUTHORIZATION);
  });
  test('what is wrong with the entries ends a build, once each, with file, line and what was meant', async () => {
    // `read` and `search` go on asking for the right name: what WordPress does not have is why they get nothing.
    change('content.config.ts', 'book { subtitle isbn }', 'book { subtitel isbn }');
    change('content.config.ts', 'material: {', 'materal: {');
    change('content.config.ts', '  cards: {', "  cards: {\n    category: { select: 'id' },");
    change('content.config.ts', "field.text('colour')", "field.txt('colour')");
    const lines = readFileSync(path.join(dir, 'content.config.ts'), 'utf8').split('\n');
    const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1;
    const said = await buildSite(dir, wordpress.graphqlUrl).catch((error: Error) => error.message);
    expect(said).toContain('the build failed');
    expect(said).toContain(
      `content.config.ts:${lineOf('subtitel isbn')}: fields.post: WordPress cannot answer "book.subtitel": Cannot query field "subtitel" on type "Book". Did you mean "subtitle"? Fix: \`subtitle\``,
    );
    expect(said).toContain(
      `content.config.ts:${lineOf('materal: {')}: terms.materal: WordPress shows no taxonomy "materal" to GraphQL. Fix: \`material\``,
    );
    expect(said).toContain(
      `content.config.ts:${lineOf("category: { select: 'id' }")}: cards.category: WordPress shows no type "category" to GraphQL. Fix: it is a taxonomy and goes into \`terms\``,
    );
    expect(said).toContain(
      `content.config.ts:${lineOf('txt(')}: terms.category.read: \`.txt()\` is no reader. Fix: \`text\``,
    );
    expect(said.match(/^content\.config\.ts:/gm)).toHaveLength(4);
    expect(said).not.toMatch(/^\s+at /m);
  });
});
