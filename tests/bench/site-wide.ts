/**
 * Measures how long a change of the site's title takes to reach every stored page without a visit, and what visitors of other pages
 * notice of it: `npx tsx tests/bench/site-wide.ts [renames [posts]]`, 10 renames and 300 posts by default. A real WordPress, real saves
 * by REST, a built site; the pages are read off the disk. Budget: a minute.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSite } from '../site/create';
import { buildAndServe } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { configure, previewSecret, revalidationSecret } from '../wordpress/companion/site';
import { startWordPress, whyNoWordPress } from '../wordpress/server';
import { figure } from './figures';
import { restOf } from './rest';
import { seedPosts } from './seed-posts';

const RENAMES = Number(process.argv[2] ?? 10);
const POSTS = Number(process.argv[3] ?? 300);
/** Seconds in which every page has to be new, and after which it counts as never. */
const GOAL = 60;
const NEVER = 600;
/** Milliseconds between two visits, all of them of the first few posts. */
const VISIT = 50;
const VISITED = 10;
/** Milliseconds of visits before the first rename. */
const IDLE = 15_000;

const reason = whyNoWordPress('newest');
if (reason) throw new Error(reason);
const port = await freePort();
const wordpress = await startWordPress({
  version: 'newest',
  content: 'empty',
  companion: true,
  constants: { DISABLE_WP_CRON: false, WP_DEBUG: false },
});
await seedPosts(wordpress, 1, POSTS);
const rest = await restOf(wordpress);
const folder = await createSite(
  'site-wide',
  ...['--cms-url', wordpress.url, '--site-url', `http://127.0.0.1:${port}`],
);
const secrets = { REVALIDATION_SECRET: revalidationSecret, PREVIEW_SECRET: previewSecret };
const site = await buildAndServe(folder, wordpress.graphqlUrl, secrets, port);

const built = path.join(folder, '.next/server/app');
const rendered = path.join(folder, '.next/server/route-cache/APP_PAGE');
/** @returns the file of each stored page, by the page's name: what was rendered since the build counts, and not what the build made */
function storedPages(): Map<string, string> {
  const found = new Map<string, string>();
  const routes = existsSync(rendered)
    ? readdirSync(rendered).map((route) => path.join(rendered, route, '$'))
    : [];
  for (const root of [built, ...routes])
    for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.html') && !file.startsWith('_')) found.set(file, path.join(root, file));
  return found;
}
/** @returns the stored pages that do not have the text */
function without(text: string): string[] {
  return [...storedPages()].flatMap(([page, file]) =>
    readFileSync(file, 'utf8').includes(text) ? [] : page,
  );
}

const times: number[] = [];
let isOver = false;
async function visit(): Promise<void> {
  const one = `/it-s-ordinary-and-long-enough-post-number-${1 + Math.floor(Math.random() * VISITED)}/`;
  const began = performance.now();
  const response = await fetch(site.url + one);
  await response.text();
  if (response.status !== 200) console.log(`${one}: ${response.status}`);
  times.push(performance.now() - began);
}
async function visitors(): Promise<void> {
  while (!isOver) {
    void visit().catch(({ message }) => console.log(message));
    await sleep(VISIT);
  }
}
function p95(): number {
  const sorted = times.splice(0).sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN);
}

/** @returns seconds until all stored pages have the title, NEVER at most */
async function rename(title: string): Promise<{ seconds: number; old: string[] }> {
  await rest('settings', { title });
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  let old = without(title);
  for (; old.length > 0 && seconds() < NEVER; old = without(title)) await sleep(500);
  return { seconds: seconds(), old };
}

let slowest = 0;
try {
  await wordpress.php(configure(site.url));
  void visitors();
  await sleep(IDLE);
  console.log(`${storedPages().size} stored pages; visitors wait ${p95()} ms at the 95th percentile`);
  // Connecting says that everything may have changed, and all pages are rendered with all that they ask WordPress for.
  const connected = await rename('Connected');
  console.log(`after connecting: ${connected.seconds.toFixed(1)} s, visitors ${p95()} ms`);
  for (let i = 0; i < RENAMES; i++) {
    const { seconds, old } = await rename(`Named ${i} times`);
    slowest = Math.max(slowest, seconds);
    console.log(`rename ${i}: ${seconds.toFixed(1)} s, ${old.length} old, visitors ${p95()} ms`);
    if (old.length > 0) console.log(old.slice(0, 5).join(' '));
  }
} finally {
  isOver = true;
  await site.stop();
  await wordpress.stop();
}
figure({ name: `a new title on every stored page, ${POSTS} posts, s`, ours: slowest, goal: { most: GOAL } });
