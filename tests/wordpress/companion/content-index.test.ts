import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IndexRow } from '../../../src/runtime/wordpress/index/index-rows';
import type { CmsListed } from '../../../src/runtime/wordpress/model/types';
import { listContent, listPages, listPosts } from '../../../src/runtime/wordpress/queries/lists';
import { variations } from '../../support/variations';
import { type Inventory, promised, startWordPress, type WordPress, whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';
import { complaints } from './site';

const reason = whyNoWordPress();

/** Types that are public, one below the other, one without addresses of its own, and three that are not for everybody. */
const types = `
add_action( 'init', function () {
  $shown = fn( $one ) => [ 'show_in_graphql' => true, 'graphql_single_name' => $one, 'graphql_plural_name' => $one . 's' ];
  register_post_type( 'chapter', [ 'public' => true, 'hierarchical' => true, 'rewrite' => [ 'slug' => 'book/part', 'with_front' => false ] ] + $shown( 'chapter' ) );
  register_post_type( 'note', [ 'public' => true, 'rewrite' => [ 'slug' => 'notes', 'with_front' => true ] ] + $shown( 'note' ) );
  register_post_type( 'slip', [ 'public' => true, 'rewrite' => false ] + $shown( 'slip' ) );
  register_post_type( 'viewable', [ 'public' => false, 'publicly_queryable' => true ] + $shown( 'viewable' ) );
  register_post_type( 'secret', [ 'public' => false ] + $shown( 'secret' ) );
  register_post_type( 'mute', [ 'public' => true ] );
  register_taxonomy( 'inner', 'post', [ 'public' => false ] + $shown( 'inner' ) );
} );`;
const listed = ['post', 'page', 'project', 'chapter', 'note', 'slip', 'viewable'];

const items = `
  $make = fn( $type, $slug, $more = [] ) => wp_insert_post( $more + [ 'post_type' => $type, 'post_title' => ucfirst( $slug ), 'post_name' => $slug, 'post_status' => 'publish' ], true );
  $top = $make( 'chapter', 'top' );
  $draft = $make( 'chapter', 'draft', [ 'post_status' => 'draft', 'post_parent' => $top ] );
  $make( 'chapter', 'leaf', [ 'post_parent' => $draft ] );
  foreach ( [ 'note', 'slip', 'viewable', 'secret', 'mute' ] as $type ) $make( $type, 'one-' . $type );
  wp_set_object_terms( $make( 'post', 'without-category' ), [], 'category' );
  wp_set_object_terms( $make( 'post', 'inner-term' ), wp_insert_term( 'Inner', 'inner' )['term_id'], 'inner' );
  $make( 'post', 'a+b', [ 'post_title' => 'Plus' ] );
  global $wpdb; $wpdb->update( $wpdb->posts, [ 'post_author' => 4711 ], [ 'ID' => $make( 'post', 'author-gone' ) ] );
  $loop = $make( 'page', 'loop-a' ); $other = $make( 'page', 'loop-b', [ 'post_parent' => $loop ] );
  $wpdb->update( $wpdb->posts, [ 'post_parent' => $other ], [ 'ID' => $loop ] );
  $wpdb->update( $wpdb->posts, [ 'post_parent' => 99999 ], [ 'ID' => $make( 'page', 'orphan' ) ] );`;

describe.skipIf(reason)(`the content index on a real WordPress${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let inventory: Inventory;
  beforeAll(async () => {
    wordpress = await startWordPress({ companion: true });
    await ownPlugin(wordpress, types);
    await wordpress.php(items);
    await wordpress.php('flush_rewrite_rules();');
    inventory = await wordpress.inventory();
  });
  afterAll(() => wordpress?.stop());

  // biome-ignore lint/suspicious/noExplicitAny: whatever was asked for
  const ask = async (query: string, variables: object = {}): Promise<any> =>
    (
      await fetch(wordpress.graphqlUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
    ).json();
  const index = async (type: string, args = ''): Promise<IndexRow[]> => {
    const { data, errors } = await ask(`{companionIndex(type:"${type}"${args}){rows}}`);
    if (errors) throw new Error(JSON.stringify(errors));
    return JSON.parse(data.companionIndex.rows);
  };
  const checksum = async (type = 'post'): Promise<string> =>
    (await ask(`{companionIndex(type:"${type}"){checksum}}`)).data.companionIndex.checksum;

  /** The result of get_permalink() for every published item, as WPGraphQL turns it into a `uri`. */
  const permalinks = (type: string) =>
    wordpress.php<Record<string, string | null>>(`
      $ids = get_posts( [ 'post_type' => '${type}', 'post_status' => 'publish', 'numberposts' => -1, 'fields' => 'ids' ] );
      $special = [ (int) get_option( 'page_for_posts' ) => null, (int) get_option( 'page_on_front' ) => '/' ];
      $uri = fn( $id ) => array_key_exists( $id, $special ) ? $special[ $id ] : str_replace( home_url(), '', urldecode( get_permalink( $id ) ) );
      echo json_encode( (object) array_combine( $ids, array_map( $uri, $ids ) ) );`);
  const samePaths = async () => {
    for (const type of listed) {
      const expected = await permalinks(type);
      const rows = await index(type);
      expect(Object.keys(expected).length, type).toBeGreaterThan(0);
      expect(Object.fromEntries(rows.map(([id, path]) => [id, path])), type).toEqual(expected);
    }
  };

  describe('paths are those of get_permalink()', () => {
    const structures = variations(4, [
      '/%postname%/',
      '/%category%/%postname%/',
      '/%year%/%day%/%hour%%minute%%second%-%postname%',
      '',
      '/%postname%',
      '/blog/%postname%/',
      '/%year%/%monthnum%/%postname%/',
      '/archives/%post_id%',
      '/%author%/%postname%/',
      '/index.php/%category%/%author%/%postname%/',
    ]);
    afterAll(() => restructure('/%postname%/'));
    const restructure = async (structure: string) => {
      // In a request of its own: types and taxonomies take the front part when they are registered.
      await wordpress.php(`update_option( 'permalink_structure', '${structure}' );`);
      await wordpress.php('flush_rewrite_rules();');
    };
    it.each(structures)('%s', async (structure) => {
      await restructure(structure);
      const path = (await index('post'))
        .map(([, path]) => path ?? '')
        .find((path) => /ordinary-post-1\b|[p\d]\d+$/.test(path));
      expect(path?.startsWith('/')).toBe(true);
      await samePaths();
    });
  });

  describe('where a plugin filters them', () => {
    const filters = variations(3, [
      // It wants the whole post, its meta and its terms, as a filter may.
      [
        'post_link',
        "fn( $link, $post ) => home_url( strlen( get_post( $post )->post_content ) . '-' . count( get_the_tags( $post->ID ) ?: [] ) . '-' . get_post_meta( $post->ID, '_thumbnail_id', true ) . '/' . $post->post_name . '/' )",
      ],
      ['pre_post_link', "fn( $structure, $post ) => '/' . md5( $post->post_title ) . $structure"],
      ['post_link_category', 'fn( $first, $all ) => end( $all )'],
      ['page_link', "fn( $link, $id ) => $link . '?page=' . $id"],
      ['get_page_uri', "fn( $uri, $page ) => 'x/' . $uri . '-' . strlen( $page->post_content )"],
      [
        'post_type_link',
        "fn( $link, $post ) => str_replace( $post->post_name, $post->post_name . '-' . $post->post_author, $link )",
      ],
      [
        'home_url',
        "fn( $url, $path ) => strlen( $path ) < 2 ? $url : str_replace( $path, 'en/' . ltrim( $path, '/' ), $url )",
      ],
      ['user_trailingslashit', "fn( $url ) => rtrim( $url, '/' ) . '.html'"],
    ] as const);
    it.each(filters)('%s', async (filter, callback) => {
      const before = await index('post');
      const deactivate = await ownPlugin(wordpress, `add_filter( '${filter}', ${callback}, 10, 2 );`);
      await wordpress.php("update_option( 'permalink_structure', '/%category%/%postname%/' );");
      try {
        await samePaths();
      } finally {
        await deactivate();
        await wordpress.php("update_option( 'permalink_structure', '/%postname%/' );");
      }
      expect(await index('post')).toEqual(before);
    });
  });

  it('home in a folder is left out of paths, as WPGraphQL does it', async () => {
    const { errors, data } = await wordpress.php<{ errors?: unknown; data: Record<string, never> }>(`
      add_filter( 'option_home', fn( $home ) => $home . '/sub', 20 );
      echo json_encode( graphql( [ 'query' => '{ companionIndex(type: "project") { rows } projects(first: 100) { nodes { databaseId uri link } } }' ] ) );`);
    expect(errors).toBeUndefined();
    const { companionIndex, projects } = data as unknown as {
      companionIndex: { rows: string };
      projects: { nodes: { databaseId: number; uri: string; link: string }[] };
    };
    expect(projects.nodes[0]?.link).toContain(`${wordpress.url}/sub/project/`);
    const rows: IndexRow[] = JSON.parse(companionIndex.rows);
    expect(Object.fromEntries(rows.map(([id, path]) => [id, path]))).toEqual(
      Object.fromEntries(projects.nodes.map(({ databaseId, uri }) => [databaseId, uri])),
    );
  });

  describe('rows', () => {
    /** The list that the site walks through without the companion. */
    const walk = async (document: string, variables: object = {}): Promise<CmsListed[]> => {
      const nodes: CmsListed[] = [];
      for (let after: string | undefined; ; ) {
        const { data } = await ask(document, { ...variables, ...(after ? { after } : {}) });
        nodes.push(...data.list.nodes);
        if (!data.list.pageInfo.hasNextPage) return nodes;
        after = data.list.pageInfo.endCursor;
      }
    };
    const belowHidden = /^\/(?:private|draft)-page\/.|\/draft\/leaf\/$/;
    const listOf = (type: string) =>
      // biome-ignore lint/suspicious/noExplicitAny: the documents take no capabilities
      (type === 'post' ? listPosts : type === 'page' ? listPages : listContent).document({} as any);
    it.each(listed.map((type) => [type]))(
      'of type %s say what WPGraphQL says, field by field',
      async (type) => {
        const variables = ['post', 'page'].includes(type) ? {} : { types: [type.toUpperCase()] };
        const nodes = (await walk(listOf(type), variables)).filter((node) => !node.isRestricted);
        const rows = new Map((await index(type)).map((row) => [row[0], row]));
        expect(nodes.length).toBeGreaterThan(0);
        const ids = (terms: CmsListed['terms']) =>
          (terms?.nodes ?? []).flatMap((term) => term?.databaseId ?? []).sort((a, b) => a - b);
        for (const { databaseId, uri, title, date, modifiedGmt, author, terms } of nodes) {
          const [, path, itsTitle, itsDate, modified, itsTerms, itsAuthor, ...rest] =
            rows.get(databaseId) ?? [];
          expect({ path, title: itsTitle, date: itsDate, modified, rest }).toEqual({
            path: uri,
            title: title ?? '',
            date,
            modified: modifiedGmt,
            rest: belowHidden.test(uri ?? '') ? [0, 1] : [],
          });
          // The light list of pages asks for neither, that of custom types not for terms. WPGraphQL gives terms of taxonomies
          // that are not public too.
          if (type === 'post' && uri !== '/inner-term/') expect(itsTerms).toEqual(ids(terms));
          if (type !== 'page') expect(itsAuthor).toBe(author?.node?.databaseId ?? null);
        }
      },
    );

    it('of protected items have what WordPress’s own archives show, and a mark', async () => {
      const rows = [...(await index('post')), ...(await index('page'))];
      const expected = inventory.published.filter(({ hasPassword }) => hasPassword);
      expect(expected).toHaveLength(promised.posts.protected + promised.pages.protected);
      for (const { id, date, marker } of expected) {
        const row = rows.find((row) => row[0] === id);
        expect(row?.[3]).toBe(date.replace(' ', 'T'));
        expect(row?.[6]).toBeGreaterThan(0);
        expect(row?.[7]).toBe(1);
        expect(JSON.stringify(row)).not.toContain(marker);
      }
      expect(rows.filter((row) => row[7] === 1)).toHaveLength(expected.length);
      const post = expected.find(({ type }) => type === 'post');
      expect(rows.find((row) => row[0] === post?.id)?.[5].length).toBeGreaterThan(0);
    });

    it('are those of published items, by ascending id: nothing hidden, of no type', async () => {
      expect(inventory.hidden.length).toBeGreaterThan(15);
      for (const type of ['post', 'page', 'project'] as const) {
        const ids = (await index(type)).map(([id]) => id);
        const published = inventory.published.filter((item) => item.type === type).map(({ id }) => id);
        expect(ids).toEqual(published.sort((a, b) => a - b));
      }
      const text = JSON.stringify(await Promise.all(listed.map((type) => index(type))));
      for (const { title } of inventory.hidden) expect(text).not.toContain(`"${title}"`);
    });

    it('of items whose address names a parent that is not public are marked, whatever lies between', async () => {
      const marked = async () =>
        (await index('chapter')).flatMap(([, path, ...rest]) => (rest[6] === 1 ? [path] : []));
      expect(await marked()).toEqual(['/book/part/top/draft/leaf/']);
      const ids = await wordpress.php<Record<string, number>>(`
        $make = fn( $slug, $parent, $status ) => wp_insert_post( [ 'post_type' => 'chapter', 'post_title' => $slug, 'post_name' => $slug, 'post_status' => $status, 'post_parent' => $parent ] );
        $private = $make( 'secret-merger', 0, 'private' );
        $below = $make( 'below', $private, 'publish' );
        $make( 'deep', $below, 'publish' );
        $nameless = $make( '', $make( 'open', 0, 'publish' ), 'draft' );
        $make( 'below-nameless', $nameless, 'publish' );
        echo json_encode( compact( 'private', 'below' ) );`);
      expect(await marked()).toEqual([
        '/book/part/top/draft/leaf/',
        '/book/part/secret-merger/below/',
        '/book/part/secret-merger/below/deep/',
      ]);
      const before = await checksum('chapter');
      await wordpress.php(`wp_publish_post( ${ids.private} );`);
      expect(await checksum('chapter')).not.toBe(before);
      expect(await marked()).toEqual(['/book/part/top/draft/leaf/']);
      const pages = (await index('page')).flatMap((row) => (row[8] === 1 ? [row[1]] : []));
      expect(pages.sort()).toEqual([
        '/draft-page/child-of-a-draft/',
        '/private-page/child-of-a-private-page/',
      ]);
    });

    it('have no author where the author is gone, and no terms that are not for the public', async () => {
      const by = async (slug: string) => (await index('post')).find(([, path]) => path === `/${slug}/`);
      expect((await by('author-gone'))?.[6]).toBeNull();
      const [inner] = await wordpress.php<number[]>(
        "echo json_encode( get_terms( [ 'taxonomy' => 'inner', 'hide_empty' => false, 'fields' => 'ids' ] ) );",
      );
      expect(inner).toBeGreaterThan(0);
      expect((await by('inner-term'))?.[5]).not.toContain(inner);
    });
  });

  it('a type that is not there, or not for everybody, is null and an error that says which', async () => {
    for (const type of ['nope', 'attachment', 'revision', 'nav_menu_item', 'secret', 'mute', 'POST', '']) {
      const { data, errors } = await ask(`{companionIndex(type:"${type}"){rows total}}`);
      expect(data).toEqual({ companionIndex: null });
      expect(errors[0].message).toBe(`companionIndex: there is no public content type "${type}" in GraphQL.`);
    }
  });

  it('pages of fifty are all of it, each item once', async () => {
    const all = await index('post');
    const rows: IndexRow[] = [];
    const sizes: number[] = [];
    for (let after = 0, more = true; more; ) {
      const { data } = await ask(
        `{companionIndex(type:"post",first:50,after:${after}){rows endCursor hasNextPage total}}`,
      );
      const page = data.companionIndex;
      const part: IndexRow[] = JSON.parse(page.rows);
      expect([page.total, page.endCursor]).toEqual([all.length, part.at(-1)?.[0]]);
      rows.push(...part);
      sizes.push(part.length);
      after = page.endCursor;
      more = page.hasNextPage;
    }
    expect(rows).toEqual(all);
    expect(sizes).toEqual([50, 50, 50, all.length - 150]);
  });

  it('the ends: nothing behind the last, no more than 5,000, nothing below 1', async () => {
    const limits = `${await wordpress.php<string>('echo json_encode( ABSPATH );')}limits`;
    const deactivate = await ownPlugin(
      wordpress,
      `add_filter( 'query', function ( $sql ) {
        if ( preg_match( '/ORDER BY ID ASC LIMIT (.*)/', $sql, $found ) ) file_put_contents( ABSPATH . 'limits', $found[1] . "\\n", FILE_APPEND );
        return $sql;
      } );`,
    );
    const { data, errors } = await ask(`{
      end: companionIndex(type:"post",after:999999){rows endCursor hasNextPage}
      many: companionIndex(type:"note",first:999999){total hasNextPage}
      none: companionIndex(type:"post",first:0){total}
    }`);
    expect(data).toEqual({
      end: { rows: '[]', endCursor: null, hasNextPage: false },
      many: { total: 1, hasNextPage: false },
      none: null,
    });
    expect(errors.map(({ message }: Error) => message)).toEqual(['first must be a positive integer.']);
    await deactivate();
    // One more, to see whether there is more.
    expect(readFileSync(limits, 'utf8').trim().split('\n')).toEqual(['5001', '5001']);
  });

  it('a page ends where its text would be too large for a cache entry, and the next one goes on', async () => {
    await wordpress.php(
      `for ( $i = 0; $i < 10; $i++ ) wp_insert_post( [ 'post_type' => 'viewable', 'post_status' => 'publish', 'post_title' => str_repeat( '"日', 15000 ) ] );`,
    );
    const { data } = await ask('{companionIndex(type:"viewable"){rows endCursor hasNextPage total}}');
    const { rows, endCursor, hasNextPage, total } = data.companionIndex;
    const first: IndexRow[] = JSON.parse(rows);
    expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThanOrEqual(1_000_000);
    expect([hasNextPage, endCursor]).toEqual([true, first.at(-1)?.[0]]);
    const second = await index('viewable', `,after:${endCursor}`);
    expect([first.length > 1, first.length + second.length]).toEqual([true, total]);
    await wordpress.php(
      "foreach ( get_posts( [ 'post_type' => 'viewable', 'numberposts' => 10 ] ) as $post ) wp_delete_post( $post->ID, true );",
    );
  });

  describe('the checksum', () => {
    const insert = (status: string, more = '') =>
      wordpress.php<number>(
        `echo wp_insert_post( [ 'post_title' => 'Sum', 'post_status' => '${status}', 'post_date' => '2020-01-01 00:00:00' ${more} ] );`,
      );

    it('stays while nothing changes, drafts and comments included', async () => {
      const before = await checksum();
      expect(before).toMatch(/^[0-9a-f]{32}$/);
      await insert('draft');
      await wordpress.php(
        "wp_insert_comment( [ 'comment_post_ID' => 33, 'comment_content' => 'x', 'comment_approved' => 1 ] );",
      );
      expect(await checksum()).toBe(before);
      expect(await checksum('page')).not.toBe(before);
    });

    it('changes with whatever a row shows', async () => {
      const id = await insert('publish');
      const other = await insert('publish');
      const term = async (name: string) =>
        wordpress.php<number>(`echo wp_insert_term( '${name}', 'category' )['term_id'];`);
      const [a, b] = [await term('Sum A'), await term('Sum B')];
      const page = await insert('publish', ", 'post_type' => 'page', 'post_name' => 'sum-parent'");
      const draft = await wordpress.php<number>(
        `echo wp_insert_post( [ 'post_type' => 'chapter', 'post_status' => 'draft', 'post_title' => 'D', 'post_name' => 'sum-draft' ] );`,
      );
      const steps: [string, string, string][] = [
        [
          'publish',
          'post',
          "wp_insert_post( [ 'post_title' => 'Sum 2', 'post_status' => 'publish', 'post_date' => '2019-01-01 00:00:00' ] );",
        ],
        ['edit', 'post', `sleep( 1 ); wp_update_post( [ 'ID' => ${id}, 'post_title' => 'Changed' ] );`],
        [
          'terms alone',
          'post',
          `wp_set_object_terms( ${id}, [ ${a} ], 'category' ); wp_set_object_terms( ${other}, [ ${b} ], 'category' );`,
        ],
        [
          'terms exchanged',
          'post',
          `wp_set_object_terms( ${id}, [ ${b} ], 'category' ); wp_set_object_terms( ${other}, [ ${a} ], 'category' );`,
        ],
        [
          'another author',
          'post',
          `global $wpdb; $wpdb->update( $wpdb->posts, [ 'post_author' => 2 ], [ 'ID' => ${id} ] );`,
        ],
        ['trash', 'post', `wp_trash_post( ${id} );`],
        ['delete', 'post', `wp_delete_post( ${other}, true );`],
        [
          'a page above another',
          'page',
          `sleep( 1 ); wp_update_post( [ 'ID' => ${page}, 'post_name' => 'sum-renamed' ] );`,
        ],
        [
          'a draft above an item',
          'chapter',
          `sleep( 1 ); wp_update_post( [ 'ID' => ${draft}, 'post_name' => 'sum-draft-2' ] );`,
        ],
        ['the front page', 'page', "update_option( 'page_on_front', 9 );"],
        ['the permalinks', 'post', "update_option( 'permalink_structure', '/%category%/%postname%/' );"],
        [
          'a category in the permalinks',
          'post',
          `wp_update_term( ${b}, 'category', [ 'slug' => 'sum-c' ] );`,
        ],
        [
          'a category’s parent in the permalinks',
          'post',
          `wp_update_term( ${b}, 'category', [ 'parent' => ${a} ] );`,
        ],
      ];
      const unchanged: string[] = [];
      for (const [name, type, code] of steps) {
        const before = await checksum(type);
        await wordpress.php(code);
        if ((await checksum(type)) === before) unchanged.push(name);
      }
      expect(unchanged).toEqual([]);
      await wordpress.php(
        "update_option( 'permalink_structure', '/%postname%/' ); update_option( 'page_on_front', 7 );",
      );
    });

    it('asked for alone, it reads no rows', async () => {
      const deactivate = await ownPlugin(
        wordpress,
        "add_filter( 'companion_index_rows', function () { throw new Exception( 'rows' ); } );",
      );
      expect(await checksum()).toMatch(/^[0-9a-f]{32}$/);
      const { errors } = await ask('{companionIndex(type:"note"){rows}}');
      expect(errors).toHaveLength(1);
      await deactivate();
    });
  });

  describe('plugins that hide items', () => {
    it('by companion_index_rows: paging goes on as if they were there', async () => {
      const all = await index('post');
      const [, hidden] = all;
      const deactivate = await ownPlugin(
        wordpress,
        `add_filter( 'companion_index_rows', fn( $rows, $type ) => 'post' === $type ? array_filter( $rows, fn( $row ) => ${hidden?.[0]} !== $row['id'] ) : 'junk', 10, 2 );`,
      );
      expect(await index('post')).toEqual(all.filter((row) => row !== hidden));
      expect(
        (await ask(`{companionIndex(type:"post",first:2){endCursor hasNextPage}}`)).data.companionIndex,
      ).toEqual({
        endCursor: hidden?.[0],
        hasNextPage: true,
      });
      expect(await index('page')).toEqual([]);
      await deactivate();
    });

    it('by WPGraphQL’s own filters: private is left out, restricted is marked', async () => {
      const all = await index('post');
      const [first, second] = all;
      const deactivate = await ownPlugin(
        wordpress,
        `add_filter( 'graphql_data_is_private', fn( $private, $model, $data ) => 'PostObject' === $model && ${first?.[0]} === $data->ID ? true : $private, 10, 3 );
        add_filter( 'graphql_object_visibility', fn( $visibility, $model, $data ) => 'PostObject' === $model && ${second?.[0]} === $data->ID ? 'restricted' : $visibility, 10, 3 );`,
      );
      const rows = await index('post');
      expect(rows).toEqual(all.slice(1).map((row) => (row === second ? [...row, 1] : row)));
      await deactivate();
    });
  });

  it('WordPress had nothing to complain about', () => {
    // get_permalink() itself, about the post whose author is gone.
    const lines = complaints(wordpress)
      .split('\n')
      .filter((line) => !line.includes('"user_nicename" on bool'));
    expect(lines.join('\n')).toBe('');
  });
});
