import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { visitorHeader } from '../../../src/runtime/base/visitor-signature';
import { whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';
import { type Connected, complaints, connect, revalidationSecret } from './site';

const reason = whyNoWordPress('newest');

interface Answer {
  http: number;
  status?: string;
  code?: string;
  message?: string;
  field?: string | null;
  id?: number;
  content?: string;
  author?: string;
}

/** Comments that visitors send, decided by a real WordPress. */
describe.skipIf(reason)(`comments that visitors send${reason ? ` (${reason})` : ''}`, () => {
  let connected: Connected;
  let post: number;
  const php = <T>(code: string) => connected.wordpress.php<T>(code);
  const ask = async (
    target: string,
    body: object,
    secret = revalidationSecret,
    agent = 'Firefox of Ada',
    ip = '203.0.113.9',
  ): Promise<Response> => {
    const visitor = { ip, agent, page: '/a-post/' };
    const signature = visitorHeader(
      secret,
      target,
      randomBytes(16).toString('hex'),
      visitor,
      (Date.now() / 1000) | 0,
    );
    return fetch(`${connected.wordpress.url}/?rest_route=/companion/v1/${target}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...signature },
      body: JSON.stringify(body),
    });
  };
  const written = () => ({
    ...{ comment_post_ID: post, comment_parent: 0, author: 'Ada', email: 'ada@example.org', url: '' },
    comment: 'A thought.',
  });
  const send = async (more: object = {}, secret?: string, agent?: string): Promise<Answer> => {
    const response = await ask('comments', { ...written(), ...more }, secret, agent);
    return { http: response.status, ...((await response.json()) as object) };
  };
  const stored = (id = 0) =>
    php<Record<string, string>>(`echo json_encode( get_comment( ${id} )->to_array() );`);
  const rules = async (id: number) => {
    const query = `{ post(id: ${id}, idType: DATABASE_ID) { companionInterval companionComments { isOpen loginUrl requiresNameEmail isModerated offersToRemember depth isNewestFirst perPage opensWithOldest outline } } }`;
    const response = await fetch(connected.wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data } = (await response.json()) as {
      data: { post: { companionInterval: number | null; companionComments: Record<string, unknown> } };
    };
    return data.post;
  };
  const insert = (more = '[]') =>
    php<number>(
      `echo wp_insert_post( ${more} + [ 'post_status' => 'publish', 'post_title' => 'A post', 'post_content' => 'x', 'comment_status' => 'open' ] );`,
    );

  beforeAll(async () => {
    connected = await connect({ version: 'newest' });
    post = await insert();
  });
  beforeEach(() =>
    php(`global $wpdb; $wpdb->query( "DELETE FROM $wpdb->comments" ); wp_cache_flush();
      foreach ( [ 'comment_moderation' => 0, 'comment_previously_approved' => 0, 'comment_registration' => 0, 'require_name_email' => 1, 'disallowed_keys' => '', 'comment_max_links' => 0, 'close_comments_for_old_posts' => 0 ] as $name => $value ) { update_option( $name, $value ); }`),
  );
  afterAll(async () => {
    // Errors of the plugins of these tests are logged there, too.
    const others = complaints(connected.wordpress).split(/^(?=\[\d\d-[A-Z])/m);
    expect(
      others.filter((one) => !/: broken in own-|Allowed memory size of 67108864/.test(one)).join(''),
    ).toBe('');
    await connected.stop();
  });

  it('takes one as if the visitor had come: his address, his browser, nobody’s user', async () => {
    const answer = await send({ comment: 'Hello <b onclick="x">there</b><script>x()</script>', user_id: 1 });
    expect(answer).toMatchObject({ http: 200, status: 'approved', author: 'Ada' });
    expect(await stored(answer.id)).toMatchObject({
      comment_author_IP: '203.0.113.9',
      comment_agent: 'Firefox of Ada',
      comment_content: 'Hello <b>there</b>x()',
      user_id: '0',
      comment_approved: '1',
    });
  });

  it('a name of a browser is cut where a character ends', async () => {
    for (const agent of [`a${'é'.repeat(200)}`, '😀'.repeat(120), `${'a'.repeat(249)}€`]) {
      const answer = await send({ comment: agent }, undefined, agent);
      expect(answer).toMatchObject({ http: 200, status: 'approved' });
      expect(agent.startsWith((await stored(answer.id)).comment_agent ?? '-')).toBe(true);
      await php(`global $wpdb; $wpdb->query( "DELETE FROM $wpdb->comments" ); wp_cache_flush();`);
    }
  });

  it('from nobody but the site', async () => {
    expect(await send({}, 'another-secret-0123456789')).toMatchObject({
      http: 401,
      code: 'companion_unknown_site',
    });
  });

  it.each<[string, object, Partial<Answer>]>([
    [
      'no name',
      { author: ' ' },
      { code: 'require_name_email', field: 'author', message: 'Please fill the required fields.' },
    ],
    ['no address', { email: '' }, { code: 'require_name_email', field: 'email' }],
    ['no address at all', { email: 'ada' }, { code: 'require_valid_email', field: 'email' }],
    ['nothing said', { comment: ' ' }, { code: 'require_valid_comment', field: 'comment' }],
    [
      'a name without an end',
      { author: 'a'.repeat(300) },
      { code: 'comment_author_column_length', field: 'author' },
    ],
    [
      'no post',
      { comment_post_ID: 999_999 },
      { code: 'companion_not_here', message: 'Sorry, comments are not allowed for this item.' },
    ],
    ['a post of -1', { comment_post_ID: '-1' }, { code: 'companion_not_here' }],
    ['a list for a text', { comment: ['x'] }, { code: 'require_valid_comment' }],
    [
      'a reply to nothing',
      { comment_parent: 999_999 },
      { code: 'companion_no_parent', message: 'Sorry, replies to unapproved comments are not allowed.' },
    ],
  ])('refuses: %s', async (_name, more, expected) => {
    expect(await send(more)).toMatchObject({ http: 200, status: 'error', ...expected });
  });

  it.each([
    ['a draft', "[ 'post_status' => 'draft' ]"],
    ['a private post', "[ 'post_status' => 'private' ]"],
    ['a protected post', "[ 'post_password' => 'secret' ]"],
    ['a closed post', "[ 'comment_status' => 'closed' ]"],
  ])('refuses what stands on %s', async (_name, more) => {
    const id = await insert(more);
    expect((await send({ comment_post_ID: id })).status).toBe('error');
    expect(await php<number>(`echo (int) get_comments( [ 'post_id' => ${id}, 'count' => true ] );`)).toBe(0);
  });

  it('a reply stands below the same post and a comment that is shown, or is refused', async () => {
    const parent = await send({ comment: 'First.' });
    await php(
      `global $wpdb; $wpdb->query( "UPDATE $wpdb->comments SET comment_date_gmt = '2026-01-01 00:00:00'" );`,
    );
    const other = await insert();
    expect(
      await send({ comment_post_ID: other, comment_parent: parent.id, comment: 'Across.' }),
    ).toMatchObject({ code: 'companion_no_parent' });
    const reply = await send({ comment_parent: parent.id, comment: 'Second.' });
    expect(await stored(reply.id)).toMatchObject({ comment_parent: String(parent.id) });
    await php(`wp_set_comment_status( ${parent.id}, 'hold' );`);
    expect(await send({ comment_parent: parent.id, comment: 'Third.' })).toMatchObject({ status: 'error' });
  });

  it('duplicates and floods are refused in WordPress’s words', async () => {
    await send();
    expect(await send()).toMatchObject({ code: 'comment_duplicate', field: 'comment' });
    expect(await send({ comment: 'Another.' })).toMatchObject({ code: 'comment_flood', field: null });
  });

  it('nobody is kept from commenting by somebody else who gives the same e-mail address', async () => {
    await send();
    const body = { ...written(), author: 'The real Ada', comment: 'Mine.' };
    const response = await ask('comments', body, revalidationSecret, 'Another browser', '198.51.100.7');
    expect(await response.json()).toMatchObject({ status: 'approved' });
  });

  it('what waits is shown to whoever names it; spam and disallowed words seem to wait, the trash does not', async () => {
    await php(`update_option( 'comment_moderation', 1 ); update_option( 'disallowed_keys', 'viagra' );`);
    const fast = () =>
      php(
        `global $wpdb; $wpdb->query( "UPDATE $wpdb->comments SET comment_date_gmt = '2026-01-01 00:00:00'" );`,
      );
    const ids: number[] = [];
    for (const comment of ['Waits.', 'Spam.', 'Buy viagra.', 'Trash.', 'Shown.']) {
      const answer = await send({ comment });
      expect(answer.status).toBe('hold');
      ids.push(answer.id ?? 0);
      await fast();
    }
    await php(
      `wp_spam_comment( ${ids[1]} ); wp_trash_comment( ${ids[3]} ); wp_set_comment_status( ${ids[4]}, 'approve' );`,
    );
    const response = await ask('comments/waiting', { ids });
    const { comments } = (await response.json()) as { comments: { id: number }[] };
    expect(comments.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    expect(await (await ask('comments/waiting', { ids: ['1', null] })).json()).toEqual({ comments: [] });
  });

  it('a plugin sees WordPress’s own form, and where it ends the request its words arrive', async () => {
    const remove = await ownPlugin(
      connected.wordpress,
      `add_filter( 'preprocess_comment', function ( $data ) {
         if ( 'captcha' === $data['comment_content'] ) { wp_die( '<p><strong>Error:</strong> The sum is wrong.</p><p><a href="x">Back</a></p>' ); }
         if ( 'leave' === $data['comment_content'] ) { wp_safe_redirect( home_url() ); exit; }
         $data['comment_content'] .= ' ' . ( $_POST['author'] ?? '' ) . ' ' . ( $_SERVER['REQUEST_URI'] ?? '' );
         return $data;
       } );`,
    );
    expect(await send({ comment: 'captcha' })).toMatchObject({
      http: 200,
      code: 'companion_refused',
      message: 'The sum is wrong.',
    });
    expect(await send({ comment: 'leave' })).toMatchObject({ http: 200, status: 'error' });
    expect((await send({ comment: 'Look:' })).content).toContain('Look: Ada /wp-comments-post.php');
    await remove();
  });

  it.each([
    ['throws', `throw new Error( 'broken' );`],
    ['calls exit', `echo 'bye'; exit;`],
    ['dies', `wp_die( 'No.' );`],
    ['redirects', `wp_redirect( home_url() ); exit;`],
    ['redirects by itself', `header( 'Location: https://off.example/' ); exit;`],
    ['takes all memory', `ini_set( 'memory_limit', '64M' ); str_repeat( 'x', 200000000 );`],
  ])(
    'a plugin %s behind a comment that is stored: it was taken, and is not asked for again',
    async (_how, code) => {
      await php(`update_option( 'comment_moderation', 1 );`);
      const remove = await ownPlugin(
        connected.wordpress,
        `add_action( 'comment_post', function () { ${code} } );`,
      );
      const answer = await send({ comment: 'Kept.' });
      expect(answer).toMatchObject({ http: 200, status: 'hold', author: 'Ada' });
      expect(await stored(answer.id)).toMatchObject({ comment_content: 'Kept.' });
      await remove();
    },
  );

  /** The newest comments as the site reads them, the newest first. */
  const contents = async () => {
    const query = `{ post(id: ${post}, idType: DATABASE_ID) { comments(first: 100, where: { order: DESC }) { nodes { content } } } }`;
    const response = await fetch(connected.wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const text = await response.text();
    const { data } = JSON.parse(text) as {
      data: { post: { comments: { nodes: { content: string }[] } } };
    };
    return {
      bytes: Buffer.byteLength(text),
      contents: data.post.comments.nodes.map(({ content }) => content),
    };
  };
  /** @param text expression of PHP */
  const comment = (text: string, times = 1) =>
    php(`for ( $i = 0; $i < ${times}; $i++ ) { wp_insert_comment( [ 'comment_post_ID' => ${post}, 'comment_author' => 'Reader', 'comment_content' => ${text}, 'comment_approved' => 1,
      'comment_date_gmt' => gmdate( 'Y-m-d H:i:s', 1769900000 + (int) get_comments( [ 'count' => true ] ) ) ] ); }`);
  const filled = (unit: string) => `substr( str_repeat( ${unit}, 65520 ), 0, 65520 )`;

  it.each([
    ['smileys', filled(`':mrgreen: '`)],
    ['smileys that are few enough to be made', `str_repeat( ':mrgreen: ', 800 )`],
    ['links', filled(`'www.a.bc '`)],
    ['paragraphs', filled(`"a\\n\\n"`)],
    ['letters of four bytes', filled(`'😀'`)],
    ['entities', filled(`'& '`)],
    ['tags that nothing closes', filled(`'<b>'`)],
  ])('bounds the HTML of a comment that is full of %s, and its author’s view of it', async (_name, text) => {
    await comment(text);
    const { bytes, contents: stored } = await contents();
    const [content = ''] = stored;
    expect(content).toMatch(/^<p>/);
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(33 * 1024);
    expect(bytes).toBeLessThan(100_000);
    expect(content).not.toContain('\ufffd');
    const own = await send({ comment: await php<string>(`echo json_encode( ${text} );`) });
    expect(own).toMatchObject({ http: 200, status: 'approved' });
    expect(own.content).toBe((await contents()).contents[0]);
  });

  it('a hundred comments that are full of smileys are an answer that the site reads, and those beside them are whole', async () => {
    await comment(`'Before :mrgreen: www.example.org'`);
    await comment(filled(`':mrgreen: '`), 97);
    await comment(`"One\\n\\n" . str_repeat( 'long remark ', 1700 ) . 'end'`);
    await comment(`'After :mrgreen: www.example.org'`);
    const { bytes, contents: all } = await contents();
    expect(all).toHaveLength(100);
    expect(bytes).toBeLessThan(100 * 34 * 1024);
    for (const one of [all[0], all[99]]) {
      expect(one).toMatch(/(?:Before|After) <img [^>]*mrgreen/);
      expect(one).toContain('<a href="http://www.example.org"');
    }
    expect(all[1]).toMatch(/^<p>One<\/p>\n<p>(?:long remark ){1700}end<\/p>\n$/);
  });

  it('a plugin that hides a part of a long comment sees all of it', async () => {
    const remove = await ownPlugin(
      connected.wordpress,
      `add_filter( 'comment_text', function ( $text ) { return preg_replace( '#\\[private].*\\[/private]#s', '', $text ); }, 5 );`,
    );
    await comment(`'Seen. [private]' . str_repeat( 'secret ', 8000 ) . '[/private] Also seen.'`);
    expect((await contents()).contents).toEqual(['<p>Seen.  Also seen.</p>\n']);
    await remove();
  });

  it('GraphQL says what a page needs', async () => {
    expect(await rules(post)).toEqual({
      companionInterval: null,
      companionComments: {
        ...{
          isOpen: true,
          loginUrl: null,
          requiresNameEmail: true,
          isModerated: false,
          offersToRemember: true,
        },
        ...{ depth: 5, isNewestFirst: false, perPage: 0, opensWithOldest: false, outline: null },
      },
    });
    await php(
      `update_option( 'comment_registration', 1 ); update_option( 'close_comments_for_old_posts', 1 ); update_option( 'close_comments_days_old', 2 );`,
    );
    const { companionInterval, companionComments } = await rules(post);
    expect(companionInterval).toBeGreaterThan(86_400);
    expect(companionInterval).toBeLessThanOrEqual(172_801);
    expect(companionComments.loginUrl).toMatch(/wp-login\.php\?redirect_to=.*on-wordpress/);
    const old = await insert("[ 'post_date' => '2026-01-01 10:00:00' ]");
    expect(await rules(old)).toMatchObject({ companionInterval: null, companionComments: { isOpen: false } });
  });

  it('a change of the rules makes every page again; approving, editing and trashing make the post’s', async () => {
    expect(await connected.after(`update_option( 'thread_comments_depth', 3 );`)).toHaveProperty(['/*']);
    const { id } = await send();
    const path = await php<string>(
      `echo json_encode( wp_parse_url( get_permalink( ${post} ), PHP_URL_PATH ) );`,
    );
    for (const change of [
      `wp_update_comment( [ 'comment_ID' => ${id}, 'comment_content' => 'Edited.' ] );`,
      `wp_trash_comment( ${id} );`,
      `wp_untrash_comment( ${id} );`,
      `wp_spam_comment( ${id} );`,
      `wp_unspam_comment( ${id} );`,
      `wp_delete_comment( ${id}, true );`,
    ])
      expect(Object.keys(await connected.after(change)), change).toContain(path.replace(/(?<=.)\/$/, ''));
  });
});
