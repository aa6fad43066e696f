import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hasChromium, launchChromium } from './chromium';
import { control, eventually, get, post, sample, settings, settled } from './support/context';
import { secrets } from './support/site-server';

/** Addresses that each read the site's identity in another way. */
const paths = ['/', sample.post.path, '/journal/', '/contact/', '/no-such-page/'];
const headerOf = (html: string) => /<header class="site-header.*?<\/header>/s.exec(html)?.[0] ?? '';
const iconsOf = (html: string) =>
  [...html.matchAll(/<link rel="(?:apple-touch-)?icon"[^>]*>/g)].map(([link]) => link);

interface Watched {
  moved: string[];
}

/** In the browser: notes what of the header, and of what stands below it, moves. The text moves by itself, as its font comes. */
function watch() {
  const moved: string[] = [];
  Object.assign(window, { moved });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
      for (const { node } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        if (element?.closest('.site-header') || element?.matches('main'))
          moved.push(element.outerHTML.slice(0, 80));
      }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Changes settings in WordPress, which tells the site of it. */
async function change(set: object): Promise<void> {
  await settings(set);
  const body = { secret: secrets.revalidation, paths: ['/*'], events: { '/*': 'settings' } };
  expect((await post('/api/revalidate', body)).status).toBe(200);
}

describe('logo and icon of WordPress', () => {
  const upload = (file: string) => `${inject('site').cmsUrl}/wp-content/uploads/${file}`;
  let browser: Browser;
  beforeAll(async () => {
    if (hasChromium) browser = await launchChromium();
    await change({ logo: 'oak-chair.webp', icon: 'oak-chair.webp' });
  });
  afterAll(async () => {
    await browser?.close();
    await control({ reset: true });
    await change({});
    for (const path of paths) await eventually(path, (html) => !html.includes('site-logo'));
    await settled();
  });

  test.each(paths)('%s shows the logo by the image route, under the name of the site', async (path) => {
    const html = await eventually(path, (text) => text.includes('class="site-logo"'));
    const [img = ''] = headerOf(html).match(/<img[^>]*>/) ?? [];
    expect(img).toContain('alt="Alder &amp; Finch"');
    expect(img).toMatch(/ src="\/_next\/image\?url=[^"]*oak-chair\.webp&amp;w=\d+/);
    expect(img).toMatch(/ width="\d+" height="44"/);
    // Footer, and the sheet of the menu, keep the name.
    expect(html).toMatch(/<footer.*class="site-title">Alder &amp; Finch<.*<\/footer>/s);
  });

  test.each(paths)('%s names the icon in place of app/icon.svg, and each file is there', async (path) => {
    const links = iconsOf(await eventually(path, (html) => html.includes('apple-touch-icon')));
    expect(links).toHaveLength(3);
    for (const link of links) {
      const href = /href="([^"]+)"/.exec(link)?.[1]?.replaceAll('&amp;', '&') ?? '';
      expect(href).toMatch(/^\/_next\/image\?url=/);
      const icon = await get(href);
      expect([icon.status, icon.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ]);
    }
  });

  describe.skipIf(!hasChromium)('in a browser (skipped where Chromium is not installed)', () => {
    /** Looks at the front page once all of it is there. @returns what `look` sees, and what of the header has moved */
    async function at<T>(width: number, look: (page: Page) => Promise<T>): Promise<T & { moved: string[] }> {
      const page = await browser.newPage({ viewport: { width, height: 800 } });
      await page.addInitScript(watch);
      await page.goto(inject('site').url, { waitUntil: 'networkidle' });
      const moved = await page.evaluate(() => (window as unknown as Watched).moved);
      const seen = await look(page);
      await page.close();
      return { ...seen, moved };
    }
    const logo = (page: Page) =>
      page.$eval('.site-logo > img', (img: HTMLImageElement) => {
        const { width, height } = img.getBoundingClientRect();
        const link = img.parentElement?.getBoundingClientRect();
        return {
          width,
          height,
          ratio: img.naturalWidth / img.naturalHeight,
          link: link?.height ?? 0,
          overflow: document.documentElement.scrollWidth - window.innerWidth,
        };
      });

    test.each([320, 390, 1440])(
      'at %d it is whole, at most 44 pixels high, and nothing moves',
      async (width) => {
        await eventually('/', (html) => html.includes('class="site-logo"'));
        const seen = await at(width, logo);
        expect(seen.height).toBeCloseTo(44, 0);
        expect(seen.width / seen.height).toBeCloseTo(seen.ratio, 1);
        expect(seen.overflow).toBe(0);
        expect(seen.moved).toEqual([]);
      },
    );

    test('a banner is at most 14rem wide, fits beside the tools at 320, and leaves a link to be hit', async () => {
      await change({ logo: { url: upload('oak-chair.webp'), width: 4000, height: 200 } });
      await eventually('/', (html) => headerOf(html).includes('4000 / 200'));
      for (const [width, most] of [
        [320, 320 * 0.48],
        [390, 390 * 0.48],
        [1440, 224],
      ] as const) {
        const seen = await at(width, logo);
        expect(seen.width).toBeLessThanOrEqual(most);
        expect(seen.width / seen.height).toBeCloseTo(20, 0);
        expect(seen.link).toBeGreaterThanOrEqual(44);
        expect([seen.overflow, seen.moved]).toEqual([0, []]);
      }
    });
  });

  test('a logo on a host that browsers may not ask, and one of unknown size: the name', async () => {
    for (const picture of [
      { url: 'https://elsewhere.example/logo.png', width: 300, height: 80 },
      { url: upload('logo.svg'), width: null, height: null },
    ]) {
      await change({ logo: 'oak-chair.webp' });
      await eventually('/', (html) => html.includes('site-logo'));
      await change({ logo: picture });
      await eventually('/', (html) => !html.includes('site-logo'));
    }
  });

  test('without either the header is as it was, and the icon is the site’s own', async () => {
    await change({ logo: null, icon: null });
    const html = await eventually(
      '/',
      (text) => !text.includes('site-logo') && !text.includes('apple-touch'),
    );
    expect(headerOf(html)).toMatch(
      /<a href="\/" aria-current="page" class="site-title">Alder &amp; Finch<\/a>/,
    );
    expect(headerOf(html)).not.toContain('<img');
    expect(iconsOf(html)).toEqual([expect.stringMatching(/href="\/icon\.svg/)]);
  });
});
