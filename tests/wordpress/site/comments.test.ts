import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../../site/chromium';
import { createSite } from '../../site/create';
import { buildAndServe } from '../../site/serve';
import { hold, violations } from '../../site/support/page';
import { type ServedSite, secrets } from '../../site/support/site-server';
import { differences } from '../../site/support/whole-sheet';
import { ownPlugin } from '../companion/own-plugin';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';

const reason = whyNoWordPress('newest') ?? (hasChromium ? undefined : 'no Chromium at /usr/bin/chromium');

/** Comments from the browser to WordPress and back: what the author sees, what others see, with and without JavaScript. */
describe.skipIf(reason)(`comments of visitors${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let site: ServedSite;
  let browser: Browser;
  const ids: Record<string, number> = {};
  const php = <T>(code: string) => wordpress.php<T>(code);
  /** Changes something in WordPress and tells the site, as WP-Cron does. */
  const change = async (code: string) => {
    await php(code);
    await wordpress.cron('companion_tick');
  };
  const html = async (name: string) => (await fetch(`${site.url}/${name}/`)).text();
  const idOf = (text: string) =>
    php<number>(
      `global $wpdb; echo (int) $wpdb->get_var( $wpdb->prepare( "SELECT comment_ID FROM $wpdb->comments WHERE comment_content LIKE %s ORDER BY comment_ID DESC", '%${text}%' ) );`,
    );
  /** Ends the wait that WordPress has between two comments of one person. */
  const later = () =>
    php(
      `global $wpdb; $wpdb->query( "UPDATE $wpdb->comments SET comment_date_gmt = '2026-01-01 00:00:00' WHERE comment_date_gmt > '2026-01-01'" );`,
    );

  let visitors = 0;
  /** A browser of a visitor with an address of his own: each may send ten comments in ten minutes. */
  const visitor = (options: BrowserContextOptions = {}) => {
    visitors++;
    return browser.newContext({ ...options, extraHTTPHeaders: { 'X-Forwarded-For': `192.0.2.${visitors}` } });
  };
  const open = async (name: string, context: BrowserContext) => {
    const page = await context.newPage();
    await page.goto(`${site.url}/${name}/`, { waitUntil: 'load' });
    return page;
  };
  const write = async (page: Page, comment: string, author = 'Ada') => {
    await page.fill('#comment-comment', comment);
    if ((await page.inputValue('#comment-author')) === '') {
      await page.fill('#comment-author', author);
      await page.fill('#comment-email', `${author.toLowerCase()}@example.org`);
    }
    await page.click('#comment-form button');
  };

  beforeAll(async () => {
    wordpress = await startWordPress({ version: 'newest', content: 'empty', companion: true });
    await php(
      `update_option( 'comment_previously_approved', 0 ); update_option( 'comment_moderation', 0 ); update_option( 'comments_notify', 0 ); update_option( 'moderation_notify', 0 ); update_option( 'disallowed_keys', 'viagra' );`,
    );
    for (const name of ['talk', 'script', 'plain', 'old', 'shut', 'busy', 'long', 'paged']) {
      ids[name] = await php<number>(
        `echo wp_insert_post( [ 'post_status' => 'publish', 'post_name' => '${name}', 'post_title' => 'The ${name}', 'post_content' => '<p>Some words.</p>', 'comment_status' => '${name === 'shut' ? 'closed' : 'open'}', ${name === 'old' ? "'post_date' => '2026-01-05 10:00:00'," : ''} ] );`,
      );
    }
    await php(
      `for ( $i = 1; $i <= 100; $i++ ) { wp_insert_comment( [ 'comment_post_ID' => ${ids.busy}, 'comment_author' => "Reader $i", 'comment_content' => "Remark $i.", 'comment_date' => '2026-02-01 10:00:00', 'comment_date_gmt' => '2026-02-01 10:00:00' ] ); }`,
    );
    const dir = await createSite('comments', '--cms-url', wordpress.url);
    site = await buildAndServe(dir, wordpress.graphqlUrl);
    await php(`
      update_option( 'companion_settings', [ 'serviceUrl' => '${site.url}', 'webhooksEnabled' => true, 'previewEnabled' => true ] );
      update_option( 'companion_secrets', [ 'revalidationSecret' => '${secrets.revalidation}', 'previewSecret' => '${secrets.preview}' ], false );
      do_action( 'companion_connection_changed' );`);
    await wordpress.cron('companion_tick');
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await wordpress?.stop();
  });

  test('what is written while a comment is on its way stays, where it is written', async () => {
    const { released, release } = hold();
    const context = await visitor();
    await context.route('**/api/comments', (route) => released.then(() => route.continue()));
    const page = await open('busy', context);
    await write(page, 'A long remark.');
    await page.locator('#comment-form button').getByText('Sending').waitFor();
    const other = page.locator('#comments li button').first();
    await other.click();
    await page.fill('#comment-comment', 'And a reply.');
    const parent = await page.inputValue('#comment-form [name="parent"]');
    release();
    await page.getByText('Your comment is published').waitFor();
    expect(await page.inputValue('#comment-comment')).toBe('And a reply.');
    expect(await page.inputValue('#comment-form [name="parent"]')).toBe(parent);
    expect(Number(parent)).toBeGreaterThan(0);
    await context.close();
  });

  const isIn = (page: Page, selector: string) =>
    page.evaluate((selector) => document.activeElement?.matches(selector), selector);

  test('a late answer, and a file that comes late, take nobody away from where he writes', async () => {
    const gates: (() => void)[] = [];
    const gate = () => new Promise<void>((resolve) => gates.push(resolve));
    const context = await visitor();
    await context.route(/\/media\/comments\./, (route) => gate().then(() => route.continue()));
    const page = await open('busy', context);
    await page.locator('#comments li button').first().click();
    await page.click('#comment-author');
    await page.keyboard.type('Ad');
    for (const open of gates.splice(0)) open();
    await page.getByText('Reply to Reader 1').first().waitFor();
    await page.locator('#comments li #comment-form').waitFor();
    await page.keyboard.type('a');
    expect(await page.inputValue('#comment-author')).toBe('Ada');

    // An error is announced, and shown to a visitor who waits for it.
    const wrong = { success: false, error: 'Not like this.', field: 'comment' };
    await context.route('**/api/comments', (route) =>
      gate().then(() => route.fulfill({ status: 400, json: wrong })),
    );
    await page.fill('#comment-email', 'ada@example.org');
    await page.fill('#comment-comment', 'A slow reply.');
    await page.click('#comment-form button');
    await page.locator('#comment-form button').getByText('Sending').waitFor();
    await page.click('#comment-url');
    await page.keyboard.type('https:');
    await expect.poll(() => gates.length).toBe(1);
    for (const open of gates.splice(0)) open();
    await page.getByText('Not like this.').waitFor();
    expect(await isIn(page, '#comment-url')).toBe(true);
    await page.keyboard.type('//ada.example/');
    expect(await page.inputValue('#comment-url')).toBe('https://ada.example/');
    // Enter in a field, and then nothing more.
    await page.keyboard.press('Enter');
    await expect.poll(() => gates.length).toBe(1);
    for (const open of gates.splice(0)) open();
    await page.locator('#comment-form button').getByText('Post comment').waitFor();
    expect(await isIn(page, '#comment-comment')).toBe(true);

    // The form goes home, with who writes in it.
    await context.unroute('**/api/comments');
    await context.route('**/api/comments', (route) => gate().then(() => route.continue()));
    await later();
    await page.click('#comment-form button');
    await expect.poll(() => gates.length).toBe(1);
    await page.click('#comment-author');
    await page.keyboard.type(' L');
    for (const open of gates.splice(0)) open();
    await page.getByText('Your comment is published').waitFor();
    await page.keyboard.type('.');
    expect(await page.inputValue('#comment-author')).toBe('Ada L.');
    expect(await page.inputValue('#comment-comment')).toBe('');
    expect(await page.locator('#comments li #comment-form').count()).toBe(0);
    await context.close();
  });

  test('a browser that lets nobody store anything: a comment is sent once', async () => {
    await later();
    const context = await visitor();
    await context.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      }),
    );
    const page = await open('talk', context);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent++;
    });
    await write(page, 'Without a store.');
    await page.locator('#comments li').getByText('Without a store.').waitFor();
    await page.getByText('Your comment is published').waitFor();
    expect(sent).toBe(1);
    await context.close();
  });

  test('an answer that is lost: nobody can tell, and what is sent again appears once', async () => {
    await later();
    const context = await visitor();
    await context.route(
      '**/api/comments',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const page = await open('talk', context);
    await write(page, 'From a train.');
    await page.getByText('We cannot tell whether the comment arrived').waitFor();
    expect(await page.inputValue('#comment-comment')).toBe('From a train.');
    // The site cannot reach WordPress now, which says nothing of what may have arrived.
    const json = { success: false, word: 'failed' };
    await context.route('**/api/comments', (route) => route.fulfill({ status: 503, json }), { times: 1 });
    await Promise.all([page.waitForResponse('**/api/comments'), page.click('#comment-form button')]);
    await page.getByText('We cannot tell whether the comment arrived').waitFor();
    await page.click('#comment-form button');
    await page.getByText('Your comment is published').waitFor();
    expect(await page.locator('#comments li').getByText('From a train.').count()).toBe(1);
    expect(
      await php(
        `global $wpdb; echo (int) $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->comments WHERE comment_content = 'From a train.'" );`,
      ),
    ).toBe(1);
    await context.close();
  });

  test.each([
    ['script', true],
    ['plain', false],
  ])('the flows on /%s/ (JavaScript: %s)', async (name, javaScriptEnabled) => {
    const author = await visitor({ javaScriptEnabled });
    const other = await visitor();
    const status = (page: Page) => page.locator('#comment-form [role=status]');
    const words = (text: string) => `${text} on ${name}`;
    await later();

    // New: published at once, seen by the author now, and by others when WordPress has told the site.
    let page = await open(name, author);
    expect(await page.locator('#comments').textContent()).toContain('No comments yet');
    await write(page, words('First of all'));
    await page.getByText('Your comment is published').waitFor();
    expect(await page.locator('#comments li:visible').textContent()).toContain(words('First of all'));
    expect(await page.locator('#comments-title').textContent()).toBe('Comments');
    await wordpress.cron('companion_tick');
    await expect.poll(() => html(name)).toContain(words('First of all'));
    const first = await idOf(words('First of all'));

    // Reply.
    page = await open(name, author);
    await page.click(`#comment-${first} button`);
    await later();
    await page.locator('#comment-comment').waitFor();
    await write(page, words('An answer'));
    await page.getByText('Your comment is published').waitFor();
    const reply = await idOf(words('An answer'));
    // Where it will stand for others, and said of this one alone.
    expect(await page.locator(`#comment-${first} #comment-${reply}`).count()).toBe(1);
    await page.click(`#comment-${first} button`);
    await expect.poll(() => status(page).textContent()).not.toContain('published');
    expect(await php(`echo (int) get_comment( ${reply} )->comment_parent;`)).toBe(first);
    await wordpress.cron('companion_tick');
    await expect.poll(() => html(name)).toContain(words('An answer'));
    const nested = await open(name, other);
    expect(await nested.locator(`#comment-${first} #comment-${reply}`).count()).toBe(1);

    // Duplicate: WordPress's own words at the field, and what was written is still there.
    await later();
    page = await open(name, author);
    await write(page, words('First of all'));
    await page.getByText('Duplicate comment detected').waitFor();
    expect(await page.inputValue('#comment-comment')).toBe(words('First of all'));

    // Flood.
    await page.fill('#comment-comment', '');
    await write(page, words('In a row'));
    await page.getByText('Your comment is published').waitFor();
    page = await open(name, author);
    await write(page, words('Too fast'));
    await page.getByText('You are posting comments too quickly').waitFor();
    expect(await page.inputValue('#comment-comment')).toBe(words('Too fast'));

    // Moderated: the author alone sees it.
    await change(`update_option( 'comment_moderation', 1 );`);
    await later();
    page = await open(name, author);
    await write(page, words('Please wait'));
    await page.getByText('Your comment is awaiting moderation').waitFor();
    const waiting = await idOf(words('Please wait'));
    expect(await page.locator(`#comment-${waiting}`).getByText('Awaiting moderation').isVisible()).toBe(true);
    const look = await open(name, other);
    expect(await look.locator('body').textContent()).not.toContain(words('Please wait'));
    if (javaScriptEnabled) {
      const again = await open(name, author);
      await again.locator(`#comment-${waiting}`).waitFor();
      expect(await again.locator(`#comment-${waiting}`).textContent()).toContain(words('Please wait'));
      // The way by the keyboard: to the button, into the form, back again.
      await again.focus(`#comment-${first} button`);
      await again.keyboard.press('Enter');
      await expect.poll(() => again.evaluate(() => document.activeElement?.id)).toBe('comment-comment');
      expect(await again.locator('#respond-title').textContent()).toBe('Reply to Ada');
      expect(await violations(again)).toEqual([]);
      await again.click('text=Cancel reply');
      expect(await again.inputValue('[name=parent]')).toBe('0');
      expect(await again.evaluate(() => document.activeElement?.getAttribute('value'))).toBe(String(first));
    }

    // Approved.
    await change(`wp_set_comment_status( ${waiting}, 'approve' );`);
    await expect.poll(() => html(name)).toContain(words('Please wait'));
    const approved = await open(name, author);
    expect(await approved.locator(`#comment-${waiting}`).textContent()).not.toContain('Awaiting');

    // Edited.
    await change(
      `wp_update_comment( [ 'comment_ID' => ${waiting}, 'comment_content' => '${words('Better said')}' ] );`,
    );
    await expect.poll(() => html(name)).toContain(words('Better said'));

    // Trashed, and marked as spam.
    await change(`wp_trash_comment( ${waiting} );`);
    await expect.poll(() => html(name)).not.toContain(words('Better said'));
    await change(`wp_spam_comment( ${reply} );`);
    await expect.poll(() => html(name)).not.toContain(words('An answer'));
    await change(`wp_unspam_comment( ${reply} ); wp_set_comment_status( ${reply}, 'approve' );`);
    await expect.poll(() => html(name)).toContain(words('An answer'));
    await change(`wp_delete_comment( ${reply}, true );`);
    await expect.poll(() => html(name)).not.toContain(words('An answer'));

    // Spam looks like a comment that waits.
    const remove = await ownPlugin(
      wordpress,
      `add_filter( 'pre_comment_approved', function ( $approved, $data ) { return false !== strpos( $data['comment_content'], 'casino' ) ? 'spam' : $approved; }, 10, 2 );`,
    );
    await later();
    page = await open(name, author);
    await write(page, words('A casino'));
    await page.getByText('Your comment is awaiting moderation').waitFor();
    const spam = await idOf(words('A casino'));
    expect(await php(`echo json_encode( get_comment( ${spam} )->comment_approved );`)).toBe('spam');
    await remove();
    expect(await html(name)).not.toContain(words('A casino'));

    // Closed: WordPress says so to whoever has an old page, and then the form is gone.
    await later();
    page = await open(name, author);
    await php(`wp_update_post( [ 'ID' => ${ids[name]}, 'comment_status' => 'closed' ] );`);
    await write(page, words('Too late'));
    await page.getByText('comments are closed').waitFor();
    expect(await status(page).textContent()).toContain('comments are closed');
    expect(await page.inputValue('#comment-comment')).toBe(words('Too late'));
    await wordpress.cron('companion_tick');
    await expect.poll(() => html(name)).not.toContain('comment-form');
    await change(`update_option( 'comment_moderation', 0 );`);
    await author.close();
    await other.close();
  });

  test('closed and none written: nothing; a hundred comments have one form', async () => {
    expect(await html('shut')).not.toMatch(/id="comments"|comment-form/);
    const busy = await html('busy');
    expect(busy.match(/<form\b[^>]*id="comment-form"/g)).toHaveLength(1);
    // Those of the tests above among them.
    const comments = busy.match(/<li\b[^>]*\sid="comment-\d+"/g) ?? [];
    expect(comments.length).toBeGreaterThanOrEqual(100);
    expect(busy.match(/name="reply"/g)).toHaveLength(comments.length);
  });

  test('five thousand comments make pages as WordPress’s; a page asks for its own comments alone', async () => {
    const day = (seconds: number) =>
      new Date(Date.UTC(2026, 1, 1) + seconds * 1000).toISOString().slice(0, 19);
    const insert = (seconds: number, parent = 0, more = '') =>
      php<number>(
        `$date = '${day(seconds).replace('T', ' ')}'; echo wp_insert_comment( [ 'comment_post_ID' => ${ids.long}, 'comment_parent' => ${parent}, 'comment_author' => 'Reader', 'comment_content' => 'At ${seconds}.', 'comment_date' => $date, 'comment_date_gmt' => $date, ${more} ] );`,
      );
    const first = await insert(0);
    await php(`
      global $wpdb;
      foreach ( array_chunk( range( 1, 4998 ), 500 ) as $some ) {
        $rows = array_map( function ( $i ) {
          $date = gmdate( 'Y-m-d H:i:s', strtotime( '2026-02-01 UTC' ) + $i );
          return "( ${ids.long}, 'Reader $i', '', '', '', 'Remark number $i.', '$date', '$date', '1', '', 'comment' )";
        }, $some );
        $wpdb->query( "INSERT INTO $wpdb->comments ( comment_post_ID, comment_author, comment_author_email, comment_author_url, comment_author_IP, comment_content, comment_date, comment_date_gmt, comment_approved, comment_agent, comment_type ) VALUES " . implode( ',', $rows ) );
      }`);
    await wordpress.clearLog();
    // The newest of all, below the oldest.
    const reply = await insert(9_000, first);
    await wordpress.cron('companion_tick');
    await expect.poll(() => html('long')).toContain('>5,000 comments<');
    const asked = async () =>
      (await wordpress.log())
        .filter(({ variables }) => JSON.stringify(variables)?.includes(`"${ids.long}"`))
        .flatMap(({ operation }) => (operation?.startsWith('GetComment') ? [operation] : []));
    const shown = (page: string) => (page.match(/<li\b[^>]*\sid="comment-\d+"/g) ?? []).length;
    const newest = await html('long');
    expect([await asked(), shown(newest)]).toEqual([[], 99]);
    expect(newest).toContain('Remark number 4998.');

    // Without JavaScript, to the page before, and to the oldest.
    const context = await visitor({ javaScriptEnabled: false });
    const page = await open('long', context);
    await page.getByRole('link', { name: 'Older comments' }).click();
    await page.waitForURL('**/long/comment-page-98/#comments');
    const older = await page.content();
    expect([await asked(), shown(older)]).toEqual([['GetCommentsById'], 50]);
    expect(older).toContain(`<link rel="canonical" href="${site.url}/long/"`);
    expect(older.length).toBeLessThan(300_000);
    await page.goto(`${site.url}/long/comment-page-1/`);
    expect(await page.locator(`#comment-${first} #comment-${reply}`).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Older comments' }).count()).toBe(0);

    // The form for a reply comes with the page on which its comment stands.
    const answered = page.waitForEvent('load');
    await page.click(`#comment-${first} button >> nth=0`);
    await answered;
    expect(await page.locator(`#comment-${first}`).count()).toBe(1);
    expect(await page.inputValue('#comment-form [name=parent]')).toBe(String(first));
    await context.close();

    const status = async (number: string | number) => {
      const response = await fetch(`${site.url}/long/comment-page-${number}/`, { redirect: 'manual' });
      return [response.status, response.headers.get('location')];
    };
    expect(await status(99)).toEqual([200, null]);
    for (const none of [0, '007', 100, 'x']) expect((await status(none))[0], String(none)).toBe(404);

    // The settings of WordPress count; its own function says on which page a comment stands.
    await change(
      `update_option( 'page_comments', 1 ); update_option( 'comments_per_page', 20 ); update_option( 'default_comments_page', 'oldest' );`,
    );
    await expect.poll(() => html('long')).toContain('Page 1 of 250');
    const some = [await idOf('Remark number 777.'), await idOf('Remark number 4998.'), reply];
    for (const id of some) {
      const number = await php<number>(`echo get_page_of_comment( ${id} );`);
      const path = number === 1 ? 'long' : `long/comment-page-${number}`;
      await expect.poll(() => html(path), { message: String(id) }).toContain(`id="comment-${id}"`);
    }

    await change(`update_option( 'page_comments', 0 ); update_option( 'default_comments_page', 'newest' );`);
  });

  test('pages of comments come, go and change with their comments, whoever has seen them', async () => {
    const insert = (day: number, more = '') =>
      php<number>(
        `$date = '2026-03-0${day} 10:00:00'; $id = wp_insert_comment( [ 'comment_post_ID' => ${ids.paged}, 'comment_author' => 'Reader', 'comment_content' => 'Of day ${day}.', 'comment_date' => $date, 'comment_date_gmt' => $date, ${more} ] ); echo $id;`,
      );
    const look = async (number: number) => {
      const response = await fetch(`${site.url}/paged/comment-page-${number}/`, { redirect: 'manual' });
      const text = await response.text();
      const days = [...text.matchAll(/<p\b[^>]*>Of day (\d)\.</g)].map(([, day]) => Number(day));
      // Next leaves the head of the not-found page where it renders behind one.
      if (response.ok) expect(/<title>([^<]*)/.exec(text)?.[1]).toContain('The paged');
      return [response.status, days];
    };
    for (const day of [2, 4, 6, 8]) await insert(day);
    await change(`update_option( 'page_comments', 1 ); update_option( 'comments_per_page', 2 );`);
    await expect.poll(() => look(1)).toEqual([200, [2, 4]]);
    await expect.poll(() => look(2)).toEqual([200, [6, 8]]);
    const waits = await insert(1, `'comment_approved' => 0,`);

    // Each is stored as it is.
    for (let i = 0; i < 2; i++) expect(await look(3)).toEqual([404, []]);
    await change(`wp_set_comment_status( ${waits}, 'approve' );`);
    await expect.poll(() => look(2)).toEqual([200, [4, 6]]);
    await expect.poll(() => look(1)).toEqual([200, [1, 2]]);
    // Nobody sees the 404 once more.
    expect(await look(3)).toEqual([200, [8]]);

    await change(`wp_delete_comment( ${waits}, true );`);
    await expect.poll(() => look(3)).toEqual([404, []]);
    await expect.poll(() => look(1)).toEqual([200, [2, 4]]);
    await expect.poll(() => look(2)).toEqual([200, [6, 8]]);
    for (let i = 0; i < 2; i++) expect(await look(3)).toEqual([404, []]);
    await change(`update_option( 'page_comments', 0 );`);
  });

  test('an author’s website, the direction of what he writes, and mentions by other sites', async () => {
    const insert = (more: string) =>
      php<number>(
        `echo wp_insert_comment( [ 'comment_post_ID' => ${ids.talk}, 'comment_date' => '2026-02-01 10:00:00', 'comment_date_gmt' => '2026-02-01 10:00:00', ${more} ] );`,
      );
    const linked = await insert(
      `'comment_author' => 'عمر', 'comment_author_url' => 'https://omar.example/?a=1&b=2', 'comment_content' => "مرحبا بكم\n\nHello to you"`,
    );
    const bad = await insert(
      `'comment_author' => 'Mallory', 'comment_author_url' => 'javascript:alert(1)', 'comment_content' => 'No.'`,
    );
    const ping = await insert(
      `'comment_author' => 'A blog', 'comment_author_url' => 'http://blog.example/', 'comment_type' => 'pingback', 'comment_content' => '[…] talk […]'`,
    );
    await wordpress.cron('companion_tick');
    await expect.poll(() => html('talk')).toContain('A blog');
    // Newly written comments follow the order, too.
    await change(`update_option( 'comment_order', 'desc' );`);
    await expect.poll(() => html('talk')).toContain('data-newest-first="true"');
    for (const javaScriptEnabled of [true, false]) {
      const writer = await visitor({ javaScriptEnabled });
      const written = await open('talk', writer);
      await later();
      await write(written, `At the top, ${javaScriptEnabled}`);
      await written.getByText('Your comment is published').waitFor();
      expect(await written.locator('#comments ol > li').first().textContent()).toContain('At the top');
      await writer.close();
    }
    await change(`update_option( 'comment_order', 'asc' );`);
    await expect.poll(() => html('talk')).toContain('data-newest-first="false"');
    const context = await visitor();
    const page = await open('talk', context);
    const author = (id: number) => page.locator(`#comment-${id} > p > a`);
    expect(await author(linked).getAttribute('href')).toBe('https://omar.example/?a=1&b=2');
    expect(await author(linked).getAttribute('rel')).toBe('nofollow ugc');
    expect(await author(bad).getAttribute('href')).toBeNull();
    const direction = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).direction);
    expect(await direction(`#comment-${linked} .prose p:first-child`)).toBe('rtl');
    expect(await direction(`#comment-${linked} .prose p:last-child`)).toBe('ltr');
    expect(await page.locator(`#comment-${linked} button`).count()).toBe(1);
    expect(await page.locator(`#comment-${ping} button`).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  test.each([12, 45])(
    '%i comments of 64 KB that are full of smileys leave a post as it is',
    async (count) => {
      const name = `loud-${count}`;
      const remark = (text: string, date: string) =>
        `wp_insert_comment( [ 'comment_post_ID' => $id, 'comment_author' => 'Reader', 'comment_content' => ${text}, 'comment_date' => ${date}, 'comment_date_gmt' => ${date} ] );`;
      const id = await php<number>(`
      $id = wp_insert_post( [ 'post_status' => 'publish', 'post_name' => '${name}', 'post_title' => 'The ${name}', 'post_content' => '<p>Some words.</p>', 'comment_status' => 'open' ] );
      ${remark(`'The first ordinary remark.'`, `'2026-02-01 09:00:00'`)}
      for ( $i = 0; $i < ${count}; $i++ ) { ${remark(`str_repeat( ':mrgreen: ', 6450 )`, `gmdate( 'Y-m-d H:i:s', 1769940000 + $i )`)} }
      ${remark(`'The last ordinary remark.'`, `'2026-02-02 10:00:00'`)}
      echo $id;`);
      await wordpress.clearLog();
      const response = await fetch(`${site.url}/${name}/`);
      const page = await response.text();
      expect(response.status).toBe(200);
      for (const words of ['Some words.', 'The first ordinary remark.', 'The last ordinary remark.'])
        expect(page).toContain(words);
      expect(page.match(/<li\b[^>]*\sid="comment-\d+"/g)).toHaveLength(count + 2);
      expect(page.length).toBeLessThan(1_000_000);
      const post = (await wordpress.log()).filter(({ operation }) => operation === 'GetPost');
      expect(Math.max(...post.map(({ bytes }) => bytes))).toBeLessThan(count * 34 * 1024 + 20_000);

      await change(`wp_update_post( [ 'ID' => ${id}, 'post_content' => '<p>Better words.</p>' ] );`);
      await expect.poll(() => html(name)).toContain('Better words.');
      expect(await html(name)).toContain('The first ordinary remark.');
    },
  );

  test('comments that close with the age of a post, and those for registered people', async () => {
    await change(
      `update_option( 'close_comments_for_old_posts', 1 ); update_option( 'close_comments_days_old', 30 );`,
    );
    await expect.poll(() => html('old')).not.toContain('comment-form');
    expect(await html('talk')).toContain('comment-form');
    await change(`update_option( 'comment_registration', 1 );`);
    await expect.poll(() => html('talk')).toContain('Only registered people can comment');
    const link = /href="([^"]*wp-login[^"]*)"/.exec(await html('talk'))?.[1]?.replaceAll('&amp;', '&');
    expect(new URL(link ?? '').searchParams.get('redirect_to')).toBe(
      `${wordpress.url}/talk/?on-wordpress=1#respond`,
    );
    await change(`update_option( 'comment_registration', 0 );`);
    await expect.poll(() => html('talk')).toContain('comment-form');
  });

  test('name and address are remembered where that is asked for, and never otherwise', async () => {
    const context = await visitor();
    let page = await open('talk', context);
    await page.check('[name=remember]');
    await write(page, 'Remember me', 'Grace');
    await page.getByText('Your comment is published').waitFor();
    page = await open('talk', context);
    await page.focus('#comment-comment');
    await expect.poll(() => page.inputValue('#comment-author')).toBe('Grace');
    await later();
    await page.uncheck('[name=remember]');
    await write(page, 'Forget me');
    await page.getByText('Your comment is published').waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await context.close();
  });

  test('what a visitor has written looks as the whole style sheet has it, a first reply too', async () => {
    const context = await visitor();
    const page = await open('busy', context);
    const markup =
      '<blockquote>Said</blockquote> <a href="https://example.org">linked</a> <code>code</code> <em>and</em> <strong>more</strong>';
    await write(page, `${markup} a remark`);
    await page.getByText('Your comment is published').waitFor();
    await later();
    await page.locator('#comments li button').first().click();
    await page.fill('#comment-comment', `${markup} a reply`);
    await page.click('#comment-form button');
    await page.locator('#comments ol ol li blockquote').waitFor();
    const { found, compared } = await differences(page, '#comments ol ol:has(> li[tabindex="-1"])');
    expect(compared).toBeGreaterThan(1_000);
    expect(found).toEqual([]);
    await context.close();
  });

  test('markup of strangers is harmless, and WordPress down loses nothing', async () => {
    await later();
    const context = await visitor();
    const page = await open('talk', context);
    const attack =
      '<script>window.hit=1</script><img src=x onerror="window.hit=1"><a href="javascript:hit=1">a link</a>';
    await page.fill('#comment-url', 'javascript:window.hit=1');
    await page.evaluate(() => document.querySelector('form#comment-form')?.setAttribute('novalidate', ''));
    await page.fill('#comment-author', '<img src=x onerror=hit=1>Mallory');
    await page.fill('#comment-email', 'mallory@example.org');
    await write(page, `${attack} of an attacker`);
    await page.getByText('Your comment is published').waitFor();
    expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
    await wordpress.cron('companion_tick');
    const comments = async () =>
      /<section id="comments"(.*)<section id="respond"/s.exec(await html('talk'))?.[1];
    await expect.poll(comments).toContain('Mallory');
    const section = await comments();
    expect(section).not.toMatch(/onerror|javascript:|<script/);

    await wordpress.fail({ kind: 'refuse' });
    await page.fill('#comment-comment', 'While WordPress is away');
    await page.click('#comment-form button');
    await page.getByText('could not be sent').waitFor();
    expect(await page.inputValue('#comment-comment')).toBe('While WordPress is away');
    await wordpress.fail(null);
    await context.close();
  });
});
