import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/runtime/wordpress/queries/operation';
import { siteEnvironment } from '../../support/site-environment';
import { type Inventory, startWordPress, type WordPress, whyNoWordPress } from '../server';

const reason = whyNoWordPress();

/** The build renders what the snapshot answers, and refreshes later by what the CMS answers: both must be the same. */
describe.skipIf(reason)(`the snapshot answers as WordPress does${reason ? ` (${reason})` : ''}`, () => {
  let cms: WordPress;
  let inventory: Inventory;
  let ask: <D, V extends object>(
    operation: Operation<D, V>,
    variables: V,
  ) => Promise<{ built: unknown; live: D }>;
  let queries: typeof import('../../../src/runtime/wordpress/queries/site') &
    typeof import('../../../src/runtime/wordpress/queries/posts') &
    typeof import('../../../src/runtime/wordpress/queries/pages') &
    typeof import('../../../src/runtime/wordpress/queries/lists');

  beforeAll(async () => {
    cms = await startWordPress({ permalinks: '/%category%/%postname%/' });
    inventory = await cms.inventory();
    Object.assign(process.env, { ...siteEnvironment, NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl });
    process.chdir(mkdtempSync(path.join(tmpdir(), 'snapshot-')));
    const runtime = '../../../src/runtime';
    const { siteConfig } = await import(`${runtime}/config/site`);
    const { takeSnapshot } = await import(`${runtime}/wordpress/take-snapshot/take`);
    await cms.clearLog();
    await cms.fail({ kind: 'status', status: 503, retryAfter: 1, times: 3 });
    await takeSnapshot({ ...siteConfig, rendering: { ...siteConfig.rendering, custom: { project: {} } } });
    const { fromSnapshot } = await import(`${runtime}/wordpress/snapshot/answers`);
    const { request } = await import(`${runtime}/wordpress/client/client`);
    const { getCapabilities } = await import(`${runtime}/wordpress/client/probe`);
    const { forBuild } = await import(`${runtime}/wordpress/client/retry-policy`);
    const [a, b, c, d] = await Promise.all(
      ['site', 'posts', 'pages', 'lists'].map((name) => import(`${runtime}/wordpress/queries/${name}.ts`)),
    );
    queries = { ...a, ...b, ...c, ...d };
    ask = async (operation, variables) => ({
      built: fromSnapshot(operation.name, variables),
      // A hundred questions at once: none of them is given up because a machine is slow.
      live: await request(operation.name, operation.document(await getCapabilities()), variables, {
        retryPolicy: forBuild,
      }),
    });
  });
  afterAll(() => cms?.stop());

  test('503 with Retry-After slowed it, and only slowed it', async () => {
    const requests = (await cms.log()).slice(0, 4);
    expect(requests.map(({ status }) => status)).toEqual([503, 503, 503, 200]);
    const [first, second] = requests;
    expect((second?.startedAt ?? 0) - (first?.endedAt ?? 0)).toBeGreaterThanOrEqual(990);
  });

  const same = async <D, V extends object>(operation: Operation<D, V>, variables: V) => {
    const { built, live } = await ask(operation, variables);
    expect(built, JSON.stringify(variables)).toMatchObject(live as object);
  };
  const paths = () => [
    // Ordinary posts are all alike: every fifth one stands for them.
    ...inventory.published.filter(({ type }, i) => type !== 'post' || i % 5 === 0).map((item) => item.path),
    ...inventory.terms.filter(({ taxonomy }) => taxonomy !== 'material').map((term) => term.path),
    ...inventory.authors.filter(({ posts }) => posts > 0).map((author) => author.path),
    ...inventory.archives,
  ];

  test('what lives at each address, and that nothing lives at those of drafts', async () => {
    const addresses = [...paths(), ...inventory.hidden.map((item) => item.path), '/nothing/'];
    await Promise.all(addresses.map((uri) => same(queries.getAddress, { uri: decodeURI(uri) })));
  });
  test('a content type that only the configuration knows is named with its place', async () => {
    const { takeSnapshot } = await import('../../../src/runtime/wordpress/take-snapshot/take');
    const { siteConfig } = await import('../../../src/runtime/config/site');
    const rendering = { ...siteConfig.rendering, custom: { projects: siteConfig.rendering.posts } };
    await expect(takeSnapshot({ ...siteConfig, rendering })).rejects.toThrow(
      'site.config.json: rendering.custom.projects: WordPress has no public content type',
    );
  });
  test('settings, reading, menus and lists', async () => {
    await same(queries.getSettings, {});
    await same(queries.getReading, {});
    for (const list of [queries.listPosts, queries.listPages, queries.listTerms, queries.listAuthors])
      await same(list as Operation<object, object>, {});
    await same(queries.listContent, { types: ['PROJECT'] });
    const { built, live } = await ask(queries.listPosts, {});
    const after = live.list?.pageInfo?.endCursor ?? '';
    expect(built).toMatchObject({ list: { pageInfo: { endCursor: after } } });
    await same(queries.listPosts, { after });
  });
  test('posts, pages, items of a custom type, archives, cards', async () => {
    const { live } = await ask(queries.listPosts, {});
    const posts = (live.list?.nodes ?? []).filter((node) => node !== null);
    await Promise.all(
      posts.slice(0, 15).map(async ({ uri }) => {
        const { live: at } = await ask(queries.getAddress, { uri: uri ?? '' });
        const { built, live: answer } = await ask(queries.getPost, { slug: at.nodeByUri?.slug ?? '' });
        const { comments, ...post } = answer.post ?? { comments: null };
        expect(built).toMatchObject({ post });
        // A post without comments was not asked for any.
        expect(built).toMatchObject({
          post: { comments: comments?.nodes.length ? comments : { nodes: [] } },
        });
      }),
    );
    const ids = posts.slice(3, 13).map(({ databaseId }) => String(databaseId));
    await same(queries.getPostsById, { ids });
    for (const { path: uri, type } of inventory.published) {
      if (type === 'page') await same(queries.getPage, { uri: decodeURI(uri) });
      if (type === 'project') await same(queries.getContent, { uri: decodeURI(uri) });
    }
    const archives = [
      ...inventory.terms.filter(({ taxonomy }) => taxonomy !== 'material'),
      ...inventory.authors.filter(({ posts }) => posts > 0),
    ];
    await Promise.all(archives.map(({ path: uri }) => same(queries.getArchive, { uri: decodeURI(uri) })));
  });
  test('sticky posts stand where WordPress puts them, protected ones too', async () => {
    const pages = [1, 2];
    // A new one, an old one, an old one with a password, and a draft.
    const theirs = await cms.php<number[][]>(`
      $ids = get_posts( [ 'numberposts' => -1, 'fields' => 'ids', 'has_password' => false ] );
      $locked = get_posts( [ 'numberposts' => -1, 'fields' => 'ids', 'has_password' => true ] );
      $draft = wp_insert_post( [ 'post_title' => 'Not yet', 'post_status' => 'draft' ] );
      wp_set_current_user( 0 );
      update_option( 'sticky_posts', [ end( $locked ), $ids[2], end( $ids ), $draft, 999999 ] );
      echo json_encode( array_map( fn( $page ) => wp_list_pluck( ( new WP_Query( [ 'paged' => $page, 'page_id' => get_option( 'page_for_posts' ) ] ) )->posts, 'ID' ), [ ${pages} ] ) );`);
    expect(theirs[0]?.length).toBeGreaterThan(10);
    const { idsOnPage } = await import('../../../src/runtime/wordpress/archives');
    const { live: reading } = await ask(queries.getReading, {});
    const sticky = new Set(reading.sticky?.nodes.flatMap((node) => node?.databaseId ?? []));
    const ids = await cms.php<number[]>(
      `echo json_encode( get_posts( [ 'numberposts' => -1, 'fields' => 'ids' ] ) );`,
    );
    const own = (page: number) =>
      idsOnPage({ kind: 'posts' }, ids.map(String), page, { postsPerPage: 10, sticky }).map(Number);
    expect(pages.map(own)).toEqual(theirs);
    await cms.php(`update_option( 'sticky_posts', [] );`);
  });
  test('a post in 63 categories has them all', async () => {
    const slug = await cms.php<string>(`
      $ids = array_map( fn( $n ) => wp_insert_term( "Many $n", 'category' )['term_id'], range( 1, 63 ) );
      $id = wp_insert_post( [ 'post_title' => 'In many', 'post_status' => 'publish', 'post_category' => $ids ] );
      wp_set_post_tags( $id, array_map( fn( $n ) => "tag $n", range( 1, 40 ) ) );
      echo json_encode( get_post( $id )->post_name );`);
    const { live } = await ask(queries.getPost, { slug });
    expect([live.post?.categories?.nodes.length, live.post?.tags?.nodes.length]).toEqual([63, 40]);
  });
});
