import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../site/chromium';
import { createSite } from '../site/create';
import { serveSite } from '../site/serve';
import { openPage } from '../site/support/page';
import { SERVICE_DOWN, searchKeys, startSearchDouble } from '../site/support/search-double.mjs';
import { programOf, type RunningSite, secrets } from '../site/support/site-server';

/** A site whose server asks Algolia: the real client, against a double over HTTP. */
describe('hosted search', () => {
  let dir: string;
  let site: RunningSite;
  let double: Awaited<ReturnType<typeof startSearchDouble>>;
  beforeAll(async () => {
    double = await startSearchDouble();
    const flags = [
      '--search-app-id',
      'TESTAPP',
      '--search-api-key',
      searchKeys.search,
      '--search-index',
      'items',
    ];
    dir = await createSite('search-hosted', '--custom', 'project=isr', '--search', 'hosted_index', ...flags);
    site = await serveSite(dir, double.env);
  });
  afterAll(async () => {
    await site?.stop();
    double.close();
  });

  /** Does the same as `npm run index-search`, with the addresses of this test. */
  const fill = (env: Record<string, string> = {}) =>
    execa(process.execPath, [programOf(dir), 'index-search'], {
      cwd: dir,
      // Vitest's own mode would keep .env.local away.
      env: { NODE_ENV: undefined, NEXT_PUBLIC_CMS_API_URL: site.cms.graphqlUrl, ...double.env, ...env },
      reject: false,
      all: true,
    });
  const get = async (address: string) => {
    const response = await fetch(site.url + address);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const visible = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '');

  test('the script fills the index, and the page finds what is in it', async () => {
    const { all, exitCode } = await fill();
    expect([all, exitCode]).toEqual([
      `${double.indexes.get('items')?.size} items are in the search index now.`,
      0,
    ]);
    const { status, text } = await get('/search/?q=mended');
    expect(status).toBe(200);
    expect(visible(text)).toContain('href="/a-chair-that-can-be-mended/"');
    expect(visible(text)).toContain('Most chairs are thrown away');
  });
  test('the script with a wrong key says so without the key', async () => {
    const { all, exitCode } = await fill({ HOSTED_SEARCH_ADMIN_KEY: 'wrong-admin-key' });
    expect([all, exitCode]).toEqual(['Algolia: Invalid Application-ID or API key', 1]);
  });
  test('the dialog asks this site, which is never kept', async () => {
    const { status, text, headers } = await get('/search/results?q=mended');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(JSON.parse(text).results[0].title).toBe('A chair that can be mended');
    expect((await get('/search/titles.json')).status).toBe(404);
  });
  test('a service that is down: a calm message with status 200, and a line in the log', async () => {
    const { status, text } = await get(`/search/?q=${encodeURIComponent(SERVICE_DOWN)}`);
    expect(status).toBe(200);
    expect(visible(text)).toContain('Search is not available right now');
    expect((await get(`/search/results?q=${encodeURIComponent(SERVICE_DOWN)}`)).status).toBe(502);
    expect(site.output()).toMatch(/\[search\] Algolia: /);
  });
  test('no key in what visitors get, in the browser’s files or in the log', async () => {
    const keys = Object.values(searchKeys);
    const texts = [await get('/'), await get('/search/?q=mended')].map(({ text }) => text);
    const folder = path.join(dir, '.next/static');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    );
    const code = files.map((name) => readFileSync(path.join(folder, name), 'utf8'));
    expect(files.length).toBeGreaterThan(5);
    for (const text of [...texts, ...code, site.output()])
      expect(keys.filter((key) => text.includes(key))).toEqual([]);
  });
  test('what a webhook reports is found at once', async () => {
    site.cms.control.content({ slug: 'how-we-dry-our-boards', set: { title: 'Kilnless' } });
    const paths = ['/how-we-dry-our-boards/'];
    const response = await fetch(`${site.url}/api/revalidate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret: secrets.revalidation, paths }),
    });
    expect(response.status).toBe(200);
    await expect
      .poll(async () => visible((await get('/search/?q=kilnless')).text))
      .toContain('href="/how-we-dry-our-boards/"');
  });
  test.skipIf(!hasChromium)('the dialog in Chromium finds it, and talks to this site only', async () => {
    const browser = await launchChromium();
    const { page, errors } = await openPage(browser, `${site.url}/`);
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search for' }).fill('mended');
    await page.getByRole('dialog').getByRole('link', { name: 'A chair that can be mended' }).waitFor();
    expect([...hosts]).toEqual([site.url]);
    expect(errors).toEqual([]);
    await browser.close();
  });
});
