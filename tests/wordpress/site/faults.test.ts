import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { mintLinkToken, now } from '@/runtime/pages/preview/token';
import { createSite } from '../../site/create';
import { buildAndServe } from '../../site/serve';
import { untilIdle } from '../../site/support/idle';
import { newClient } from '../../site/support/new-client';
import { type ServedSite, secrets } from '../../site/support/site-server';
import { variations } from '../../support/variations';
import { type FailureMode, startWordPress, type WordPress, whyNoPlugin, whyNoWordPress } from '../server';

const rankMath = ['seo-by-rank-math', 'wp-graphql-rank-math'];
const reason = whyNoWordPress('newest');
/** Seconds after which Next tries a page again whose render has failed, at the latest. */
const REST = 31;

/** A site in front of a real WordPress that fails in WordPress's own ways. */
describe.skipIf(reason)(`a WordPress that fails${reason ? ` (${reason})` : ''}`, () => {
  let cms: WordPress;
  let site: ServedSite;
  let dir: string;
  let clock: string;
  let ahead = 0;
  const noRankMath = whyNoPlugin(...rankMath);

  beforeAll(async () => {
    cms = await startWordPress({ version: 'newest', companion: true, plugins: noRankMath ? [] : rankMath });
    await cms.php(`update_option( 'posts_per_page', 5 );`);
    await publish('Known before the fault', 'known');
    await cms.php(`$page = fn( $slug, $parent ) => wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => $slug, 'post_name' => $slug, 'post_parent' => $parent ] );
      $page( 'child', $page( 'api', 0 ) );`);
    dir = await createSite('faults', '--cms-url', cms.url, '--archives', 'isr', '--homepage', 'isr');
    clock = path.join(dir, '.clock');
    writeFileSync(clock, '0');
    const loader = pathToFileURL(fileURLToPath(new URL('../../site/support/clock.mjs', import.meta.url)));
    site = await buildAndServe(dir, cms.graphqlUrl, {
      NODE_OPTIONS: `--import ${loader.href}`,
      CLOCK: clock,
    });
  });
  afterAll(async () => {
    await site?.stop();
    await cms?.stop();
  });
  afterEach(async () => {
    await cms.fail(null);
    await fault('');
    await later(REST);
  });

  const publish = (title: string, slug: string) =>
    cms.php(
      `wp_insert_post( [ 'post_status' => 'publish', 'post_title' => '${title}', 'post_name' => '${slug}' ] );`,
    );
  const rename = (slug: string, title: string) =>
    cms.php(
      `wp_update_post( [ 'ID' => get_page_by_path( '${slug}', OBJECT, 'post' )->ID, 'post_title' => '${title}' ] );`,
    );
  const fault = (kind: string) => cms.php(`update_option( 'test_fault', '${kind}' );`);
  const later = async (seconds: number) => {
    ahead += seconds * 1000;
    writeFileSync(clock, String(ahead));
    await sleep(60);
  };
  const get = async (address: string) => {
    const response = await fetch(site.url + address, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': newClient() },
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const say = async (events: Record<string, string | undefined>) => {
    const response = await fetch(`${site.url}/api/revalidate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret: secrets.revalidation, paths: Object.keys(events), events }),
    });
    expect(response.status).toBe(200);
  };
  /** Visits until a page is as it should be; what is made behind a visit takes as long as the machine needs. */
  const becomes = async (address: string, is: (page: Awaited<ReturnType<typeof get>>) => boolean) => {
    await cms.clearLog();
    try {
      await expect.poll(async () => is(await get(address)), { interval: 300 }).toBe(true);
    } catch (cause) {
      const { status, headers } = await get(address);
      const asked = (await cms.log()).map(({ operation, status }) => `${operation} ${status}`).slice(-30);
      const page = `${status}, x-nextjs-cache: ${headers.get('x-nextjs-cache')}`;
      throw new Error(
        `${address} stays (${page}); WordPress was asked: ${asked}; ${site.output().slice(-2_000)}`,
        { cause },
      );
    }
  };

  // The first test: the clocks agree still.
  test('a preview that does not open names clocks that are too far apart', async () => {
    await cms.php(`update_option( 'companion_settings', [ 'serviceUrl' => '${site.url}', 'webhooksEnabled' => false, 'previewEnabled' => true ] );
      update_option( 'companion_secrets', [ 'previewSecret' => '${secrets.preview}' ], false );`);
    const item = {
      id: String(await cms.php(`echo wp_insert_post( [ 'post_title' => 'Only a draft' ] );`)),
      type: 'post',
    };
    const open = async (ends: number) => {
      const secret = mintLinkToken(secrets.preview, item, now() + ends);
      return get(`/api/preview?${new URLSearchParams({ secret, ...item })}`);
    };
    const apart = (minutes: number) =>
      `The clock of this site is ${minutes} minutes ahead of that of WordPress`;
    expect(await open(3600)).toMatchObject({ status: 307 });
    expect(await open(-1)).toMatchObject({
      status: 401,
      text: expect.stringContaining('once more from WordPress'),
    });
    await later(360);
    expect(await open(3600)).toMatchObject({ status: 404, text: expect.stringContaining(apart(6)) });
    await later(7200);
    expect(await open(3600)).toMatchObject({ status: 401, text: expect.stringContaining(apart(126)) });
  });

  test('a page called api is shown with its child, and leaves the other pages as they are', async () => {
    for (const address of ['/api/', '/api/child/']) expect((await get(address)).status).toBe(200);
    const manifest = JSON.parse(readFileSync(path.join(dir, '.next/prerender-manifest.json'), 'utf8'));
    expect(Object.keys(manifest.dynamicRoutes)).toContain('/[...path]');
    expect((await get('/nothing-is-here/')).status).toBe(404);
    expect((await get('/known/')).headers.get('cache-control')).toContain('s-maxage');
  });

  const failures = variations<[string, () => Promise<unknown>]>(4, [
    ['dies of a fatal error', () => fault('fatal')],
    ['answers {"data":{}}', () => cms.fail(answering('{"data":{}}'))],
    ['answers every list as null', () => cms.fail({ kind: 'nullLists' })],
    ['cannot read its table of posts', () => fault('database')],
    ['answers that nothing is anywhere', () => cms.fail({ kind: 'nullFields' })],
    ['answers objects without anything in them', () => cms.fail({ kind: 'emptyFields' })],
    ['answers half an answer', () => cms.fail({ kind: 'cut' })],
  ]);

  test.for(failures)('%s: good pages stay, and nothing that it says is kept', async ([name, fail]) => {
    const slug = name.replace(/\W+/g, ' ').trim().replaceAll(' ', '-');
    const good = await get('/known/');
    const home = await get('/');
    expect([good.status, home.status]).toEqual([200, 200]);
    await publish(`Published before: ${name}`, slug);
    await rename('known', `Edited before: ${name}`);
    await fail();
    await say({ '/known/': 'update', '/': 'update', [`/${slug}/`]: 'publish' });
    for (let i = 0; i < 3; i++) {
      // A post is made of no list at its top; whoever sees the edit saw what WordPress said.
      const seen = await get('/known/');
      expect([seen.status, /(Known|Edited) before/.test(seen.text)]).toEqual([200, true]);
      const front = await get('/');
      expect([front.status, count(front.text)]).toEqual([200, count(home.text)]);
      expect((await get(`/${slug}/`)).status).not.toBe(404);
      await sleep(300);
    }
    await cms.fail(null);
    await fault('');
    await later(REST);
    await becomes(`/${slug}/`, ({ status, text }) => status === 200 && text.includes('Published before'));
    await becomes('/known/', ({ text }) => text.includes(`Edited before`));
    expect(site.output()).not.toMatch(/Cannot read properties of undefined/);
  });

  const count = (html: string) => html.match(/<article/g)?.length ?? 0;
  const answering = (body: string): FailureMode => ({ kind: 'answer', status: 200, body });

  test('a visitor does not wait for an answer that drips', async () => {
    await publish('Behind a slow answer', 'dripping');
    await cms.clearLog();
    await cms.fail({ kind: 'drip' });
    expect((await get('/dripping/')).status).toBe(503);
    // Nothing that the page asks has ended yet, only the visitor's wait.
    expect((await cms.log()).filter(({ operation }) => operation !== null)).toEqual([]);
    await cms.fail(null);
    await becomes('/dripping/', ({ status }) => status === 200);
  });

  test('what lives at an address is asked again when everything may have changed', async () => {
    await publish('First a post', 'changes-its-kind');
    expect((await get('/changes-its-kind/')).text).toContain('First a post');
    // Not a word of the plugin about it.
    await cms.php(`global $wpdb;
      $wpdb->update( $wpdb->posts, [ 'post_type' => 'page', 'post_title' => 'Now a page' ], [ 'post_name' => 'changes-its-kind' ] );
      wp_cache_flush();`);
    await say({ '/*': undefined });
    await becomes('/changes-its-kind/', ({ status, text }) => status === 200 && text.includes('Now a page'));
  });

  test('what was hidden past all hooks is shown by nothing once everything may have changed', async () => {
    const title = 'Hidden past all hooks';
    await publish(title, 'hidden-past-hooks');
    await cms.php(`wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Queried', 'post_name' => 'queried',
      'post_content' => '<!-- wp:query {"query":{"perPage":5,"postType":"post","order":"desc","orderBy":"date","inherit":false}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query -->' ] );`);
    await say({ '/hidden-past-hooks/': 'publish', '/queried/': 'publish' });
    const addresses = [
      '/hidden-past-hooks/',
      '/queried/',
      '/feed/',
      '/search/titles.json',
      '/search/texts.json',
    ];
    for (const address of addresses) await becomes(address, ({ text }) => text.includes(title));
    await untilIdle(site);
    await cms.php(`global $wpdb;
      $wpdb->update( $wpdb->posts, [ 'post_status' => 'private' ], [ 'post_name' => 'hidden-past-hooks' ] );
      wp_cache_flush();`);
    await say({ '/*': undefined });
    const shown = await Promise.all(
      addresses.map(async (address) => ((await get(address)).text.includes(title) ? [address] : [])),
    );
    expect(shown.flat()).toEqual([]);
    expect((await get('/hidden-past-hooks/')).status).toBe(404);
  });

  test('a front page that is unpublished is missing, and nothing else is', async () => {
    await publish('Beside the front page', 'beside-the-front');
    const { id } = await cms.php<{ id: number }>(`
      $id = wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Welcome in', 'post_name' => 'welcome-in' ] );
      update_option( 'page_on_front', $id );
      update_option( 'show_on_front', 'page' );
      echo json_encode( [ 'id' => $id ] );`);
    onTestFinished(async () => {
      await cms.php(`update_option( 'show_on_front', 'posts' );`);
      await say({ '/*': 'update' });
      await becomes('/', ({ status }) => status === 200);
    });
    await say({ '/*': 'update' });
    await becomes('/', ({ text }) => text.includes('Welcome in'));
    const turn = (status: string) =>
      cms.php(`wp_update_post( [ 'ID' => ${id}, 'post_status' => '${status}' ] );`);
    // Visitors of WordPress's own pages are led to the site: what WordPress has at `/` is another question.
    const settings = (values: string) =>
      cms.php(
        `update_option( 'companion_settings', array_merge( (array) get_option( 'companion_settings' ), ${values} ) );`,
      );
    onTestFinished(async () => {
      await settings(`[ 'redirectFrontEnd' => false ]`);
    });
    await cms.php(`update_option( 'companion_connected', '1' );`);
    await settings(`[ 'redirectFrontEnd' => true, 'serviceUrl' => '${site.url}' ]`);
    await turn('draft');
    await say({ '/': 'delete', '/welcome-in/': 'delete' });
    await becomes('/', ({ status }) => status === 404);
    expect((await get('/beside-the-front/')).status).toBe(200);
    expect((await get('/welcome-in/')).status).toBe(404);
    await turn('publish');
    await say({ '/': 'publish', '/welcome-in/': 'publish' });
    await becomes('/', ({ text }) => text.includes('Welcome in'));
    // A WordPress that cannot read its posts says the same of everything, on its own front end too.
    await fault('database');
    await say({ '/': 'update', '/beside-the-front/': 'update' });
    expect([(await get('/')).status, (await get('/beside-the-front/')).status]).toEqual([200, 200]);
  });

  test('the list of posts has the address that it is asked for at', async () => {
    const { id } = await cms.php<{ id: number }>(`
      $id = wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'All the news', 'post_name' => 'all-the-news' ] );
      update_option( 'page_for_posts', $id );
      update_option( 'page_on_front', 0 );
      update_option( 'show_on_front', 'page' );
      echo json_encode( [ 'id' => $id ] );`);
    onTestFinished(async () => {
      await cms.php(`update_option( 'show_on_front', 'posts' ); update_option( 'page_for_posts', 0 );`);
      await say({ '/*': 'update' });
      await becomes('/', ({ text }) => !text.includes('All the news'));
    });
    await say({ '/*': 'update' });
    await becomes('/', ({ status, text }) => status === 200 && text.includes('All the news'));
    expect((await get('/all-the-news/')).status).toBe(200);
    await cms.php(`wp_update_post( [ 'ID' => ${id}, 'post_status' => 'draft' ] );`);
    await say({ '/all-the-news/': 'delete' });
    // WordPress itself goes on showing it, without the title of the page.
    await becomes('/all-the-news/', ({ text }) => !text.includes('All the news'));
    expect((await get('/all-the-news/')).status).toBe(200);
    expect((await get('/all-the-news/page/2/')).status).toBe(200);
  });

  test('an address at which WPGraphQL fails: missing where WordPress says so, otherwise a failure that is named once', async () => {
    await fault('/fr/');
    const missing = await get('/fr/');
    expect([missing.status, missing.text.includes('<h1')]).toEqual([404, true]);
    await cms.php(`update_option( 'test_shown', '/fr/' );`);
    await say({ '/fr/': 'publish' });
    for (let i = 0; i < 3; i++) {
      const failed = await get('/fr/');
      // 503 within five seconds of a fault of the whole WordPress.
      expect([500, 503]).toContain(failed.status);
      expect(failed.headers.get('cache-control')).toContain('no-store');
    }
    expect(site.output().match(/WPGraphQL fails at the address \/fr/g)).toHaveLength(1);
  });

  const needed: [string, string][] = [
    ['the companion plugin', 'headless-site-companion/headless-site-companion.php'],
    ['WPGraphQL', 'wp-graphql/wp-graphql.php'],
  ];
  test.for(needed)(
    'without %s no page is lost or poorer, and with it changes arrive',
    async ([name, file]) => {
      const turn = (how: string) =>
        cms.php(`require_once ABSPATH . 'wp-admin/includes/plugin.php'; ${how}_plugins( [ '${file}' ] );`);
      const { published } = await cms.inventory();
      const addresses = [
        ...['/', '/page/2/', '/sitemap.xml', '/feed.xml'],
        // The search is rendered for each request, and its chunks differ.
        ...published.map((item) => item.path).filter((at) => at !== '/search/'),
      ];
      const good = new Map<string, string>();
      const settled = async () => {
        await cms.untilQuiet();
        await untilIdle(site);
        await cms.untilQuiet();
      };
      // A render that a jump of the clock has met fails, and its page stays as it is for half a minute.
      await settled();
      await later(REST);
      for (const address of addresses) await get(address);
      // The site has rendered what was stale.
      await settled();
      for (let left = addresses; left.length > 0; ) {
        // WordPress was too slow for a render of these: until the next one each page is that of an earlier test.
        const stale: string[] = [];
        for (const address of left) {
          const { status, text, headers } = await get(address);
          if (headers.get('x-nextjs-cache') === 'STALE') stale.push(address);
          else if (status === 200) good.set(address, text);
        }
        left = stale;
        if (stale.length > 0) {
          await settled();
          await later(REST);
        }
      }
      expect(good.size).toBeGreaterThan(30);
      onTestFinished(async () => {
        await turn('activate');
      });
      await turn('deactivate');
      await later(2 * 3600);
      for (let round = 0; round < 3; round++) {
        for (const [address, text] of good) {
          const page = await get(address);
          expect(differences(text, page), address).toEqual([]);
        }
        await sleep(300);
      }
      // WPGraphQL is named by each failure; a companion that is gone is found out by a question that succeeds.
      if (name !== 'WPGraphQL') expect(site.output()).toContain('the companion plugin is not active');
      await site.restart();
      expect(await get('/')).toMatchObject({ status: 200, text: good.get('/') });
      await turn('activate');
      await rename('known', `Edited with ${name}`);
      await say({ '/*': undefined });
      await later(REST);
      await becomes('/known/', ({ text }) => text.includes(`Edited with ${name}`));
    },
  );

  describe.skipIf(noRankMath)(`a plugin that comes and goes${noRankMath ? ` (${noRankMath})` : ''}`, () => {
    const plugins = `[ 'seo-by-rank-math/rank-math.php', 'wp-graphql-rank-math/wp-graphql-rank-math.php' ]`;
    const on = () =>
      cms.php(
        `require_once ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugins( ${plugins} ); update_option( 'rank_math_wizard_completed', true ); update_option( 'rank_math_is_configured', true );`,
      );
    const off = () =>
      cms.php(`require_once ABSPATH . 'wp-admin/includes/plugin.php'; deactivate_plugins( ${plugins} );`);

    test('its fields are asked for when they are there, and no page is lost when they are not', async () => {
      await on();
      await cms.clearLog();
      await say({ '/*': undefined });
      // Rank Math needs its wizard before it answers; that it is asked is what counts here.
      const isAsked = async () => {
        await get('/known/');
        const posts = (await cms.log()).filter(({ operation }) => operation === 'GetPost');
        return posts.some(({ query }) => query?.includes('canonicalUrl'));
      };
      await expect.poll(isAsked).toBe(true);
      await off();
      // Nobody says anything: the schema's own error does.
      await say({ '/known/': 'update', '/': 'update' });
      for (let i = 0; i < 3; i++) {
        for (const address of ['/known/', '/']) expect((await get(address)).status).toBe(200);
        await sleep(300);
      }
      await publish('Without the plugin', 'without-the-plugin');
      await becomes('/without-the-plugin/', ({ status }) => status === 200);
    });
  });
});

/** Says how a page differs: its status, and the text around the first difference, short enough for the one line that a failure has in CI. */
function differences(text: string, page: { status: number; text: string }): string[] {
  if (page.status === 200 && page.text === text) return [];
  let at = 0;
  while (at < text.length && text[at] === page.text[at]) at++;
  const around = (all: string) => all.slice(Math.max(0, at - 80), at + 200);
  return [`${page.status}: ${around(text)} became ${around(page.text)}`];
}
