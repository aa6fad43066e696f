import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../site/create';
import { buildAndServe } from '../site/serve';
import { type ServedSite, secrets } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { applicationPassword } from '../wordpress/companion/session';
import { startWordPress, type WordPress, whyNoWordPress } from '../wordpress/server';

const strategies = ['static', 'isr', 'isr:300', 'ssr'] as const;
const types = ['post', 'page', 'project'] as const;
const changes = ['update', 'publish', 'trash', 'slug'] as const;

type Strategy = (typeof strategies)[number];
type Change = (typeof changes)[number];
/** A visitor's view: the item as it was, as it is, or not at all. */
type Seen = 'old' | 'new' | 'without' | 404 | number;
interface Cell {
  strategy: Strategy;
  what: string;
  change: Change;
  first: Seen;
  second: Seen;
  cache: string;
  requests: number;
}

const reason = whyNoWordPress('newest');

/**
 * Strategy x content type x change: WordPress is edited by REST, the plugin tells the site, two visitors come. The table is
 * printed at the end.
 */
describe.skipIf(reason)(`who sees what after a change${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let authorization: string;
  let port: number;
  const cells: Cell[] = [];

  beforeAll(async () => {
    wordpress = await startWordPress({ version: 'newest', companion: true });
    authorization = await applicationPassword(wordpress);
    port = await freePort();
    await wordpress.php(`
      update_option( 'companion_settings', [ 'serviceUrl' => 'http://127.0.0.1:${port}', 'webhooksEnabled' => true, 'previewEnabled' => true ] );
      update_option( 'companion_secrets', [ 'revalidationSecret' => '${secrets.revalidation}', 'previewSecret' => '${secrets.preview}' ], false );
      do_action( 'companion_connection_changed' );
      wp_insert_term( 'Matrix', 'category' );`);
  });
  afterAll(async () => {
    await wordpress?.stop();
    print(cells);
  });

  describe.each(strategies)('%s', (strategy) => {
    let site: ServedSite;
    const items = new Map<string, number>();
    const slugOf = (type: string, change: Change) => `${type}-${change}-${strategy.replace(':', '')}`;

    beforeAll(async () => {
      for (const type of types)
        for (const change of changes) {
          const slug = slugOf(type, change);
          const id = await wordpress.php<number>(
            `echo wp_insert_post( [ 'post_type' => '${type}', 'post_status' => '${change === 'publish' ? 'draft' : 'publish'}', 'post_title' => 'Old ${slug}',
              'post_name' => '${slug}', 'post_content' => 'x', 'post_category' => '${type}' === 'post' ? [ get_term_by( 'name', 'Matrix', 'category' )->term_id ] : [] ] );`,
          );
          items.set(slug, id);
        }
      await told();
      const flags = ['posts', 'pages', 'archives', 'homepage'].flatMap((name) => [`--${name}`, strategy]);
      const dir = await createSite(
        `matrix-${strategy.replace(':', '')}`,
        '--cms-url',
        wordpress.url,
        '--custom',
        `project=${strategy}`,
        ...flags,
      );
      site = await buildAndServe(dir, wordpress.graphqlUrl, {}, port);
    });
    afterAll(() => site?.stop());

    const told = async () => {
      for (let i = 0; i < 20; i++) {
        await wordpress.cron('companion_tick');
        const waiting = await wordpress.php<number>(
          `echo json_encode( array_sum( array_slice( HeadlessSiteCompanion\\Plugin::instance()->queue_stats->counts(), 0, 3 ) ) );`,
        );
        if (waiting === 0) return;
        await sleep(250);
      }
      // The site is not up yet when the posts are made: those rows are put away.
      await wordpress.php(`global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_outbox" );`);
    };
    const visit = async (path: string, slug: string): Promise<{ seen: Seen; cache: string }> => {
      const response = await fetch(site.url + path, { redirect: 'manual' });
      const text = await response.text();
      const cache = response.headers.get('cache-control') ?? '';
      if (response.status !== 200) return { seen: response.status, cache };
      if (text.includes(`New ${slug}`)) return { seen: 'new', cache };
      return { seen: text.includes(`Old ${slug}`) ? 'old' : 'without', cache };
    };
    const asked = async () => (await wordpress.log()).filter(({ operation }) => operation !== null).length;

    const cases = types.flatMap((type) => changes.map((change) => [type, change] as const));
    test.each(cases)('%s, %s', async (type, change) => {
      const slug = slugOf(type, change);
      const prefix = type === 'project' ? '/project' : '';
      const before = `${prefix}/${slug}/`;
      const after = change === 'slug' ? `${prefix}/${slug}-moved/` : before;
      const addresses: [what: string, path: string][] = [
        [type, after],
        ...(change === 'slug' ? [[`${type}, old address`, before] as [string, string]] : []),
        ...(type === 'post'
          ? ([
              ['archive', '/category/matrix/'],
              ['homepage', '/'],
            ] as [string, string][])
          : []),
      ];
      // Somebody has been everywhere.
      for (const [, path] of [...addresses, ['', before] as const]) await visit(path, slug);
      await sleep(500);

      const rest = `${wordpress.url}/wp-json/wp/v2/${type === 'project' ? 'project' : `${type}s`}/${items.get(slug)}`;
      const fields = {
        update: { title: `New ${slug}` },
        publish: { title: `New ${slug}`, status: 'publish' },
        trash: {},
        slug: { title: `New ${slug}`, slug: `${slug}-moved` },
      }[change];
      const response = await fetch(rest, {
        method: change === 'trash' ? 'DELETE' : 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      });
      expect(response.status, await response.text()).toBe(200);
      await told();

      for (const [what, path] of addresses) {
        await wordpress.clearLog();
        const first = await visit(path, slug);
        await sleep(900);
        const second = await visit(path, slug);
        await sleep(400);
        const cell = { strategy, what, change, first: first.seen, second: second.seen, cache: second.cache };
        cells.push({ ...cell, requests: await asked() });
        expect([first.seen, second.seen], `${what} at ${path}`).toEqual(expected(strategy, what, change));
      }
    });
  });
});

/** The views of the two visitors. */
function expected(strategy: Strategy, what: string, change: Change): [Seen, Seen] {
  const isList = what === 'archive' || what === 'homepage';
  const after: Seen = change === 'trash' ? (isList ? 'without' : 404) : 'new';
  // WordPress remembers the old slugs of what has no parents; an old address of a page leads nowhere there either.
  const moved = what.startsWith('page') ? 404 : 308;
  if (strategy === 'ssr') return what.endsWith('old address') ? [moved, moved] : [after, after];
  if (isList) {
    const before: Seen = change === 'publish' ? 'without' : 'old';
    return strategy === 'static' ? [before, before] : [before, after];
  }
  // A static page stays until the next build; only its 404 goes.
  if (strategy === 'static') {
    if (what.endsWith('old address')) return ['old', 'old'];
    return change === 'update' || change === 'trash' ? ['old', 'old'] : ['new', 'new'];
  }
  if (what.endsWith('old address')) return [moved, moved];
  // Only an update is shown once more: nobody may see a 404 or a deleted text again.
  return change === 'update' ? ['old', 'new'] : [after, after];
}

function print(cells: Cell[]): void {
  const rows = [
    ['strategy', 'what', 'change', 'first', 'second', 'CMS requests', 'Cache-Control'],
    ...cells.map((c) =>
      [c.strategy, c.what, c.change, c.first, c.second, c.requests, c.cache].map((value) => String(value)),
    ),
  ];
  console.log(`\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`);
}
