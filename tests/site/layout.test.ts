import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hasChromium, launchChromium } from './chromium';
import { control, edit, eventually, post, sample, settled } from './support/context';
import { secrets } from './support/site-server';

const wide = { viewport: { width: 1440, height: 900 } };
const long = '/dovetails-by-eye/';
const picture = (classes: string) =>
  `<figure class="wp-block-image ${classes}"><img src="/wp-content/uploads/dovetail.webp" alt=""></figure>`;
const text = '<h2>One</h2><p>A</p><h2>Two</h2><p>B</p><h2>Three</h2><p>C</p>';

describe.skipIf(!hasChromium)('where things stand (skipped where Chromium is not installed)', () => {
  let browser: Browser;
  const changed = () =>
    post('/api/revalidate', { secret: secrets.revalidation, paths: [long], events: { [long]: 'update' } });
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await control({ reset: true });
    await changed();
    await eventually(long, (html) => !html.includes('<h2 id="three"'));
    await settled();
  });

  async function at<T>(
    path: string,
    options: BrowserContextOptions,
    look: (page: Page) => Promise<T>,
  ): Promise<T> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(inject('site').url + path, { waitUntil: 'networkidle' });
    const seen = await look(page);
    await context.close();
    return seen;
  }
  const sides = (page: Page, selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { left, right, top } = element.getBoundingClientRect();
      return { left, right, top };
    });

  test('pictures stand out of a text on both sides, tables do not', async () => {
    const table = '<figure class="wp-block-table"><table><tbody><tr><td>a</td></tr></tbody></table></figure>';
    await edit({ slug: 'dovetails-by-eye', set: { content: text + picture('size-large') + table } });
    await changed();
    await eventually(long, (html) => html.includes('<h2 id="three"') && html.includes('wp-block-table'));
    await at(long, wide, async (page) => {
      const line = await sides(page, '.prose > p >> nth=0');
      const figure = await sides(page, '.prose > .size-large');
      expect(figure).toMatchObject({ left: line.left - 48, right: line.right + 48 });
      expect((await sides(page, '.chips')).left).toBeGreaterThan(figure.right);
      expect((await sides(page, '.toc summary')).right).toBeLessThan(figure.left);
      expect(await sides(page, '.prose > .wp-block-table')).toMatchObject({
        left: line.left,
        right: line.right,
      });
    });
  });

  test.each([1200, 1440, 1920])('contents at %i stand beside blocks wider than the text', async (width) => {
    const content = `${text}${picture('alignwide')}<p>D</p>${picture('alignfull')}`;
    await edit({ slug: 'dovetails-by-eye', set: { content } });
    await changed();
    await eventually(long, (html) => html.includes('alignfull'));
    await at(long, { viewport: { width, height: 900 } }, async (page) => {
      const [contents, head, broad, full] = await Promise.all(
        ['.toc summary', '.post-head', '.prose > .alignwide', '.prose > .alignfull'].map((selector) =>
          sides(page, selector),
        ),
      );
      const gutter = 48;
      expect(contents?.left).toBe((head?.left ?? 0) + gutter);
      expect(contents?.right).toBeLessThanOrEqual(broad?.left ?? 0);
      expect(contents?.right).toBeLessThanOrEqual(full?.left ?? 0);
      expect(broad?.right).toBe((head?.right ?? 0) - gutter);
      expect(full?.right).toBe(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  });

  test.each(['/author/tom/', '/project/'])(
    'words and their picture at 1920 are near each other: %s',
    async (path) => {
      const gaps = await at(path, { viewport: { width: 1920, height: 900 } }, (page) =>
        page.evaluate(async () => {
          await document.fonts.ready;
          return [...document.querySelectorAll('.row.pictured')].map((row) => {
            const words = document.createRange();
            const rights = [...row.querySelectorAll('.card-title a, .excerpt')].flatMap((element) => {
              words.selectNodeContents(element);
              return Array.from(words.getClientRects(), ({ right }) => right);
            });
            return (
              (row.querySelector('.card-picture')?.getBoundingClientRect().left ?? 0) - Math.max(...rights)
            );
          });
        }),
      );
      expect(gaps.length).toBeGreaterThan(0);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(80);
    },
  );

  test('one post of an archive fills its row, and the search its own', async () => {
    const width = (path: string, selector: string) =>
      at(path, wide, async (page) => {
        const { left, right } = await sides(page, selector);
        return right - left;
      });
    expect(await width('/author/ines/', 'main .card')).toBe(1280);
    expect(await width('/search/?q=zzzz', 'main form')).toBe(1280);
  });

  test('paper shows where links lead, those of the site itself, too', async () => {
    await at(sample.post.path, wide, async (page) => {
      await page.emulateMedia({ media: 'print' });
      const address = await page
        .locator('.prose a[href^="/"]')
        .first()
        .evaluate((link) => getComputedStyle(link, '::after').content);
      expect(address).toContain('(');
    });
  });

  test('a page asks for no style sheet, without JavaScript either', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const asked: string[] = [];
      await at('/no-such-page/', { javaScriptEnabled }, async (page) => {
        page.on('request', (request) => {
          if (request.resourceType() === 'stylesheet') asked.push(request.url());
        });
        for (const path of ['/', sample.post.path, '/journal/'])
          await page.goto(inject('site').url + path, { waitUntil: 'networkidle' });
      });
      expect(asked).toEqual([]);
    }
  });

  test('the error page says whose site it is', async () => {
    await control({ failure: 'refuse' });
    const name = await at('/2024/', {}, (page) => page.locator('.error-page > a').textContent());
    await control({ failure: null });
    expect(name).toBe('Alder & Finch');
  });
});
