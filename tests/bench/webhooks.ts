/**
 * A site of 10,000 posts: what one publication costs the CMS until everything that shows the post is current, and what a
 * thousand webhooks in a minute do to visitors and to the CMS. Usage: npx tsx tests/bench/webhooks.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSampleCms } from '../../src/sample-cms/index.mjs';
import { createSite } from '../site/create';
import { buildAndServe, secrets } from '../site/support/site-server';

/** With the 19 that the sample CMS has anyway, ten thousand. */
const POSTS = 9_981;
/** The limit of issue 7: what one publication may cost the CMS. */
const MOST_REQUESTS = 15;
const MINUTE = 60_000;
const WEBHOOKS = 1_000;
const post = '/a-chair-that-can-be-mended/';
const busy = { [post]: 'update', '/': 'update', '/journal/': 'update', '/category/making/': 'update' };
const slug = 'a-chair-that-can-be-mended';

const cms = await startSampleCms({ port: 0, previewSecret: secrets.preview, generatedPosts: POSTS });
const dir = await createSite('webhooks', '--custom', 'project=isr');
// The build of 10,000 pages is not what is measured: they are made when somebody comes.
const file = path.join(dir, 'site.config.json');
const config = JSON.parse(readFileSync(file, 'utf8'));
config.rendering = {
  ...config.rendering,
  posts: { ...config.rendering?.posts, generateStaticParams: false },
};
writeFileSync(file, JSON.stringify(config, null, 2));
const site = await buildAndServe(dir, cms.graphqlUrl);

const get = async (at: string) => {
  const response = await fetch(site.url + at, { redirect: 'manual' });
  return { status: response.status, text: await response.text() };
};
const say = async (events: Record<string, string>) => {
  const response = await fetch(`${site.url}/api/revalidate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret: secrets.revalidation, paths: Object.keys(events), events }),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
};

try {
  await onePublication();
  await webhooksAlone();
  await quietMinute();
  await busyMinute();
} finally {
  await site.stop();
  await cms.close();
}

async function onePublication() {
  const fresh = '/published-among-many/';
  const shows = [
    fresh,
    '/journal/',
    '/category/making/',
    '/feed/',
    '/sitemap.xml',
    '/search/results?q=published+among',
  ];
  for (const at of shows) await get(at);
  await sleep(2_000);
  const categories = ['making'];
  cms.control.content({
    create: { slug: 'published-among-many', title: 'Published among many', categories },
  });
  cms.control.clearLog();
  await say({ [fresh]: 'publish', '/': 'update', '/journal/': 'update', '/category/making/': 'update' });
  const current = new Map<string, number>();
  for (let round = 1; current.size < shows.length && round < 90; round++) {
    for (const at of shows) {
      if (current.has(at)) continue;
      const { text } = await get(at);
      if (/Published among many|published-among-many/.test(text)) current.set(at, round);
    }
    await sleep(500);
  }
  const { requests } = cms.control.log();
  console.log(
    `One publication among 10,000 posts: ${requests.length} CMS requests (at most ${MOST_REQUESTS}) until all are current`,
  );
  if (requests.length > MOST_REQUESTS || current.size < shows.length) process.exitCode = 1;
  console.log(`  ${shows.map((at) => `${at} visit ${current.get(at) ?? 'never'}`).join(', ')}`);
  if (process.env.SHORT) console.log((await get('/search/results?q=published+among')).text.slice(0, 500));
  console.log(`  ${requests.map(({ operation }) => operation).join(' ')}`);
}

async function webhooksAlone() {
  const ms: number[] = [];
  for (let i = 0; i < 50; i++) {
    const began = performance.now();
    await say(busy);
    ms.push(performance.now() - began);
  }
  console.log(`Webhooks alone: ${describe(ms.sort((a, b) => a - b)).replace('visits', 'webhooks')}`);
}

async function quietMinute() {
  const ms = await visitors(15_000);
  console.log(`Visitors without webhooks: ${describe(ms)}`);
}

async function busyMinute() {
  if (process.env.SHORT) return;
  cms.control.clearLog();
  let sent = 0;
  const began = Date.now();
  const webhooks = (async () => {
    for (; sent < WEBHOOKS; sent++) {
      const wait = began + (sent * MINUTE) / WEBHOOKS - Date.now();
      if (wait > 0) await sleep(wait);
      // The sample CMS and these visitors share a process: an edit costs it what it would not cost WordPress.
      if (sent % 100 === 99) cms.control.content({ slug, set: { title: `Edit number ${sent}` } });
      await say(busy);
    }
  })();
  const ms = await visitors(MINUTE);
  await webhooks;
  await sleep(1_500);
  const log = cms.control.log();
  const took = ((Date.now() - began) / 1000).toFixed(0);
  console.log(`Visitors during ${WEBHOOKS} webhooks in ${took} s: ${describe(ms)}`);
  console.log(
    `  CMS requests: ${log.total} (${(log.total / 60).toFixed(1)} a second), ${log.maxInFlight} at once at most`,
  );
  for (let i = 0; i < 3; i++) {
    await get(post);
    await sleep(700);
  }
  console.log(
    `  afterwards the post says: ${/Edit number \d+/.exec((await get(post)).text)?.[0] ?? 'something else'} of ${WEBHOOKS - 1}`,
  );
}

/** Five visitors, one address after the other, a tenth of a second between two. */
async function visitors(duration: number): Promise<number[]> {
  const until = Date.now() + duration;
  const ms: number[] = [];
  const one = async () => {
    for (let i = 0; Date.now() < until; i++) {
      const at = ['/', post, '/journal/', '/category/making/', '/about/'][i % 5] as string;
      const began = performance.now();
      const { status } = await get(at);
      if (status !== 200) throw new Error(`${at}: ${status}`);
      ms.push(performance.now() - began);
      await sleep(100);
    }
  };
  await Promise.all([1, 2, 3, 4, 5].map(one));
  return ms.sort((a, b) => a - b);
}

function describe(ms: number[]): string {
  const at = (share: number) => (ms[Math.floor(ms.length * share)] ?? 0).toFixed(1);
  return `${ms.length} visits, median ${at(0.5)} ms, 99 % within ${at(0.99)} ms, slowest ${at(0.9999)} ms`;
}
