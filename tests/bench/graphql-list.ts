/**
 * Prints what the companion costs a list of 100 posts by GraphQL, plugin on and off in turn: `npx tsx tests/bench/graphql-list.ts`.
 */
import { listPosts } from '../../src/runtime/wordpress/queries/lists';
import { startWordPress } from '../wordpress/server';
import { median } from './figures';

const RUNS = 30;
const wordpress = await startWordPress({ content: 'nasty', companion: true });
// biome-ignore lint/suspicious/noExplicitAny: the document takes no capabilities
const light = listPosts.document({} as any);
const cards = `{ posts(first: 100) { pageInfo { hasNextPage endCursor } nodes { id title slug excerpt date
  featuredImage { node { sourceUrl altText mediaDetails { width height } } } author { node { name avatar { url } } } categories { nodes { name slug } } } } }`;
const file = 'headless-site-companion/headless-site-companion.php';
const states = {
  off: `update_option( 'active_plugins', array_values( array_diff( get_option( 'active_plugins' ), [ '${file}' ] ) ) );`,
  on: `update_option( 'active_plugins', array_merge( array_diff( get_option( 'active_plugins' ), [ '${file}' ] ), [ '${file}' ] ) );`,
} as const;

try {
  console.log(
    `WordPress ${wordpress.versions.wordpress}, PHP ${wordpress.versions.php}, SQLite; ${RUNS} runs each, in turn`,
  );
  for (const [name, query] of Object.entries({ 'posts(100), light': light, 'posts(100), cards': cards })) {
    const times: Record<keyof typeof states, number[]> = { off: [], on: [] };
    for (let run = -1; run < RUNS; run++) {
      for (const state of ['off', 'on'] as const) {
        await wordpress.php(states[state]);
        await ask(query);
        const before = performance.now();
        await ask(query);
        if (run >= 0) times[state].push(performance.now() - before);
      }
    }
    const [off = 0, on = 0] = [median(times.off), median(times.on)];
    console.log(
      `  ${name}: without ${off.toFixed(0)} ms, with ${on.toFixed(0)} ms (${(on / off).toFixed(2)}x)`,
    );
  }
} finally {
  await wordpress.stop();
}

async function ask(query: string): Promise<void> {
  const response = await fetch(wordpress.graphqlUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { errors } = (await response.json()) as { errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
}
