import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { get, sample } from './support/context';

/** Bytes with gzip of the HTML with all styles in it, as a visitor gets them. A page that passes its limit got heavier. */
const LIMITS = {
  home: 12_450,
  list: 11_900,
  post: 14_250,
  page: 10_550,
  sections: 12_750,
  search: 9_850,
  contact: 10_300,
  missing: 8_100,
};

const pages: [keyof typeof LIMITS, string, number][] = [
  ['home', '/', 200],
  ['list', '/journal/', 200],
  ['list', '/category/making/', 200],
  ['post', sample.post.path, 200],
  ['page', '/about/', 200],
  ['sections', sample.blocks, 200],
  ['search', '/search/', 200],
  ['search', '/search/?q=oak', 200],
  ['search', '/search/?q=zzzz', 200],
  ['contact', '/contact/', 200],
  ['missing', '/nothing-is-here/', 404],
];

describe('a page of the theme stays within its budget', () => {
  test.for(pages)('%s: %s', async ([template, path, status]) => {
    const response = await get(path);
    const html = await response.text();
    expect(response.status).toBe(status);
    // Styles that came later would be missing from the sum.
    expect(html).toContain('<style data-sheets=');
    expect(html).not.toMatch(/<script[^>]* src=/);
    expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(LIMITS[template]);
  });
});
