import { describe, expect, test } from 'vitest';
import { toMapped } from '../../src/runtime/cms/to-mapped';
import { type ContentPart, partsOf, prepareHtml } from '../../src/runtime/content/html';
import { reactAttributes } from '../../src/runtime/pages/react-attributes';

const mark = (number: number | string) => `<div data-companion-block="${number}"></div>`;

describe('HTML taken apart along the way to its marks', () => {
  /** Back to text, to see that nothing is lost. */
  const shown = (parts: readonly ContentPart[]): string =>
    parts
      .map((part) => {
        if (part.kind === 'text') return part.text;
        if (part.kind === 'mark') return `[${part.index}]`;
        const inside = part.kind === 'html' ? part.html : shown(part.parts);
        return `<${part.tag}>${inside}</${part.tag}>`;
      })
      .join('');

  test.each([
    ['a mark alone', mark(0), '[0]'],
    ['beside text', `a &amp; b${mark(0)}c`, 'a & b[0]c'],
    [
      'deep inside',
      `<div><div>x</div><div>${mark(0)}<p>y</p></div></div>z`,
      '<div><div>x</div><div>[0]<p>y</p></div></div>z',
    ],
    [
      'behind void elements',
      `<p>a<br>b</p><img src="x" alt="a>b" /><hr>${mark(3)}`,
      '<p>a<br>b</p><img></img><hr></hr>[3]',
    ],
    ['two of them', `${mark(0)}<p>x</p>${mark(1)}`, '[0]<p>x</p>[1]'],
    ['a number that is none', `${mark('x')}${mark('-1')}`, '[-1][-1]'],
    ['what is not closed', `<div>${mark(0)}`, '<div>[0]</div>'],
    ['nothing', '', ''],
  ])('%s', (_what, html, expected) => {
    expect(shown(partsOf(html))).toBe(expected);
  });

  test('what has no mark stays one piece', () => {
    expect(partsOf('<ul class="a"><li>b</li></ul>')).toEqual([
      { kind: 'html', tag: 'ul', attributes: { class: 'a' }, html: '<li>b</li>' },
    ]);
  });
});

describe('marks and the cleaner', () => {
  const clean = (marks: 'block'[]) =>
    prepareHtml(`<div><p>a</p>${mark(0)}</div>`, { cmsOrigin: 'https://cms.example', marks }).html;
  test('a mark survives only where a site asked for it', () => {
    expect(clean(['block'])).toContain(mark(0));
    expect(clean([])).not.toContain('data-companion-block');
  });
});

describe('what the plugin answers', () => {
  test.each([null, undefined, '', 'x', '[]', '{"refused":true}', '{"html":1,"blocks":[]}', '{"html":"a"}'])(
    '%j is nothing',
    (answer) => {
      expect(toMapped(answer)).toBeNull();
    },
  );
  test('of a block nothing is taken for what it is not', () => {
    expect(toMapped('{"html":"<p>","blocks":[{"name":1,"attributes":{"a":1}},null]}')).toEqual({
      html: '<p>',
      blocks: [
        { name: '', attributes: { a: 1 }, html: '', inner: '' },
        { name: '', attributes: {}, html: '', inner: '' },
      ],
    });
  });
});

test('attributes as React takes them', () => {
  expect(
    reactAttributes({
      class: 'a',
      style: 'flex-basis:33%;--x:1',
      colspan: '2',
      open: '',
      'data-kind': 'oak',
      'aria-label': 'b',
    }),
  ).toEqual({
    className: 'a',
    style: { flexBasis: '33%', '--x': '1' },
    colSpan: '2',
    open: true,
    'data-kind': 'oak',
    'aria-label': 'b',
  });
});
