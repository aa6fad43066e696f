import { cpSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSampleCms } from '@/sample-cms/index.mjs';
import { createSite } from '../site/create';
import { buildSite } from '../site/serve';
import { untilIdle } from '../site/support/idle';
import { startNginx, startRedis, whyNoServices } from '../site/support/services';
import { type SampleCms, type ServedSite, secrets, startSite } from '../site/support/site-server';
import { freePort } from '../support/free-port';

const post = '/a-chair-that-can-be-mended/';
const slug = 'a-chair-that-can-be-mended';
const reason = whyNoServices();

describe.skipIf(reason)(`two instances with Redis behind nginx${reason ? ` (${reason})` : ''}`, () => {
  let cms: SampleCms;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let a: ServedSite;
  let b: ServedSite;
  let built: string;
  let ports: [number, number];
  let number = 0;

  const env = () => ({ REDIS_URL: redis.url });
  const clock = () => path.join(built, '.clock');
  /** The second instance has a clock that the test sets. */
  const envOfB = () => {
    const loader = pathToFileURL(fileURLToPath(new URL('../site/support/clock.mjs', import.meta.url)));
    return { ...env(), NODE_OPTIONS: `--import ${loader.href}`, CLOCK: clock() };
  };
  const copy = (name: string, options: { preserveTimestamps: boolean }) => {
    const to = path.join(path.dirname(built), name);
    rmSync(to, { recursive: true, force: true });
    cpSync(built, to, { recursive: true, ...options });
    return to;
  };

  beforeAll(async () => {
    cms = await startSampleCms({ port: 0, previewSecret: secrets.preview });
    redis = await startRedis();
    // Without intervals: what is made again because of its age would count as stored in between.
    built = await createSite('instances', '--archives', 'isr', '--homepage', 'isr');
    await buildSite(built, cms.graphqlUrl);
    ports = [await freePort(), await freePort()];
    const [one, two] = ['instance-a', 'instance-b'].map((name) => copy(name, { preserveTimestamps: true }));
    [a, b] = await Promise.all([
      startSite(one as string, cms.graphqlUrl, env(), ports[0]),
      startSite(two as string, cms.graphqlUrl, envOfB(), ports[1]),
    ]);
    nginx = await startNginx(ports);
  });
  afterAll(async () => {
    await nginx?.stop();
    await Promise.all([a?.stop(), b?.stop()]);
    await redis?.stop();
    await cms?.close();
  });

  /** A title that nothing had before, and nobody has told the site of. */
  const edit = () => {
    number += 1;
    cms.control.content({ slug, set: { title: `A chair, edited ${number}` } });
    return `A chair, edited ${number}`;
  };
  /** @param status 503 where not all instances are known to have heard it: the plugin says it again. It counts all the same. */
  const say = async (site: { url: string }, events: Record<string, string>, status = [200]) => {
    const response = await fetch(`${site.url}/api/revalidate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret: secrets.revalidation, paths: Object.keys(events), events }),
    });
    expect(status).toContain(response.status);
  };
  const get = async (site: { url: string }, path = post) => {
    const response = await fetch(site.url + path, { redirect: 'manual' });
    return {
      status: response.status,
      text: await response.text(),
      cache: response.headers.get('x-nextjs-cache'),
    };
  };
  /** The number of the edit that the page shows; 0 for the text as it was built. */
  const shown = async (site: { url: string }) =>
    Number(/A chair, edited (\d+)/.exec((await get(site)).text)?.[1] ?? 0);
  /** Until what is made behind an answer is there. */
  const settled = async () => {
    await untilIdle(a, b);
    // Redis, whose turn may come later on a busy machine, has answered them when it answers this.
    await command('PING').catch(() => {});
    await untilIdle(a, b);
  };

  beforeEach(async () => {
    await redis.start();
    // Both show the latest edit before anything else happens.
    for (const site of [a, b]) {
      for (let i = 0; (await shown(site)) !== number; i++) {
        expect(i, 'the instances do not catch up').toBeLessThan(20);
        await settled();
      }
    }
  });

  /** The site renders what has changed by itself, and may be before its first visitor. */
  const expectNew = ([first, ...others]: number[], before: number) => {
    expect([before, number]).toContain(first);
    expect(others).toEqual(others.map(() => number));
  };

  test.for([
    ['the other one', () => [b, b, a, a]],
    ['through nginx', () => [nginx, nginx, nginx, nginx]],
    ['the one that was told', () => [a, a, b, b]],
    ['one after the other', () => [a, b, a, b]],
  ] as const)(
    'an update: the first visitor sees the old page or the new one, the following the new: %s',
    async ([, order]) => {
      const before = number;
      edit();
      await say(a, { [post]: 'update' });
      // nginx keeps what it has for a second, two at most, and asks for the page again then.
      const isBehindNginx = order().some((site) => site === nginx);
      if (isBehindNginx) await sleep(2_100);
      const seen: number[] = [];
      for (const site of order()) {
        seen.push(await shown(site));
        await settled();
      }
      expectNew(seen, before);
    },
  );

  test('after a delete both answer 404', async () => {
    const path = '/how-we-dry-our-boards/';
    for (const site of [a, b]) expect((await get(site, path)).status).toBe(200);
    cms.control.content({ slug: 'how-we-dry-our-boards', set: { status: 'draft' } });
    await say(a, { [path]: 'delete' });
    await settled();
    expect(
      await Promise.all([get(a, path), get(b, path)].map(async (answer) => (await answer).status)),
    ).toEqual([404, 404]);
    // And back: no 404 sticks.
    cms.control.content({ slug: 'how-we-dry-our-boards', set: { status: 'publish' } });
    await say(b, { [path]: 'publish' });
    await settled();
    expect(
      await Promise.all([get(a, path), get(b, path)].map(async (answer) => (await answer).status)),
    ).toEqual([200, 200]);
  });

  test('what one instance made, the other does not ask the CMS for', async () => {
    edit();
    await say(a, { [post]: 'update' });
    await get(a);
    await settled();
    cms.control.clearLog();
    expect(await shown(b)).toBe(number);
    expect(cms.control.log().requests).toEqual([]);
  });

  test('the instance that was told is killed at its 200: the other knows, and so does it when it is back', async () => {
    const before = number;
    edit();
    await say(a, { [post]: 'update' });
    const back = a.restart();
    expect([before, number]).toContain(await shown(b));
    await settled();
    expect(await shown(b)).toBe(number);
    await back;
    expect(await shown(a)).toBe(number);
  });

  test('an instance that was away meanwhile learns of it', async () => {
    const before = number;
    edit();
    // Killed before, and up again afterwards.
    const other = startOther();
    await other.down;
    await say(a, { [post]: 'update' }, [503]);
    await other.up();
    expect([before, number]).toContain(await shown(b));
    await settled();
    expect([await shown(b), await shown(a)]).toEqual([number, number]);
  });
  const startOther = () => ({
    down: b.stop(),
    up: async () => {
      b = await startSite(path.join(path.dirname(built), 'instance-b'), cms.graphqlUrl, envOfB(), ports[1]);
    },
  });

  test('Redis comes back empty: nothing is forgotten, nothing older is shown', async () => {
    const before = number;
    edit();
    await say(a, { [post]: 'update' });
    const held = await connections();
    await redis.stop();
    await redis.start();
    await reconnected(held);
    const seen: number[] = [];
    for (const site of [b, a, b, a]) {
      seen.push(await shown(site));
      await settled();
    }
    expectNew(seen, before);
  });

  test('without Redis each applies what it was told, keeps its pages, and is current by the second visit afterwards', async () => {
    const before = number;
    const held = await connections();
    await redis.stop();
    edit();
    await say(a, { [post]: 'update' }, [503]);
    expect([before, number]).toContain(await shown(a));
    await settled();
    expect([await shown(a), await shown(b)]).toEqual([number, before]);
    const pages = await Promise.all(['/', '/journal/', '/about/', '/project/'].map((path) => get(b, path)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(b.output()).toContain('continuing without it');
    expect(b.output().match(/continuing without it/g)?.length).toBeLessThan(5);
    await redis.start();
    await reconnected(held);
    expect([before, number]).toContain(await shown(b));
    await settled();
    expect([await shown(b), await shown(a)]).toEqual([number, number]);
  });

  test.for([
    ['behind', -300_000],
    ['ahead', 300_000],
  ] as const)('the clock of one instance is five minutes %s', async ([, by]) => {
    writeFileSync(clock(), String(by));
    await b.restart();
    // Said by the one whose clock is later first, then by the other: what is said last counts.
    const order = by > 0 ? [b, a] : [a, b];
    for (const told of order) {
      const before = number;
      edit();
      await say(told, { [post]: 'update' });
      const seen: number[] = [];
      for (const site of [a, b, a, b]) {
        seen.push(await shown(site));
        await settled();
      }
      expectNew(seen, before);
    }
    writeFileSync(clock(), '0');
    await b.restart();
  });

  const command = async (...words: string[]) => {
    const client = createClient({ url: redis.url, socket: { reconnectStrategy: false } });
    client.on('error', () => {});
    await client.connect();
    const answer = await client.sendCommand(words);
    await client.close();
    return answer;
  };
  /** How many the instances have to Redis; this question is one more. */
  const connections = async () =>
    String(await command('CLIENT', 'LIST'))
      .trim()
      .split('\n').length - 1;
  const reconnected = async (count: number) => {
    await expect.poll(connections).toBe(count);
    await settled();
  };
  test.for([
    ['is full', ['CONFIG', 'SET', 'maxmemory', '1mb'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['does not answer for a moment', ['CLIENT', 'PAUSE', '1500', 'ALL'], []],
    ['is emptied', ['FLUSHALL'], []],
  ] as const)('what is said while Redis %s reaches the other one all the same', async ([, fault, repair]) => {
    const gone = '/how-we-dry-our-boards/';
    expect((await get(b, gone)).status).toBe(200);
    await command(...fault);
    edit();
    cms.control.content({ slug: 'how-we-dry-our-boards', set: { status: 'draft' } });
    await say(a, { [post]: 'update', [gone]: 'delete' }, [200, 503]);
    if (repair.length > 0) await command(...repair);
    // With the next pulse of the instances, at the latest.
    await expect.poll(async () => (await get(b, gone)).status, { interval: 500 }).toBe(404);
    // Each was visited once: after an answer that was late or refused, an instance makes its pages without Redis for seconds.
    for (const site of [b, a]) {
      await get(site);
      await settled();
    }
    expect([await shown(b), await shown(a)]).toEqual([number, number]);
    cms.control.content({ slug: 'how-we-dry-our-boards', set: { status: 'publish' } });
    await say(b, { [gone]: 'publish' });
    // A new instance learns it of Redis alone.
    await b.stop();
    b = await startSite(copy('instance-b', { preserveTimestamps: true }), cms.graphqlUrl, envOfB(), ports[1]);
    await get(b);
    await settled();
    expect(await shown(b)).toBe(number);
  });

  test('Redis forgets: pages after a month, and what concerns no build any more; a 404 it is not given', async () => {
    const names = ['/nobody-asked-before/', '/nobody-asked-twice/'];
    for (const name of names) expect((await get(a, name)).status).toBe(404);
    const keys = (await command('KEYS', '*')) as unknown as string[];
    expect(keys.filter((key) => key.includes('nobody-asked'))).toEqual([]);
    const page = keys.find((key) => key.endsWith('/a-chair-that-can-be-mended')) ?? '';
    expect(Number(await command('TTL', page))).toBeGreaterThan(29 * 86_400);
    const tags = keys.find((key) => key.endsWith(':tags')) ?? '';
    await command('HSET', tags, 'path:of-last-year', `${Date.now() - 365 * 86_400_000} 0`);
    await b.restart();
    await expect.poll(async () => Number(await command('HEXISTS', tags, 'path:of-last-year'))).toBe(0);
  });

  test('misses of all kinds leave no file and no key', async () => {
    /** Number of each kind, the first three of which are not counted. */
    const misses = 1_000;
    /** The i-th spelling with capitals; a hyphen has none. */
    const spelled = (i: number) => {
      let letter = 0;
      return slug.replace(/[a-z]/g, (c) => ((i >> letter++) & 1 ? c.toUpperCase() : c));
    };
    const kinds = [
      (i: number) => `/named-${i}/`,
      (i: number) => `/nobody-${i}/`,
      (i: number) => `/about/nobody-${i}/`,
      (i: number) => `/${spelled(i + 1)}/`,
      (i: number) => `/journal/page/${1_000 + i}/`,
      (i: number) => `/${3_000 + i}/01/`,
      (i: number) => `/?p=${900_000 + i}`,
      (i: number) => `/preview/link/${700_000 + i}`,
      (i: number) => `/preview/${600_000 + i}`,
      (i: number) => `/og/nobody-${i}`,
      (i: number) => `/og/named-${i}`,
      (i: number) => `/sitemap/${2 + i}.xml`,
      (i: number) => `/sitemap/x${i}`,
      (i: number) => `/feed/nobody-${i}/`,
      (i: number) => `/named-${i}/feed/`,
      (i: number) => `/search/x${i}`,
    ];
    const files = () =>
      ['instance-a', 'instance-b'].map((name) => {
        const build = path.join(path.dirname(built), name, '.next');
        return readdirSync(build, { recursive: true }).length;
      });
    const keys = async () => ((await command('KEYS', '*')) as unknown as string[]).sort();
    const ask = async (from: number, to: number) => {
      const paths = kinds.flatMap((kind) => Array.from({ length: to - from }, (_, i) => kind(from + i)));
      const statuses = new Set<number>();
      // So many at once that few wait for their turn to ask the CMS.
      const visitors = Array.from({ length: 100 }, async (_, i) => {
        const site = i % 2 ? a : b;
        for (let path = paths.pop(); path; path = paths.pop()) statuses.add((await get(site, path)).status);
      });
      await Promise.all(visitors);
      await settled();
      return [...statuses].sort();
    };
    // Every other address has been named by the CMS: about those it is asked, whatever else strangers want to know.
    const named = Array.from({ length: misses }, (_, i) => [`/named-${i}/`, 'update'] as const);
    await say(a, Object.fromEntries(named));
    // Data that all of these pages share is there before anything is counted.
    for (const path of [post, '/journal/', '/sitemap.xml', `/og${post}`, '/feed/'])
      for (const site of [a, b]) expect((await get(site, path)).status, path).toBe(200);
    await ask(0, 3);
    const before = { files: files(), keys: await keys() };
    expect(await ask(3, misses)).toEqual([308, 404]);
    expect({ files: files(), keys: await keys() }).toEqual(before);
  });

  test('an instance starts while Redis is away, and answers', async () => {
    const held = await connections();
    await redis.stop();
    const other = startOther();
    await other.down;
    await other.up();
    expect((await get(b)).status).toBe(200);
    await redis.start();
    await reconnected(held);
  });

  test.for([
    ['as artifact tools copy it, with new times', false],
    ['with the times of its files', true],
  ] as const)('a deploy of a build that is older than a change: %s', async ([, preserveTimestamps]) => {
    edit();
    await say(a, { [post]: 'update' });
    await get(a);
    await settled();
    expect(await shown(b)).toBe(number);
    await Promise.all([a.stop(), b.stop()]);
    const folders = ['instance-a', 'instance-b'].map((name) => copy(name, { preserveTimestamps }));
    // Simulates a copy a minute and a half after the change: a change that much older than a build is forgotten.
    if (!preserveTimestamps) {
      const later = new Date(Date.now() + 90_000);
      const build = path.join(folders[1] as string, '.next');
      for (const file of readdirSync(build, { recursive: true, encoding: 'utf8' }))
        utimesSync(path.join(build, file), later, later);
      writeFileSync(clock(), '120000');
    }
    [a, b] = await Promise.all([
      startSite(folders[0] as string, cms.graphqlUrl, env(), ports[0]),
      startSite(folders[1] as string, cms.graphqlUrl, envOfB(), ports[1]),
    ]);
    await get(a);
    await settled();
    expect([await shown(b), await shown(a)]).toEqual([number, number]);
  });
});
