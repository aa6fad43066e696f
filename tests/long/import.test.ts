import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationPassword } from '../wordpress/companion/session';
import { type Connected, connect, delivered } from '../wordpress/companion/site';
import { whyNoWordPress } from '../wordpress/server';

const reason = whyNoWordPress();
const posts = 10_000;

/** Posts in one transaction: SQLite takes 75 ms for each otherwise. */
const insert = (from: number, number: number) => `
  global $wpdb; wp_defer_term_counting( true ); $wpdb->query( 'BEGIN' );
  for ( $i = ${from}; $i < ${from + number}; $i++ ) { wp_insert_post( [ 'post_status' => 'publish', 'post_title' => "Post $i", 'post_name' => "post-$i", 'post_content' => 'x' ] ); }
  $wpdb->query( 'COMMIT' );`;

describe.skipIf(reason)(`an import of ${posts} posts${reason ? ` (${reason})` : ''}`, () => {
  let site: Connected;
  beforeAll(async () => {
    site = await connect();
  });
  afterAll(() => site?.stop());

  /** Whether the site was told of a post, by its path or by everything. */
  const told = (number: number) => {
    const paths = delivered(site.receiver);
    return '/*' in paths || `/post-${number}` in paths;
  };

  it('in one process of the importer: one row, one request', async () => {
    site.receiver.clear();
    await site.wordpress.php(`define( 'WP_IMPORTING', true ); ${insert(0, posts)}`);
    const rows = await site.wordpress.php<number>(
      `global $wpdb; echo (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}companion_outbox" );`,
    );
    await site.wordpress.cron('companion_tick');
    console.log(`one process: ${rows} row, ${site.receiver.requests.length} requests`);
    expect(rows).toBe(1);
    expect(site.receiver.requests.length).toBeLessThanOrEqual(2);
    expect([told(0), told(posts - 1)]).toEqual([true, true]);
  });

  it('in batches of 50 posts a process, WP-Cron running every tenth of them', async () => {
    site.receiver.clear();
    for (let batch = 0; batch < posts / 50; batch++) {
      await site.wordpress.php(insert(posts + batch * 50, 50));
      if (batch % 10 === 9) await site.wordpress.cron('companion_tick');
    }
    await site.wordpress.cron('companion_tick');
    console.log(`batches: ${site.receiver.requests.length} requests`);
    expect(site.receiver.requests.length).toBeLessThanOrEqual(100);
    expect(Array.from({ length: posts }, (_, i) => posts + i).filter((number) => !told(number))).toEqual([]);
  });

  it('by REST, a request each, which deliver by themselves: the first ones at once, then once a minute', async () => {
    site.receiver.clear();
    const authorization = await applicationPassword(site.wordpress);
    const start = Date.now();
    for (let i = 0; i < 300; i++) {
      const answer = await fetch(`${site.wordpress.url}/wp-json/wp/v2/posts`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Rest ${i}`, slug: `rest-${i}`, status: 'publish' }),
      });
      expect(answer.status).toBe(201);
    }
    const minutes = (Date.now() - start) / 60_000;
    const byThemselves = site.receiver.requests.length;
    await site.wordpress.cron('companion_tick');
    console.log(
      `300 by REST in ${minutes.toFixed(1)} min: ${byThemselves} requests by themselves, ${site.receiver.requests.length} in all`,
    );
    // A burst of 20, one for each minute, and a delivery may take several requests of 100 paths.
    expect(byThemselves).toBeLessThanOrEqual(20 + Math.ceil(minutes));
    const paths = delivered(site.receiver);
    const lost = Array.from({ length: 300 }, (_, i) => `/rest-${i}`).filter(
      (path) => !(path in paths) && !('/*' in paths),
    );
    expect(lost).toEqual([]);
  });
});
