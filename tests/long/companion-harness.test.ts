import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasChromium, launchChromium } from '../site/chromium';
import { openAdmin } from '../wordpress/companion/admin';
import { type Receiver, startReceiver } from '../wordpress/companion/receiver';
import { startWordPress, type WordPress, whyNoFpm, whyNoMariadb, whyNoWordPress } from '../wordpress/server';

const reason = whyNoWordPress();

describe.skipIf(reason)(`what the tests of the plugin stand on${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver({ secret: 'right' });
    wordpress = await startWordPress({ content: 'empty', constants: { TEST_NUMBER: 7, WP_DEBUG: true } });
  });
  afterAll(async () => {
    await wordpress?.stop();
    await receiver?.stop();
  });
  afterEach(() => {
    receiver.clear();
    receiver.behave({});
  });

  it('has constants that change while it runs, on the command line and on the web', async () => {
    const seen = async () => [
      await wordpress.php('echo json_encode( [ TEST_NUMBER, WP_DEBUG, defined( "DISABLE_WP_CRON" ) ] );'),
      (await fetch(`${wordpress.url}/?environment`)).status,
    ];
    expect(await seen()).toEqual([[7, true, true], 200]);
    wordpress.define({ TEST_NUMBER: 8 });
    expect(await seen()).toEqual([[8, false, true], 200]);
  });

  it('runs WP-Cron: what is due, and what is to be made due', async () => {
    // Old auto-drafts are deleted by an event of WordPress's own.
    await wordpress.php(`wp_insert_post( [ 'post_title' => 'x', 'post_status' => 'auto-draft' ] );
      global $wpdb; $wpdb->query( "UPDATE $wpdb->posts SET post_date = '2020-01-01' WHERE post_status = 'auto-draft'" );
      wp_schedule_single_event( time() + 600, 'wp_scheduled_auto_draft_delete', [ 'x' ] );`);
    const drafts = () =>
      wordpress.php(`echo count( get_posts( [ 'post_status' => 'auto-draft', 'fields' => 'ids' ] ) );`);
    await wordpress.cron();
    expect(await drafts()).toBe(1);
    await wordpress.cron('wp_scheduled_auto_draft_');
    expect(await drafts()).toBe(0);
  });

  it('moves the clock of the plugin', async () => {
    const now = () => wordpress.php<number>("echo apply_filters( 'companion_now', 0 ) - time();");
    await wordpress.moveClock(3600);
    expect(await now()).toBe(3600);
    await wordpress.moveClock(0);
    expect(await now()).toBe(0);
  });

  const post = (body: unknown, at = receiver.url) =>
    fetch(`${at}/api/revalidate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
    });

  it('has a receiver that judges as the site does', async () => {
    const answer = await post({ secret: 'right', paths: ['/a', '/b/'] });
    expect([answer.status, await answer.json()]).toEqual([200, { revalidated: true, paths: ['/a', '/b'] }]);
    expect((await post({ secret: 'wrong', paths: ['/c'] })).status).toBe(401);
    expect((await post({ secret: 'right', paths: ['//evil.example'] })).status).toBe(400);
    const check = await post({ secret: 'right', paths: [] });
    expect([check.status, check.headers.get('webhook-supports')]).toEqual([400, 'wildcard']);
    expect([...receiver.paths()]).toEqual(['/a', '/b/']);
    expect(receiver.requests[0]).toMatchObject({
      method: 'POST',
      path: '/api/revalidate',
      raw: '{"secret":"right","paths":["/a","/b/"]}',
      json: { secret: 'right' },
    });
  });

  it('has a receiver that fails as it is told to, and never counts that as delivered', async () => {
    const body = { secret: 'right', paths: ['/a'] };
    receiver.behave({ status: 301 });
    const moved = await post(body);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/moved']);
    receiver.behave({ status: 503, headers: { 'Retry-After': '7' } });
    expect((await post(body)).headers.get('retry-after')).toBe('7');
    receiver.behave({ hang: true });
    const patience = AbortSignal.timeout(300);
    await expect(fetch(`${receiver.url}/api/revalidate`, { signal: patience })).rejects.toThrow('timeout');
    await receiver.refuse();
    await expect(post(body)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await receiver.listen();
    expect(receiver.paths().size).toBe(0);
    receiver.behave({ delayMs: 200 });
    const before = Date.now();
    const waiting = receiver.waitFor(receiver.requests.length + 1);
    await post(body);
    await waiting;
    expect(Date.now() - before).toBeGreaterThanOrEqual(199);
    expect([...receiver.paths()]).toEqual(['/a']);
    await expect(receiver.waitFor(99, 10)).rejects.toThrow('of 99 requests in 10 ms');
  });

  it('is reached by WordPress, at an address of its own too', async () => {
    const other = await startReceiver({ host: '127.0.0.2' });
    const ask = (url: string) =>
      wordpress.php(
        `$answer = wp_remote_get( '${url}' ); echo json_encode( is_wp_error( $answer ) ? $answer->get_error_code() : 200 );`,
      );
    try {
      expect(await ask(receiver.url)).toBe(200);
      wordpress.define({});
      expect(await ask(other.url)).toBe('http_request_not_executed');
      wordpress.define({ WP_ACCESSIBLE_HOSTS: '127.0.0.2' });
      expect(await ask(other.url)).toBe(200);
      expect(other.requests).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  it('had nothing to complain about', () => {
    expect(wordpress.phpErrors()).toBe('');
  });
});

describe.skipIf(reason)(`the plugin's folder${reason ? ` (${reason})` : ''}`, () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'companion-copy-'));
  const main = path.join(copy, 'headless-site-companion.php');
  afterAll(() => {
    rmSync(copy, { recursive: true });
    vi.unstubAllEnvs();
  });

  it('outlives the plugin that WordPress deletes, though it is linked there', async () => {
    writeFileSync(
      main,
      '<?php /* Plugin Name: Copy */ add_action( "init", fn() => define( "COPY_RUNS", true ) );',
    );
    vi.stubEnv('COMPANION_DIR', copy);
    const wordpress = await startWordPress({ content: 'empty', companion: true });
    try {
      expect(await wordpress.php('echo json_encode( defined( "COPY_RUNS" ) );')).toBe(true);
      const remove = `require_once ABSPATH . 'wp-admin/includes/admin.php';
        $plugin = 'headless-site-companion/headless-site-companion.php';
        deactivate_plugins( $plugin );
        echo json_encode( [ delete_plugins( [ $plugin ] ), is_dir( WP_PLUGIN_DIR . '/' . dirname( $plugin ) ) ] );`;
      expect(await wordpress.php(remove)).toEqual([true, false]);
      expect(existsSync(main)).toBe(true);
    } finally {
      await wordpress.stop();
    }
  });
});

describe.skipIf(reason)(`a network of sites${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty', multisite: true });
  });
  afterAll(() => wordpress?.stop());

  it('takes another site, with an admin, REST and GraphQL of its own', async () => {
    const add = "echo wpmu_create_blog( DOMAIN_CURRENT_SITE, '/two/', 'Two', 1 );";
    expect(await wordpress.php(add)).toBe(2);
    const where = 'echo json_encode( [ get_current_blog_id(), home_url() ] );';
    expect(await wordpress.php(where)).toEqual([1, wordpress.url]);
    expect(await wordpress.php(where, '/two/')).toEqual([2, `${wordpress.url}/two`]);
    const rest = await (await fetch(`${wordpress.url}/two/wp-json/`)).json();
    expect(rest.name).toBe('Two');
    const login = await fetch(`${wordpress.url}/two/wp-admin/`, { redirect: 'manual' });
    expect(login.headers.get('location')).toContain(`${wordpress.url}/two/wp-login.php?`);
    const graphql = await fetch(
      `${wordpress.url}/two/graphql?query=${encodeURIComponent('{generalSettings{url}}')}`,
    );
    expect(await graphql.json()).toMatchObject({
      data: { generalSettings: { url: `${wordpress.url}/two` } },
    });
    await wordpress.cron('', '/two/');
    expect(wordpress.phpErrors()).toBe('');
  });
});

const noHost = reason ?? whyNoMariadb() ?? whyNoFpm();
describe.skipIf(noHost)(`a host as most are${noHost ? ` (${noHost})` : ''}`, () => {
  it('has MariaDB, nginx and PHP-FPM', async () => {
    const wordpress = await startWordPress({ content: 'empty', database: 'mariadb', server: 'fpm' });
    try {
      const database = 'global $wpdb; echo json_encode( $wpdb->get_var( "SELECT VERSION()" ) );';
      expect(await wordpress.php(database)).toContain('MariaDB');
      await wordpress.cron();
      const answer = await fetch(`${wordpress.url}/wp-login.php`);
      expect([answer.status, answer.headers.get('server')]).toEqual([200, expect.stringContaining('nginx')]);
      const graphql = await fetch(`${wordpress.graphqlUrl}?query={__typename}`);
      expect(await graphql.json()).toMatchObject({ data: { __typename: 'RootQuery' } });
      const picture = await fetch(`${wordpress.url}/wp-includes/images/media/default.png`);
      expect(picture.headers.get('content-type')).toBe('image/png');
      expect(wordpress.phpErrors()).toBe('');
    } finally {
      await wordpress.stop();
    }
  });
});

describe.each(['6.1', 'newest'] as const)('the block editor of WordPress %s', (version) => {
  const reason = whyNoWordPress(version) ?? (hasChromium ? null : 'there is no /usr/bin/chromium');
  it.skipIf(reason)(`opens and publishes${reason ? ` (${reason})` : ''}`, async () => {
    let browser: Browser | undefined;
    const wordpress = await startWordPress({ version, content: 'empty' });
    try {
      browser = await launchChromium();
      const { page, complaints } = await openAdmin(browser, wordpress);
      await page.goto(`${wordpress.url}/wp-admin/post-new.php?post_type=page`);
      await page.waitForFunction('window.wp?.data?.select("core/editor")?.getCurrentPostId() > 0');
      const publish = `(async () => {
        wp.data.dispatch('core/editor').editPost({ title: 'From the editor', status: 'publish' });
        wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('core/paragraph', { content: 'Hello' }));
        await wp.data.dispatch('core/editor').savePost();
        return wp.data.select('core/editor').getCurrentPost().link;
      })()`;
      const link = await page.evaluate<string>(publish);
      const shown = await (await fetch(link)).text();
      expect(/<p[^>]*>Hello<\/p>/.exec(shown)?.[0]).toBeDefined();
      expect([complaints, wordpress.phpErrors()]).toEqual([[], '']);
    } finally {
      await browser?.close();
      await wordpress.stop();
    }
  });
});
