import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareHtml } from '../../src/runtime/content/html';
import { hasChromium, launchChromium } from '../site/chromium';

/** Blocks with the styles of a new site, without the site around them. */
const styles = ['prose', 'core-blocks']
  .map((name) => readFileSync(`templates/site/components/content/${name}.css`, 'utf8'))
  .join('\n');
const base =
  '*{margin:0;box-sizing:border-box}img,video,iframe{display:block;max-width:100%;height:auto;border:0}:root{--radius:3px;--text-xl:1.5rem}';
/** 600 by 400 pixels, from nowhere. */
const picture = (name: string, more = '') =>
  `<img src="/wp-content/uploads/${name}.jpg" width="600" height="400" alt="${name}"${more}>`;

describe.skipIf(!hasChromium)('in Chromium (skipped where it is not installed)', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    await page.route('**', (route) => route.abort());
  });
  afterAll(() => browser?.close());

  /** @returns the boxes of what a selector finds */
  async function boxes(width: number, source: string, selector: string) {
    const html = prepareHtml(source, { cmsOrigin: 'https://cms.example.com' }).html;
    await page.setViewportSize({ width, height: 800 });
    await page.setContent(
      `<!doctype html><style>${base}${styles}</style><main class="prose held">${html}</main>`,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'scrolls').toBeLessThanOrEqual(
      width,
    );
    return page.$$eval(selector, (elements) =>
      elements.map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return { left, top, width, height };
      }),
    );
  }

  it.each([
    [
      'in a figure',
      (list: string) =>
        `<figure class="wp-block-gallery columns-3 is-cropped"><ul class="blocks-gallery-grid">${list}</ul></figure>`,
    ],
    ['alone', (list: string) => `<ul class="wp-block-gallery columns-3 is-cropped">${list}</ul>`],
  ])('a gallery from before WordPress 5.9, %s, has its columns, and two on a phone', async (_, around) => {
    const list = ['a', 'b', 'c']
      .map((name) => `<li class="blocks-gallery-item"><figure>${picture(name)}</figure></li>`)
      .join('');
    const [first, second, third] = await boxes(390, around(list), 'img');
    expect(first?.width).toBeGreaterThan(180);
    expect(second?.top).toBe(first?.top);
    expect(third?.top).toBeGreaterThan(first?.top ?? 0);
    const wide = await boxes(900, around(list), 'img');
    expect(wide.map(({ top }) => top)).toEqual([wide[0]?.top, wide[0]?.top, wide[0]?.top]);
  });

  const mediaText = (classes: string, style = '', image = picture('a')) =>
    `<div class="wp-block-media-text ${classes}"${style}><div class="wp-block-media-text__content"><p>${'a b c '.repeat(200)}</p></div>` +
    `<figure class="wp-block-media-text__media">${image}</figure></div>`;

  it('media and text are one column on a phone, the picture first, whatever their widths', async () => {
    const source = mediaText(
      'has-media-on-the-right is-stacked-on-mobile',
      ' style="grid-template-columns:auto 30%"',
    );
    const parts = '.wp-block-media-text__content, .wp-block-media-text__media';
    const [text, media] = await boxes(390, source, parts);
    expect([text?.width, media?.width]).toEqual([390, 390]);
    expect(media?.top).toBeLessThan(text?.top ?? 0);
    const [, right] = await boxes(900, source, parts);
    expect(right?.width).toBeCloseTo(270, 0);
  });

  it('media and text stay side by side on a phone where that was chosen', async () => {
    const parts = '.wp-block-media-text__content, .wp-block-media-text__media';
    const [text, media] = await boxes(390, mediaText('has-media-on-the-right'), parts);
    expect(media?.left).toBeGreaterThanOrEqual((text?.left ?? 0) + (text?.width ?? 390));
  });

  it('columns of the old block stand beside each other', async () => {
    const source =
      '<div class="wp-block-text-columns columns-2"><div class="wp-block-column"><p>a</p></div><div class="wp-block-column"><p>b</p></div></div>';
    const [first, second] = await boxes(900, source, 'p');
    expect(second?.top).toBe(first?.top);
  });

  it('a fixed table of a few columns fits a phone, one of many scrolls', async () => {
    const table = (cells: number) =>
      `<figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr>${'<td>a</td>'.repeat(cells)}</tr></tbody></table></figure>`;
    expect((await boxes(390, table(2), 'table'))[0]?.width).toBe(390);
    expect((await boxes(390, table(4), 'table'))[0]?.width).toBeGreaterThan(390);
  });

  it('a player beside text is wide enough to be seen', async () => {
    const source = '<figure class="wp-block-audio alignleft"><audio controls></audio></figure><p>a</p>';
    expect((await boxes(900, source, 'audio'))[0]?.width).toBeGreaterThan(200);
  });

  const buttonOf = (classes: string, style: string) =>
    `<div class="wp-block-button has-custom-width ${classes}" style="${style}"><a class="wp-block-button__link" href="/a">a</a></div>`;
  const percent = 'wp-block-button__width';

  it.each([
    ['50 percent, before WordPress 7.1', `${percent}-50`, '', 444],
    ['50 percent', `${percent} ${percent}-50`, '--wp--block-button--width: 50;', 444],
    ['33 percent', percent, '--wp--block-button--width: 33;', 288.96],
    ['66.6 percent', percent, '--wp--block-button--width: 66.6;', 595.392],
    ['100 percent', `${percent} ${percent}-100`, '--wp--block-button--width: 100;', 900],
    ['200 pixels', '', 'width: 200px;', 200],
    ['more than there is', '', 'width: 1200px;', 900],
  ])('a button has the width that was chosen: %s', async (_, classes, style, expected) => {
    const source = `<div class="wp-block-buttons">${buttonOf(classes, style)}</div>`;
    expect((await boxes(900, source, 'a'))[0]?.width).toBeCloseTo(expected, 0);
  });

  it('three buttons of a third stand in one row', async () => {
    const third = buttonOf(percent, '--wp--block-button--width: 33.33;');
    const [first, , last] = await boxes(900, `<div class="wp-block-buttons">${third.repeat(3)}</div>`, 'a');
    expect(last?.top).toBe(first?.top);
  });

  it('buttons one below the other have the widths that were chosen', async () => {
    const source = `<div class="wp-block-buttons is-vertical" style="flex-direction:column;align-items:center">${buttonOf(`${percent}-50`, '')}</div>`;
    expect((await boxes(900, source, 'a'))[0]?.width).toBeCloseTo(450, 0);
  });

  it.each(['100;position:fixed', 'url(x)', '1e9', '5000', 'calc(1)'])(
    'a width of a button is a number, and not %s',
    async (value) => {
      const source = buttonOf(percent, `--wp--block-button--width: ${value}`);
      expect(prepareHtml(source, { cmsOrigin: 'https://cms.example.com' }).html).not.toMatch(
        /position|url|1e9|5000|calc/,
      );
    },
  );

  const drawing = '<svg width="24" height="24" viewBox="0 0 24 24"><path d="M0 0h24v24H0z"></path></svg>';
  /** Icons as WordPress 7.1 writes them. */
  const icons = (list: string, services: string[], { labels = false, style = '' } = {}) =>
    `<ul class="wp-block-social-links ${list}">${services
      .map(
        (name) =>
          `<li class="wp-social-link wp-social-link-${name} wp-block-social-link"${style && ` style="${style}"`}><a href="https://${name}.example/" class="wp-block-social-link-anchor">${drawing}` +
          `<span class="wp-block-social-link-label${labels ? '' : ' screen-reader-text'}">${name}</span></a></li>`,
      )
      .join('')}</ul>`;
  const colour = (
    selector: string,
    name: 'color' | 'backgroundColor' | 'fill',
    scheme: 'light' | 'dark' = 'light',
  ) =>
    page.$eval(
      selector,
      (element, [property, colorScheme]) => {
        document.documentElement.style.colorScheme = colorScheme;
        return getComputedStyle(element)[property];
      },
      [name, scheme] as const,
    );

  it.each([
    ['has-small-icon-size', 16],
    ['', 24],
    ['has-large-icon-size', 36],
    ['has-huge-icon-size', 48],
  ])('icons of services have their size: %s', async (size, pixels) => {
    const [link, icon] = await boxes(390, icons(size, ['github']), 'svg, a');
    expect([link?.width, icon?.width]).toEqual([pixels * 1.5, pixels]);
  });

  it('icons of services are marks on their grounds, without words', async () => {
    const [, label] = await boxes(
      390,
      icons('', ['github', 'goodreads', 'unknown']),
      'a, .wp-block-social-link-label',
    );
    expect(label?.width).toBe(1);
    expect(await colour('.wp-social-link-github', 'backgroundColor')).toBe('rgb(36, 41, 45)');
    expect(await colour('.wp-social-link-github svg', 'fill', 'dark')).toBe('rgb(255, 255, 255)');
    expect(await colour('.wp-social-link-goodreads svg', 'fill')).toBe('rgb(56, 33, 16)');
    expect(await colour('.wp-social-link-unknown', 'backgroundColor')).toBe('rgb(240, 240, 240)');
  });

  it('an icon of a service whose drawing is none says its name', async () => {
    const source = icons('', ['github']).replace(drawing, '<svg><use href="#a"/></svg>');
    const [label] = await boxes(390, source, '.wp-block-social-link-label');
    expect(label?.width).toBeGreaterThan(20);
  });

  it('names of services stand beside their icons where that was chosen, in pills with room', async () => {
    const source = (style: string) => icons(`has-visible-labels ${style}`, ['github'], { labels: true });
    const [mark, name] = await boxes(390, source(''), 'svg, .wp-block-social-link-label');
    expect(name?.left).toBeGreaterThanOrEqual((mark?.left ?? 0) + (mark?.width ?? 0));
    expect(name?.width).toBeGreaterThan(20);
    const [round] = await boxes(390, source(''), 'a');
    const [pill] = await boxes(390, source('is-style-pill-shape'), 'a');
    expect((pill?.width ?? 0) - (round?.width ?? 0)).toBeCloseTo(2 * (0.667 - 0.25) * 24, 0);
  });

  it('icons without a ground have the colours of services, light on a dark page', async () => {
    await boxes(390, icons('is-style-logos-only', ['github', 'snapchat']), 'li');
    expect(await colour('.wp-social-link-github', 'backgroundColor')).toBe('rgba(0, 0, 0, 0)');
    expect(await colour('.wp-social-link-github', 'color')).toBe('rgb(36, 41, 45)');
    expect(await colour('.wp-social-link-github', 'color', 'dark')).toMatch(/^oklch\(0\.8 /);
  });

  it('colours that were chosen for icons win', async () => {
    const style = 'color:#ffee00;background-color:#503aa8;';
    await boxes(390, icons('has-icon-color has-icon-background-color', ['github'], { style }), 'li');
    for (const scheme of ['light', 'dark'] as const) {
      expect(await colour('.wp-social-link-github', 'backgroundColor', scheme)).toBe('rgb(80, 58, 168)');
      expect(await colour('svg', 'fill', scheme)).toBe('rgb(255, 238, 0)');
    }
    await boxes(
      390,
      icons('has-icon-color is-style-logos-only', ['github'], { style: 'color:#8a1f1f;' }),
      'li',
    );
    expect(await colour('svg', 'fill')).toBe('rgb(138, 31, 31)');
  });

  it.each([
    ['aligncenter', 195],
    ['alignright', 390 - 18],
  ])('icons stand where they were put: %s', async (align, middle) => {
    const [icon] = await boxes(390, icons(align, ['github']), 'a');
    expect((icon?.left ?? 0) + (icon?.width ?? 0) / 2).toBeCloseTo(middle, 0);
  });

  it('the only way to another page of a list stands at its end', async () => {
    const source =
      '<nav class="wp-block-query-pagination is-content-justification-space-between" style="justify-content:space-between"><a class="wp-block-query-pagination-next" href="/b">Next</a></nav>';
    const [next] = await boxes(900, source, 'a');
    expect((next?.left ?? 0) + (next?.width ?? 0)).toBeCloseTo(900, 0);
  });

  it('the colour of a cover lies over the picture of the post, as thick as was chosen', async () => {
    const source =
      '<div class="wp-block-cover"><span class="wp-block-cover__background has-background-dim-30 has-background-dim"></span>' +
      `${picture('a', ' class="wp-block-cover__image-background"')}<div class="wp-block-cover__inner-container"><p>a</p></div></div>`;
    await boxes(900, source, 'p');
    const over = await page.evaluate(() => document.elementFromPoint(5, 5)?.className);
    expect(over).toContain('wp-block-cover__background');
    const opacity = () => page.$eval('span', (span) => getComputedStyle(span).opacity);
    expect(await opacity()).toBe('0.3');
    const overlay = source.replaceAll('wp-block-cover__background', 'wp-block-post-featured-image__overlay');
    await boxes(900, overlay, 'span');
    expect(await opacity()).toBe('0.3');
  });

  it('days of a calendar beside text do not touch', async () => {
    const source =
      '<div class="wp-block-calendar alignleft"><table><tbody><tr><td><a href="/a">10</a></td><td><a href="/b">11</a></td></tr></tbody></table></div><p>a</p>';
    const [first, second] = await boxes(900, source, 'a');
    expect((second?.left ?? 0) - (first?.left ?? 0) - (first?.width ?? 0)).toBeGreaterThan(4);
  });

  it('songs have their numbers', async () => {
    const source =
      '<ol class="wp-block-playlist__tracklist wp-block-playlist__tracklist-show-numbers"><li class="wp-block-playlist-track"><span class="wp-block-playlist-track__title">Song</span></li></ol>';
    await boxes(900, source, 'li');
    const title = page.locator('.wp-block-playlist-track__title');
    expect(await title.evaluate((it) => getComputedStyle(it, '::before').content)).toContain('counter(song)');
  });

  it('what is rounded is, whatever the block', async () => {
    await boxes(900, `<div class="wp-block-site-logo is-style-rounded">${picture('a')}</div>`, 'img');
    expect(await page.$eval('img', (img) => getComputedStyle(img).borderRadius)).toBe('9999px');
  });

  it('a picture that fills is as high as the text beside it', async () => {
    const source = mediaText('is-stacked-on-mobile is-image-fill-element has-media-on-the-right');
    const [block, image] = await boxes(900, source, '.wp-block-media-text, img');
    expect(image?.height).toBe(block?.height);
  });

  it('a frame that is no video has its height, and its place has most of it before', async () => {
    const song =
      '<iframe src="https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC" height="152"></iframe>';
    expect((await boxes(390, song, 'summary'))[0]?.height).toBeGreaterThanOrEqual(152);
    await page.evaluate(() => document.querySelector('details')?.setAttribute('open', ''));
    expect(await page.$eval('iframe', (frame) => frame.getBoundingClientRect().height)).toBe(152);
    const video = '<iframe src="https://player.vimeo.com/video/12" height="152"></iframe>';
    const [summary] = await boxes(390, video, 'summary');
    expect((summary?.width ?? 0) / (summary?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  });

  it.each([390, 900])('a long formula scrolls by itself, %i pixels wide', async (width) => {
    const terms = '<mo>+</mo><mi>abc</mi>'.repeat(60);
    await boxes(
      width,
      `<div class="wp-block-math"><math display="block"><mrow>${terms}</mrow></math></div>`,
      'math',
    );
    await boxes(width, `<p>a <math><mrow>${terms}</mrow></math> b</p>`, 'math');
    // The text around clips what is too wide: what is inside of it must not be cut off.
    const cut = await page.evaluate(() => {
      const main = document.querySelector('main') as HTMLElement;
      return main.scrollWidth - main.clientWidth;
    });
    expect(cut).toBe(0);
  });

  const accordion = (icon: string) =>
    `<div class="wp-block-accordion"><div class="wp-block-accordion-item"><h3 class="wp-block-accordion-heading ${icon}"><button>Title</button></h3>` +
    '<div class="wp-block-accordion-panel"><p>Words</p></div></div></div>';

  it('an accordion opens, with its sign beside the title', async () => {
    const [summary] = await boxes(390, accordion('has-icon has-icon-left'), 'summary');
    expect(summary?.height).toBeLessThan(40);
    expect(await page.getByText('Words').isVisible()).toBe(false);
    await page.getByText('Title').click();
    expect(await page.getByText('Words').isVisible()).toBe(true);
  });

  it.each([
    ['on the right', 'has-icon has-icon-right', ['none', '"+"']],
    ['on the left', 'has-icon has-icon-left', ['"+"', 'none']],
    ['nowhere', '', ['none', 'none']],
  ])('an accordion has its sign %s, as was chosen', async (_, icon, expected) => {
    const [title] = await boxes(390, accordion(icon), 'h3');
    const signs = await page.$eval('summary', (summary) =>
      ['::before', '::after'].map((part) => getComputedStyle(summary, part).content),
    );
    expect(signs).toEqual(expected);
    // At the other end of the line.
    expect(title?.width).toBeGreaterThan(350);
  });

  it.each([
    [
      'of today',
      (caption: string, shape: string) =>
        `<figure class="wp-block-gallery has-nested-images columns-2"><figure class="wp-block-image ${shape}">${picture('a')}${caption}</figure></figure>`,
    ],
    [
      'from before WordPress 5.9',
      (caption: string) =>
        `<figure class="wp-block-gallery columns-2"><ul class="blocks-gallery-grid"><li class="blocks-gallery-item"><figure>${picture('a')}${caption}</figure></li></ul></figure>`,
    ],
  ])('captions in a gallery %s lie over the pictures', async (_, gallery) => {
    const caption = '<figcaption>Words <a href="/a">and a link</a></figcaption>';
    const [image, words] = await boxes(900, gallery(caption, ''), 'img, figcaption');
    expect((words?.top ?? 0) + (words?.height ?? 0)).toBeCloseTo((image?.top ?? 0) + (image?.height ?? 0), 0);
    expect([words?.left, words?.width]).toEqual([image?.left, image?.width]);
    const [small, long] = await boxes(
      390,
      gallery(`<figcaption>${'Words '.repeat(90)}</figcaption>`, ''),
      'img, figcaption',
    );
    expect(long?.height).toBeLessThanOrEqual(small?.height ?? 0);
  });

  it('a caption of a rounded picture in a gallery, and of one alone, stands below', async () => {
    const rounded = `<figure class="wp-block-image is-style-rounded">${picture('a')}<figcaption>Words</figcaption></figure>`;
    for (const source of [
      `<figure class="wp-block-gallery">${rounded}</figure>`,
      rounded.replace('is-style-rounded', ''),
    ]) {
      const [image, words] = await boxes(900, source, 'img, figcaption');
      expect(words?.top).toBeGreaterThanOrEqual((image?.top ?? 0) + (image?.height ?? 0));
    }
  });
});
