import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IndexEntry } from '../../../src/runtime/wordpress/index/index-entry';
import { patience } from '../../support/patience';
import { siteEnvironment } from '../../support/site-environment';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';

const reason = whyNoWordPress();
const types = ['post', 'page', 'project'];

/** Next's cache keeps nothing here: each look asks the CMS, as when somebody has said that something changed. */
vi.mock('next/cache', () => ({ unstable_cache: (load: () => Promise<unknown>) => load }));
vi.mock('next/server', () => ({ connection: async () => {} }));

const isr = { strategy: 'isr', revalidate: 300, generateStaticParams: true } as const;

/** Changes in a real WordPress, hooks or none; after each of them the index must be what a site that starts anew reads. */
describe.skipIf(reason)(`the index by difference${reason ? ` (${reason})` : ''}`, () => {
  let cms: WordPress;
  let folder: string;
  beforeAll(async () => {
    cms = await startWordPress({ companion: true });
    Object.assign(process.env, { ...siteEnvironment, NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl });
    await cms.php(`
      $far = []; global $wpdb;
      foreach ( [ 5000, 5001, 9000 ] as $id ) $wpdb->insert( $wpdb->posts, [ 'ID' => $id, 'post_author' => 1, 'post_title' => "Far $id", 'post_name' => "far-$id", 'post_status' => 'publish', 'post_type' => 'post', 'post_date' => '2026-01-01 10:00:00', 'post_date_gmt' => '2026-01-01 10:00:00', 'post_modified' => '2026-01-01 10:00:00', 'post_modified_gmt' => '2026-01-01 10:00:00', 'post_content' => '', 'post_excerpt' => '', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '' ] );`);
    folder = mkdtempSync(path.join(tmpdir(), 'index-'));
    await restart();
  });
  afterAll(() => cms?.stop());

  let said: string[] = [];
  const dropped = new Set<string>();
  let lookAtAll: () => Promise<void>;
  let lookAtStart: () => Promise<void>;
  let read: () => Promise<readonly IndexEntry[]>;
  /** Another process on the same disk. */
  async function restart(disk = folder) {
    vi.resetModules();
    const shared = globalThis as unknown as Record<symbol, unknown>;
    for (const name of ['cms-capabilities', 'live-index', 'index-turns', 'in-flight'])
      delete shared[Symbol.for(`headless-site.${name}`)];
    shared[Symbol.for('headless-site.cache')] = {
      folder: disk,
      changedSince: (tags: string[]) => tags.some((tag) => said.includes(tag)),
      lastChange: () => 0,
      isOnDisk: () => true,
      invalidate: async (now: Iterable<string>) => {
        for (const tag of now) dropped.add(tag);
      },
    };
    ({ lookAtAll, lookAtStart } = await import('../../../src/runtime/wordpress/index/live-index'));
    const { readContentIndex } = await import('../../../src/runtime/wordpress/index/content-index');
    read = async () => readContentIndex(isr, types);
  }
  /** The index that a site without memory and disk reads. */
  async function anew(): Promise<readonly IndexEntry[]> {
    const mine = read;
    const shared = globalThis as unknown as Record<symbol, unknown>;
    const kept = Object.fromEntries(
      ['live-index', 'index-turns', 'cache'].map((name) => [
        name,
        shared[Symbol.for(`headless-site.${name}`)],
      ]),
    );
    await restart(mkdtempSync(path.join(tmpdir(), 'anew-')));
    const found = await read();
    for (const [name, value] of Object.entries(kept)) shared[Symbol.for(`headless-site.${name}`)] = value;
    read = mine;
    return found;
  }
  async function asked(): Promise<string[]> {
    return (await cms.log()).flatMap(({ operation }) => operation ?? []);
  }
  const rowsSent = async () =>
    (await cms.log())
      .filter(({ operation }) => operation === 'GetIndexChanges')
      .reduce((all, { bytes }) => all + bytes, 0);
  afterEach(() => {
    said = [];
    dropped.clear();
  });

  it('asks one question a type, and gets nothing where nothing has changed', async () => {
    const first = await read();
    expect(first.length).toBeGreaterThan(150);
    await cms.clearLog();
    said = types.map((type) => `list:${type}`).concat(types.map((type) => `rows:${type}`));
    expect(await read()).toEqual(first);
    expect(await asked()).toEqual(['GetIndexChanges', 'GetIndexChanges', 'GetIndexChanges']);
    expect(await rowsSent()).toBeLessThan(2_000);
  });

  const anyPost = "get_posts( [ 'numberposts' => 1, 'fields' => 'ids' ] )[0]";
  it.each([
    [
      'a title by SQL, past all hooks',
      `global $wpdb; $wpdb->query( "UPDATE $wpdb->posts SET post_title = 'By SQL' WHERE ID = 5000" );`,
    ],
    [
      'a bulk edit of all posts',
      "foreach ( get_posts( [ 'numberposts' => -1 ] ) as $post ) wp_update_post( [ 'ID' => $post->ID, 'post_title' => $post->post_title . '!' ] );",
    ],
    [
      'an import with lower ids',
      `global $wpdb; $wpdb->insert( $wpdb->posts, [ 'ID' => 3000, 'post_author' => 1, 'post_title' => 'Old id', 'post_name' => 'old-id', 'post_status' => 'publish', 'post_type' => 'post', 'post_date' => '2001-01-01 10:00:00', 'post_date_gmt' => '2001-01-01 10:00:00', 'post_modified' => '2001-01-01 10:00:00', 'post_modified_gmt' => '2001-01-01 10:00:00', 'post_content' => '', 'post_excerpt' => '', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '' ] );`,
    ],
    ['a post that goes to the trash', 'wp_trash_post( 5001 );'],
    ['and comes back', 'wp_untrash_post( 5001 ); wp_publish_post( 5001 );'],
    ['a post of a span of its own that is deleted', 'wp_delete_post( 9000, true );'],
    [
      'other terms and nothing else',
      `wp_set_object_terms( ${anyPost}, [ wp_insert_term( 'Told apart', 'category' )['term_id'] ], 'category' );`,
    ],
    [
      'a scheduled post that becomes public past all hooks',
      `global $wpdb; $id = wp_insert_post( [ 'post_title' => 'Late', 'post_status' => 'future', 'post_date' => '2030-01-01 10:00:00' ] ); $wpdb->update( $wpdb->posts, [ 'post_status' => 'publish', 'post_date' => '2020-01-01 10:00:00' ], [ 'ID' => $id ] );`,
    ],
    [
      'a page above others that is renamed',
      "$parent = wp_insert_post( [ 'post_type' => 'page', 'post_title' => 'Up', 'post_status' => 'publish' ] ); wp_insert_post( [ 'post_type' => 'page', 'post_title' => 'Down', 'post_status' => 'publish', 'post_parent' => $parent ] );",
    ],
    [
      'and hidden, by SQL',
      "global $wpdb; $wpdb->update( $wpdb->posts, [ 'post_status' => 'draft', 'post_name' => 'upper' ], [ 'post_name' => 'up' ] );",
    ],
    ['other permalinks', "update_option( 'permalink_structure', '/%category%/%postname%/' );"],
    [
      'a category in them that is renamed',
      "wp_update_term( get_terms( [ 'taxonomy' => 'category', 'fields' => 'ids' ] )[0], 'category', [ 'slug' => 'named-anew' ] );",
    ],
    ['the old permalinks', "update_option( 'permalink_structure', '/%postname%/' );"],
  ])('%s', async (_what, code) => {
    const before = await read();
    await cms.php(code);
    await cms.php('flush_rewrite_rules();');
    said = types.map((type) => `list:${type}`).concat(types.map((type) => `rows:${type}`));
    await cms.clearLog();
    const after = await read();
    expect(await asked()).toHaveLength(types.length);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await anew());
  });

  it('digests say that an item has a password, and nothing of the password: they are public', async () => {
    const digests = async (password: string) => {
      await cms.php(
        `global $wpdb; $wpdb->update( $wpdb->posts, [ 'post_password' => '${password}' ], [ 'ID' => 5001 ] );`,
      );
      const answer = await fetch(cms.graphqlUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ companionIndex(type: "post", first: 1) { sums } }' }),
      });
      return ((await answer.json()) as { data: { companionIndex: { sums: string } } }).data.companionIndex
        .sums;
    };
    const [none, one, another, zero] = [
      await digests(''),
      await digests('tulip'),
      await digests('daisy'),
      await digests('0'),
    ];
    expect([another, zero]).toEqual([one, one]);
    expect(one).not.toBe(none);
    expect(await digests('')).toBe(none);
  });

  it('a webhook that names a span has only that one looked at, and what is behind the last', async () => {
    await read();
    await cms.php(
      `global $wpdb; foreach ( [ 5000 => 'Named', 3000 => 'Not named' ] as $id => $title ) $wpdb->update( $wpdb->posts, [ 'post_title' => $title ], [ 'ID' => $id ] ); wp_insert_post( [ 'post_title' => 'Brand new', 'post_status' => 'publish' ] );`,
    );
    said = ['list:post', 'rows:post:4608'];
    const titles = (await read()).map(({ title }) => title);
    expect([titles.includes('Named'), titles.includes('Brand new'), titles.includes('Not named')]).toEqual([
      true,
      true,
      false,
    ]);
    said = ['list:post', 'rows:post'];
    expect((await read()).map(({ title }) => title)).toContain('Not named');
  });

  it('what a plugin makes of unchanged rows is read again when nobody has said anything', async () => {
    // A look at everything rests for a while.
    let later = 0;
    const passed = performance.now.bind(performance);
    const now = vi.spyOn(performance, 'now').mockImplementation(() => passed() + later);
    const readLater = () => {
      later += 3_600_000;
      return read();
    };
    await read();
    const deactivate = await ownPlugin(
      cms,
      "add_filter( 'companion_index_rows', function ( $rows ) { foreach ( $rows as &$row ) $row['title'] = get_option( 'of_a_plugin', '' ) . $row['title']; return $rows; } );",
    );
    await readLater();
    await cms.php("update_option( 'of_a_plugin', 'Filtered ' );");
    expect((await readLater()).every(({ title }) => title.startsWith('Filtered '))).toBe(true);
    await deactivate();
    now.mockRestore();
    await restart();
    expect((await read()).some(({ title }) => title.startsWith('Filtered '))).toBe(false);
  });

  it('another process begins with what is on disk, and asks for the difference', async () => {
    const before = await read();
    await restart();
    await cms.clearLog();
    expect(await read()).toEqual(before);
    expect((await asked()).filter((name) => name !== 'Capabilities')).toEqual(
      Array(types.length).fill('GetIndexChanges'),
    );
  });

  const volume = (flags: string) =>
    `add_action( 'init', function () { register_post_type( 'volume', [ ${flags}, 'has_archive' => true, 'show_in_graphql' => true, 'graphql_single_name' => 'volume', 'graphql_plural_name' => 'volumes' ] ); } );`;
  it.each([
    ['nobody registers any more', 'one', ''],
    ['is for nobody', 'two', volume("'public' => false")],
    ['has no pages', 'three', volume("'public' => true, 'publicly_queryable' => false")],
  ])(
    'a type that %s: its items and its archives are dropped, also by the next process',
    async (_what, name, code) => {
      let deactivate = await ownPlugin(cms, volume("'public' => true"));
      await cms.php('flush_rewrite_rules();');
      const id = await cms.php<number>(
        `echo wp_insert_post( [ 'post_type' => 'volume', 'post_status' => 'publish', 'post_title' => 'One', 'post_name' => '${name}' ] );`,
      );
      await lookAtAll();
      const stored = mkdtempSync(path.join(tmpdir(), 'index-'));
      await vi.waitFor(
        () => expect(readFileSync(path.join(folder, 'index', 'volume.jsonl'), 'utf8')).toContain(`/${name}/`),
        { timeout: patience },
      );
      cpSync(folder, stored, { recursive: true });
      await deactivate();
      if (code) deactivate = await ownPlugin(cms, code);
      const gone = [
        `address:/volume/${name}`,
        `path:/volume/${name}`,
        `shown:${id % 50}`,
        'hidden',
        'list:type',
      ];
      dropped.clear();
      await lookAtAll();
      expect([...dropped]).toEqual(expect.arrayContaining(gone));
      await restart(stored);
      dropped.clear();
      await lookAtStart();
      expect([...dropped]).toEqual(expect.arrayContaining(gone));
      if (code) await deactivate();
      await cms.php(`global $wpdb; $wpdb->delete( $wpdb->posts, [ 'ID' => ${id} ] );`);
      await restart();
    },
  );

  it('the companion is away for a day and comes back: without it the site walks, and ends where it began', async () => {
    const before = await read();
    const active = await cms.php<string[]>("echo json_encode( get_option( 'active_plugins' ) );");
    await cms.php(
      "update_option( 'active_plugins', array_values( preg_grep( '/companion/', get_option( 'active_plugins' ), PREG_GREP_INVERT ) ) );",
    );
    await restart();
    await cms.clearLog();
    const ids = (entries: readonly IndexEntry[]) => entries.map(({ databaseId }) => databaseId).sort();
    expect(ids(await read())).toEqual(ids(before));
    expect(await asked()).toContain('ListPosts');
    await cms.php("wp_insert_post( [ 'post_title' => 'Meanwhile', 'post_status' => 'publish' ] );");
    await cms.php(`update_option( 'active_plugins', json_decode( '${JSON.stringify(active)}' ) );`);
    await restart();
    const after = await read();
    expect(after.map(({ title }) => title)).toContain('Meanwhile');
    expect(after).toEqual(await anew());
  });
});
