import { describe, expect, it } from 'vitest';
import { prepareHtml, withoutLooseText } from '../../src/runtime/content/html';

/** The theme gives elements their column: text in none would begin at the edge of the window. */
const shown = (source: string) =>
  withoutLooseText(prepareHtml(source, { cmsOrigin: 'https://cms.example.com' }).html);

describe('text that stands in no element', () => {
  it.each([
    ['between paragraphs', '<p>a</p>b<p>c</p>', '<p>a</p><div>b</div><p>c</p>'],
    [
      'with what is in its line',
      'a <b>b</b> and <a href="/c">c</a>.<br>d',
      '<div>a <b>b</b> and <a href="/c">c</a>.<br />d</div>',
    ],
    ['around a box', 'a<div>b</div>c', '<div>a</div><div>b</div><div>c</div>'],
    ['in an element of a line alone', '<p>a</p><em>b</em>', '<p>a</p><div><em>b</em></div>'],
    ['behind a formula', '<math><mi>x</mi></math> b', '<div><math><mi>x</mi></math> b</div>'],
  ])('%s gets one', (_, source, expected) => {
    expect(shown(source)).toBe(expected);
  });

  it.each([
    ['space between elements', '<p>a</p>\n\n<p>b</p>'],
    ['an anchor', '<p>a</p><span id="more-1"></span><p>b</p>'],
    ['a picture', '<p>a</p><img src="/a.jpg" alt="" loading="lazy" decoding="async" /><p>b</p>'],
    ['text in elements', '<div>a <b>b</b></div><ul><li>c</li></ul>'],
    ['a mark', '<div data-companion-form="0"></div>'],
  ])('%s stays as it is', (_, source) => {
    expect(withoutLooseText(source)).toBe(source);
  });

  it('a notice is a box already', () => {
    expect(shown('<p>a</p><script>b()</script>')).toMatch(/^<p>a<\/p><span class="not-shown"/);
  });
});
