/**
 * Prints what a build of a large site costs: `npx tsx tests/bench/large-build.ts [posts:newest,…]`, by default
 * `200:all,10000:1000,100000:1000,10000:all`. A real WordPress on MariaDB, posts by SQL, a site as its owner has it, each build from
 * nothing. Seconds are of `npm run build` as a whole; CPU is of all its processes, and says less about what else the
 * machine does. Ends with 2 where a goal is missed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createSite } from '../site/create';
import { programOf } from '../site/support/site-server';
import { previewSecret, revalidationSecret } from '../wordpress/companion/site';
import { startWordPress, type WordPress, whyNoMariadb, whyNoWordPress } from '../wordpress/server';
import { figure } from './figures';
import { seedPosts } from './seed-posts';

/** Milliseconds between two looks at the processes. */
const LOOK = 500;

interface Goal {
  seconds: number;
  /** MiB of the largest process. */
  largest?: number;
  /** MiB of `.next`. */
  disk?: number;
}
const goals: Record<string, Goal> = {
  '10000:1000': { seconds: 120 },
  '100000:1000': { seconds: 240, largest: 1024 },
  '10000:all': { seconds: 240, disk: 700 },
};

interface Figures {
  seconds: number;
  cpu: number;
  requests: number;
  largest: number;
  sum: number;
  disk: number;
  load: number;
}

const runs = process.argv[2] ?? ['200:all', ...Object.keys(goals)].join();
const reason = whyNoWordPress() ?? whyNoMariadb();
if (reason) throw new Error(reason);

console.log('posts   newest  seconds  CPU s  requests  largest process  all processes  disk      load');
for (const run of runs.split(',').sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))) {
  const [posts = '0', newest = 'all'] = run.split(':');
  const figures = await onWordPress(Number(posts), (cms) => build(cms, newest));
  const { seconds, cpu, requests, largest, sum, disk, load } = figures;
  const cells = [
    posts,
    newest,
    seconds.toFixed(1),
    cpu.toFixed(0),
    requests,
    `${largest} MiB`,
    `${sum} MiB`,
    `${disk} MiB`,
    load.toFixed(1),
  ];
  const widths = [6, 6, 7, 5, 8, 15, 13, 8, 4];
  console.log(cells.map((cell, i) => String(cell).padEnd(widths[i] ?? 0)).join('  '));
  const name = `build of ${posts} posts, ${newest} of them rendered`;
  const goal: Partial<Goal> = goals[run] ?? {};
  const most = (value: number | undefined) => (value === undefined ? {} : { goal: { most: value } });
  figure({ name: `${name}, s`, ours: seconds, ...most(goal.seconds) });
  figure({ name: `${name}, MiB of the largest process`, ours: largest, ...most(goal.largest) });
  figure({ name: `${name}, MiB on the disk`, ours: disk, ...most(goal.disk) });
}

async function onWordPress<T>(posts: number, work: (cms: WordPress) => Promise<T>): Promise<T> {
  const cms = await startWordPress({
    content: 'empty',
    companion: true,
    database: 'mariadb',
    constants: { WP_DEBUG: false },
  });
  try {
    await seedPosts(cms, 1, posts);
    return await work(cms);
  } finally {
    await cms.stop();
  }
}

async function build(cms: WordPress, newest: string): Promise<Figures> {
  const site = 'http://127.0.0.1:3000';
  const folder = await createSite('large-build', '--cms-url', cms.url, '--site-url', site);
  const answers = path.join(folder, 'site.config.json');
  const config = JSON.parse(readFileSync(answers, 'utf8'));
  if (newest !== 'all') config.rendering.posts.prerender = { newest: Number(newest) };
  writeFileSync(answers, JSON.stringify(config, null, 2));
  await cms.clearLog();
  const began = performance.now();
  const child = spawn(process.execPath, [programOf(folder), 'build'], {
    cwd: folder,
    env: {
      ...process.env,
      NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl,
      NEXT_PUBLIC_SITE_URL: site,
      REVALIDATION_SECRET: revalidationSecret,
      PREVIEW_SECRET: previewSecret,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const most = { largest: 0, sum: 0 };
  const cpu = new Map<number, number>();
  const timer = setInterval(() => {
    const all = processesBelow(child.pid ?? 0);
    for (const { pid, seconds } of all) cpu.set(pid, seconds);
    most.largest = Math.max(most.largest, ...all.map(({ rss }) => rss));
    most.sum = Math.max(
      most.sum,
      all.reduce((sum, { rss }) => sum + rss, 0),
    );
  }, LOOK);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`the build failed:\n${output}`);
  return {
    seconds: (performance.now() - began) / 1000,
    cpu: [...cpu.values()].reduce((sum, seconds) => sum + seconds, 0),
    requests: (await cms.log()).length,
    largest: Math.round(most.largest / 1024),
    sum: Math.round(most.sum / 1024),
    disk: Number.parseInt(execFileSync('du', ['-sm', path.join(folder, '.next')], { encoding: 'utf8' }), 10),
    load: os.loadavg()[0] ?? 0,
  };
}

interface Process {
  pid: number;
  parent: number;
  /** KiB. */
  rss: number;
  /** CPU time. */
  seconds: number;
}

function processesBelow(root: number): Process[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,times='], { encoding: 'utf8' });
  const all = rows
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0, rss = 0, seconds = 0]) => ({ pid, parent, rss, seconds }));
  const below = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}
