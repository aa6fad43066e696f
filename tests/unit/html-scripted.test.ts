import { describe, expect, it } from 'vitest';
import { prepareHtml } from '../../src/runtime/content/html';

/** Blocks and pictures that WordPress or a plugin shows by a script, as WordPress 7.1 renders them. */
const cmsOrigin = 'https://cms.example.com';
const html = (source: string) => prepareHtml(source, { cmsOrigin }).html;

const item = (title: string, panel: string, more = '') =>
  `<div data-wp-context='{ "id": "i" }' class="wp-block-accordion-item${more}"><h3 class="wp-block-accordion-heading">` +
  `<button aria-controls="i-panel" type="button" class="wp-block-accordion-heading__toggle">` +
  `<span class="wp-block-accordion-heading__toggle-title">${title}</span>` +
  `<span class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button></h3>` +
  `<div hidden id="i-panel" role="region" class="wp-block-accordion-panel">${panel}</div></div>`;

describe('an accordion', () => {
  it('opens without a script', () => {
    expect(html(`<div class="wp-block-accordion">${item('One', '<div><p>a</p></div>')}</div>`)).toBe(
      '<div class="wp-block-accordion"><details class="wp-block-accordion-item"><summary>' +
        '<h3 id="one" class="wp-block-accordion-heading"><span class="wp-block-accordion-heading__toggle-title">One</span></h3>' +
        '</summary><div id="i-panel" class="wp-block-accordion-panel"><div><p>a</p></div></div></details></div>',
    );
  });

  it('has items in items, and those open that are', () => {
    const out = html(item('Outer', `<p>a</p>${item('Inner', '<h4>b</h4>')}`, ' is-open'));
    expect(out.match(/<details[^>]*>/g)).toEqual([
      '<details class="wp-block-accordion-item is-open" open>',
      '<details class="wp-block-accordion-item">',
    ]);
    expect(out).toContain('<h4 id="b">b</h4></div></details></div></details>');
  });

  it('stays open where nothing could be clicked', () => {
    const odd =
      '<div class="wp-block-accordion-item"><p>a</p><h3 class="wp-block-accordion-heading">b</h3></div>';
    expect(html(odd)).not.toContain('<details');
    expect(
      html('<div class="no-wp-block-accordion-item"><h3>wp-block-accordion-item</h3></div>'),
    ).not.toContain('<details');
  });
});

const tabs = (...labels: string[]) =>
  `<div class="wp-block-tabs"><div role="tablist" class="wp-block-tab-list">${labels
    .map((label, at) => `<button aria-controls="t-${at}" type="button" role="tab">${label}</button>`)
    .join('')}</div><div class="wp-block-tab-panels">` +
  `<section id="t-0" role="tabpanel" tabindex="0" class="wp-block-tab-panel"><p>a</p></section>` +
  `<section id="t-1" role="tabpanel" class="wp-block-tab-panel"><p>b</p></section></div></div>`;

describe('tabs', () => {
  it('are sections with the names of their tabs', () => {
    expect(html(tabs('Flour &amp; <strong>water</strong>', 'Method'))).toBe(
      '<div class="wp-block-tabs"><div class="wp-block-tab-panels">' +
        '<section id="t-0" class="wp-block-tab-panel"><h3 id="flour-water" class="tab-name">Flour &amp; <strong>water</strong></h3><p>a</p></section>' +
        '<section id="t-1" class="wp-block-tab-panel"><h3 id="method" class="tab-name">Method</h3><p>b</p></section></div></div>',
    );
  });

  it('keep a name whose section is missing', () => {
    expect(html(tabs('A', 'B', 'C'))).toContain('<a href="#t-2" class="tab-name">C</a></div>');
  });
});

describe('a picture that grows on a click', () => {
  const figure = (img: string) =>
    html(
      `<figure class="wp-block-image wp-lightbox-container">${img}<button class="lightbox-trigger"><svg><path d="M2 0"/></svg></button></figure>`,
    );
  it('leads to its largest file', () => {
    expect(
      figure('<img src="/a-300.jpg" srcset="/a-300.jpg 300w, /a.jpg 1600w, /a-768.jpg 768w" alt="A hill">'),
    ).toMatch(
      /^<figure class="wp-block-image wp-lightbox-container"><a href="https:\/\/cms\.example\.com\/a\.jpg"><img [^>]*><\/a><\/figure>$/,
    );
  });
  it('or the one that it has, with a name where its text is empty', () => {
    expect(figure('<img src="/a.jpg" alt="">')).toContain(
      '<a href="https://cms.example.com/a.jpg" aria-label="Enlarge the picture"><img',
    );
    expect(figure('<img alt="a">')).not.toContain('<a');
  });
});

describe('a picture of a lazy-load plugin', () => {
  const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  it.each([
    [
      'lazysizes, Smush, EWWW',
      `<img src="${blank}" data-src="/a.jpg" data-srcset="/a.jpg 9w" data-sizes="auto" alt="a">`,
      'srcset="https://cms.example.com/a.jpg 9w"',
    ],
    [
      'WP Rocket',
      `<img src="data:image/svg+xml,%3Csvg%3E" data-lazy-src="/a.jpg" data-lazy-srcset="/a.jpg 9w" alt="a">`,
      'srcset="https://cms.example.com/a.jpg 9w"',
    ],
    [
      'a3 Lazy Load',
      '<img src="/lazy_placeholder.gif" data-lazy-type="image" data-src="/a.jpg" alt="a">',
      '',
    ],
    ['jQuery', '<img class="lazy" data-original="/a.jpg" alt="a">', ''],
  ])('%s is the picture, once', (_, img, more) => {
    const out = html(`<figure>${img}<noscript><img src="/a.jpg" alt="a"></noscript></figure>`);
    expect(out.match(/<img/g)).toHaveLength(1);
    expect(out).toContain('src="https://cms.example.com/a.jpg"');
    expect(out).toContain(more);
    expect(out).not.toContain('data:');
  });

  it('is cleaned as any other', () => {
    expect(html('<img data-src="javascript:alert(1)" data-srcset="javascript:x 1x" alt="a">')).toBe(
      '<img alt="a" loading="lazy" decoding="async" />',
    );
    expect(html('<iframe data-src="https://player.vimeo.com/video/12"></iframe>')).toContain(
      '<details class="embed">',
    );
  });

  it('or a ground', () => {
    expect(html('<div class="x" data-bg="/wp-content/uploads/a.jpg">a</div>')).toContain(
      'style="background-image:url(https://cms.example.com/wp-content/uploads/a.jpg)"',
    );
    expect(html('<div data-bg="https://evil.example/a.jpg">a</div>')).toBe('<div>a</div>');
  });
});

it('the songs of a playlist are lines of their own', () => {
  const track =
    '<ol class="wp-block-playlist__tracklist"><li class="wp-block-playlist-track"><button class="wp-block-playlist-track__button">' +
    '<span class="wp-block-playlist-track__content"><span class="wp-block-playlist-track__title">Song</span>' +
    '<span class="wp-block-playlist-track__artist">Ada</span></span><span class="wp-block-playlist-track__length">3:45</span>' +
    '<span class="screen-reader-text" data-wp-text="state.trackButtonActionLabel">Play</span></button></li></ol>';
  const out = html(`<div class="wp-block-playlist__waveform-player" data-label-play="Play"></div>${track}`);
  expect(out.replace(/<\/?(?:div|span|li|ol)[^>]*>/g, '|').replace(/\|+/g, '|')).toBe('|Song|Ada|3:45|');
  expect(out).toContain('<div class="wp-block-playlist-track__title">');
});

it('the button that closes an overlay, which is not here, goes', () => {
  const close =
    '<button class="wp-block-navigation-overlay-close" aria-label="Close"><span class="wp-block-navigation-overlay-close__text">Close</span></button>';
  expect(html(`<p>a</p>${close}<p>b</p>`)).toBe('<p>a</p><p>b</p>');
});

describe('a picture in two colours', () => {
  const image = (slug: string, inner = '<img src="/a.jpg" alt="a" style="width:9px">') =>
    html(`<figure class="wp-block-image wp-duotone-${slug}"><a href="/b">${inner}</a></figure>`);
  it('has the filter that WordPress puts at the end of its page', () => {
    const out = image('8c00b7-fcff41-3');
    expect(out).toContain('style="background:none;filter:url(#duotone-8c00b7-fcff41);width:9px"');
    expect(out).toContain('<filter id="duotone-8c00b7-fcff41" color-interpolation-filters="sRGB">');
    expect(out).toContain('<feFuncR type="table" tableValues="0.55 0.99"/>');
  });
  it('once for all of its pictures', () => {
    const twice = html(
      '<div class="wp-duotone-grayscale"><img src="/a.jpg" alt=""></div><div class="wp-duotone-grayscale"><img src="/b.jpg" alt=""></div>',
    );
    expect(twice.match(/<filter/g)).toHaveLength(1);
    expect(twice.match(/style="background:none;filter:url\(#duotone-000000-ffffff\)"/g)).toHaveLength(2);
  });
  it('keeps its own where nobody knows them', () => {
    for (const slug of ['mine', 'unset-1', '8c00b7-fcff4']) expect(image(slug), slug).not.toContain('filter');
  });
});
