import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hasChromium, launchChromium } from './chromium';
import { control, eventually, menu, post } from './support/context';
import { secrets } from './support/site-server';

const entry = (label: string, url: string, children: object[] = [], cssClasses: string[] = []) => ({
  label,
  url,
  children,
  cssClasses,
});

/** Twelve entries, three levels, a button. */
const long = [
  entry('Home', '/'),
  entry('About us', '/about/', [
    entry('Team', '/about/team/', [entry('Apprentices', '/about/team/apprentices/'), entry('Board', '/b/')]),
    entry('History', '/about/history/', [entry('1920 to 1950', '/h/')]),
  ]),
  entry('Services', '/services/'),
  entry('Workshops', '#', [entry('One', '/w1/'), entry('Two', '/w2/')]),
  ...['Journal', 'Visit', 'Materials', 'Timber and boards', 'People', 'Donate'].map((name) =>
    entry(name, `/x-${name.length}/`),
  ),
  entry('Shop', '#', [entry('Chairs', '/c/'), entry('Tables, and other large furniture', '/t/')]),
  entry('Book a visit', '/contact/', [], ['button']),
];
const flat = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => entry(name, `/${name}/`));

describe.skipIf(!hasChromium)('header and footer (skipped where Chromium is not installed)', () => {
  let browser: Browser;
  const revalidate = () =>
    post('/api/revalidate', { secret: secrets.revalidation, paths: ['/*'], events: { '/*': 'menu' } });

  beforeAll(async () => {
    browser = await launchChromium();
    await menu({ location: 'PRIMARY', items: long });
    await menu({
      location: 'FOOTER',
      items: [
        ...flat,
        entry('Privacy Policy', '/privacy-policy/'),
        entry('Letters', '/l/', [], ['newsletter']),
      ],
    });
    await revalidate();
    await eventually('/', (html) => html.includes('Timber and boards') && html.includes('Privacy Policy'));
  });
  afterAll(async () => {
    await browser?.close();
    await control({ reset: true });
    await revalidate();
    await eventually('/', (html) => !html.includes('Timber and boards'));
  });

  const wide = { width: 1440, height: 900 };
  const phone = { width: 390, height: 844 };
  /** @returns what `look` sees on the front page */
  async function at<T>(options: BrowserContextOptions, look: (page: Page) => Promise<T>): Promise<T> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(inject('site').url);
    const seen = await look(page);
    await context.close();
    return seen;
  }
  const boxes = (page: Page, selector: string) =>
    page.$$eval(selector, (found) =>
      found.map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left, top, right, bottom };
      }),
    );

  test.each([1024, 1280, 1440, 1920])(
    'twelve entries at %d: none overlaps another, none is cut',
    async (width) => {
      const { entries, title } = await at({ viewport: { width, height: 900 } }, async (page) => ({
        entries: await boxes(page, '.menu-list > li'),
        title: (await boxes(page, '.site-header .container > .site-title'))[0],
      }));
      expect(entries.length).toBe(12);
      for (const [i, box] of entries.entries()) {
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(width);
        expect(box.top).toBeGreaterThanOrEqual(title?.bottom ?? Number.NaN);
        const next = entries[i + 1];
        if (next) expect(next.left >= box.right || next.top >= box.bottom).toBe(true);
      }
    },
  );

  test.each([1024, 1440])(
    'each panel at %d is in the window, one at a time, its third level too',
    async (width) => {
      await at({ viewport: { width, height: 900 }, javaScriptEnabled: false }, async (page) => {
        for (const branch of ['About us', 'Workshops', 'Shop']) {
          await page
            .locator('.menu-list > li', { has: page.getByText(branch, { exact: true }) })
            .locator('summary')
            .click();
          const open = await boxes(page, '.menu-list details[open] > ul');
          expect(open.length).toBe(1);
          expect(open[0]?.left).toBeGreaterThanOrEqual(0);
          expect(open[0]?.right).toBeLessThanOrEqual(width);
          // Not as wide as the menu, for a few links.
          expect((open[0]?.right ?? 0) - (open[0]?.left ?? 0)).toBeLessThanOrEqual(28 * 16);
          if (branch === 'About us') expect(await page.getByText('Apprentices').isVisible()).toBe(true);
        }
      });
    },
  );

  test('the menu of a phone has all entries, the search and the theme button, and Close stays in sight', async () => {
    await at({ viewport: phone }, async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('.menu-list summary').first().click();
      expect(await page.getByText('Apprentices').isVisible()).toBe(true);
      await page.locator('.menu-end button[data-theme-toggle]').scrollIntoViewIfNeeded();
      expect((await boxes(page, '.menu-top'))[0]?.top).toBe(0);
      await page.locator('.menu-end').getByRole('searchbox').fill('oak');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\/?\?q=oak/);
    });
  });

  test('an entry with the class `button` is a button; one with `newsletter` is one in the footer', async () => {
    const backgrounds = await at({ viewport: wide }, (page) =>
      page.$$eval('.menu-list a, .site-footer a', (links) =>
        links
          .filter((link) => getComputedStyle(link).backgroundColor !== 'rgba(0, 0, 0, 0)')
          .map((link) => link.textContent),
      ),
    );
    expect(backgrounds).toEqual(['Book a visit', 'Letters']);
  });

  test('five links of the footer stand in two columns at least; the privacy page and the year are in its last line', async () => {
    const { lefts, base } = await at({ viewport: wide }, async (page) => ({
      lefts: (await boxes(page, '.foot-menu li')).map(({ left }) => left),
      base: await page.locator('.base').textContent(),
    }));
    expect(new Set(lefts).size).toBeGreaterThanOrEqual(2);
    expect(base).toContain('Privacy Policy');
    expect(base).toContain(`© ${new Date().getFullYear()} Alder & Finch`);
  });
});
