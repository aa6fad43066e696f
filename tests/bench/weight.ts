/** Weight of pages: for visitors, in bytes with gzip, and on the disk. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import type { WordPress } from '../wordpress/server';
import { figure } from './figures';
import type { Name, Places } from './peers';

/** KiB: of any page's scripts, and of the HTML of home. */
const GOALS = { scripts: 3, html: 8 };
/** Milliseconds after the load in which a page that does something at once would have asked for it. */
const SETTLED = 1_500;

interface Weight {
  /** Files and scripts of the page, without what only carries data. */
  scripts: number;
  html: number;
  /** The styles in the page count with it, as a file of styles does beside it. */
  styles: number;
}

export async function weigh(
  browser: Browser,
  places: Places,
  site: string,
  wordpress: WordPress,
): Promise<void> {
  const homes: Partial<Record<Name, Weight>> = {};
  for (const [name, { home }] of Object.entries(places)) homes[name as Name] = await weightOf(browser, home);
  const { ours, bare, nextWp } = homes;
  let heaviest = ours?.scripts ?? 0;
  console.log('\nFirst-load JavaScript of our pages, bytes with gzip');
  for (const page of [places.ours.post, ...(await kindsOfPages(places.ours.url, wordpress))]) {
    const { scripts } = await weightOf(browser, page);
    console.log(`  ${new URL(page).pathname} ${scripts}`);
    heaviest = Math.max(heaviest, scripts);
  }
  const kib = (value: number | undefined) => value && value / 1024;
  figure({
    name: 'first-load JavaScript, gzip, KiB: the page of the theme with most; home of the others',
    ours: kib(heaviest),
    bare: kib(bare?.scripts),
    nextWp: kib(nextWp?.scripts),
    goal: { most: GOALS.scripts },
  });
  figure({
    name: 'HTML of home, gzip, without styles, KiB',
    ours: kib(ours?.html),
    bare: kib(bare?.html),
    nextWp: kib(nextWp?.html),
    goal: { most: GOALS.html },
  });
  const whole = (weight: Weight | undefined) => weight && (weight.html + weight.styles) / 1024;
  figure({
    name: 'HTML and styles of home, gzip, KiB',
    ours: whole(ours),
    bare: whole(bare),
    nextWp: whole(nextWp),
  });
  figure({ name: 'a post on the disk, KiB', ours: stored(site, new URL(places.ours.post).pathname) / 1024 });
}

/** One of each kind that the theme has beside home and posts, and the page for what there is not. */
async function kindsOfPages(site: string, { url }: WordPress): Promise<string[]> {
  const types = ['pages', 'categories?hide_empty=true', 'tags?hide_empty=true', 'users'];
  const links = types.map(async (type) => {
    const address = new URL(`${url}/wp-json/wp/v2/${type}`);
    address.searchParams.set('per_page', '1');
    const [row] = await (await fetch(address)).json();
    return new URL(row.link).pathname;
  });
  const own = ['/page/2/', '/search/?q=ordinary', '/contact/', '/nothing-is-here/'];
  return [...own, ...(await Promise.all(links))].map((page) => site + page);
}

async function weightOf(browser: Browser, url: string): Promise<Weight> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const files: Record<string, Promise<number>[]> = {};
  page.on('response', (response) => {
    const type = response.request().resourceType();
    if (type !== 'script' && type !== 'stylesheet') return;
    files[type] ??= [];
    files[type].push(response.body().then((body) => gzipSync(body).length));
  });
  const response = await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLED);
  const html = (await response?.text()) ?? '';
  const inPage = await scriptsIn(page);
  const sum = async (type: string) =>
    (await Promise.all(files[type] ?? [])).reduce((total, bytes) => total + bytes, 0);
  const bare = html.replace(/<style\b[^>]*>.*?<\/style>/gs, '');
  const weight = {
    scripts: (await sum('script')) + gzipSync(inPage).length,
    html: gzipSync(bare).length,
    styles: gzipSync(html).length - gzipSync(bare).length + (await sum('stylesheet')),
  };
  await context.close();
  return weight;
}

/** Without what Next and speculation rules write into scripts that are no program. */
function scriptsIn(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.scripts]
      .filter(({ src, type }) => !src && /^(|module|text\/javascript)$/.test(type))
      .map(({ text }) => text)
      .filter((text) => !text.startsWith('self.__next_f.push'))
      .join('\n'),
  );
}

/** @returns bytes of all that a build stores of one page */
function stored(site: string, pathname: string): number {
  const app = path.join(site, '.next/server/app');
  const name = pathname.replaceAll('/', '');
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.parse(file).name === name || file.startsWith(`${name}.segments/`),
  );
  return files
    .map((file) => statSync(path.join(app, file)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}
