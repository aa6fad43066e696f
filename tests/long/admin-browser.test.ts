import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasChromium, launchChromium } from '../site/chromium';
import { openAdmin } from '../wordpress/companion/admin';
import { changes, plugin } from '../wordpress/companion/admin-site';
import { ownPlugin } from '../wordpress/companion/own-plugin';
import {
  type Connected,
  complaints,
  configure,
  connect,
  previewSecret,
  revalidationSecret,
} from '../wordpress/companion/site';
import { type Version, whyNoWordPress } from '../wordpress/server';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const evil = `<img src=x onerror="document.title='EVIL'">`;

for (const version of ['6.1', 'newest'] as const) {
  const reason = whyNoWordPress(version) ?? (hasChromium ? null : 'there is no Chromium');
  const title = `the admin pages in Chromium, WordPress ${version}`;
  describe.skipIf(reason)(`${title}${reason ? ` (${reason})` : ''}`, () => pages(version));
}

function pages(version: Version) {
  let site: Connected;
  let browser: Browser;
  /** Cookies of the administrator: one login serves all tests. */
  let session: Awaited<ReturnType<BrowserContext['storageState']>>;
  let page: Page;
  /** Errors in the browser; a test that provokes one takes it out. */
  let wrong: string[];
  beforeAll(async () => {
    site = await connect({ version });
    browser = await launchChromium();
    const { page: first } = await openAdmin(browser, site.wordpress);
    session = await first.context().storageState();
    await first.context().close();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });
  beforeEach(async () => {
    site.receiver.behave({});
    await php(`${configure(site.receiver.url)} delete_option( 'companion_deliveries' );
      global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_outbox" ); $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_activity" );`);
    // A context each: a clock that a test has stopped stands still in all pages of its context.
    const context = await browser.newContext({ storageState: session });
    // Gravatar and the like: nothing is asked of the outside.
    await context.route(
      (url) => url.protocol.startsWith('http') && !url.hostname.startsWith('127.'),
      (route) => route.abort(),
    );
    page = await context.newPage();
    wrong = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('response', (answer) => {
      const url = answer.url();
      if (answer.status() >= 400 && url.startsWith(site.wordpress.url))
        wrong.push(`${answer.status()} ${url.slice(site.wordpress.url.length)}`);
    });
  });
  afterEach(async () => {
    await page.context().close();
    expect(wrong).toEqual([]);
    expect(complaints(site.wordpress)).toBe('');
  });

  const open = (slug: string) => page.goto(`${site.wordpress.url}/wp-admin/admin.php?page=companion-${slug}`);
  const php = <T>(code: string) => site.wordpress.php<T>(code);

  describe('the dashboard', () => {
    const routes = ['cache/stats', 'connection/status', 'dashboard/stats'];
    /** Requests to our routes since the last look. */
    let asked: Request[];
    const looked = () => {
      const names = asked.map((request) => /companion\/v1\/(\w+\/\w+)/.exec(request.url())?.[1]).sort();
      asked = [];
      return names;
    };
    /** Opens it with a clock that the test turns. */
    const start = async () => {
      asked = [];
      page.on('request', (request) => {
        if (decodeURIComponent(request.url()).includes('companion/v1')) asked.push(request);
      });
      await page.clock.install({ time: '2026-01-01' });
      await page.clock.pauseAt('2026-01-02');
      await php(`${plugin}->connection->check( true );`);
      await open('dashboard');
      expect(looked()).toEqual([]);
    };
    const answers = () => expect.poll(() => page.locator('[data-state="refreshing"]').count()).toBe(0);
    /** Lets time pass in the browser, and the answers arrive. */
    const pass = async (ms: number) => {
      await page.clock.runFor(ms);
      await answers();
    };
    const visible = (yes: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, !yes);
    const note = () => page.locator('#hsc-refresh').textContent();

    it('Limits: dashboard auto-refresh', async () => {
      await start();
      await php(
        `${plugin}->outbox->add( ${changes('/waits')} ); ${plugin}->log->add( 'content', 'A new entry' );`,
      );
      await pass(29_900);
      expect(looked()).toEqual([]);
      expect(await page.locator('[data-hsc="stats.webhooks.queue.pending"]').textContent()).toBe('0');
      await pass(100);
      expect(looked()).toEqual(routes);
      expect(await page.locator('[data-hsc="stats.webhooks.queue.pending"]').textContent()).toBe('1');
      expect(await page.locator('#hsc-activity li').first().textContent()).toContain('A new entry');
      expect(await note()).toMatch(
        /^Figures as of \d{4}-.* Refreshed every 30 seconds while this page is visible\.$/,
      );
      await pass(29_900);
      expect(looked()).toEqual([]);
      await pass(100);
      expect(looked()).toEqual(routes);
    });
    // The same script in the same browser: what follows is asked of one WordPress.
    if (version !== 'newest') return;

    it('asks at once where it shows what a check of long ago has found', async () => {
      await start();
      await php(`$known = get_transient( 'companion_connection' );
        set_transient( 'companion_connection', array_merge( $known, [ 'checkedAt' => time() - 60 ] ) );`);
      await page.reload();
      await answers();
      expect(looked()).toEqual(routes);
    });
    it('changes nothing where nothing has changed', async () => {
      await php(`wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'A post' ] );
        ${plugin}->history->add( ${plugin}->clock->now() - 4000, 200, 1234567, 1500, [ '/about' ] );
        ${plugin}->outbox->put_aside( ${changes('/lost')}, 0, '' );
        update_option( 'timezone_string', 'Asia/Kathmandu' );`);
      await start();
      const text = () =>
        page.evaluate(() =>
          Array.from(document.querySelectorAll('.hsc-card dd, .hsc-list'), (part) =>
            part.textContent?.replace(/\s+/g, ' '),
          ),
        );
      // Those that are about this moment.
      const ages = /^(\d+ (ms|s|min)|\d{4}-\d\d-\d\d .*)$/;
      const before = await text();
      await pass(30_000);
      expect(looked()).toEqual(routes);
      await php(`update_option( 'timezone_string', '' );`);
      const still = (all: (string | undefined)[]) => all.filter((part) => !ages.test(part ?? ''));
      expect(still(await text())).toEqual(still(before));
      expect(before.some((part) => part?.includes('1,234,567 ms'))).toBe(true);
      await php(`wp_delete_post( get_posts()[0]->ID, true );`);
    });
    it('waits while the page is hidden, and asks at once when it is seen again', async () => {
      await start();
      await visible(false);
      expect(await note()).toBe('Paused while this page is hidden.');
      await pass(600_000);
      expect(looked()).toEqual([]);
      await visible(true);
      await answers();
      expect(looked()).toEqual(routes);
      expect(await note()).toContain('Refreshed every 30 seconds');
      await pass(30_000);
      expect(looked()).toEqual(routes);
    });
    it('asks less often while answers fail, says so, and recovers', async () => {
      await start();
      await page.route('**/companion/v1/**', (route) => route.fulfill({ status: 503, body: 'no' }));
      await pass(30_000);
      for (const seconds of [60, 120, 240, 300, 300]) {
        expect(await note()).toBe(`The figures could not be refreshed. Next attempt in ${seconds} seconds.`);
        expect(looked()).toEqual(routes);
        await pass(seconds * 1000 - 100);
        expect(looked()).toEqual([]);
        await pass(100);
      }
      looked();
      await page.unroute('**/companion/v1/**');
      await pass(300_000);
      expect(await note()).toContain('Refreshed every 30 seconds');
      looked();
      await pass(30_000);
      expect(looked()).toEqual(routes);
      wrong.splice(0, wrong.length, ...wrong.filter((line) => !line.startsWith('503 ')));
    });
    it('gets a new nonce when the old one has expired, once for all requests', async () => {
      await start();
      const first = await page.evaluate(
        () => (window as unknown as { companionDashboard: { nonce: string } }).companionDashboard.nonce,
      );
      const nonces: (string | undefined)[] = [];
      let renewed = 0;
      const answered = page.waitForResponse((answer) => answer.url().includes('action=rest-nonce'));
      await page.route('**/companion/v1/**', async (route) => {
        const headers = route.request().headers();
        nonces.push(headers['x-wp-nonce']);
        const old = headers['x-wp-nonce'] === first && nonces.length <= 3;
        // One of the three hears so late that another has got the new one already.
        if (nonces.length === 3) await answered;
        await route.continue({ headers: { ...headers, ...(old ? { 'x-wp-nonce': '0123456789' } : {}) } });
      });
      page.on('request', (request) => {
        if (request.url().includes('action=rest-nonce')) renewed++;
      });
      await pass(30_000);
      expect(await note()).toContain('Refreshed every 30 seconds');
      expect([renewed, nonces.length]).toEqual([1, 6]);
      expect(wrong.splice(0)).toEqual(Array(3).fill(expect.stringMatching(/^403 .*companion/)));
    });
    it('finds the routes where permalinks are plain', async () => {
      const permalinks = (structure: string) =>
        php(`$GLOBALS['wp_rewrite']->set_permalink_structure( '${structure}' ); flush_rewrite_rules();`);
      await permalinks('');
      await start();
      await pass(30_000);
      await permalinks('/%postname%/');
      expect(asked).toHaveLength(3);
      expect(await note()).toContain('Refreshed every 30 seconds');
    });
    it('says that one is logged out', async () => {
      await start();
      await page.context().clearCookies();
      await pass(30_000);
      expect(await note()).toBe('You are logged out. Log in again and reload this page.');
      expect(wrong.splice(0).length).toBeGreaterThan(0);
    });
    it('shows and announces that the connection is lost and found again', async () => {
      await start();
      const dot = () =>
        page.locator('.hsc-dot').evaluate((element) => getComputedStyle(element).backgroundColor);
      const live = page.locator('#hsc-live[aria-live="polite"]');
      const green = await dot();
      await pass(30_000);
      // Connected as before: nothing to announce.
      expect(await page.locator('#hsc-status').textContent()).toContain('connected');
      site.receiver.behave({ status: 401 });
      await php(`delete_transient( 'companion_connection' );`);
      expect(await live.textContent()).toBe('');
      await pass(30_000);
      expect(await page.locator('#hsc-word').textContent()).toBe('disconnected');
      expect(await live.textContent()).toBe('The site is now disconnected.');
      expect(await page.locator('.hsc-fix').isVisible()).toBe(true);
      const red = await dot();
      const [r = 0, g = 0] = red.match(/\d+/g)?.map(Number) ?? [];
      const [r2 = 0, g2 = 0] = green.match(/\d+/g)?.map(Number) ?? [];
      expect([r > g, g2 > r2]).toEqual([true, true]);
      site.receiver.behave({});
      await php(`delete_transient( 'companion_connection' );`);
      await pass(30_000);
      expect(await live.textContent()).toBe('The site is now connected.');
      expect(await page.locator('.hsc-fix').isVisible()).toBe(false);
    });
    it('writes what others wrote as text, and leaves the focus where it is', async () => {
      await php(`${plugin}->outbox->put_aside( ${changes('/first')}, 500, 'HTTP 500' );`);
      await start();
      const button = page.getByRole('button', { name: 'Replay /first' });
      await button.focus();
      const code = Buffer.from(evil).toString('base64');
      await php(`$evil = base64_decode( '${code}' ); ${plugin}->log->add( 'error', "Entry $evil" );
        ${plugin}->history->add( ${plugin}->clock->now(), 200, 5, 1, [ "/$evil" ] );`);
      await pass(30_000);
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await page.locator('#hsc-activity li').first().textContent()).toContain(`Entry ${evil}`);
      expect(await page.locator('#hsc-builds').textContent()).toContain(`/${evil}`);
      await php(
        `$evil = base64_decode( '${code}' ); ${plugin}->outbox->put_aside( ${changes('/second')}, 0, $evil );`,
      );
      await pass(30_000);
      const row = page.locator('#hsc-undelivered tbody tr').first();
      expect(await row.textContent()).toContain(evil);
      expect(await page.locator('.hsc img').count()).toBe(0);
      expect(await page.title()).not.toBe('EVIL');
      // A row that the script has made works like those of the server.
      await Promise.all([
        page.waitForURL('**page=companion-dashboard'),
        page.getByRole('button', { name: 'Replay /second' }).click(),
      ]);
      await page.getByText('1 change is back in the queue.').waitFor();
      expect(await page.locator('#hsc-undelivered tbody tr').count()).toBe(1);
    });
  });

  describe('the settings', () => {
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const stored = () =>
      php<[Record<string, unknown>, Record<string, string>]>(
        `echo json_encode( [ get_option( 'companion_settings' ), get_option( 'companion_secrets' ) ] );`,
      );
    it('are filled in and saved by keyboard alone', async () => {
      await php(
        `delete_option( 'companion_settings' ); delete_option( 'companion_secrets' ); delete_option( 'companion_connected' );`,
      );
      await open('settings');
      await page.getByLabel('Address of the site').focus();
      await page.keyboard.type(site.receiver.url);
      await press('Tab');
      await page.keyboard.type(revalidationSecret);
      await press('Tab');
      await page.keyboard.type(previewSecret);
      await press('Tab', 'Space', 'Tab', 'Space', 'Tab', 'ArrowDown');
      // The redirect is disabled until the site is connected, and passed over.
      await press('Tab', 'Space', 'Tab', 'ControlOrMeta+a');
      await page.keyboard.type('21');
      await press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save settings');
      await Promise.all([page.waitForURL('**page=companion-settings'), press('Enter')]);
      await page.getByRole('status').getByText('Connection: connected.').waitFor();
      expect(await stored()).toEqual([
        {
          serviceUrl: site.receiver.url,
          webhooksEnabled: true,
          previewEnabled: true,
          previewMode: 'plain',
          noindexFrontEnd: true,
          logDays: 21,
        },
        { revalidationSecret, previewSecret },
      ]);
      await page.getByLabel('Send visitors of WordPress to the site').check();
    });
    it('say beside the field what is wrong with it', async () => {
      await open('settings');
      await page.getByLabel('Days to keep entries').fill('999');
      await page.getByRole('button', { name: 'Save settings' }).click();
      await page.getByRole('alert').getByText('Nothing was saved.').waitFor();
      const field = page.getByLabel('Days to keep entries');
      expect(await field.inputValue()).toBe('999');
      const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
      const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).textContent()));
      expect(texts[0]).toBe('logDays must be: integer 1-365.');
    });
    const whole = () =>
      JSON.stringify({
        version: 1,
        serviceUrl: site.receiver.url,
        revalidationSecret,
        previewSecret,
        webhooksEnabled: true,
        previewEnabled: true,
        previewMode: 'signed',
      });
    for (const way of ['by file', 'by paste'] as const)
      it(`are imported ${way}`, async () => {
        await php(`delete_option( 'companion_settings' ); delete_option( 'companion_secrets' );`);
        await open('settings');
        if (way === 'by paste') await page.getByLabel('Or its text').fill(whole());
        else {
          const file = path.join(
            mkdtempSync(path.join(tmpdir(), 'companion-import-')),
            'companion-settings.json',
          );
          writeFileSync(file, whole());
          await page.getByLabel('File', { exact: true }).setInputFiles(file);
        }
        await page.getByRole('button', { name: 'Import settings' }).click();
        const status = page.getByRole('status');
        await status.getByText('Delete the file companion-settings.json now').waitFor();
        expect(await status.textContent()).toContain('Connection: connected.');
        expect((await stored())[1]).toEqual({ revalidationSecret, previewSecret });
        expect(await page.content()).not.toContain(revalidationSecret);
      });
  });

  it('Site Health shows the result of the asynchronous test', async () => {
    await page.goto(`${site.wordpress.url}/wp-admin/site-health.php`);
    await page.getByText('The headless site is connected').first().waitFor({ state: 'attached' });
    wrong.splice(0);
  });

  describe('look', () => {
    const folder = path.join(
      process.env.COMPANION_SHOTS ?? path.join(tmpdir(), 'companion-screenshots'),
      version,
    );
    mkdirSync(folder, { recursive: true });
    const fill = () =>
      php(`wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'A post with a title that is rather long, to see how it breaks' ] );
        ${plugin}->dispatcher->run();
        for ( $i = 1; $i <= 4; $i++ ) { ${plugin}->log->add( [ 'content', 'revalidation', 'preview', 'error' ][ $i % 4 ], "An entry of type $i, which says something at some length.", [ 'paths' => [ '/a', '/b/c' ], 'status' => 200 + $i, 'ms' => 1234 ] ); }
        ${plugin}->outbox->put_aside( ${changes('/a-path-that-is-rather-long/with-many-parts/and-no-space-to-break-it-anywhere-at-all')}, 422, 'HTTP 422' );
        ${plugin}->history->add( ${plugin}->clock->now(), 200, 44, 3, [ '/about', '/imprint' ] );`);
    const looks = {
      wide: { width: 1280, height: 900 },
      'on a phone': { width: 390, height: 844 },
    };
    for (const [look, viewport] of Object.entries(looks))
      it(`${look}: no sideways scrolling, nothing that axe objects to`, async () => {
        await fill();
        await page.setViewportSize(viewport);
        const check = async (name: string) => {
          expect([name, await sticksOut(page)]).toEqual([name, []]);
          expect([name, await violations(page)]).toEqual([name, []]);
          await page.screenshot({ path: path.join(folder, `${name}-${viewport.width}.png`), fullPage: true });
        };
        for (const slug of ['dashboard', 'activity', 'settings']) {
          await open(slug);
          if (slug === 'activity') await page.locator('summary').first().click();
          await check(slug);
        }
        await page.getByLabel('Days to keep entries').fill('0');
        await page.getByRole('button', { name: 'Save settings' }).click();
        await page.getByRole('alert').waitFor();
        await check('settings-wrong');
        site.receiver.behave({ status: 401 });
        await php(
          `delete_transient( 'companion_connection' ); require_once ABSPATH . 'wp-admin/includes/plugin.php'; deactivate_plugins( 'wp-graphql/wp-graphql.php' );`,
        );
        await open('dashboard');
        await check('dashboard-wrong');
        await php(
          `require_once ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin( 'wp-graphql/wp-graphql.php' ); ${plugin}->circuit->close();`,
        );
      });
    it('from right to left: no sideways scrolling', async () => {
      await fill();
      const end = await ownPlugin(
        site.wordpress,
        `add_action( 'after_setup_theme', function () { $GLOBALS['wp_locale']->text_direction = 'rtl'; } );`,
      );
      for (const [look, viewport] of Object.entries(looks)) {
        await page.setViewportSize(viewport);
        for (const slug of ['dashboard', 'activity', 'settings']) {
          await open(slug);
          expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
          expect([look, slug, await sticksOut(page)]).toEqual([look, slug, []]);
          await page.screenshot({
            path: path.join(folder, `${slug}-rtl-${viewport.width}.png`),
            fullPage: true,
          });
        }
      }
      await end();
    });
  });
}

/** Elements of our part of the page that are wider than the window (from right to left WordPress's own admin bar is). */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('.hsc, .hsc *, .hsc-notice *'))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < 0 || right > window.innerWidth);
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );
}

/** Violations that axe finds in our part of the page; the rest is WordPress's. */
async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const result = await axe.run('#wpbody-content', {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return result.violations.map(
      (v) => `${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    );
  });
}
