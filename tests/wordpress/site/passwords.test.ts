import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../../site/create';
import { buildAndServe } from '../../site/serve';
import { newClient } from '../../site/support/new-client';
import { type ServedSite, secrets } from '../../site/support/site-server';
import { variations } from '../../support/variations';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';

const reason = whyNoWordPress('newest');
const HIDDEN = 'The hidden words.';
const FORM = '<form id="password-form"';
const WRONG = 'This is not the password.';

/** Posts with a password, from the form of the site to WordPress and back. Nothing of it needs a script. */
describe.skipIf(reason)(`posts with a password${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let site: ServedSite;
  const ids: Record<string, number> = {};
  const php = <T>(code: string) => wordpress.php<T>(code);
  /** Changes a post in WordPress and tells the site, as WP-Cron does. */
  const change = async (name: string, fields: string) => {
    await php(`wp_update_post( wp_slash( [ 'ID' => ${ids[name]}, ${fields} ] ) );`);
    await wordpress.cron('companion_tick');
  };
  const make = async (name: string, fields: string) => {
    ids[name] = await php<number>(
      `echo wp_insert_post( wp_slash( [ ${fields}, 'post_status' => 'publish', 'post_name' => '${name}', 'post_title' => 'The ${name}', 'comment_status' => 'open' ] ) );`,
    );
  };

  const get = async (path: string, cookie = '', headers: Record<string, string> = {}) => {
    const response = await fetch(site.url + path, { headers: { cookie, ...headers }, redirect: 'manual' });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const enter = async (name: string, password: string, client = newClient(), page = `/${name}/`) => {
    const response = await fetch(`${site.url}/api/forms/password`, {
      method: 'POST',
      headers: { Origin: site.url, 'X-Forwarded-For': client },
      body: new URLSearchParams({ post: String(ids[name]), _page: page, password }),
      redirect: 'manual',
    });
    const set = response.headers.getSetCookie();
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      set,
      cookie: set.map((one) => one.split(';')[0]).join('; '),
    };
  };

  beforeAll(async () => {
    wordpress = await startWordPress({ version: 'newest', content: 'empty', companion: true });
    const text = `'post_content' => '<p>${HIDDEN}</p>', 'post_excerpt' => 'The hidden excerpt.'`;
    for (const name of ['letter', 'other', 'changing', 'freed', 'gone', 'odd', 'discussed'])
      await make(name, `'post_password' => 'for-${name}', ${text}`);
    await make('open', `'post_content' => '<p>For everybody.</p>'`);
    await make('sheet', `'post_type' => 'page', 'post_password' => 'for-sheet', ${text}`);
    await make('empty', `'post_password' => 'for-empty', 'post_content' => ''`);
    await php(
      `wp_insert_comment( [ 'comment_post_ID' => ${ids.discussed}, 'comment_author' => 'Reader', 'comment_content' => 'A hidden remark.', 'comment_approved' => 1 ] );`,
    );
    const dir = await createSite('passwords', '--cms-url', wordpress.url);
    site = await buildAndServe(dir, wordpress.graphqlUrl);
    await php(`
      update_option( 'companion_settings', [ 'serviceUrl' => '${site.url}', 'webhooksEnabled' => true, 'previewEnabled' => false ] );
      update_option( 'companion_secrets', [ 'revalidationSecret' => '${secrets.revalidation}' ], false );
      do_action( 'companion_connection_changed' );`);
    await wordpress.cron('companion_tick');
  });
  afterAll(async () => {
    await site?.stop();
    await wordpress?.stop();
  });

  test('the right password opens the post to this visitor, and the stored page stays as it was', async () => {
    const before = await get('/letter/');
    expect(before.html).toContain(FORM);
    expect(before.html).not.toMatch(/hidden (words|excerpt)/);
    expect(before.headers.get('cache-control')).toContain('s-maxage');

    const answer = await enter('letter', 'for-letter');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/letter/']);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.set).toHaveLength(2);
    for (const cookie of answer.set)
      expect(cookie).toMatch(/; Path=\/letter;.*Max-Age=3600;.*HttpOnly; SameSite=lax$/i);
    expect(answer.set.join()).not.toContain('for-letter');

    for (const path of ['/letter/', '/letter/?utm=x']) {
      const { status, headers, html } = await get(path, answer.cookie);
      expect(status).toBe(200);
      expect(html).toContain(HIDDEN);
      expect(html).not.toContain(FORM);
      expect(headers.get('cache-control')).toMatch(/private.*no-store/);
    }
    const router = await get('/letter/?_rsc', answer.cookie, { RSC: '1' });
    expect(router.html).toContain(HIDDEN);
    expect(router.headers.get('cache-control')).toMatch(/private.*no-store/);
    // A browser sends the cookies nowhere else; a program may.
    for (const path of ['/', '/open/', '/letters/'])
      expect((await get(path, answer.cookie)).headers.get('cache-control')).not.toContain('no-store');

    const after = await get('/letter/');
    expect(after.html).toBe(before.html);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('what is for everybody has nothing of it: feed, search, sitemap, cards, the router', async () => {
    const { cookie } = await enter('letter', 'for-letter');
    expect((await get('/letter/', cookie)).html).toContain(HIDDEN);
    const addresses = ['/', '/feed/', '/search/texts.json', '/search/titles.json', '/sitemap.xml', '/open/'];
    for (const address of [...addresses, '/search?q=hidden', '/search/results?q=hidden']) {
      const { html } = await get(address);
      expect([address, html.match(/hidden (?:words|excerpt)/)]).toEqual([address, null]);
    }
    const router = await get('/letter/?_rsc', '', { RSC: '1' });
    expect(router.status).toBe(200);
    expect(router.html).not.toMatch(/hidden (words|excerpt)/);
  });

  test('by HTTPS the cookies are for HTTPS', async () => {
    const response = await fetch(`${site.url}/api/forms/password`, {
      method: 'POST',
      headers: { Origin: site.url, 'X-Forwarded-For': newClient(), 'X-Forwarded-Proto': 'https' },
      body: new URLSearchParams({ post: String(ids.letter), _page: '/letter/', password: 'for-letter' }),
      redirect: 'manual',
    });
    const set = response.headers.getSetCookie();
    expect(set.map((cookie) => /; Secure(;|$)/.test(cookie))).toEqual([true, true]);
  });

  test('a wrong password is said in the page, which does not hold what was entered', async () => {
    const { status, html, set, headers } = await enter('letter', 'My Other Password');
    expect(status).toBe(403);
    expect(html).toContain(FORM);
    expect(html).toMatch(new RegExp(`data-shown="">${WRONG}`));
    expect(html).toMatch(/<input[^>]* id="post-password"[^>]* aria-invalid="true"/);
    expect(html).not.toContain('My Other Password');
    expect(set).toEqual([]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(site.output()).not.toContain('My Other Password');
    for (const almost of ['for-letter ', ' for-letter', 'FOR-LETTER', 'for-other', ''])
      expect([almost, (await enter('letter', almost)).status]).toEqual([almost, 403]);
  });

  const odd = variations<[string, string]>(3, [
    ['spaces around it', '  a b  '],
    ['quotes, backslashes and signs', `"it's" \\n <b>&amp; +%20 100%`],
    ['other writing', 'пароль 密码 ✓ e\u0301'],
    ['255 letters', 'ж'.repeat(255)],
    ['a zero', '0'],
  ]);
  test.each(odd)('a password of %s', async (_name, password) => {
    const php = `'post_password' => base64_decode( '${Buffer.from(password).toString('base64')}' )`;
    await change('odd', php);
    const { status, cookie } = await enter('odd', password);
    expect(status).toBe(303);
    expect((await get('/odd/', cookie)).html).toContain(HIDDEN);
    expect((await enter('odd', `${password}x`)).status).toBe(403);
  });

  test('a cookie opens its own post alone, and a forged one none', async () => {
    const { cookie } = await enter('letter', 'for-letter');
    const moved = cookie.replace(`opened_post_${ids.letter}=`, `opened_post_${ids.other}=`);
    const draft = /__prerender_bypass=[^;]*/.exec(cookie)?.[0] ?? '';
    for (const sent of [cookie, moved, draft, cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]) {
      const { html } = await get('/other/', sent);
      expect(html).not.toContain(HIDDEN);
      expect(html).toContain(FORM);
    }
    // Draft mode itself opens nothing, and without a session makes no page anew.
    expect((await get('/letter/', draft)).html).toBe((await get('/letter/')).html);
  });

  test('another password closes what was open, and opens it again', async () => {
    const { cookie } = await enter('changing', 'for-changing');
    expect((await get('/changing/', cookie)).html).toContain(HIDDEN);
    await change('changing', `'post_password' => 'another'`);
    const closed = await get('/changing/', cookie);
    expect(closed.html).toContain(FORM);
    expect(closed.html).not.toContain(HIDDEN);
    expect((await enter('changing', 'for-changing')).status).toBe(403);
    const again = await enter('changing', 'another');
    expect((await get('/changing/', again.cookie)).html).toContain(HIDDEN);
  });

  test('a post that has lost its password is for everybody, and a form that is still open leads to it', async () => {
    const { cookie } = await enter('freed', 'for-freed');
    await change('freed', `'post_password' => ''`);
    expect((await get('/freed/', cookie)).html).toContain(HIDDEN);
    await expect.poll(async () => (await get('/freed/')).html.includes(HIDDEN)).toBe(true);
    const answer = await enter('freed', 'for-freed');
    expect([answer.status, answer.headers.get('location'), answer.set]).toEqual([303, '/freed/', []]);
  });

  test('a post that is taken back is gone for whoever had opened it', async () => {
    const { cookie } = await enter('gone', 'for-gone');
    expect((await get('/gone/', cookie)).html).toContain(HIDDEN);
    await change('gone', `'post_status' => 'draft'`);
    expect((await get('/gone/', cookie)).html).not.toContain(HIDDEN);
    expect((await enter('gone', 'for-gone')).status).toBe(404);
  });

  test('a page opens, and so does a post without a text', async () => {
    const sheet = await enter('sheet', 'for-sheet');
    expect((await get('/sheet/')).html).toContain(FORM);
    expect((await get('/sheet/', sheet.cookie)).html).toContain(HIDDEN);
    const empty = await enter('empty', 'for-empty');
    expect((await get('/empty/')).html).toContain(FORM);
    expect((await get('/empty/', empty.cookie)).html).not.toContain(FORM);
  });

  test('comments are shown with the text, and not before', async () => {
    expect((await get('/discussed/')).html).not.toContain('A hidden remark.');
    const { cookie } = await enter('discussed', 'for-discussed');
    expect((await get('/discussed/', cookie)).html).toContain('A hidden remark.');
  });

  test('ten wrong passwords of one client close nothing to others, and right ones do not count', async () => {
    const guesser = newClient();
    for (let i = 0; i < 12; i++) expect((await enter('letter', 'for-letter', guesser)).status).toBe(303);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => (await enter('letter', `guess ${i}`, guesser)).status),
    );
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    const limited = await enter('letter', 'for-letter', guesser);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limited.html).toContain('Too many wrong passwords were entered');
    expect(limited.html).toContain(FORM);
    expect((await enter('letter', 'for-letter')).status).toBe(303);
  });

  test('while WordPress is away the form says so and stays, and nothing is shown from a store', async () => {
    const { cookie } = await enter('letter', 'for-letter');
    await wordpress.fail({ kind: 'refuse' });
    try {
      const { status, html, set } = await enter('letter', 'for-letter');
      expect([status, set]).toEqual([503, []]);
      expect(html).toContain(FORM);
      expect(html).toContain('could not be checked');
      const opened = await get('/letter/', cookie);
      expect(opened.status).toBeGreaterThanOrEqual(500);
      expect(opened.html).not.toContain(HIDDEN);
      expect((await get('/letter/')).html).toContain(FORM);
    } finally {
      await wordpress.fail(null);
    }
  });

  test('a page of another site enters nothing, and an address of another host is no place to go', async () => {
    const foreign = await fetch(`${site.url}/api/forms/password`, {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
      body: new URLSearchParams({ post: String(ids.letter), _page: '/letter/', password: 'for-letter' }),
    });
    expect(foreign.status).toBe(403);
    for (const page of ['//evil.example/', '/a/..//evil.example/', 'https://evil.example/', '/api/x']) {
      const answer = await enter('letter', 'for-letter', newClient(), page);
      expect([page, answer.status, answer.headers.get('location')]).toEqual([page, 303, '/']);
    }
  });
});
