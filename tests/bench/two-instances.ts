/**
 * Counts what visitors of two instances with Redis must not see while editors work: `npx tsx tests/bench/two-instances.ts [edits
 * [seconds [busy]]]`, 500 edits in 180 seconds by default, beside as many busy processes. A real WordPress, edits by REST, visitors of
 * both instances. Then both are killed and started again. Budget: no answer 500 for a page that is stored, nothing that was hidden
 * listed 2 s later, nothing back after the start.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSite } from '../site/create';
import { buildSite } from '../site/serve';
import { startRedis, whyNoServices } from '../site/support/services';
import { startSite } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { configure, previewSecret, revalidationSecret } from '../wordpress/companion/site';
import { startWordPress, whyNoFpm, whyNoMariadb, whyNoWordPress } from '../wordpress/server';
import { figure } from './figures';
import { restOf } from './rest';

const EDITS = Number(process.argv[2] ?? 500);
const SECONDS = Number(process.argv[3] ?? 180);
const BUSY = Number(process.argv[4] ?? 0);
const EDITORS = 6;
const POSTS_OF_EDITOR = 7;
const VISITORS_OF_INSTANCE = 2;
/** Milliseconds between two visits of a visitor. */
const PAUSE_MS = 60;
/** Milliseconds that something hidden may still be listed. */
const LISTED_MS = 2_000;
const LISTS = [
  '/',
  '/category/news/',
  '/feed/',
  '/category/news/feed/',
  '/sitemap.xml',
  '/search/titles.json',
];

const reason = whyNoWordPress('newest') ?? whyNoMariadb() ?? whyNoFpm() ?? whyNoServices();
if (reason) throw new Error(reason);

interface Post {
  id: number;
  slug: string;
  /** Stands in the title, whatever else changes there. */
  mark: string;
  /** When WordPress had hidden it, by performance.now(); undefined while it is public, or becomes so. */
  hiddenAt: number | undefined;
  /** Whether it was seen since it was hidden last: there is a copy to show when WordPress is slow. */
  isStored: boolean;
}

const port = await freePort();
const wordpress = await startWordPress({
  version: 'newest',
  content: 'empty',
  // Most hosts have these: SQLite lets one process write at a time, and PHP's own server cannot go on after its answer.
  database: 'mariadb',
  server: 'fpm',
  companion: true,
  constants: { DISABLE_WP_CRON: false, WP_DEBUG: false },
});
const rest = await restOf(wordpress);
const news = await rest('categories', { name: 'News', slug: 'news' });
const posts: Post[] = [];
for (let i = 0; i < EDITORS * POSTS_OF_EDITOR; i++) {
  const mark = `Mark-${i}-`;
  const body = { title: `${mark} first`, content: 'Words.', status: 'publish', categories: [news.id] };
  posts.push({ ...(await rest('posts', body)), mark, hiddenAt: undefined, isStored: true });
}

const redis = await startRedis();
const built = await createSite(
  'two-instances',
  ...['--cms-url', wordpress.url, '--site-url', `http://127.0.0.1:${port}`],
);
await buildSite(built, wordpress.graphqlUrl);
const env = {
  REVALIDATION_SECRET: revalidationSecret,
  PREVIEW_SECRET: previewSecret,
  REDIS_URL: redis.url,
};
const sites = await Promise.all(
  [port, await freePort()].map((own, i) => {
    const folder = path.join(path.dirname(built), `two-instances-${i}`);
    rmSync(folder, { recursive: true, force: true });
    cpSync(built, folder, { recursive: true, preserveTimestamps: true });
    return startSite(folder, wordpress.graphqlUrl, env, own);
  }),
);

const count = { visits: 0, errors: 0, unstored: 0, listed: 0, shown: 0, back: 0, edits: 0 };
const waits: number[] = [];
let isOver = false;

/** Posts that were hidden long enough ago, and are still hidden. */
const gone = (before: number) => posts.filter(({ hiddenAt = Number.POSITIVE_INFINITY }) => hiddenAt < before);

/** @param client whose address the request comes from: requests of one are served in turns with those of others */
async function get(url: string, client = '203.0.113.1'): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { redirect: 'manual', headers: { 'x-forwarded-for': client } });
  return { status: response.status, text: await response.text() };
}

async function visit(client: string, site: string, at: string, post?: Post): Promise<void> {
  const began = performance.now();
  const hidden = gone(began - LISTED_MS);
  const wasPublic = post?.hiddenAt === undefined;
  const { status, text } = await get(site + at, client);
  count.visits += 1;
  waits.push(performance.now() - began);
  const say = (what: string) => console.log(`${site}${at}: ${what}`);
  // Nothing is stored of a post that was hidden, until it was shown again.
  if (post && status === 200 && wasPublic && post.hiddenAt === undefined) post.isStored = true;
  if (status >= 500) {
    const isStored = post?.isStored ?? true;
    count[isStored ? 'errors' : 'unstored'] += 1;
    say(`${status}, ${isStored ? '' : 'not '}stored`);
  }
  const still = hidden.filter(({ hiddenAt }) => hiddenAt !== undefined);
  for (const { mark, slug, hiddenAt = 0 } of post ? [] : still) {
    if (!text.includes(mark) && !text.includes(`${slug}/`)) continue;
    count.listed += 1;
    say(`${mark} ${Math.round(began - hiddenAt)} ms after it was hidden`);
  }
  if (post && still.includes(post) && status !== 404) {
    count.shown += 1;
    say(`${status}, ${Math.round(began - (post.hiddenAt ?? 0))} ms after it was hidden`);
  }
}

async function visitor(client: string, site: string): Promise<void> {
  for (let i = 0; !isOver; i++) {
    const post = posts[Math.floor(Math.random() * posts.length)];
    if (i % 2 || !post) await visit(client, site, LISTS[(i >> 1) % LISTS.length] ?? '/');
    else await visit(client, site, `/${post.slug}/`, post);
    await sleep(PAUSE_MS);
  }
}

/** Changes a title, hides the post, and publishes it again. */
async function editor(own: readonly Post[]): Promise<void> {
  const pause = (SECONDS * 1_000) / (EDITS / EDITORS);
  const start = performance.now();
  for (let i = 0; i < EDITS / EDITORS; i++) {
    const post = own[Math.floor(i / 3) % own.length];
    if (!post) return;
    const { id, mark } = post;
    if (i % 3 === 0) await rest(`posts/${id}`, { title: `${mark} edited ${i}` });
    if (i % 3 === 1) {
      await rest(`posts/${id}`, { status: 'draft' });
      post.hiddenAt = performance.now();
      post.isStored = false;
      // Long enough hidden to be looked for.
      await sleep(LISTED_MS + 1_500);
    }
    if (i % 3 === 2) {
      post.hiddenAt = undefined;
      await rest(`posts/${id}`, { status: 'publish' });
    }
    count.edits += 1;
    await sleep(Math.max(0, start + (i + 1) * pause - performance.now()));
  }
}

const burners: ChildProcess[] = [];
try {
  await wordpress.php(configure(sites[0]?.url ?? ''));
  await sleep(5_000);
  for (const { url } of sites)
    for (const at of [...LISTS, ...posts.map(({ slug }) => `/${slug}/`)]) {
      const { status } = await get(url + at);
      if (status !== 200) throw new Error(`${url}${at}: ${status}`);
    }
  for (let i = 0; i < BUSY; i++) burners.push(spawn(process.execPath, ['-e', 'for (;;);']));
  const began = performance.now();
  const visitors = sites.flatMap(({ url }) =>
    Array.from({ length: VISITORS_OF_INSTANCE }, (_, i) => visitor(`203.0.113.${i + 2}`, url)),
  );
  const editors = Array.from({ length: EDITORS }, (_, i) =>
    editor(posts.filter((_post, at) => at % EDITORS === i)),
  );
  await Promise.all(editors);
  const seconds = (performance.now() - began) / 1_000;
  // Some stay hidden.
  for (const post of posts.filter((_, i) => i % 4 === 0)) {
    await rest(`posts/${post.id}`, { status: 'draft' });
    post.hiddenAt = performance.now();
  }
  await sleep(LISTED_MS + 3_000);
  isOver = true;
  await Promise.all(visitors);
  for (const burner of burners.splice(0)) burner.kill();
  console.log(
    `${count.edits} edits in ${seconds.toFixed(0)} s, ${count.visits} visits, ${BUSY} busy processes`,
  );
  await Promise.all(sites.map((site) => site.restart()));
  const hidden = gone(Number.POSITIVE_INFINITY);
  for (const { url } of sites) {
    for (const at of LISTS) {
      const { text } = await get(url + at);
      const back = hidden.filter(({ mark }) => text.includes(mark)).map(({ mark }) => mark);
      count.back += back.length;
      if (back.length > 0) console.log(`${url}${at} after a restart: ${back.join(' ')}`);
    }
    for (const { slug } of hidden) {
      const { status } = await get(`${url}/${slug}/`);
      if (status === 404) continue;
      count.back += 1;
      console.log(`${url}/${slug}/ after a restart: ${status}`);
    }
  }
} finally {
  isOver = true;
  for (const burner of burners) burner.kill();
  if (count.errors > 0) for (const site of sites) console.log(site.output().slice(-2_000));
  await Promise.all(sites.map((site) => site.stop()));
  await redis.stop();
  await wordpress.stop();
}
waits.sort((a, b) => a - b);
const none = { goal: { most: 0 } };
figure({ name: 'answers 500 for what is stored', ours: count.errors, ...none });
figure({ name: 'answers 503 for posts that were hidden just before', ours: count.unstored });
figure({ name: 'hidden posts on lists 2 s later', ours: count.listed, ...none });
figure({ name: 'hidden posts at their address 2 s later', ours: count.shown, ...none });
figure({ name: 'hidden posts back after a restart', ours: count.back, ...none });
figure({ name: 'a visit at the 95th percentile, ms', ours: waits[Math.floor(waits.length * 0.95)] });
