/**
 * Replaces two instances behind the shipped nginx, one after the other, under load: `npx tsx tests/bench/rolling.ts [visits a second]`, 200
 * by default. Then prints, second by second, what nginx shows of an edit, an unpublication and a deletion. A real WordPress, Redis.
 * Budget: no answer 5xx, no missing asset; what was hidden is gone within GONE_MS.
 */
import { cpSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSite } from '../site/create';
import { buildSite } from '../site/serve';
import { startNginx, startRedis, whyNoServices } from '../site/support/services';
import { startSite } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { configure, previewSecret, revalidationSecret } from '../wordpress/companion/site';
import { startWordPress, whyNoWordPress } from '../wordpress/server';
import { figure } from './figures';
import { restOf } from './rest';

const A_SECOND = Number(process.argv[2] ?? 200);
/** Milliseconds that the shipped nginx shows a page after the site has heard that it is gone, and the webhook takes. */
const GONE_MS = 5_000;
const SECONDS = 8;

const reason = whyNoWordPress('newest') ?? whyNoServices();
if (reason) throw new Error(reason);

const wordpress = await startWordPress({
  version: 'newest',
  content: 'empty',
  companion: true,
  constants: { DISABLE_WP_CRON: false, WP_DEBUG: false },
});
const rest = await restOf(wordpress);
const posts = await Promise.all(
  Array.from({ length: 20 }, (_, i) => rest('posts', { title: `Post ${i} first`, status: 'publish' })),
);
const redis = await startRedis();
const ports = [await freePort(), await freePort()] as const;
const nginx = await startNginx(ports);
const built = await createSite('rolling', '--cms-url', wordpress.url, '--site-url', nginx.url);
await buildSite(built, wordpress.graphqlUrl, { NEXT_PUBLIC_SITE_URL: nginx.url });
const env = {
  REVALIDATION_SECRET: revalidationSecret,
  PREVIEW_SECRET: previewSecret,
  REDIS_URL: redis.url,
  NEXT_PUBLIC_SITE_URL: nginx.url,
};
const folders = [0, 1].map((i) => path.join(path.dirname(built), `rolling-${i}`));
for (const folder of folders) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(built, folder, { recursive: true, preserveTimestamps: true });
}
const start = (i: number) => startSite(folders[i] ?? '', wordpress.graphqlUrl, env, ports[i] ?? 0);
const sites = await Promise.all([start(0), start(1)]);

/** A visitor of an address of its own: one that asks 200 times a second would be refused. */
let visitor = 0;
const get = (at: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const localAddress = `127.0.1.${1 + (visitor++ % 250)}`;
    request(nginx.url + at, { localAddress }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });

const statuses = new Map<number | string, number>();
let isOver = false;
const inFlight = new Set<Promise<void>>();
async function visit(at: string): Promise<void> {
  const status = await get(at).then(
    (answer) => answer.status,
    ({ code }) => String(code),
  );
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}
async function visitors(paths: readonly string[]): Promise<void> {
  const began = performance.now();
  for (let i = 0; !isOver; i++) {
    const one = visit(paths[i % paths.length] ?? '/');
    inFlight.add(one);
    void one.then(() => inFlight.delete(one));
    await sleep(Math.max(0, began + ((i + 1) * 1_000) / A_SECOND - performance.now()));
  }
  await Promise.all(inFlight);
}

/** Says what nginx shows each second after a change. @returns milliseconds until all of it is there; NaN where it does not come */
async function follow(what: string, change: () => Promise<unknown>, isThere: () => Promise<boolean>) {
  await change();
  const began = performance.now();
  const seen: string[] = [];
  let at = Number.NaN;
  for (let second = 0; second <= SECONDS; second++) {
    await sleep(Math.max(0, began + second * 1_000 - performance.now()));
    const is = await isThere();
    seen.push(is ? 'new' : 'old');
    if (is && Number.isNaN(at)) at = performance.now() - began;
    if (!is) at = Number.NaN;
  }
  console.log(`| ${what} | ${seen.join(' | ')} |`);
  return at;
}

try {
  await wordpress.php(configure(nginx.url));
  await sleep(5_000);
  const { text } = await get('/');
  const assets = [...text.matchAll(/"(\/_next\/static\/[^"]+)"/g)].map(([, asset = '']) => asset);
  const paths = ['/', '/feed/', ...posts.map(({ slug }) => `/${slug}/`), ...assets];
  for (const at of paths) await get(at);
  const load = visitors(paths);
  for (const i of [0, 1]) {
    await sleep(5_000);
    await sites[i]?.stop();
    sites[i] = await start(i);
  }
  await sleep(5_000);
  isOver = true;
  await load;
  console.log([...statuses].map(([status, count]) => `${count} times ${status}`).join(', '));

  console.log(`| second | ${Array.from({ length: SECONDS + 1 }, (_, i) => i).join(' | ')} |`);
  const [edited, hidden, deleted] = posts as [(typeof posts)[0], (typeof posts)[0], (typeof posts)[0]];
  const shows = (at: string, has: string) => async () => (await get(at)).text.includes(has);
  const isGone =
    ({ slug }: { slug: string }) =>
    async () =>
      (await get(`/${slug}/`)).status === 404 && !(await get('/feed/')).text.includes(`/${slug}/`);
  const times = {
    edit: await follow(
      'an edit',
      () => rest(`posts/${edited.id}`, { title: 'Post 0 second' }),
      shows(`/${edited.slug}/`, 'Post 0 second'),
    ),
    unpublication: await follow(
      'an unpublication',
      () => rest(`posts/${hidden.id}`, { status: 'draft' }),
      isGone(hidden),
    ),
    deletion: await follow(
      'a deletion',
      () => rest(`posts/${deleted.id}?_method=DELETE`, {}),
      isGone(deleted),
    ),
  };
  for (const [what, ms] of Object.entries(times))
    figure({ name: `ms until ${what} is seen through nginx`, ours: Math.round(ms), goal: { most: GONE_MS } });
} finally {
  isOver = true;
  await Promise.all(sites.map((site) => site.stop()));
  await nginx.stop();
  await redis.stop();
  await wordpress.stop();
}
const failed = [...statuses].filter(([status]) => status !== 200).reduce((sum, [, count]) => sum + count, 0);
figure({
  name: 'visits that were not answered 200 while both are replaced',
  ours: failed,
  goal: { most: 0 },
});
