import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { eventually, sample } from './support/context';

/** Bytes with gzip of the HTML with all styles in it, as a visitor gets them. A page that passes its limit got heavier. */
const LIMITS = {
  home: 11_300,
  list: 10_950,
  post: 12_800,
  page: 9_800,
  sections: 11_860,
  search: 9_180,
  contact: 9_560,
  missing: 7_440,
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
    // A test before may have left another menu, which a page shows once more.
    const html = await eventually(path, (html, answered) => {
      return answered === status && html.includes('class="menu-highlight"');
    });
    // Styles that came later would be missing from the sum.
    expect(html).toContain('<style data-sheets=');
    expect(html).not.toMatch(/<script[^>]* src=/);
    // Ports are random, and some digits compress worse.
    const named = html.replaceAll(/127\.0\.0\.1:\d+/g, 'www.example.com');
    expect(gzipSync(named, { level: 9 }).length).toBeLessThanOrEqual(LIMITS[template]);
  });
});
