import { afterEach, describe, expect, test, vi } from 'vitest';
import { afterFirstPaint } from '../../src/runtime/browser/after-first-paint';
import { existingSizes } from '../../src/runtime/content/images/sizes';

vi.mock('../../src/runtime/content/images/hosts', () => ({
  optimizable: (url: string) => (url.startsWith('https://cms.example/') ? url : null),
}));
const { optimizeImages } = await import('../../src/runtime/content/images/in-text');

const src = 'https://cms.example/oak.jpg';
const img = (more = '') =>
  `<img src="${src}" width="1024" height="683" alt="" srcset="https://cms.example/oak-300.jpg 300w, ${src} 1500w" sizes="100vw" loading="lazy"${more}>`;
const widths = (html: string) => [...html.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));

describe('pictures inside texts', () => {
  test('no width beyond the original, and none that nobody needs', () => {
    const html = optimizeImages(`<p>${img()}</p>`, false);
    expect(widths(html)).toEqual([256, 384, 640, 828, 1080, 1500]);
    expect(html).toContain('sizes="auto, min(100vw, 640px)"');
    expect(html).toMatch(
      / src="\/_next\/image\?url=https%3A%2F%2Fcms\.example%2Foak\.jpg&amp;w=1920&amp;q=75"/,
    );
    expect(html).toContain('loading="lazy"');
    const small = img().replace('width="1024"', 'width="200"');
    expect(widths(optimizeImages(small, false))).toEqual([256, 384, 640]);
  });

  test('what breaks out of the text is as wide as it is shown', () => {
    const wide = optimizeImages(`<figure class="alignwide">${img()}</figure>${img()}`, false);
    expect([...wide.matchAll(/min\(100vw, (\d+)px\)/g)].map(([, size]) => size)).toEqual(['960', '640']);
    expect(optimizeImages(`<figure class="alignfull">${img()}</figure>`, false)).toContain('auto, 100vw');
  });

  test('the first large one near the beginning is loaded at once, where the text leads', () => {
    const icon = img()
      .replace('width="1024"', 'width="64"')
      .replace(/srcset="[^"]*"/, '');
    const eager = (html: string) =>
      [...html.matchAll(/<img[^>]*>/g)].map(([tag]) => /fetchpriority/.test(tag));
    expect(eager(optimizeImages(icon + img() + img(), true))).toEqual([false, true, false]);
    expect(eager(optimizeImages(img(), false))).toEqual([false]);
    expect(eager(optimizeImages(`<p>${'word '.repeat(400)}</p>${img()}`, true))).toEqual([false]);
    const [first] = optimizeImages(img(), true).match(/<img[^>]*>/) ?? [];
    expect(first).not.toContain('lazy');
    // `auto` is for lazy pictures only.
    expect(first).toContain('sizes="min(100vw, 640px)"');
  });

  test.each([
    ['of another host', '<img src="https://other.example/a.jpg" width="900" loading="lazy">'],
    ['of unknown size', `<img src="${src}" loading="lazy">`],
    ['inside of <picture>', `<picture><source srcset="a.avif">${img()}</picture>`],
  ])('one %s stays as it is', (_name, html) => {
    expect(optimizeImages(html, false)).toBe(html);
  });

  test('ten thousand of them make no page of megabytes', () => {
    const html = img().repeat(10_000);
    expect(optimizeImages(html, false).length).toBeLessThan(1.4 * html.length);
  });
});

test('sizes that exist: the first one above the original says its true width', () => {
  const all = 'a 640w, b 750w, c 1080w, d 1920w';
  expect(existingSizes(all, 800)).toBe('a 640w, c 800w');
  expect(existingSizes(all, 1080)).toBe('a 640w, c 1080w');
  expect(existingSizes(all, 300)).toBe('a 300w');
  expect(existingSizes(all)).toBe('a 640w, c 1080w, d 1920w');
  expect(existingSizes(all, undefined, 700)).toBe('a 640w, b 750w');
});

describe('analytics after the first paint', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('a page that is rendered before somebody opens it counts once it is opened', () => {
    const page = Object.assign(new EventTarget(), { readyState: 'complete', prerendering: true });
    vi.stubGlobal('document', page);
    vi.stubGlobal('window', { requestIdleCallback: (run: () => void) => run() });
    const run = vi.fn();
    afterFirstPaint(run);
    expect(run).not.toHaveBeenCalled();
    page.dispatchEvent(new Event('prerenderingchange'));
    expect(run).toHaveBeenCalledTimes(1);
  });
});
