/**
 * When a visitor sees something: first and largest contentful paint and layout shift of a first visit on a phone whose processor is four
 * times slower, at 1.6 Mbit/s and 150 ms; from the click to the page behind a link that the pointer has rested on; from the click on
 * search to the first result.
 */
import os from 'node:os';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { figure, median } from './figures';
import { hoveredLink } from './hovered-link';
import type { Name, Place, Places } from './peers';

/** Ours of next-wp's paint; milliseconds until the next page, and until a result. */
const GOALS = { paint: 0.8, link: 100, search: 300 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SLOWER = 4;
/** Bytes a second, and milliseconds. */
const NETWORK = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 };

interface Paint {
  first: number;
  largest: number;
  shift: number;
  /** In another tab, with the cache filled by the first: fonts come at other moments. */
  shiftAgain: number;
  bytes: number;
}

type Medians = Partial<Record<Name | 'intro', Paint>>;

/** Medians of visits in turns. */
export async function comparePaint(browser: Browser, places: Places, rounds: number): Promise<void> {
  const { intro } = places.nextWp ?? {};
  const named = (kind: 'home' | 'post') =>
    (Object.entries(places) as [Name, Place][]).map(([name, place]) => [name, place[kind]] as const);
  const homes = await mediansOf(
    browser,
    [...named('home'), ...(intro ? [['intro', intro] as const] : [])],
    rounds,
  );
  report('home', homes);
  if (homes.ours && homes.intro) {
    const { ours, intro: other } = homes;
    const name = 'home, next-wp: the introduction at its own home, slow phone, ms';
    figure({ name: `${name}: first contentful paint`, ours: ours.first, nextWp: other.first });
    figure({ name: `${name}: largest contentful paint`, ours: ours.largest, nextWp: other.largest });
  }
  report('post', await mediansOf(browser, named('post'), rounds));
}

async function mediansOf(
  browser: Browser,
  pages: (readonly [keyof Medians, string])[],
  rounds: number,
): Promise<Medians> {
  const visits = new Map<keyof Medians, Paint[]>(pages.map(([name]) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, url] of pages) {
      const paint = await firstVisit(browser, url);
      // The first round only warms the servers.
      if (round > 0) visits.get(name)?.push(paint);
    }
  const middle = (all: Paint[], value: keyof Paint) => median(all.map((paint) => paint[value])) ?? Number.NaN;
  return Object.fromEntries(
    [...visits].map(([name, all]) => [
      name,
      {
        first: middle(all, 'first'),
        largest: middle(all, 'largest'),
        shift: middle(all, 'shift'),
        shiftAgain: middle(all, 'shiftAgain'),
        bytes: middle(all, 'bytes'),
      },
    ]),
  );
}

function report(kind: string, { ours, bare, nextWp }: Medians): void {
  console.log(`\n${kind}: first visits (load ${os.loadavg()[0]?.toFixed(1)})`);
  const compared = (name: string, value: keyof Paint, unit = 1) => ({
    name: `${kind}: ${name}`,
    ours: ours && ours[value] / unit,
    bare: bare && bare[value] / unit,
    nextWp: nextWp && nextWp[value] / unit,
  });
  const goal = { most: GOALS.paint, of: 'nextWp' } as const;
  figure({ ...compared('first contentful paint, slow phone, ms', 'first'), goal });
  figure({ ...compared('largest contentful paint, slow phone, ms', 'largest'), goal });
  figure({ ...compared('layout shift', 'shift'), goal: { most: 0 } });
  figure({ ...compared('layout shift in another tab, cache filled', 'shiftAgain'), goal: { most: 0 } });
  figure(compared('bytes of a first visit, KiB', 'bytes', 1024));
}

/** With an empty cache. Code that runs in the page is compiled by tsx, which notes each function's name by a helper of its own. */
async function newPage(chromium: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await chromium.newContext(options);
  await context.addInitScript('globalThis.__name = (named) => named');
  return context.newPage();
}

/** On the phone, and once more in another tab. */
async function firstVisit(chromium: Browser, url: string): Promise<Paint> {
  const page = await newPage(chromium, PHONE);
  const seen = await visit(page, url);
  const again = await visit(await page.context().newPage(), url);
  await page.context().close();
  return { ...seen, shiftAgain: again.shift };
}

async function visit(page: Page, url: string): Promise<Omit<Paint, 'shiftAgain'>> {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url, { waitUntil: 'load' });
  // Changes after the load count as well: fonts, and pictures that push texts away.
  await page.waitForTimeout(1500);
  const seen = await page.evaluate(readPaint);
  await page.close();
  return { ...seen, bytes };
}

/** Runs in the page. */
async function readPaint(): Promise<Omit<Paint, 'bytes' | 'shiftAgain'>> {
  const all = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      setTimeout(resolve, 300, []);
    });
  const [first] = (await all('paint')).filter(({ name }) => name === 'first-contentful-paint');
  const largest = (await all('largest-contentful-paint')).at(-1);
  const shifts = (await all('layout-shift')) as (PerformanceEntry & { value: number })[];
  return {
    first: first?.startTime ?? Number.NaN,
    largest: largest?.startTime ?? Number.NaN,
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
  };
}

export async function followLink(home: string, rounds: number): Promise<void> {
  const times = await hoveredLink(home, rounds);
  console.log(`\nLink that the pointer rests on: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
  figure({ name: 'click to painted page, ms', ours: median(times), goal: { most: GOALS.link } });
}

/** From the click to the first result, for somebody who types at once; the processor slowed, the network not. */
export async function search(chromium: Browser, home: string, rounds: number): Promise<void> {
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
  figure({
    name: 'click to first search result, slow phone, ms',
    ours: median(times),
    goal: { most: GOALS.search },
  });
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
