import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hasChromium, launchChromium } from './chromium';
import { control, edit, eventually, post, sample, settings, settled } from './support/context';
import { secrets } from './support/site-server';

const wide = { viewport: { width: 1440, height: 900 } };
const long = '/dovetails-by-eye/';
const picture = (classes: string) =>
  `<figure class="wp-block-image ${classes}"><img src="/wp-content/uploads/dovetail.webp" alt=""></figure>`;
const text = '<h2>One</h2><p>A</p><h2>Two</h2><p>B</p><h2>Three</h2><p>C</p>';

describe.skipIf(!hasChromium)('where things stand (skipped where Chromium is not installed)', () => {
  let browser: Browser;
  const changed = (path = long, event = 'update') =>
    post('/api/revalidate', { secret: secrets.revalidation, paths: [path], events: { [path]: event } });
  /** @returns once the long post shows a content and nothing else. @param last what only the new page has */
  const shows = async (content: string, last: string) => {
    await edit({ slug: 'dovetails-by-eye', set: { content } });
    await changed();
    await eventually(long, (html) => html.includes(last));
  };
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await control({ reset: true });
    await changed('/*', 'settings');
    await changed();
    await eventually(long, (html) => !html.includes('<h2 id="three"') && !html.includes('dir="rtl"'));
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

  test('pictures in a text stand in its line, figures do not', async () => {
    const image = (attributes: string) =>
      `<img src="/wp-content/uploads/dovetail.webp" alt="" ${attributes}>`;
    const icon = image('style="width:20px"');
    await shows(
      `${text}<p>A ${icon} B</p><ul><li>${icon} C</li></ul><div>D <a href="/">${icon}</a></div><h3>E ${icon}</h3>
      <p>A ${image('class="wp-smiley" style="height:1em;max-height:1em"')} B</p><p>A ${image('class="emoji"')} B</p>
      <p>${image('class="aligncenter" width="200" height="133"')}</p>${picture('last')}`,
      'wp-block-image last',
    );
    await at(long, { viewport: { width: 390, height: 900 } }, async (page) => {
      const lines = await page
        .locator('.prose :is(p, li, div, h3):has(> img:not(.aligncenter), > a > img)')
        .evaluateAll((all) =>
          all.map((element) => {
            const { fontSize, lineHeight } = getComputedStyle(element);
            return (
              element.getBoundingClientRect().height /
              (Number.parseFloat(lineHeight) || Number.parseFloat(fontSize))
            );
          }),
        );
      expect(lines).toHaveLength(6);
      for (const line of lines) expect(line).toBeLessThan(1.3);
      const centre = async (selector: string) => {
        const { left, right } = await sides(page, selector);
        return Math.round((left + right) / 2);
      };
      expect(await centre('.prose .aligncenter')).toBe(195);
      const display = (selector: string) =>
        page.locator(selector).evaluate((element) => getComputedStyle(element).display);
      expect(await display('.prose .last > img')).toBe('block');
    });
  });

  test('paragraphs in a box stand apart', async () => {
    await shows(`${text}<ul><li><p>A</p><p id="apart">B</p></li></ul>`, 'id="apart"');
    await at(long, wide, async (page) => {
      const margin = await page.locator('#apart').evaluate((element) => getComputedStyle(element).marginTop);
      expect(Number.parseFloat(margin)).toBeGreaterThan(10);
    });
  });

  test.each([
    [390, 2],
    [1440, 3],
  ])('a gallery of the classic editor at %i has %i columns', async (width, columns) => {
    const item =
      '<dl class="gallery-item"><dt class="gallery-icon"><img width="150" height="150" src="/wp-content/uploads/dovetail.webp" alt=""></dt>' +
      '<dd class="wp-caption-text gallery-caption">A</dd></dl>';
    const row = `${item.repeat(3)}<br style="clear: both">`;
    await shows(
      `${text}<div class="gallery gallery-columns-3" id="gallery-7">${row + row}</div>`,
      'gallery-7',
    );
    await at(long, { viewport: { width, height: 900 } }, async (page) => {
      const tops = await page
        .locator('.gallery img')
        .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().top)));
      expect(tops).toHaveLength(6);
      expect(new Set(tops).size).toBe(6 / columns);
    });
  });

  test('the last row of a gallery is filled, whatever gap was chosen', async () => {
    const item =
      '<figure class="wp-block-image"><img width="150" height="150" src="/wp-content/uploads/dovetail.webp" alt=""></figure>';
    const gallery = (gap: string) =>
      `<figure class="wp-block-gallery has-nested-images columns-default is-cropped" style="gap:${gap}">${item.repeat(5)}</figure>`;
    await shows(`${text}${gallery('0px')}${gallery('48px')}`, 'columns-default');
    await at(long, { viewport: { width: 1360, height: 900 } }, async (page) => {
      const rows = await page.locator('.prose .wp-block-gallery').evaluateAll((all) =>
        all.map((one) => {
          const boxes = [...one.children].map((child) => child.getBoundingClientRect());
          const { right } = one.getBoundingClientRect();
          return boxes.map((box) => [Math.round(box.top - (boxes[0]?.top ?? 0)) > 0, right - box.right < 2]);
        }),
      );
      // Whether each picture is in the second row, and whether it ends its row.
      const five = [
        [false, false],
        [false, false],
        [false, true],
        [true, false],
        [true, true],
      ];
      expect(rows).toEqual([five, five]);
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

  test('code and words marked as left to right start at the left of a page that does not', async () => {
    const content = `${text}<pre class="wp-block-code"><code>f(x);</code></pre><pre>g(x);</pre><p dir="ltr">English</p>
      <p>نص <code>f(x)</code></p><p dir="ltr" class="has-text-align-center">Centred</p><p id="arabic">نص عربي</p>`;
    await shows(content, 'id="arabic"');
    await settings({ language: 'ar' });
    await changed('/*', 'settings');
    await eventually(long, (html) => html.includes('lang="ar" dir="rtl"') && html.includes('id="arabic"'));
    // On a tablet, the column is not in the middle.
    await at(long, { viewport: { width: 900, height: 900 } }, async (page) => {
      /** From the start and the end of the line to those of the column of the text. */
      const gaps = (selector: string) =>
        page.locator(selector).evaluate((element) => {
          const words = document.createRange();
          words.selectNodeContents(element);
          const column = document.querySelector('#arabic')?.getBoundingClientRect() as DOMRect;
          const line = words.getBoundingClientRect();
          return [line.left - column.left, column.right - line.right];
        });
      const padding = 25;
      for (const selector of [
        '.wp-block-code',
        '.prose > pre:not([class])',
        '.prose > [dir=ltr]:not([class])',
      ]) {
        const [left = 0, right = 0] = await gaps(selector);
        expect(left, selector).toBeGreaterThanOrEqual(0);
        expect(left, selector).toBeLessThan(padding);
        expect(right, selector).toBeGreaterThan(100);
      }
      const [left = 0, right = 1] = await gaps('.has-text-align-center');
      expect(Math.abs(left - right)).toBeLessThan(1);
      const code = await page
        .locator('.prose p code')
        .evaluate((element) => getComputedStyle(element).direction);
      expect(code).toBe('ltr');
    });
  });
});
