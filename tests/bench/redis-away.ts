/**
 * Shows what two instances do while Redis is stopped, frozen or emptied, and a post is hidden: `npx tsx tests/bench/redis-away.ts`. One
 * line for each moment: the webhook's answer at the first instance, and the status of the post and whether the front page lists it, on
 * both. The webhook is sent again while it is refused, as the plugin does.
 */
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { startSampleCms } from '@/sample-cms/index.mjs';
import { createSite } from '../site/create';
import { buildSite } from '../site/serve';
import { startRedis } from '../site/support/services';
import { secrets, startSite } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { figure } from './figures';

const SLUG = 'how-we-dry-our-boards';
const TITLE = 'How we dry our boards';
/** Milliseconds that Redis is frozen. */
const FROZEN_MS = 20_000;

const cms = await startSampleCms({ port: 0, previewSecret: secrets.preview });
const redis = await startRedis();
const built = await createSite('redis-away', '--archives', 'isr', '--homepage', 'isr');
await buildSite(built, cms.graphqlUrl);
const [a, b] = await Promise.all(
  ['a', 'b'].map(async (name) => {
    const folder = path.join(path.dirname(built), `redis-away-${name}`);
    rmSync(folder, { recursive: true, force: true });
    cpSync(built, folder, { recursive: true, preserveTimestamps: true });
    return startSite(folder, cms.graphqlUrl, { REDIS_URL: redis.url }, await freePort());
  }),
);
if (!a || !b) throw new Error('no instances');

async function command(...words: string[]): Promise<unknown> {
  const client = createClient({ url: redis.url, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  await client.connect();
  const answer = await client.sendCommand(words);
  client.destroy();
  return answer;
}

async function webhook(event: string): Promise<number> {
  const response = await fetch(`${a?.url}/api/revalidate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      secret: secrets.revalidation,
      paths: [`/${SLUG}/`],
      events: { [`/${SLUG}/`]: event },
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** @returns whether one of them shows the hidden post */
async function look(moment: string, webhookSaid = ''): Promise<boolean> {
  const columns: string[] = [];
  let isShown = false;
  for (const site of [a, b]) {
    const post = await fetch(`${site?.url}/${SLUG}/`, { redirect: 'manual' });
    const home = await (await fetch(`${site?.url}/journal/`)).text();
    await post.arrayBuffer();
    const isListed = home.includes(TITLE);
    isShown ||= post.status === 200 || isListed;
    columns.push(`${post.status}${isListed ? ', listed' : ''}`);
  }
  console.log(`| ${moment.padEnd(34)} | ${webhookSaid.padEnd(12)} | ${columns.join(' | ')} |`);
  return isShown;
}

/** Sends the webhook until it is taken, or a while has passed. */
async function deliver(event: string, seconds: number): Promise<string> {
  const said: number[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(2_000)) {
    said.push(await webhook(event));
    if (said.at(-1) === 200) break;
  }
  return [...new Set(said)].join(', then ');
}

const faults: Record<string, { begin: () => Promise<unknown>; end: () => Promise<unknown> }> = {
  stopped: { begin: () => redis.stop(), end: () => redis.start() },
  frozen: {
    begin: () => command('CLIENT', 'PAUSE', String(FROZEN_MS), 'ALL'),
    end: () => sleep(FROZEN_MS),
  },
  flushed: { begin: () => command('FLUSHALL'), end: async () => {} },
};

let shown = 0;
try {
  console.log(`| moment | webhook | told instance | other |\n|---|---|---|---|`);
  for (const [name, { begin, end }] of Object.entries(faults)) {
    await deliver('publish', 60);
    await sleep(2_000);
    await look(`before Redis is ${name}`);
    await begin();
    cms.control.content({ slug: SLUG, set: { status: 'draft' } });
    const first = await webhook('delete');
    // After a 200 nobody may see it; before that the plugin sends it again.
    if ((await look(`${name}, at once`, String(first))) && first === 200) shown += 1;
    await sleep(3_000);
    await look(`${name}, 3 s later`);
    await end();
    const said = await deliver('delete', 60);
    await sleep(1_000);
    if (await look('Redis is back', said)) shown += 1;
    await Promise.all([a.restart(), b.restart()]);
    if (await look('both are killed and started again')) shown += 1;
    cms.control.content({ slug: SLUG, set: { status: 'publish' } });
  }
} finally {
  await Promise.all([a.stop(), b.stop()]);
  await redis.stop();
  await cms.close();
}
figure({ name: 'hidden posts shown after a webhook that was answered 200', ours: shown, goal: { most: 0 } });
