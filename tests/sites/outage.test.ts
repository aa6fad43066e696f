import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { VISITOR_MS } from '@/runtime/wordpress/client/retry-policy';
import { createSite } from '../site/create';
import { serveSite } from '../site/serve';
import { untilIdle } from '../site/support/idle';
import { programOf, type RunningSite, secrets } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { fill, mountSmallDisk, whyNoSmallDisk } from '../support/small-disk';
import { variations } from '../support/variations';

const post = '/a-chair-that-can-be-mended/';
const slug = 'a-chair-that-can-be-mended';
const original = 'A chair that can be mended';
const journal = '/journal/';
/** Seconds after which Next tries a page again whose render has failed, at the latest. */
const REST = 31;

type SmallDisk = ReturnType<typeof mountSmallDisk>;

/** One instance without Redis, and a clock that the test moves. */
describe('when the CMS fails, or the site is killed', () => {
  let site: RunningSite;
  let dir: string;
  let clock: string;
  let ahead = 0;
  let published = 0;

  beforeAll(async () => {
    dir = await createSite('outage', '--posts', 'isr', '--archives', 'isr:60', '--homepage', 'isr:60');
    clock = path.join(dir, '.clock');
    writeFileSync(clock, '0');
    const loader = pathToFileURL(fileURLToPath(new URL('../site/support/clock.mjs', import.meta.url)));
    site = await serveSite(dir, { NODE_OPTIONS: `--import ${loader.href}`, CLOCK: clock });
  });
  afterAll(() => site?.stop());

  const later = async (seconds: number) => {
    ahead += seconds * 1000;
    writeFileSync(clock, String(ahead));
    await sleep(60);
  };
  const edit = (title: string) => site.cms.control.content({ slug, set: { title } });
  const tell = async (events: Record<string, string>) => {
    const response = await fetch(`${site.url}/api/revalidate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret: secrets.revalidation, paths: Object.keys(events), events }),
    });
    return { status: response.status, text: await response.text() };
  };
  const say = async (events: Record<string, string>) => expect((await tell(events)).status).toBe(200);
  const get = async (path: string, from?: string) => {
    const headers = new Headers(from ? [['X-Forwarded-For', from]] : []);
    const response = await fetch(site.url + path, { redirect: 'manual', headers });
    const cache = response.headers.get('x-nextjs-cache');
    return { status: response.status, text: await response.text(), cache };
  };
  const titleOf = async (path = post) => /<h1[^>]*>([^<]*)/.exec((await get(path)).text)?.[1];
  /** Questions that a slow CMS has read and not answered: what changes from now on is not in the answers. */
  const held = () => site.cms.control.log().held;
  /** Until what is made behind an answer is there. */
  const settled = () => untilIdle(site);
  /** Until what follows from a webhook is rendered, too: the site rests between two pages. */
  const quiet = async () => {
    for (let asked = -1; ; ) {
      await untilIdle(site);
      const { total, inFlight } = site.cms.control.log();
      // A render that waits for a slow CMS makes nobody busy.
      if (total === asked && inFlight === 0) return;
      asked = total;
      await sleep(2_000);
    }
  };
  const visit = async () => {
    const seen = await titleOf();
    await settled();
    return seen;
  };

  /** The next visitor sees the old title or this one, and after a few visits nothing but this one. */
  const becomes = async (title: string, ...before: string[]) => {
    for (let i = 0; i < 20; i++) {
      const seen = await visit();
      if (seen === title) return;
      expect([original, ...before]).toContain(seen);
    }
    throw new Error(`${post} does not become "${title}"`);
  };

  beforeEach(async () => {
    // Visitors have been here: everything is as the CMS has it.
    await say({ '/*': 'update' });
    for (const path of [journal, '/']) expect((await get(path)).status, path).toBe(200);
    for (let i = 0; (await visit()) !== original; i++) expect(i).toBeLessThan(20);
  });
  afterEach(async () => {
    site.cms.control.reset();
    await later(REST);
  });

  const failures = variations(2, [
    ['refuses connections', { failure: 'refuse' }],
    ['answers half of the data', { failure: 'partial' }],
    ['leaves its lists away without a word', { failure: 'lists' }],
    ['answers 500', { failure: 500 }],
    ['answers 503 and asks for time', { failure: { status: 503, retryAfter: 1 } }],
    ['answers a page, with status 200', { failure: 'html' }],
  ]);
  test.for(failures)(
    'a CMS that %s: the last good page stays, and the new one comes when it is back',
    async ([, change]) => {
      // A post is made of no list.
      const postFails = change.failure !== 'lists';
      const unseen = `/published-meanwhile-${++published}/`;
      edit('Edited before the outage');
      site.cms.control.content({ id: 131, set: { status: 'publish', slug: unseen.slice(1, -1) } });
      site.cms.control.set(change);
      await say({ [post]: 'update', [journal]: 'update', [unseen]: 'publish' });
      for (let i = 0; i < 3; i++) {
        const seen = await visit();
        if (postFails) expect(seen).toBe(original);
        const list = await get(journal);
        expect([list.status, list.text.includes(original)]).toEqual([200, true]);
      }
      // A page that nobody has seen has no last good version: it fails, and not as one that is missing.
      expect(postFails ? [500, 503] : [200]).toContain((await get(unseen)).status);
      site.cms.control.set({ failure: null });
      await later(REST);
      await becomes('Edited before the outage');
      expect((await get(unseen)).status).toBe(200);
    },
  );

  test('a CMS that is slow: nobody waits for what is known already', async () => {
    edit('Edited, and slow to come');
    site.cms.control.set({ delayMs: 4_000 });
    await say({ [post]: 'update' });
    site.cms.control.clearLog();
    for (let i = 0; i < 5; i++) expect(await titleOf()).toBe(original);
    await settled();
    // One refresh is under way, not one a visitor.
    expect(site.cms.control.log().maxInFlight).toBeLessThanOrEqual(2);
    site.cms.control.set({ delayMs: 0 });
    await becomes('Edited, and slow to come');
  });

  test('a CMS that does not answer: whoever asks for what nobody has seen waits for it once, not for the error page as well', async () => {
    const unseen = '/slow-to-appear/';
    site.cms.control.content({ id: 131, set: { status: 'publish', slug: unseen.slice(1, -1) } });
    await say({ [unseen]: 'publish' });
    site.cms.control.set({ delayMs: 2.1 * VISITOR_MS });
    const began = performance.now();
    const { status, headers } = await fetch(site.url + unseen);
    expect([status, headers.get('retry-after')]).toEqual([503, '10']);
    // A second wait would end after twice the time at the earliest.
    expect(performance.now() - began).toBeLessThan(2 * VISITOR_MS);
    site.cms.control.set({ delayMs: 0 });
    // Requests in flight hold both places at the CMS until they are answered.
    await expect.poll(() => site.cms.control.log().inFlight).toBe(0);
    site.cms.control.reset();
    await say({ [unseen]: 'delete' });
  });

  test('an hour without the CMS: every page stays, and it is asked now and then only', async () => {
    edit('Edited before the hour');
    site.cms.control.set({ failure: 'refuse' });
    await say({ [post]: 'update' });
    site.cms.control.clearLog();
    for (let minute = 0; minute < 60; minute += 5) {
      await later(300);
      const seen = await Promise.all([post, journal, '/', '/about/'].map((path) => get(path)));
      expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(seen[1]?.text).toContain(original);
      await sleep(150);
    }
    // Twelve rounds of four pages, none of which asks for more than a few things.
    expect(site.cms.control.log().total).toBeLessThan(12 * 4 * 6);
    site.cms.control.set({ failure: null });
    await later(REST);
    await becomes('Edited before the hour');
  });

  test('a change during an outage that a page has already met: current by the second visit', async () => {
    edit('First');
    site.cms.control.set({ failure: 'refuse' });
    await say({ [post]: 'update' });
    expect(await visit()).toBe(original);
    edit('Second');
    await say({ [post]: 'update' });
    expect(await visit()).toBe(original);
    site.cms.control.set({ failure: null });
    await later(REST);
    await becomes('Second');
  });

  test('a change while a page is being made is not lost', async () => {
    edit('First');
    site.cms.control.set({ delayMs: 1_500 });
    await say({ [post]: 'update' });
    site.cms.control.clearLog();
    await get(post);
    // The CMS has read the first title, and its answer is on the way, when the second comes.
    await expect.poll(held).toContain('GetPost');
    edit('Second');
    await say({ [post]: 'update' });
    site.cms.control.set({ delayMs: 0 });
    await becomes('Second', 'First');
  });

  const makings = [
    { render: 'again', at: post, before: 'update' },
    { render: 'for the first time', at: '/seen-by-one/', before: 'publish' },
  ];
  test.for(makings)(
    'a page is dropped while it is rendered $render: whoever comes after the 200 gets the new one',
    async ({ at, before }) => {
      const change = (set: { title?: string; status?: string }) =>
        site.cms.control.content(
          at === post ? { slug, set } : { id: 131, set: { ...set, slug: 'seen-by-one' } },
        );
      change({ status: 'publish', title: original });
      await quiet();
      const slowDown = () => {
        // Shorter than a visitor waits, who waits for two answers the first time, and than what is taken for an outage.
        site.cms.control.set({ delayMs: at === post ? 4_000 : 1_500 });
        site.cms.control.clearLog();
      };
      // The site renders again what it has without a visit; the lists that show a new post are to be done by then.
      if (at === post) slowDown();
      await say({ [at]: before });
      if (at !== post) {
        await quiet();
        slowDown();
      }
      const first = titleOf(at);
      // The CMS has read the first title, and its answer is on the way. Refreshes of other pages may ask meanwhile.
      await expect.poll(held).toContain('GetPost');
      change({ title: 'Second' });
      site.cms.control.set({ delayMs: 0 });
      await say({ [at]: 'publish' });
      const others = [titleOf(at), titleOf(`${at}?from=elsewhere`)];
      expect(await Promise.all([first, ...others])).toEqual([original, 'Second', 'Second']);
      site.cms.control.reset();
      await say({ [at]: at === post ? 'publish' : 'delete' });
    },
  );

  test('a page is dropped while it is rendered, and the CMS takes longer than visitors wait: nobody sees it', async () => {
    edit('Hidden');
    site.cms.control.set({ delayMs: 25_000 });
    site.cms.control.clearLog();
    await say({ [post]: 'update' });
    // One of its questions: with this CMS, the post itself may not be asked for in time.
    await expect.poll(() => held().length).toBeGreaterThan(0);
    // The site renders behind this answer what comes next.
    expect(await titleOf()).toBe(original);
    await say({ [post]: 'delete' });
    const visits = Array.from({ length: 4 }, async (_, i) => {
      await sleep(i * 300);
      const { status, text } = await get(post);
      return { status, isShown: text.includes(original) };
    });
    for (const visit of await Promise.all(visits)) expect(visit).toEqual({ status: 503, isShown: false });
    site.cms.control.reset();
    await quiet();
  });

  test('a page that cannot be made the first time, and is published: nobody waits for what has failed', async () => {
    const at = '/fails-once/';
    site.cms.control.content({ id: 131, set: { status: 'publish', slug: at.slice(1, -1) } });
    site.cms.control.set({ failure: 500 });
    await say({ [at]: 'publish' });
    expect([500, 503]).toContain((await get(at)).status);
    site.cms.control.set({ failure: null });
    await say({ [at]: 'publish' });
    // A render that has failed counts as in flight for 35 seconds (`server/cache/renders-in-flight.ts`).
    const never = sleep(30_000, 'still waits', { ref: false });
    expect(await Promise.race([get(at).then(({ status }) => status), never])).toBe(200);
    site.cms.control.reset();
    await say({ [at]: 'delete' });
  });

  test('a page that is missing, published and then edited before anybody looks: nobody sees the 404 again', async () => {
    const path = '/a-post-to-come/';
    expect((await get(path)).status).toBe(404);
    await settled();
    site.cms.control.content({ slug, set: { slug: 'a-post-to-come' } });
    await say({ [path]: 'publish' });
    await say({ [path]: 'update' });
    expect((await get(path)).status).toBe(200);
    site.cms.control.reset();
    await say({ [path]: 'delete', [post]: 'publish' });
  });

  test('killed at the 200: what was said is known after the start', async () => {
    edit('Said, then killed');
    await say({ [post]: 'update' });
    await site.restart();
    expect(await visit()).toBe(original);
    await becomes('Said, then killed');
  });

  test('killed while the CMS is away: the page is there, and becomes the new one', async () => {
    edit('Over a restart');
    site.cms.control.set({ failure: 'refuse' });
    await say({ [post]: 'update' });
    expect(await visit()).toBe(original);
    await site.restart();
    expect([await visit(), await visit()]).toEqual([original, original]);
    site.cms.control.set({ failure: null });
    await later(REST);
    await becomes('Over a restart');
  });

  test.for(['as it is', 'empty'])(
    'edited and unpublished while the site does not run, its cache %s: the first visitor sees nothing hidden, and the edit arrives',
    async (cache) => {
      const hidden = '/how-we-dry-our-boards/';
      expect((await get('/sitemap.xml')).text).toContain(hidden);
      // Named before, and not for what comes.
      await say({ [post]: 'update', [hidden]: 'update' });
      await quiet();
      if (cache === 'empty') rmSync(path.join(dir, '.next/cache'), { recursive: true });
      edit('Edited meanwhile');
      site.cms.control.content({ slug: 'how-we-dry-our-boards', set: { status: 'draft' } });
      await site.restart();
      expect((await get(hidden)).status).toBe(404);
      expect((await get('/sitemap.xml')).text).not.toContain(hidden);
      await becomes('Edited meanwhile');
    },
  );

  test('a CMS that never answers delays the first visitor of a start, and no more', async () => {
    site.cms.control.set({ delayMs: 3_600_000 });
    await site.restart();
    for (const path of [post, '/']) expect((await get(path)).status).toBe(200);
  });

  test('a line that a kill cut off costs nothing but itself', async () => {
    edit('Before the torn line');
    await say({ [post]: 'update' });
    const file = path.join(dir, '.next/cache/tags.jsonl');
    appendFileSync(file, '["path:torn",17');
    await site.restart();
    expect(site.output()).toContain('1 unreadable lines in tags.jsonl');
    expect(readFileSync(file, 'utf8')).not.toContain('torn');
    await becomes('Before the torn line');
  });

  test('where nothing can be written the site works, and whoever tells it something hears that it will be forgotten', async () => {
    const file = path.join(dir, '.next/cache/tags.jsonl');
    rmSync(file);
    mkdirSync(file);
    // A server moves the folder aside, and tries again beside it.
    mkdirSync(`${file}.new`);
    await site.restart();
    edit('Not on disk');
    const { status, text } = await tell({ [post]: 'update' });
    expect([status, text]).toEqual([200, expect.stringContaining('could not be written to disk')]);
    expect(text).not.toContain(dir);
    await becomes('Not on disk');
    expect(site.output()).toContain('Make .next/cache writable');
    for (const one of [file, `${file}.new`]) rmSync(one, { recursive: true, force: true });
    await site.restart();
    await say({ [post]: 'update' });
  });

  const noDisk = whyNoSmallDisk();
  const faults = variations(1, [
    ['full', (disk: SmallDisk) => fill(disk.folder)],
    [
      'read-only',
      (disk: SmallDisk) => {
        disk.readOnly();
        return disk.writable;
      },
    ],
  ]);
  test.for(faults)(
    `a disk that is %s${noDisk ? ` (${noDisk})` : ''}: the change counts, whoever told it is warned, and no old page after a restart`,
    async ([name, fail], { skip }) => {
      skip(Boolean(noDisk), noDisk ?? '');
      await site.restart();
      // The changes reported so far come along, as on a disk that was good until now.
      const folder = path.join(dir, '.next/cache');
      const log = readFileSync(path.join(folder, 'tags.jsonl'), 'latin1');
      const disk = mountSmallDisk(folder);
      try {
        // To the end of a block: what is short would still find room behind it.
        const block = 4_096;
        writeFileSync(path.join(folder, 'tags.jsonl'), log + '\n'.repeat(block - (log.length % block)));
        const repair = fail(disk);
        edit(`Said to a disk that is ${name}`);
        const { status, text } = await tell({ [post]: 'update', '/how-we-dry-our-boards/': 'delete' });
        expect([status, text]).toEqual([200, expect.stringMatching(/\((ENOSPC|EROFS)\)/)]);
        await site.restart();
        const first = await get(post);
        expect(first.cache, 'the old page is taken for the present one').not.toBe('HIT');
        await becomes(`Said to a disk that is ${name}`);
        // The CMS tries again.
        repair();
        await say({ [post]: 'update', '/how-we-dry-our-boards/': 'publish' });
      } finally {
        disk.unmount();
      }
      await site.restart();
    },
  );

  test('a server with REDIS_URL and without its client ends, and says the fix', async () => {
    const hide = `import m from 'node:module'; const resolve = m._resolveFilename;
      m._resolveFilename = function (name, ...rest) { if (name === '@redis/client') throw new Error('hidden'); return resolve.call(this, name, ...rest); };`;
    const { exitCode, all } = await execa(
      process.execPath,
      [programOf(dir), 'start', '-p', String(await freePort())],
      {
        cwd: dir,
        env: {
          NODE_ENV: 'production',
          NODE_OPTIONS: `--import data:text/javascript;base64,${Buffer.from(hide).toString('base64')}`,
          NEXT_PUBLIC_CMS_API_URL: site.cms.graphqlUrl,
          REDIS_URL: 'redis://127.0.0.1:1',
        },
        reject: false,
        all: true,
      },
    );
    expect([exitCode, all]).toEqual([1, expect.stringContaining('Fix: npm install @redis/client@6')]);
  });

  test('a CMS that is away: unknown addresses are 503 at once, known ones stay, and it is asked once a second', async () => {
    site.cms.control.set({ failure: 500 });
    await expect.poll(async () => (await get('/nobody-knows/')).status).toBe(503);
    site.cms.control.clearLog();
    const began = performance.now();
    for (let i = 0; i < 20; i++) {
      for (const path of [`/nobody-${i}/`, `/og/nobody-${i}`]) {
        const { status, headers } = await fetch(site.url + path);
        expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '10']);
      }
      for (const known of [post, journal, '/']) expect((await get(known)).status, known).toBe(200);
    }
    const seconds = Math.ceil((performance.now() - began) / 1_000);
    expect(site.cms.control.log().requests.length).toBeLessThanOrEqual(seconds + 1);
    site.cms.control.reset();
    // A probe that succeeds ends it.
    await expect.poll(async () => (await get('/nobody-knows/')).status).toBe(404);
    expect((await get('/about/')).status).toBe(200);
  });

  test('unknown addresses: two questions a second for one client; what is known, or named by the CMS, waits for nothing', async () => {
    const spelled = (i: number) => [...slug].map((c, n) => ((i >> n) & 1 ? c.toUpperCase() : c)).join('');
    const kinds = [
      (i: number) => `/nobody-${i}/`,
      (i: number) => `/about/nobody-${i}/`,
      (i: number) => `/${spelled(i + 1)}/`,
      (i: number) => `/?p=${900_000 + i}`,
      (i: number) => `/og/nobody-${i}`,
      (i: number) => `/feed/nobody-${i}/`,
    ];
    const flood = Array.from({ length: 100 }, (_, i) => kinds[i % kinds.length]?.(i) ?? '');
    // The index has been read before visitors of made-up addresses come.
    for (const path of flood.splice(0, kinds.length)) await get(path);
    site.cms.control.content({ id: 131, set: { status: 'publish', slug: 'published-in-a-flood' } });
    const named = '/published-in-a-flood/';
    site.cms.control.clearLog();
    const began = performance.now();
    const seen: number[] = [];
    // Few enough that nobody's turns add up to the ten seconds that a visitor waits. All are of one /48.
    const visitors = Array.from({ length: 8 }, async () => {
      for (let path = flood.pop(); path; path = flood.pop())
        seen.push((await get(path, `2001:db8:1:${flood.length}::1`)).status);
    });
    await say({ [named]: 'publish' });
    expect((await get(named)).status).toBe(200);
    for (const known of [post, journal, '/category/making/', '/about/'])
      expect((await get(known)).status, known).toBe(200);
    await Promise.all(visitors);
    const seconds = Math.ceil((performance.now() - began) / 1_000);
    expect([...new Set(seen)].sort()).toEqual([308, 404]);
    // Pages that the site renders again meanwhile are asked for, too.
    const lookups = site.cms.control.log().requests.filter(({ operation, variables }) => {
      const { uri, id } = variables as { uri?: string; id?: string };
      return /^Get(Address|PathById)$/.test(operation) && /nobody|^9\d{5}$|[A-Z]/.test(uri ?? id ?? '');
    });
    expect(lookups.length).toBeLessThanOrEqual(2 * (seconds + 1));
    // None of it is on the disk; tests/long/instances.test.ts counts files and keys.
    const files = readdirSync(path.join(dir, '.next'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.includes('nobody'))).toEqual([]);
    // Nothing was found out about what nobody was asked for: it is looked at again.
    const asked = JSON.stringify(lookups.map(({ variables }) => variables));
    const unasked = `nobody-${[12, 24, 36, 48, 60, 72, 84, 96].find((i) => !asked.includes(`nobody-${i}/`))}`;
    site.cms.control.content({ slug, set: { slug: unasked } });
    // The index is read again then.
    await later(11);
    await expect.poll(async () => (await get(`/${unasked}/`)).status).toBe(200);
  });

  test('an address that one client has no turn for is there for another one that asks for it meanwhile', async () => {
    const flood = '198.51.100.7';
    await get('/nobody-before/', '203.0.113.1');
    for (let i = 0; i < 2; i++) {
      const own = [0, 1, 2].map((n) => get(`/nobody-of-flood-${i}-${n}/`, flood));
      // The others wait for a turn then, and the index has been read.
      await Promise.race(own);
      await sleep(300);
      const fresh = `published-behind-a-flood-${i}`;
      site.cms.control.content({ id: 131, set: { status: 'publish', slug: fresh } });
      const first = get(`/${fresh}/`, flood);
      // Behind the first one, which waits for a turn.
      await sleep(200);
      expect((await get(`/${fresh}/`, `203.0.113.${10 + i}`)).status).toBe(200);
      await Promise.all([first, ...own]);
    }
  });
});
