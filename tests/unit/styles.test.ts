import { describe, expect, test } from 'vitest';
import { lateSheet, readStyles } from '../../src/runtime/server/zero-js/read-styles.ts';
import { inlineStyles, loader } from '../../src/runtime/server/zero-js/styles.ts';

const file = 'static/chunks/a.css';
const link = `<link rel="stylesheet" href="/_next/${file}" data-precedence="next"/>`;
const page = (body: string, head = link) => `<html><head>${head}</head><body>${body}</body></html>`;

const sheet = (css: string) => ({ [file]: readStyles(css, `/_next/${file}`) });

/** The part of a style sheet that is in a page. */
function inPage(css: string, body: string): string | undefined {
  const html = inlineStyles(page(body), sheet(css), false);
  return /<style>(.*)<\/style>/s.exec(html)?.[1];
}

const font = (name: string, range: string) =>
  `@font-face{font-family:A;src:url(/${name});unicode-range:${range}}`;

describe('the styles stand where the sheet was', () => {
  const css = sheet('p{color:red}a{color:blue}');
  test('and what loads the sheet at the end, where scripts may add something', () => {
    expect(inlineStyles(page('<p>a</p>'), css, false)).toBe(
      `<html><head><style>p{color:red}</style></head><body><p>a</p>` +
        `<script async src="/_next/${loader.file}" data-sheets="/_next/${file}"></script></body></html>`,
    );
  });
  test('and name the sheet for a browser that may not apply them', () => {
    expect(inlineStyles(page('<p>a</p>'), css, true)).toBe(
      `<html><head><style data-sheets="/_next/${file}">p{color:red}</style></head><body><p>a</p></body></html>`,
    );
  });
});

test('what comes late names no font again that may stay unused', () => {
  const of = (display: string) => `@font-face{font-family:a;font-display:${display};src:url(a)}`;
  expect(lateSheet(`${of('optional')}${of('swap')}p{color:red}`)).toBe(`${of('swap')}p{color:red}`);
});

test('what comes late names of a font in two files the large one, for what is not ASCII', () => {
  const other = font('greek', 'U+370-3FF');
  const late = lateSheet(`${other}${font('basic', 'U+20-7E,U+2014')}${font('all', 'U+0-FF,U+2014')}`);
  expect(late).toBe(`${other}${font('all', 'U+80-ff,U+2014-2014')}`);
});

test('a page that no other script reads has no variables of the page that nothing names', () => {
  const css =
    ':root{--a:1;--b:var(--c);--c:2;--_d:3;--e:4}*{--tw-f:0}@property --tw-f{syntax:"*"}' +
    '@supports (a:b){:root{--b:var(--e);--a:5}}.g{--h:6}p{order:var(--b)}@container style(--i:1){p{top:0}}:root{--i:1}';
  const styleOf = (body: string, isComplete: boolean) =>
    /<style[^>]*>(.*)<\/style>/s.exec(inlineStyles(page(body), sheet(css), isComplete))?.[1];
  expect(styleOf('<p class="g" style="top:var(--_d)">', true)).toBe(
    ':root{--b:var(--c);--c:2;--_d:3;--e:4}@supports (a:b){:root{--b:var(--e)}}' +
      '.g{--h:6}p{order:var(--b)}@container style(--i:1){p{top:0}}:root{--i:1}',
  );
  expect(styleOf('<p>', false)).toContain('--a:1;');
});

describe('of a style sheet a page has', () => {
  test.for([
    ['a class', '.a{--x:1}.b{--x:2}', '<p class="c a">', '.a{--x:1}'],
    ['an id', '#a{--x:1}#b{--x:2}', '<p id=a>', '#a{--x:1}'],
    ['all that a selector asks for', '.a .b{--x:1}.a .c{--x:2}', '<p class="a b">', '.a .b{--x:1}'],
    ['those selectors of a rule', '.a,p>.b{--x:1}', '<p class="a">', '.a{--x:1}'],
    [
      'one of two names',
      ':is(.a,.b .c) p{--x:1}:where(.c,.d){--x:2}',
      '<p class="a">',
      ':is(.a,.b .c) p{--x:1}',
    ],
    [
      'not what must not be there',
      'p:not(.a){--x:1}p:has(.b){--x:2}',
      '<p>',
      'p:not(.a){--x:1}p:has(.b){--x:2}',
    ],
    ['states and parts', 'p:hover::before{--x:1}b:hover{--x:2}', '<p>', 'p:hover::before{--x:1}'],
    ['what a script may add', '.a b{--x:1}.c{--x:2}', '<p data-adds="b .a">', '.a b{--x:1}'],
    [
      'what is for another direction',
      '[dir=rtl] p{--x:1}p:dir(rtl){--x:2}p:dir(ltr){--x:3}',
      '<p dir="ltr"><input dir="auto">',
      'p:dir(ltr){--x:3}',
    ],
    ['what is for its direction', '[dir=rtl] p{--x:1}', '<p dir="rtl">', '[dir=rtl] p{--x:1}'],
    [
      'a direction that the text decides',
      '[dir=rtl] p{--x:1}p:dir(rtl){--x:2}',
      '<p dir="auto">',
      'p:dir(rtl){--x:2}',
    ],
    [
      'parts of the fields that it has',
      '::file-selector-button{--x:1}::-webkit-datetime-edit{--x:2}input::placeholder{--x:3}',
      '<input type="date">',
      '::-webkit-datetime-edit{--x:2}input::placeholder{--x:3}',
    ],
    [
      'what is within something, where that is so',
      '.a b{--x:1}.a>i{--x:2}.a+i{--x:3}.a .c .d{--x:4}:where(.a,.e) :is(.c b,i){--x:5}',
      '<div class="a"><b></b><br><svg><path/></svg></div><i></i><p class="d e"><!--</p>--><script>"</p>"</script><i class="c"></i></p>',
      '.a b{--x:1}.a+i{--x:3}:where(.a,.e) :is(.c b,i){--x:5}',
    ],
    [
      'what is within something, where tags are not in pairs',
      '.a b{--x:1}.a i{--x:2}',
      '<div class="a"></div><p><b></p>',
      '.a b{--x:1}',
    ],
    [
      'what a script may move into something',
      '.a b{--x:1}.a i{--x:2}.c b{--x:3}',
      '<div class="a"></div><p data-adds=".c"><b></b></p><i></i>',
      '.a b{--x:1}.c b{--x:3}',
    ],
    ['attributes', 'p[data-a="b.c"]{--x:1}', '<p>', 'p[data-a="b.c"]{--x:1}'],
    ['once what is said twice', 'p{x:1;x:1;y:2;x:1}', '<p>', 'p{x:1;y:2;x:1}'],
    [
      'a name with signs',
      '.md\\:p-1\\.5{--x:1}.\\[\\&\\>p\\]\\:a{--x:2}',
      '<p class="md:p-1.5 [&amp;&gt;p]:a">',
      '.md\\:p-1\\.5{--x:1}.\\[\\&\\>p\\]\\:a{--x:2}',
    ],
    ['what is in a rule', '.a{--x:1;&:hover{--y:1}& .b{--z:1}}', '<p class="a">', '.a{--x:1;&:hover{--y:1}}'],
    [
      'conditions that hold something',
      '@media print{.b{--x:1}}@media screen{.a{--x:1}}',
      '<p class="a">',
      '@media screen{.a{--x:1}}',
    ],
    ['the order of layers', '@layer a,b;@layer b{.b{--x:1}}', '<p class="a">', '@layer a,b;'],
    [
      'what a name stands for, if it is named',
      '@property --a{syntax:"*"}@property --b{syntax:"*"}p{x:var(--a)}',
      '<p>',
      'p{x:var(--a)}@property --a{syntax:"*"}',
    ],
    [
      'movements, if they are named',
      '@keyframes a{0%{top:0}}@keyframes b{0%{top:0}}p{animation:a 1s}',
      '<p>',
      'p{animation:a 1s}@keyframes a{0%{top:0}}',
    ],
    [
      'fonts, or a page that has them already would be painted without',
      '@font-face{font-family:A;src:url(a.woff2)}',
      '<p>',
      '@font-face{font-family:A;src:url(/_next/static/chunks/a.woff2)}',
    ],
    [
      'of a font the files and ranges with a character of the page',
      ['U+??,U+2000-206F', 'U+370-3FF', 'U+4??, u+2116', 'U+1F600', 'nonsense']
        .map((range, at) => `@font-face{src:url(/${at});unicode-range:${range}}`)
        .join(''),
      '<p>a &#1046;',
      '@font-face{src:url(/0);unicode-range:U+0-ff}@font-face{src:url(/2);unicode-range:U+400-4ff}' +
        '@font-face{src:url(/4);unicode-range:nonsense}',
    ],
    [
      'the smaller of two files of a font where it has all characters of the page',
      `${font('basic', 'U+20-7E,U+2014')}${font('all', 'U+0-FF,U+2014')}`,
      '<p>a &#8212;',
      '@font-face{font-family:A;src:url(/basic)}',
    ],
    [
      'both files otherwise, of which browsers take the last',
      `${font('basic', 'U+20-7E,U+2014')}${font('all', 'U+0-FF,U+2014')}`,
      '<p>a &#233;',
      `${font('basic', 'U+20-7e')}${font('all', 'U+0-ff')}`,
    ],
    [
      'addresses from the root',
      'p{x:url(../media/a.png);y:url("data:a");z:url(#a)}',
      '<p>',
      'p{x:url(/_next/static/media/a.png);y:url("data:a");z:url(#a)}',
    ],
    [
      'movements within a layer, whole',
      '@layer a{@keyframes b{0%{top:0}}}',
      '<p>',
      '@layer a{@keyframes b{0%{top:0}}}',
    ],
  ] as const)('%s', ([, css, body, expected]) => {
    expect(inPage(css, body)).toBe(expected);
  });
});

describe('a page stays as it is', () => {
  const usual = sheet('p{color:red}');
  test.for([
    ['with styles of its own, which rely on their order', page('<p>', `${link}<style>p{}</style>`), usual],
    ['with a sheet of somebody else', page('<p>', `${link}<link href="/own.css" rel="stylesheet">`), usual],
    [
      'with a sheet from another host',
      page('<p>', link.replace('/_next', 'https://cdn.example/_next')),
      usual,
    ],
    ['with a sheet that is not known', page('<p>'), {}],
    ['without an end', page('<p>').replace('</body>', ''), usual],
    ['if its styles would end early', page('<p>'), sheet('p:not([title="</style>"]){--x:1}')],
    ['if its styles are larger than the first packets', page('<p>'), sheet(`p{${'a:1;b:1;'.repeat(6000)}}`)],
  ] as const)('%s', ([, html, of]) => {
    expect(inlineStyles(html, of, true)).toBe(html);
  });
  test('what nobody understands is not read', () => {
    expect(() => readStyles('p:::x(.y{--x:1}', '/a.css')).toThrow();
  });
  test('a sheet that loads another one is not read', () => {
    expect(() => readStyles('@import "b.css";p{color:red}', '/a.css')).toThrow('it loads another one');
  });
});
