/**
 * When a first visit sees something: first and largest contentful paint and layout shift of home and a post, on a phone whose processor is
 * four times slower, at 1.6 Mbit/s and 150 ms, ours beside a bare Next app with the same texts and next-wp (NEXT_WP_DIR, see
 * `build-time.ts`), in turns, medians. Then from the click to the page behind a link that the pointer has rested on, and from the click
 * on search to the first result. Ends with 1 when a goal is missed.
 * Usage: NEXT_WP_DIR=<folder> npx tsx tests/bench/paint.ts [rounds]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../site/chromium';
import { freePort, programOf } from '../site/support/site-server';
import { ensureBuilt } from '../support/built';
import { startWordPress, whyNoMariadb, whyNoWordPress } from '../wordpress/server';
import { hoveredLink } from './hovered-link';
import { build, createBare, createInstalledSite, nextOf } from './peers';

const rounds = Number(process.argv[2] ?? 7);
/** Ours of next-wp's paint; milliseconds until the next page, and until a result. */
const GOALS = { paint: 0.8, link: 100, search: 300 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SLOWER = 4;
/** Bytes a second, and milliseconds. */
const NETWORK = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 };

const reason = whyNoWordPress('newest') ?? whyNoMariadb();
if (reason) throw new Error(reason);
ensureBuilt();
const scratch = mkdtempSync(path.join(os.tmpdir(), 'chs-paint-'));
const servers: ChildProcess[] = [];
const wordpress = await startWordPress({
  version: 'newest',
  companion: true,
  database: 'mariadb',
  constants: { WP_DEBUG: false },
});
const missed: string[] = [];
let browser: Browser | undefined;
try {
  const places = await servePlaces();
  browser = await launchChromium();
  await paints(browser, places);
  await followLink(places.ours?.home ?? '');
  await search(browser, places.ours?.home ?? '');
} finally {
  await browser?.close();
  for (const server of servers) server.kill('SIGTERM');
  await wordpress.stop();
  rmSync(scratch, { recursive: true, force: true });
}
if (missed.length > 0) {
  console.error(`\nGoal missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}

type Places = Record<string, { home: string; post: string }>;

/** Builds and serves all of them. The post is the newest one that has a text. */
async function servePlaces(): Promise<Places> {
  const ports = { ours: await freePort(), bare: await freePort(), 'next-wp': await freePort() };
  const url = (name: keyof typeof ports) => `http://127.0.0.1:${ports[name]}`;
  const site = await createInstalledSite(path.join(scratch, 'site'), wordpress.url, url('ours'));
  await build(site, programOf(site));
  const bare = createBare(path.join(scratch, 'bare'), site);
  await build(bare, nextOf(bare));
  await serve(site, programOf(site), ports.ours);
  await serve(bare, nextOf(bare), ports.bare);
  const [post] = await (
    await fetch(`${wordpress.url}/wp-json/wp/v2/posts?per_page=1&search=ordinary`)
  ).json();
  const places: Places = {
    ours: { home: `${url('ours')}/`, post: `${url('ours')}/${post.slug}/` },
    bare: { home: `${url('bare')}/`, post: `${url('bare')}/${post.slug}/` },
  };
  const nextWp = process.env.NEXT_WP_DIR;
  if (nextWp) {
    const env = { WORDPRESS_URL: wordpress.url };
    await build(nextWp, nextOf(nextWp), env);
    await serve(nextWp, nextOf(nextWp), ports['next-wp'], env);
    places['next-wp'] = { home: `${url('next-wp')}/`, post: `${url('next-wp')}/posts/${post.slug}` };
  } else console.log('next-wp: left out, NEXT_WP_DIR names no folder of it');
  for (const [name, pages] of Object.entries(places))
    for (const page of Object.values(pages)) {
      const { status } = await fetch(page);
      if (status !== 200) throw new Error(`${name}: ${page} answers ${status}`);
    }
  return places;
}

async function serve(folder: string, program: string, port: number, more = {}): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' as const, ...more };
  const options = ['start', '-H', '127.0.0.1', '-p', String(port)];
  servers.push(spawn(process.execPath, [program, ...options], { cwd: folder, env, stdio: 'ignore' }));
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) await sleep(100);
}

interface Paint {
  first: number;
  largest: number;
  shift: number;
  bytes: number;
}

async function paints(chromium: Browser, places: Places): Promise<void> {
  const of: Record<string, Record<string, Paint[]>> = { home: {}, post: {} };
  for (let round = 0; round <= rounds; round++)
    for (const [name, pages] of Object.entries(places))
      for (const [kind, url] of Object.entries(pages)) {
        const paint = await firstVisit(chromium, url);
        // The first round only warms the servers.
        // biome-ignore lint/suspicious/noAssignInExpressions: a list that begins with its first value
        if (round > 0) ((of[kind] ??= {})[name] ??= []).push(paint);
      }
  for (const [kind, byName] of Object.entries(of)) {
    console.log(`\n${kind}: medians of ${rounds} first visits (load ${os.loadavg()[0]?.toFixed(1)})`);
    const medians: Record<string, Paint> = {};
    for (const [name, all] of Object.entries(byName)) {
      const of = (value: keyof Paint) => median(all.map((paint) => paint[value]));
      medians[name] = {
        first: of('first'),
        largest: of('largest'),
        shift: of('shift'),
        bytes: of('bytes'),
      };
      const { first, largest, shift, bytes } = medians[name];
      console.log(
        `  ${name.padEnd(8)} FCP ${first.toFixed(0).padStart(5)} ms   LCP ${largest.toFixed(0).padStart(5)} ms   CLS ${shift.toFixed(3)}   ${(bytes / 1024).toFixed(0)} KiB`,
      );
    }
    const [ours, peer] = [medians.ours, medians['next-wp']];
    if (ours) goal(`${kind}: layout shift`, ours.shift, 0);
    if (!ours || !peer) continue;
    goal(`${kind}: FCP / next-wp`, ours.first / peer.first, GOALS.paint);
    goal(`${kind}: LCP / next-wp`, ours.largest / peer.largest, GOALS.paint);
  }
}

/** With an empty cache. What runs in the page is compiled by tsx, which notes each function's name by a helper of its own. */
async function newPage(chromium: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await chromium.newContext(options);
  await context.addInitScript('globalThis.__name = (named) => named');
  return context.newPage();
}

/** On the phone. */
async function firstVisit(chromium: Browser, url: string): Promise<Paint> {
  const page = await newPage(chromium, PHONE);
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url, { waitUntil: 'load' });
  // What comes after the load counts as well: fonts, and pictures that push texts away.
  await page.waitForTimeout(1500);
  const seen = await page.evaluate(readPaint);
  await page.context().close();
  return { ...seen, bytes };
}

/** Runs in the page. */
async function readPaint(): Promise<Omit<Paint, 'bytes'>> {
  const all = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      setTimeout(resolve, 300, []);
    });
  const [first] = (await all('paint')).filter(({ name }) => name === 'first-contentful-paint');
  const largest = (await all('largest-contentful-paint')).at(-1);
  const shifts = (await all('layout-shift')) as (PerformanceEntry & { value: number })[];
  return {
    first: first?.startTime ?? 0,
    largest: largest?.startTime ?? 0,
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
  };
}

async function followLink(home: string): Promise<void> {
  const times = await hoveredLink(home, rounds);
  console.log(`\nLink that the pointer rests on: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
  goal('click to painted page, ms', median(times), GOALS.link);
}

/** From the click to the first result, for somebody who types at once; the processor slowed, the network not. */
async function search(chromium: Browser, home: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await newPage(chromium, PHONE);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(home, { waitUntil: 'load' });
    await page.waitForTimeout(1000);
    times.push(await searchFor(page, 'post'));
    await page.context().close();
  }
  console.log(`\nSearch: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
  goal('click to first result, ms', median(times), GOALS.search);
}

function searchFor(page: Page, word: string): Promise<number> {
  return page.evaluate(async (query) => {
    const link = document.querySelector<HTMLElement>('a[aria-controls="search-dialog"]');
    const dialog = document.querySelector<HTMLDialogElement>('#search-dialog');
    const field = dialog?.querySelector<HTMLInputElement>('input[name=q]');
    if (!link || !dialog || !field) throw new Error('the page has no search dialog');
    const began = performance.now();
    link.click();
    field.value = query;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    while (!dialog.querySelector('li a[href]')?.checkVisibility()) await new Promise(requestAnimationFrame);
    return performance.now() - began;
  }, word);
}

function goal(name: string, value: number, most: number): void {
  const kept = value <= most;
  if (!kept) missed.push(name);
  console.log(`  ${kept ? 'ok    ' : 'MISSED'} ${name}: ${Number(value.toFixed(2))} (at most ${most})`);
}

function median(all: number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
