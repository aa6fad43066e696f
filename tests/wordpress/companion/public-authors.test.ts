import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWordPress, type WordPress, whyNoMariadb, whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';

const people = `
  $user = fn($name) => wp_insert_user(['user_login' => $name, 'user_pass' => $name, 'user_email' => "$name@a.example", 'role' => 'author']);
  foreach (['open' => 'publish', 'drafts' => 'draft', 'hidden' => 'private', 'none' => null] as $name => $status) {
    $id = $user($name);
    if ($status) wp_insert_post(['post_title' => $name, 'post_status' => $status, 'post_author' => $id]);
  }`;
/** Every query of a GraphQL request, as the database gets it. */
const written = `add_filter('query', function($query) {
    if (defined('GRAPHQL_REQUEST')) file_put_contents(WP_CONTENT_DIR . '/queries.txt', $query . "\\n", FILE_APPEND);
    return $query;
  }, PHP_INT_MAX);`;

/** SQLite gets what WPGraphQL wrote: its own form of `FIELD()` is another query. */
const reason = whyNoWordPress() ?? whyNoMariadb();

describe.skipIf(reason)(`whose posts are public${reason ? ` (${reason})` : ''}`, () => {
  let cms: WordPress;
  beforeAll(async () => {
    cms = await startWordPress({ companion: true, content: 'empty', database: 'mariadb' });
    await cms.php(people);
  });
  afterAll(() => cms?.stop());

  test('is asked without reading all of their posts, and answered as WPGraphQL does', async () => {
    const stop = await ownPlugin(cms, written);
    const response = await fetch(cms.graphqlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: '{ posts { nodes { author { node { name } } } } users { nodes { name } } }',
      }),
    });
    const { data } = await response.json();
    expect(data.posts.nodes).toEqual([{ author: { node: { name: 'open' } } }]);
    expect(data.users.nodes).toEqual([{ name: 'open' }]);
    await stop();
    const queries = await cms.php<string>(
      `echo json_encode(file_get_contents(WP_CONTENT_DIR . '/queries.txt'));`,
    );
    expect(queries).toMatch(/SELECT 1 FROM wp_posts WHERE post_author = wp_users\.ID/);
    expect(queries).not.toContain('SELECT DISTINCT wp_users.ID FROM wp_posts');
  });
});
