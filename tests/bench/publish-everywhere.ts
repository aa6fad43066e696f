/**
 * Prints how long it takes until a new post is visible everywhere (its page, the home page, its category, feed, sitemap and search),
 * and what that asks of the CMS, while the site grows: `npx tsx tests/bench/publish-everywhere.ts [rounds [200,2000,10000,100000]]`.
 * A real WordPress on MariaDB, a real save by REST, a site that was built with a few posts; the others come by SQL, as an import
 * that no hook tells of. Also the first search after a restart. Ends with 2 when a goal is missed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createSite } from '../site/create';
import { buildAndServe, type ServedSite } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { applicationPassword } from '../wordpress/companion/session';
import { configure, previewSecret, revalidationSecret } from '../wordpress/companion/site';
import { startWordPress, whyNoMariadb, whyNoWordPress } from '../wordpress/server';
import { figure } from './figures';
import { seedPosts } from './seed-posts';

const ROUNDS = Number(process.argv[2] ?? 20);
const SIZES = (process.argv[3] ?? '200,2000,10000,100000').split(',').map(Number);
/** Seconds and CMS requests at the 95th percentile; those of the first search after a restart, up to 10,000 posts. */
const GOALS = { upTo10000: 2, beyond: 3, requests: 6, search: 1, searchRequests: 0 };
const CATEGORY = '/category/term-3';
/** A word of all seeded posts. */
const SEARCH = { path: '/search/results?q=ordinary', shows: 'ordinary' };
const PAGES = ['/', '/feed', CATEGORY, '/sitemap.xml', SEARCH.path];
const SHARES = [0.5, 0.95, 1];
/** Milliseconds after which all is read again: half of the shortest interval of a site, home's. */
const NEW = 30_000;
/** Milliseconds between two visits of somebody who waits. */
const VISIT = 100;
/** Milliseconds without a question after which there are none. */
const QUIET = 5_000;
/** Milliseconds after which it counts as never, and that an import may take: 90,000 texts are 900 requests. */
const PATIENCE = { change: 120_000, import: 1_200_000 };

const reason = whyNoWordPress() ?? whyNoMariadb();
if (reason) throw new Error(reason);
const ports = { wordpress: await freePort(), site: await freePort() };
const address = `http://127.0.0.1:${ports.site}`;
const wordpress = await startWordPress({
  port: ports.wordpress,
  content: 'empty',
  companion: true,
  database: 'mariadb',
  constants: { DISABLE_WP_CRON: false, WP_DEBUG: false },
});
let site: ServedSite | undefined;
try {
  let posts = 20;
  await seedPosts(wordpress, 1, posts);
  const env = { REVALIDATION_SECRET: revalidationSecret, PREVIEW_SECRET: previewSecret };
  const folder = await createSite('publish-everywhere', '--cms-url', wordpress.url, '--site-url', address);
  site = await buildAndServe(folder, wordpress.graphqlUrl, env, ports.site);
  await wordpress.php(configure(site.url));
  const authorization = await applicationPassword(wordpress);
  for (const size of SIZES) {
    await seedPosts(wordpress, posts + 1, size);
    posts = size;
    await known(site, posts);
    await measure(site, size, authorization);
  }
} finally {
  await site?.stop();
  await wordpress.stop();
}

/** Until sitemap and search have shown the newest of the seeded posts: nobody tells of an import by SQL but this webhook. */
async function known({ url }: ServedSite, posts: number): Promise<void> {
  await everythingChanged(url);
  const began = performance.now();
  const slug = `it-s-ordinary-and-long-enough-post-number-${posts}`;
  const { sitemap, search } = places(`number ${posts}`, slug);
  await Promise.all([sitemap, search].map((place) => until(url, place, began, PATIENCE.import)));
  const seconds = Math.round((performance.now() - began) / 1000);
  await quiet(began);
  const read = Math.round((performance.now() - began) / 1000);
  // Reading took longer than the interval: what that has made old, some of it within the rounds, belongs to no publication.
  await allNew(url);
  console.log(
    `\n${posts} posts: the imported ones are known after ${seconds} s, their texts are read after ${read} s`,
  );
}

/** Has all read again, so that no interval ends within the next minute. */
async function allNew(url: string): Promise<void> {
  const began = performance.now();
  await everythingChanged(url);
  for (const page of PAGES) await textOf(url, page);
  await quiet(began);
}

async function everythingChanged(url: string): Promise<void> {
  await fetch(`${url}/api/revalidate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: revalidationSecret, paths: ['/*'] }),
  });
}

/** Until the site has asked the CMS nothing for a while. */
async function quiet(began: number): Promise<void> {
  for (let last = -1, now = 0; now !== last && performance.now() - began < PATIENCE.import; ) {
    last = now;
    await sleep(QUIET);
    now = (await wordpress.log()).length;
  }
}

interface Place {
  path: string;
  shows: string;
}

/** Where a new post is to be seen, beside its own page and its category. */
function places(title: string, slug: string) {
  return {
    home: { path: '/', shows: slug },
    feed: { path: '/feed', shows: slug },
    sitemap: { path: '/sitemap.xml', shows: slug },
    search: { path: `/search/results?${new URLSearchParams({ q: title })}`, shows: slug },
  };
}

async function measure(running: ServedSite, size: number, authorization: string): Promise<void> {
  const times: Record<string, number[]> = {};
  const requests: string[][] = [];
  let newAt = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    // Data that expires by home's own interval, such as menus and settings, belongs to no publication, and not to the restart behind the last one.
    if (performance.now() - newAt > NEW) {
      await allNew(running.url);
      newAt = performance.now();
    }
    const word = `w${Date.now().toString(36)}x`;
    await wordpress.clearLog();
    const began = performance.now();
    const response = await fetch(`${wordpress.url}/wp-json/wp/v2/posts`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: `Round ${word}`,
        slug: word,
        status: 'publish',
        content: 'Words.',
        categories: [103],
      }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const all = {
      ...places(word, word),
      page: { path: `/${word}`, shows: `Round ${word}` },
      category: { path: CATEGORY, shows: word },
    };
    const { page, ...lists } = all;
    const time = async (name: string, place: Place) => {
      times[name] ??= [];
      times[name].push(await until(running.url, place, began));
    };
    const seen = Object.entries(lists).map(([name, place]) => time(name, place));
    // Nobody knows of it before a list shows it.
    await Promise.race(seen);
    await Promise.all([time('page', page), ...seen]);
    requests.push(await operations());
    if (process.env.DEBUG)
      console.log(
        (await wordpress.log()).map(({ operation, ms }) => `${operation} ${Math.round(ms)}`).join(', '),
      );
    times.everywhere ??= [];
    times.everywhere.push(Math.max(...Object.keys(all).map((name) => times[name]?.at(-1) ?? 0)));
    await sleep(1_500 + Math.random() * 1_500);
  }
  console.log(`\n${size} posts, ${ROUNDS} rounds: median / 95 % / most, ms`);
  for (const [name, list] of Object.entries(times))
    console.log(`  ${name.padEnd(11)} ${SHARES.map((share) => Math.round(at(list, share))).join(' / ')}`);
  const counts = requests.map((list) => list.length);
  const typical = requests[counts.indexOf(at(counts, 0.5))] ?? [];
  console.log(`  CMS requests ${SHARES.map((share) => at(counts, share)).join(' / ')}: ${typical.join(' ')}`);
  figure({
    name: `publish to visible everywhere, 95 %, ${size} posts, s`,
    ours: at(times.everywhere ?? [], 0.95) / 1000,
    goal: { most: size > 10_000 ? GOALS.beyond : GOALS.upTo10000 },
  });
  const most = { most: GOALS.requests };
  figure({ name: `its CMS requests, 95 %, ${size} posts`, ours: at(counts, 0.95), goal: most });
  await firstSearch(running, size);
}

async function firstSearch(running: ServedSite, size: number): Promise<void> {
  // Data that is stale before the restart is refetched by the next search in any process.
  await textOf(running.url, SEARCH.path);
  await quiet(performance.now());
  await wordpress.clearLog();
  await running.restart();
  const began = performance.now();
  await until(running.url, SEARCH, began);
  const seconds = (performance.now() - began) / 1000;
  const asked = await operations();
  if (asked.length > 0) console.log(`  asked: ${asked.join(' ')}`);
  const name = `first search after a restart, ${size} posts`;
  const goal = (most: number) => (size > 10_000 ? {} : { goal: { most } });
  figure({ name: `${name}, s`, ours: seconds, ...goal(GOALS.search) });
  figure({ name: `${name}, CMS requests`, ours: asked.length, ...goal(GOALS.searchRequests) });
}

/** Operations that the CMS received since its log was cleared. */
async function operations(): Promise<string[]> {
  const asked = (await wordpress.log()).filter(({ path }) => path.startsWith('/graphql'));
  return asked.map(({ operation }) => operation ?? '?');
}

function at(list: number[], share: number): number {
  return list.toSorted((a, b) => a - b)[Math.ceil(list.length * share) - 1] ?? Number.NaN;
}

/** The sitemap of many addresses is an index of its parts, the newest first: whoever reads all of them ten times a second measures that. */
async function textOf(url: string, path: string): Promise<string> {
  const text = await fetch(url + path).then(
    (response) => response.text(),
    () => '',
  );
  const [, part] = /<loc>[^<]*(\/sitemap[^<]*\.xml)<\/loc>/.exec(text) ?? [];
  return part ? (await fetch(url + part)).text() : text;
}

async function until(
  url: string,
  { path, shows }: Place,
  began: number,
  patience = PATIENCE.change,
): Promise<number> {
  while (performance.now() - began < patience) {
    if ((await textOf(url, path)).includes(shows)) return performance.now() - began;
    await sleep(VISIT);
  }
  console.log(`  never: ${path}`);
  return Number.POSITIVE_INFINITY;
}
