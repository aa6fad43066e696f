import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedPosts } from '../../bench/seed-posts';
import { startWordPress, type WordPress, whyNoMariadb, whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';

/** SQLite gets other forms of the same queries. */
const reason = whyNoWordPress() ?? whyNoMariadb();

const POSTS = 1_500;
const people = `
  $user = fn($name) => wp_insert_user(['user_login' => $name, 'user_pass' => $name, 'user_email' => "$name@a.example", 'role' => 'author']);
  foreach (['open' => 'publish', 'drafts' => 'draft', 'hidden' => 'private', 'none' => null] as $name => $status) {
    $id = $user($name);
    if ($status) wp_insert_post(['post_title' => $name, 'post_status' => $status, 'post_author' => $id]);
  }`;
/** Every query of a GraphQL request, as the database gets it. */
const written = `add_filter('query', function($query) {
    if (defined('GRAPHQL_REQUEST')) file_put_contents(WP_CONTENT_DIR . '/queries.txt', preg_replace('/\\s+/', ' ', $query) . "\\n", FILE_APPEND);
    return $query;
  }, PHP_INT_MAX);`;

describe.skipIf(reason)(`what a question costs the database${reason ? ` (${reason})` : ''}`, () => {
  let cms: WordPress;
  beforeAll(async () => {
    cms = await startWordPress({ companion: true, content: 'empty', database: 'mariadb' });
    await seedPosts(cms, 1, POSTS);
    await cms.php(people);
    await ownPlugin(cms, written);
  });
  beforeEach(() => cms.php(`file_put_contents(WP_CONTENT_DIR . '/queries.txt', '');`));
  afterAll(() => cms?.stop());

  async function ask(query: string) {
    const response = await fetch(cms.graphqlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data } = await response.json();
    const text = await cms.php<string>(
      `echo json_encode(file_get_contents(WP_CONTENT_DIR . '/queries.txt'));`,
    );
    return { data, queries: text.split('\n') };
  }

  test('whose posts are public is answered as WPGraphQL does, without reading all of them', async () => {
    const { data, queries } = await ask(
      '{ posts(first: 1) { nodes { author { node { name } } } } users { nodes { name } } }',
    );
    expect(data.posts.nodes).toEqual([{ author: { node: { name: 'open' } } }]);
    expect(data.users.nodes.map(({ name }: { name: string }) => name).sort()).toEqual(['admin', 'open']);
    for (const author of ['post_author', 'wp_posts.post_author'])
      expect(queries.join('\n')).toContain(`SELECT 1 FROM wp_posts WHERE ${author} = wp_users.ID`);
    expect(queries.join('\n')).not.toMatch(
      /SELECT DISTINCT (?:wp_users\.ID FROM wp_posts|wp_posts\.post_author)/,
    );
  });

  test('one span of the index reads the terms of its own items', async () => {
    const { data, queries } = await ask(
      String.raw`{ companionIndex(type: "post", first: 5000, have: "{\"2048\":\"\"}", only: true) { rows } }`,
    );
    const ids: number[] = JSON.parse(data.companionIndex.rows).map(([id]: [number]) => id);
    expect(ids[0]).toBe(2048);
    const lists = queries.flatMap(
      (query) => query.match(/r\.object_id IN \(([\d,]+)\)/)?.[1]?.split(',') ?? [],
    );
    expect(lists.map(Number)).toEqual(ids);
  });
});
