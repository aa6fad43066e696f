import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { variations } from '../support/variations';
import { hasChromium, launchChromium } from './chromium';
import { sample } from './support/context';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const pages = {
  home: '/',
  'a post': sample.post.path,
  'the block page': sample.blocks,
  'the sidebar page': sample.sidebar,
  'the blog index': '/journal/',
  'an author': '/author/rosa/',
  contact: '/contact/',
  'a protected post': sample.protectedPost.path,
  'not found': '/no-such-page/',
};

describe.skipIf(!hasChromium)('in Chromium (skipped where it is not installed)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const looks = {
    'on a phone and dark': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
    'wide and light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  } as const;

  describe.each(variations(1, Object.entries(looks)))('%s', (_look, options) => {
    test.each(Object.entries(pages))(
      '%s has no errors, no sideways scrolling, no accessibility violation',
      async (_name, path) => {
        const { page, errors, close } = await open(path, options);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        expect(await page.locator('h1').count()).toBe(1);
        expect(await violations(page)).toEqual([]);
        expect(errors).toEqual([]);
        await close();
      },
    );
  });

  test('a visitor without JavaScript reads everything, the not-found page included', async () => {
    for (const [name, path] of Object.entries(pages)) {
      const { page, close } = await open(path, { javaScriptEnabled: false });
      expect(await page.locator('h1').first().isVisible(), name).toBe(true);
      await close();
    }
  });

  test('the not-found page keeps its header once the browser has taken over', async () => {
    const { page, close } = await open('/no-such-page/', looks['wide and light']);
    await page.waitForTimeout(500);
    expect(await page.locator('header a').count()).toBeGreaterThan(3);
    expect(await page.locator('h1').count()).toBe(1);
    await close();
  });

  test('every picture of the block page loads', async () => {
    const { page, close } = await open(sample.blocks, looks['wide and light']);
    await page.evaluate(async () => {
      for (const image of document.images) {
        image.loading = 'eager';
        await image.decode();
      }
    });
    const widths = await page.evaluate(() => Array.from(document.images, (image) => image.naturalWidth));
    expect(widths.length).toBeGreaterThan(1);
    expect(Math.min(...widths)).toBeGreaterThan(0);
    await close();
  });

  test('the first tab stop skips to the content', async () => {
    const { page, close } = await open('/', looks['wide and light']);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#content');
    await close();
  });

  test('the chosen theme survives a reload', async () => {
    const { page, close } = await open('/', looks['wide and light']);
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: /dark theme/i }).click();
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await background()).toBe(dark);
    await close();
  });

  test('on paper the words are dark whatever the theme, and nothing is there to be pressed', async () => {
    const { page, close } = await open(sample.post.path, looks['on a phone and dark']);
    const lightness = () =>
      page.evaluate(() => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(document.body).color)?.[1]));
    expect(await lightness()).toBeGreaterThan(0.8);
    await page.emulateMedia({ media: 'print' });
    expect(await lightness()).toBeLessThan(0.4);
    expect(await page.locator('h1').isVisible()).toBe(true);
    const pressed = 'nav, form, button, .tool, .chip, .button, footer h2';
    expect(await page.locator(pressed).filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Read next' }).count()).toBe(0);
    expect(await page.getByText('©').isVisible()).toBe(true);
    expect(
      await page.locator('main img').evaluateAll((all) => Math.max(...all.map((img) => img.clientHeight))),
    ).toBeLessThan(341);
    await close();
  });
  test('a list of posts is on paper, too', async () => {
    const { page, close } = await open('/journal/', looks['on a phone and dark']);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.card-title').first().isVisible()).toBe(true);
    await close();
  });

  test('the contact form says what is wrong, then thanks', async () => {
    const { page, close } = await open('/contact/', looks['wide and light']);
    const answers = page.waitForResponse('**/api/contact');
    await page.getByLabel('Name').fill('   ');
    await page.getByLabel(/e-?mail/i).fill('ada@example.com');
    await page.getByLabel('Message').fill('Hello from the browser.');
    await page.getByRole('button', { name: /send/i }).click();
    expect((await answers).status()).toBe(400);
    await page.getByText('Name must be one line of 2 to 200 characters.').waitFor();
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: /send/i }).click();
    await page
      .getByRole('status')
      .getByText(/Thank you|Too many messages/)
      .waitFor();
    await close();
  });

  async function open(path: string, options: Parameters<Browser['newContext']>[0]) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      // The browser reports the status of the page itself; a 404 is what was asked for.
      if (message.type() === 'error' && !/^Failed to load resource.* 404 /.test(message.text()))
        errors.push(message.text());
    });
    await page.goto(inject('site').url + path, { waitUntil: 'load' });
    return { page, errors, close: () => context.close() };
  }
});

async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const result = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    return result.violations.map(
      (v) => `${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    );
  });
}
