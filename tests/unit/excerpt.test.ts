import { expect, test } from 'vitest';
import { writtenExcerpt } from '../../src/runtime/content/excerpt';

const CONTENT = '<p>Most chairs die of one joint.</p><h2>“Rules”</h2><p>It came down to three.</p>';

test.each([
  ['written by hand', '<p>We draw &amp; mend <b>chairs</b>.</p>', 'We draw & mend chairs.'],
  ['the first words of the text, cut', '<p>Most chairs die of [&hellip;]</p>', ''],
  [
    'all of a short text, quotation marks and blocks otherwise',
    '<p>Most chairs die of one joint. "Rules" It came',
    '',
  ],
  ['words behind a block that WordPress leaves out', '<p>It came down to three.</p>', ''],
  ['markup as text', '<p>&lt;script&gt;alert()&lt;/script&gt;</p>', ''],
  ['none', '', ''],
])('an excerpt: %s', (_, excerpt, expected) => {
  expect(writtenExcerpt(excerpt, CONTENT)).toBe(expected);
});
