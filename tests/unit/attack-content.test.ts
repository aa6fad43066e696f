import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { plainText, prepareHtml } from '../../src/runtime/content/html';
import { classTokens } from '../../src/runtime/content/html/classes';
import { notice } from '../../src/runtime/content/html/not-shown';
import { transformPage } from '../../src/runtime/public';
import { toMenu } from '../../src/runtime/wordpress/model/to-view';

/** Content that a hostile or careless author can put into the CMS. Numbers as in the list of attacks. */
const cmsOrigin = 'https://cms.example.com';
const html = (source: string) => prepareHtml(source, { cmsOrigin }).html;
/** Notices in the place of removed content. */
const [form, script, frame] = (['form', 'script', 'frame'] as const).map((kind) =>
  notice(kind, `${cmsOrigin}/`),
);

describe('case 45: what runs is removed', () => {
  test.each([
    ['a script', '<p>a</p><script>alert(1)</script>', `<p>a</p>${script}`],
    ['a script in odd case', '<p>a</p><ScRiPt src=//x>alert(1)</sCrIpT >', `<p>a</p>${script}`],
    ['a style sheet', '<style>body{display:none}</style><p>a</p>', '<p>a</p>'],
    ['an event handler', '<p onclick="alert(1)" ONMOUSEOVER=x>a</p>', '<p>a</p>'],
    ['a javascript link', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['one with a tab inside', '<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
    ['one behind an entity', '<a href="&#106;avascript:alert(1)">a</a>', '<a>a</a>'],
    ['a data link', '<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
    [
      'a form',
      '<form action="/x"><input name="a"><button>b</button></form>',
      `<div class="not-shown-inside">${form}<span></span><span></span></div>`,
    ],
    ['svg', '<svg onload="alert(1)"><a href="#">x</a></svg>', 'x'],
    ['a comment', '<p>a<!-- secret --></p>', '<p>a</p>'],
    ['a meta refresh', '<meta http-equiv="refresh" content="0;url=//x"><p>a</p>', '<p>a</p>'],
    ['an object', '<object data="x.swf"></object><embed src="x">a', `<div>${frame}</div>${frame}a`],
    ['a picture with a handler', '<img src=x onerror=alert(1)>', undefined],
    ['a picture from script', '<img src="javascript:alert(1)" srcset="javascript:alert(1) 1x">', undefined],
    ['a frame with its document', '<iframe srcdoc="<script>alert(1)</script>"></iframe>', frame],
    ['a frame from script', '<iframe src="javascript:alert(1)"></iframe>', frame],
    ['a frame from data', '<iframe src="data:text/html,<script>alert(1)</script>"></iframe>', frame],
    ['entities and a tab', '<a href="jav&#x09;ascript&colon;alert(1)">a</a>', '<a>a</a>'],
    ['a control character first', '<a href="\u0001javascript:alert(1)">a</a>', '<a>a</a>'],
    ['a line break inside', '<a href="java&NewLine;script:alert(1)">a</a>', '<a>a</a>'],
    ['vbscript', '<a href="vbscript:msgbox(1)">a</a>', '<a>a</a>'],
    ['an attribute that is not closed', '<img src="x` `<script>alert(1)</script>"` `>', undefined],
    ['a script in a title', '<title><img src=x onerror=alert(1)></title>a', undefined],
    [
      'markup that changes when read again',
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
      undefined,
    ],
    ['a template', '<template><script>alert(1)</script></template>a', 'a'],
    ['a base', '<base href="//evil.example/"><a href="x">a</a>', '<a href="x">a</a>'],
    [
      'an expression in a style',
      '<p style="background:url(javascript:alert(1));width:expression(alert(1))">a</p>',
      '<p>a</p>',
    ],
    [
      'an autofocus',
      '<input autofocus onfocus=alert(1)><select autofocus onfocus=alert(1)>',
      `${form} <span></span>`,
    ],
    ['a video that fails', '<video><source onerror="alert(1)"></video>', undefined],
    ['a details that opens', '<details open ontoggle=alert(1)>a</details>', '<details open>a</details>'],
    ['a slash for a space', '<img/src=x/onerror=alert(1)>', undefined],
    ['a title that closes its attribute', '<p title="&quot; onclick=&quot;alert(1)">a</p>', undefined],
    [
      'a frame with a title that does',
      '<iframe src="https://player.vimeo.com/video/1" title="&quot;><script>alert(1)</script>"></iframe>',
      undefined,
    ],
  ])('%s', (_name, source, expected) => {
    const out = html(source);
    if (expected !== undefined) expect(out).toBe(expected);
    expect(risks(out)).toEqual([]);
    // A browser may read what was written differently: cleaning it again must change nothing that runs.
    expect(risks(html(out))).toEqual([]);
  });
});

describe('case 46: an address that runs code makes no link', () => {
  const attacks = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
  ];

  test.each(attacks)('button: %j', (buttonUrl) => {
    const block = { __typename: 'Page_Flexiblecontent_FlexibleContent_HeroCentered', heading: 'H' };
    const page = transformPage({ flexibleContent: [{ ...block, buttonText: 'Click', buttonUrl }] });
    expect(page.blocks[0]).not.toHaveProperty('buttonUrl', expect.anything());
  });

  test.each(attacks)('menu: %j', (url) => {
    const item = {
      id: '1',
      parentId: null,
      order: 1,
      label: 'Click',
      path: url,
      url,
      target: null,
      cssClasses: [],
    };
    // `#` is shown as plain text.
    expect(toMenu([item], cmsOrigin, () => ({}))[0]?.href).toBe('#');
  });
});

test('case 47: classes are plain tokens, whatever else stands between them', () => {
  expect(classTokens('"><x wide "onload=alert(1) a"b  dark_2 <b> a:b [x] 2x --')).toEqual(['wide', 'dark_2']);
  const wrapped = html('<p class="wp-block-paragraph has-text-align-center a:b [x]">a</p>');
  expect(wrapped).toBe('<p class="wp-block-paragraph has-text-align-center">a</p>');
});

describe('case 49: entities are decoded once', () => {
  test.each([
    ['Fish &amp; chips', 'Fish & chips'],
    ['AT&amp;amp;T', 'AT&amp;T'],
    ['&amp;lt;script&amp;gt;', '&lt;script&gt;'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
    ['&#8220;Wood&#8221;&nbsp;&hellip;', '“Wood” …'],
  ])('%s', (source, expected) => {
    expect(plainText(source)).toBe(expected);
  });
});

/** Everything in the HTML that could run or lead away, found by a parser of its own. */
function risks(out: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (/^(?:script|style|object|embed|form|input|base|meta|link|template|noscript|title)$/.test(name))
        found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (/^on|^srcdoc$|^formaction$|^background$/.test(attribute)) found.push(attribute);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what browsers ignore
        const bare = value.replace(/[\u0000-\u0020]/g, '');
        if (
          /^(?:href|src|poster|cite|srcset)$/.test(attribute) &&
          /^(?!https?:|mailto:|tel:)[a-z+.-]+:/i.test(bare)
        )
          found.push(`${attribute}=${value}`);
        if (attribute === 'style' && /url|expression|import|position/i.test(value)) found.push(value);
      }
    },
  });
  parser.end(out);
  return found;
}
