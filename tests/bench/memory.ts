/**
 * Memory of a site under 100,000 requests of all kinds, with the heap that `npm start` gives it in a container of
 * 512 MiB: pages that are there, addresses that are not, searches and pictures. Prints the curve of its RSS and ends with 2 when
 * the last quarter stands above the one before, or above the goal.
 * Usage: npx tsx tests/bench/memory.ts [requests] [minutes at most] [posts of a real WordPress on MariaDB, otherwise the sample CMS]
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { heapOptions } from '../../src/runtime/bin/heap-limit.ts';
import { startSampleCms } from '../../src/sample-cms/index.mjs';
import { createSite } from '../site/create';
import { buildSite, programOf, secrets } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { startWordPress } from '../wordpress/server';
import { figure } from './figures';
import { seedPosts } from './seed-posts';

const [requests = 100_000, minutes = 60, posts = 0] = process.argv.slice(2).map(Number);
const CONTAINER = 512 * 1024 * 1024;
const AT_ONCE = 16;
/** Points of the curve. */
const POINTS = 40;
/** Share by which RSS may differ between two quarters of one load: garbage waits for its collection. */
const NOISE = 0.05;

/** MiB. */
const GOAL = 350;

/** Out of ten requests. */
const MIX = ['hit', 'hit', 'hit', 'hit', 'miss', 'miss', 'search', 'search', 'image', 'no image'] as const;

/** Pictures of their own: WordPress without content has none. */
const PICTURES = `
  $pictures = array();
  for ( $number = 0; $number < 12; $number++ ) {
    $picture = imagecreatetruecolor( 1600, 1000 );
    for ( $line = 0; $line < 100; $line++ ) {
      imageline( $picture, mt_rand( 0, 1600 ), 0, mt_rand( 0, 1600 ), 1000, mt_rand( 0, 0xffffff ) );
    }
    ob_start();
    imagejpeg( $picture );
    $pictures[] = wp_upload_bits( "$number.jpg", null, ob_get_clean() )['url'];
  }
  echo json_encode( $pictures );`;

const cms = posts > 0 ? await wordpressWith(posts) : await sampleCms();
const dir = await createSite('memory', ...(posts > 0 ? ['--cms-url', cms.url] : ['--custom', 'project=isr']));
const port = await freePort();
const variables = {
  NEXT_PUBLIC_SITE_URL: `http://127.0.0.1:${port}`,
  NODE_OPTIONS: heapOptions(CONTAINER, '').join(' '),
};
await buildSite(dir, cms.graphqlUrl, { ...variables, NODE_OPTIONS: '' });
const site = spawn(process.execPath, [programOf(dir), 'start', '-H', '127.0.0.1', '-p', String(port)], {
  cwd: dir,
  env: {
    ...process.env,
    ...variables,
    NODE_ENV: 'production',
    NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl,
    REVALIDATION_SECRET: secrets.revalidation,
    PREVIEW_SECRET: secrets.preview,
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

try {
  await untilItAnswers();
  const kinds = await kindsOfRequests();
  const server = serverOf(site.pid ?? 0);
  console.log(`${requests} requests, ${AT_ONCE} at once, ${variables.NODE_OPTIONS}`);
  const { curve, statuses } = await load(kinds, server);
  print(curve);
  for (const [kind, seen] of Object.entries(statuses))
    console.log(`${kind.padEnd(9)}${JSON.stringify(seen)}`);
  judge(curve, answers(statuses));
} finally {
  agent.destroy();
  site.kill('SIGTERM');
  await cms.stop();
}

interface Cms {
  url: string;
  graphqlUrl: string;
  /** Addresses. */
  pictures: string[];
  stop: () => Promise<void>;
}

async function sampleCms(): Promise<Cms> {
  const { url, graphqlUrl, close } = await startSampleCms({ port: 0, previewSecret: secrets.preview });
  const media = readdirSync(path.join(import.meta.dirname, '../../src/sample-cms/media'));
  const pictures = media.map((name) => `${url}/wp-content/uploads/${name}`);
  return { url, graphqlUrl, pictures, stop: close };
}

async function wordpressWith(count: number): Promise<Cms> {
  const wordpress = await startWordPress({
    content: 'empty',
    companion: true,
    database: 'mariadb',
    constants: { WP_DEBUG: false },
  });
  await seedPosts(wordpress, 1, count);
  const pictures = await wordpress.php<string[]>(PICTURES);
  const { url, graphqlUrl, stop } = wordpress;
  return { url, graphqlUrl, pictures, stop };
}

type Kinds = Record<string, (number: number) => string>;

/** Pages from the sitemap, every picture in every width, and words and addresses that never come twice. */
async function kindsOfRequests(): Promise<Kinds> {
  const pages = await pagesOf('/sitemap.xml');
  const { pictures } = cms;
  const widths = [384, 640, 828, 1200];
  const unique = (number: number) => createHash('md5').update(String(number)).digest('hex');
  const picture = (number: number) => pictures[number % pictures.length] ?? '';
  const image = (url: string, number: number) =>
    `/_next/image?url=${encodeURIComponent(url)}&w=${widths[Math.floor(number / pictures.length) % widths.length]}&q=75`;
  const odd = [
    (number: number) => `/${unique(number)}`,
    (number: number) => `/${unique(number)}/`,
    (number: number) => `/?p=${number + 1_000_000}`,
    (number: number) => `/category/${unique(number)}/`,
    (number: number) => `/og/${unique(number)}`,
    (number: number) => `/sitemap/${number}.xml`,
    (number: number) => `/${unique(number)}/feed/`,
  ];
  return {
    hit: (number) => pages[number % pages.length] ?? '/',
    miss: (number) => odd[number % odd.length]?.(number) ?? '/',
    search: (number) => `/search/results?q=${number % 3 === 0 ? 'oak' : unique(number).slice(0, 8)}`,
    image: (number) => image(picture(number), number),
    'no image': (number) => image(`${picture(number)}#${number}`, number),
  };
}

/** Those of a sitemap, and of the parts that it may be an index of. */
async function pagesOf(sitemap: string): Promise<string[]> {
  const { body } = await ask(sitemap);
  const named = [...body.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, page]) => page || '/');
  return body.includes('<sitemapindex') ? (await Promise.all(named.map(pagesOf))).flat() : named;
}

async function load(kinds: Kinds, server: number) {
  const curve: number[] = [];
  const statuses = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, {} as Record<number, number>]));
  const end = Date.now() + minutes * 60_000;
  const every = Math.max(1, Math.floor(requests / POINTS));
  const counts = new Map<string, number>();
  let next = 0;
  const visitor = async () => {
    while (next < requests && Date.now() < end) {
      const number = next++;
      const kind = MIX[number % MIX.length] ?? 'hit';
      const seen = statuses[kind] ?? {};
      const sofar = counts.get(kind) ?? 0;
      counts.set(kind, sofar + 1);
      const { status } = await ask(kinds[kind]?.(sofar) ?? '/');
      seen[status] = (seen[status] ?? 0) + 1;
      if (number % every === 0) {
        curve.push(rssOf(server));
        process.stderr.write(`\r${number}  ${curve.at(-1)} MiB `);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  process.stderr.write('\r');
  return { curve, statuses };
}

function print(curve: readonly number[]): void {
  const most = Math.max(...curve);
  const every = Math.floor(requests / POINTS);
  for (const [at, rss] of curve.entries())
    console.log(`${String(at * every).padStart(7)}  ${'#'.repeat(Math.round((rss / most) * 60))} ${rss} MiB`);
}

/** Without those that were refused, which `ask` gives as 0, and those that failed. */
function answers(statuses: Record<string, Record<number, number>>): number {
  const seen = Object.values(statuses).flatMap((of) => Object.entries(of));
  return seen.reduce(
    (sum, [status, count]) => sum + (Number(status) > 0 && Number(status) < 500 ? count : 0),
    0,
  );
}

function judge(curve: readonly number[], answered: number): void {
  const quarter = Math.floor(curve.length / 4);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [third, last] = [mean(curve.slice(-2 * quarter, -quarter)), mean(curve.slice(-quarter))];
  const grown = last / third - 1;
  const name = `RSS under ${requests} mixed requests`;
  figure({ name: 'mixed requests that were answered', ours: answered, goal: { least: requests } });
  figure({ name: `${name}, MiB in the last quarter`, ours: last, goal: { most: GOAL } });
  figure({ name: `${name}, growth since the third quarter`, ours: grown, goal: { most: NOISE } });
}

/** The server itself is the child of `npm start`. */
function serverOf(parent: number): number {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const found = list.split('\n').find((line) => line.trim().split(/\s+/)[1] === String(parent));
  if (!found) throw new Error('the server was not found');
  return Number(found.trim().split(/\s+/)[0]);
}

function rssOf(pid: number): number {
  const kib = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kib) / 1024);
}

/** Never a rejection: a refused connection counts with status 0. */
function ask(target: string) {
  return new Promise<{ status: number; body: string }>((resolve) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path: target,
      agent,
      headers: { Accept: 'image/webp,*/*' },
    });
    asked.once('error', () => resolve({ status: 0, body: '' }));
    asked.once('response', async (response) => {
      let body = '';
      for await (const part of response) body += part;
      resolve({ status: response.statusCode ?? 0, body });
    });
    asked.end();
  });
}

async function untilItAnswers(): Promise<void> {
  while ((await ask('/')).status === 0) {
    if (site.exitCode !== null) throw new Error('the site ended');
    await sleep(200);
  }
}
