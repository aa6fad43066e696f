/**
 * Prints what the companion's content index costs at 10,000 posts, beside one page of the walk that it replaces:
 * `npx tsx tests/bench/content-index.ts [mariadb]`. Budgets: 1 s for the whole index, 3 s where a plugin filters addresses.
 */
import { listPosts } from '../../src/runtime/wordpress/queries/lists';
import { ownPlugin } from '../wordpress/companion/own-plugin';
import { startWordPress } from '../wordpress/server';
import { seedPosts } from './seed-posts';

const RUNS = 7;
const database = process.argv[2] === 'mariadb' ? 'mariadb' : 'sqlite';
const wordpress = await startWordPress({ content: 'empty', companion: true, database });
try {
  await seedPosts(wordpress, 1, 10_000);
  console.log(
    `WordPress ${wordpress.versions.wordpress}, PHP ${wordpress.versions.php}, ${database}, 10,000 posts`,
  );
  for (const structure of ['/%postname%/', '/%category%/%postname%/']) {
    await wordpress.php(`update_option('permalink_structure', '${structure}');`);
    console.log(`\n${structure}`);
    await line('whole index', wholeIndex);
    for (const filter of ['post_link', 'graphql_data_is_private']) {
      const deactivate = await ownPlugin(wordpress, `add_filter('${filter}', fn($value) => $value);`);
      await line(`whole index, ${filter} filtered`, wholeIndex);
      await deactivate();
    }
    await line('checksum alone', () => ask('{companionIndex(type:"post"){checksum}}'));
  }
  // biome-ignore lint/suspicious/noExplicitAny: the document takes no capabilities
  await line('\none of 100 requests of the walk', () => ask(listPosts.document({} as any)));
  await line('{__typename}', () => ask('{__typename}'));
} finally {
  await wordpress.stop();
}

async function wholeIndex() {
  let bytes = 0;
  let rows = 0;
  let requests = 0;
  for (let after = 0, more = true; more; requests++) {
    const { companionIndex: page } = await ask(
      `{companionIndex(type:"post",after:${after}){rows endCursor hasNextPage}}`,
    );
    bytes = Math.max(bytes, Buffer.byteLength(JSON.stringify(page.rows)));
    rows += JSON.parse(page.rows).length;
    after = page.endCursor;
    more = page.hasNextPage;
  }
  if (rows !== 10_000) throw new Error(`${rows} rows`);
  return `${requests} requests, the largest ${Math.round(bytes / 1000)} kB as JSON`;
}

async function line(name: string, run: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  let note: unknown;
  await run();
  for (let i = 0; i < RUNS; i++) {
    const before = performance.now();
    note = await run();
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  const [min, median, max] = [times[0], times[RUNS >> 1], times.at(-1)].map((ms) => Math.round(ms ?? 0));
  console.log(
    `  ${name}: min ${min}, median ${median}, max ${max} ms${typeof note === 'string' ? `; ${note}` : ''}`,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: whatever was asked for
async function ask(query: string): Promise<any> {
  const response = await fetch(wordpress.graphqlUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
