import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../site/create';
import { buildAndServe } from '../site/serve';
import type { ServedSite } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { previewSecret, revalidationSecret } from '../wordpress/companion/site';
import { startWordPress, type WordPress, whyNoPlugin, whyNoWordPress } from '../wordpress/server';

const rankMath = ['seo-by-rank-math', 'wp-graphql-rank-math'];
const reason = whyNoWordPress('newest') ?? whyNoPlugin(...rankMath);
/** Minutes that all ways of failing take together; FAILING_MINUTES=60 is the hour. */
const MINUTES = Number(process.env.FAILING_MINUTES ?? 10);
/** Seconds after which nothing may be wrong any more. */
const RECOVERY_S = 60;
const ADDRESSES = 50;

/**
 * A site of fifty addresses that somebody visits all the while, in front of a WordPress that fails in ten ways, one after the
 * other, while its editors go on. The clocks are real: this is what a bad hour looks like.
 */
describe.skipIf(reason)(`an hour of a WordPress that fails${reason ? ` (${reason})` : ''}`, () => {
  let cms: WordPress;
  let site: ServedSite;
  /** Titles that each address has shown or may show, the newest last. */
  const titles = new Map<string, string[]>();

  beforeAll(async () => {
    const port = await freePort();
    cms = await startWordPress({ version: 'newest', content: 'empty', companion: true, plugins: rankMath });
    await cms.php(`
      for ( $i = 1; $i <= ${ADDRESSES - 5}; $i++ )
        wp_insert_post( [ 'post_status' => 'publish', 'post_title' => "Post $i, as it was", 'post_name' => "post-$i", 'post_content' => "<p>Words of $i.</p>", 'post_date' => sprintf( '2026-01-%02d 10:%02d:00', 1 + $i % 28, $i % 60 ) ] );
      for ( $i = 1; $i <= 5; $i++ )
        wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => "Page $i, as it was", 'post_name' => "page-$i", 'post_content' => "<p>Words of $i.</p>" ] );`);
    for (let i = 1; i <= ADDRESSES - 5; i++) titles.set(`/post-${i}/`, [`Post ${i}, as it was`]);
    for (let i = 1; i <= 5; i++) titles.set(`/page-${i}/`, [`Page ${i}, as it was`]);
    const url = `http://127.0.0.1:${port}`;
    const answers = ['--posts', 'isr', '--pages', 'isr', '--archives', 'isr', '--homepage', 'isr'];
    const dir = await createSite('failing-hour', '--cms-url', cms.url, '--site-url', url, ...answers);
    const env = { REVALIDATION_SECRET: revalidationSecret, PREVIEW_SECRET: previewSecret };
    site = await buildAndServe(dir, cms.graphqlUrl, env, port);
  });
  afterAll(async () => {
    await site?.stop();
    await cms?.stop();
  });

  const activate = (on: boolean) =>
    cms.php(`require_once ABSPATH . 'wp-admin/includes/plugin.php';
      ${on ? 'activate_plugins' : 'deactivate_plugins'}( [ 'seo-by-rank-math/rank-math.php', 'wp-graphql-rank-math/wp-graphql-rank-math.php' ] );`);
  const fault = (kind: string) => cms.php(`update_option( 'test_fault', '${kind}' );`);
  const proxied = (mode: Parameters<WordPress['fail']>[0]) => ({
    begin: () => cms.fail(mode),
    end: () => cms.fail(null),
  });
  const inPhp = (kind: string) => ({ begin: () => fault(kind), end: () => fault('') });

  const ways: Record<string, { begin(): Promise<unknown>; end(): Promise<unknown>; again?: boolean }> = {
    'a fatal error of PHP, as JSON': inPhp('fatal'),
    '{"data":{}}': proxied({ kind: 'answer', status: 200, body: '{"data":{}}' }),
    'lists that are null': proxied({ kind: 'nullLists' }),
    'truncated answers': proxied({ kind: 'cut' }),
    'a web page with status 200': proxied({ kind: 'html' }),
    '429 with a far Retry-After': proxied({ kind: 'status', status: 429, retryAfter: 3600 }),
    'answers that drip': proxied({ kind: 'drip' }),
    'refused connections': proxied({ kind: 'refuse' }),
    'a schema without excerpts': inPhp('schema'),
    'an SEO plugin that comes and goes': {
      begin: () => {
        isActive = !isActive;
        return activate(isActive);
      },
      end: () => activate(false),
      again: true,
    },
  };
  let isActive = false;

  const say = async (address: string) => {
    const body = { secret: revalidationSecret, paths: [address], events: { [address]: 'update' } };
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${site.url}/api/revalidate`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  };
  const get = async (address: string) => {
    const response = await fetch(site.url + address, { redirect: 'manual' });
    return { status: response.status, title: /<h1[^>]*>([^<]*)/.exec(await response.text())?.[1] };
  };

  test.for(Object.entries(ways))('%s', async ([name, way]) => {
    const addresses = [...titles.keys()];
    const lost: string[] = [];
    let visits = 0;
    const visitAll = async (until: number) => {
      for (const address of addresses) {
        const { status, title } = await get(address);
        visits += 1;
        if (status !== 200 || !titles.get(address)?.includes(title ?? ''))
          lost.push(`${address}: ${status} ${title}`);
        const front = await get('/');
        visits += 1;
        if (front.status !== 200) lost.push(`/: ${front.status}`);
        await sleep(100);
        if (Date.now() > until) return;
      }
    };

    const share = (MINUTES * 60_000) / Object.keys(ways).length;
    const end = Date.now() + Math.max(0, share - RECOVERY_S * 1000);
    let edited = 0;
    await way.begin();
    do {
      // Editors go on, and the site is told at the worst time. Sent from here: WP-Cron fails with the rest of this WordPress.
      const address = addresses[edited++ % addresses.length] ?? '';
      const title = `Edit ${edited}, during ${name.replace(/\W+/g, ' ').trim()}`;
      const type = address.startsWith('/page') ? 'page' : 'post';
      await cms.php(
        `wp_update_post( [ 'ID' => get_page_by_path( '${address.slice(1, -1)}', OBJECT, '${type}' )->ID, 'post_title' => '${title}' ] );`,
      );
      await say(address);
      titles.get(address)?.push(title);
      if (way.again) await way.begin();
      await visitAll(end);
    } while (Date.now() < end);
    await way.end();

    const recovered = Date.now() + RECOVERY_S * 1000;
    while (Date.now() < recovered) await visitAll(recovered);
    const wrong: string[] = [];
    for (const address of addresses) {
      const { status, title } = await get(address);
      if (status !== 200 || title !== titles.get(address)?.at(-1))
        wrong.push(`${address}: ${status} ${title}`);
    }
    console.log(`${name}: ${visits} visits, ${edited} edits, ${lost.length} lost, ${wrong.length} wrong`);
    expect({ lost, wrong }).toEqual({ lost: [], wrong: [] });
  });
});
