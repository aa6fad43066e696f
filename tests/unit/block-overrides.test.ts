import { describe, expect, test, vi } from 'vitest';
import { type ContentPart, partsOf, prepareHtml } from '../../src/runtime/content/html';
import { reactAttributes } from '../../src/runtime/pages/react-attributes';
import { overrideProblems, overrideTypesField } from '../../src/runtime/wordpress/fields/override-problems';
import { toOverrides, toSections } from '../../src/runtime/wordpress/model/to-overrides';

vi.hoisted(() =>
  Object.assign(process.env, {
    NEXT_PUBLIC_CMS_API_URL: 'https://cms.example/graphql',
    NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
    REVALIDATION_SECRET: 'revalidation-secret-1',
    PREVIEW_SECRET: 'preview-secret-number-1',
  }),
);
vi.mock('headless-site/site/mapped', () => {
  type Attributes = Record<string, (path: string) => string | null>;
  const component = async () => () => null;
  return {
    mappedBlocks: {
      'acme/notise': { read: () => ({}), component },
      'acme/notice': {
        component,
        read: (attribute: Attributes) => ({
          tone: attribute.text?.('tone')?.trim(),
          deep: attribute.text?.('style.colour.text'),
          wrong: attribute.nubmer?.('toen'),
          last: attribute.text?.('toen'),
        }),
      },
      'Acme/notice': { read: () => ({}), component },
      'acme/half': { read: () => ({}) },
    },
  };
});

describe('mistakes in the list of block overrides', () => {
  const at = 'components/blocks/mapped/index.ts';
  const list = [
    `${at}: "Acme/notice": is no name of a block. Fix: as in WordPress, \`acme/notice\``,
    `${at}: "acme/half": \`component\` must be a function. Fix: \`component: async () => (await import('./Notice')).Notice\``,
  ];
  const reader = `${at}: "acme/notice": \`.nubmer()\` is no reader. Fix: \`number\``;
  test('the CMS is asked for the blocks, and for each attribute once', () => {
    expect(overrideTypesField()).toMatch(
      /^overrides: companionBlockTypes\(names: \["acme\/notice","acme\/notise"\], attributes: \["acme\/notice#tone","acme\/notice#style","acme\/notice#toen"\], key: "[\w-]+"\)$/,
    );
  });
  test('those that it does not have are named with what is meant', () => {
    const known = { blocks: ['acme/notice', 'core/quote'], attributes: { 'acme/notice': ['tone', 'text'] } };
    const answer = { blocks: ['acme/notise'], attributes: ['acme/notice#toen', 'acme/notice#style'], known };
    expect(overrideProblems(JSON.stringify(answer))).toEqual([
      ...list,
      `${at}: "acme/notise": WordPress has no such block, and no content has it. Fix: \`acme/notice\``,
      reader,
      `${at}: "acme/notice": the block has no attribute "style". Fix: one of tone, text`,
      `${at}: "acme/notice": the block has no attribute "toen". Fix: \`tone\``,
    ]);
    expect(overrideProblems('{"blocks":["acme/notise"]}').join()).toContain('its plugin has to be active');
  });
  test.each([undefined, null, '', 'x', '[]', '{"blocks":[1],"attributes":{}}'])(
    'an answer %j of an older companion, or of another secret, says nothing of them',
    (answer) => {
      expect(overrideProblems(answer)).toEqual([...list, reader]);
    },
  );
});

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

describe('marks and the sanitiser', () => {
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
      expect(toOverrides(answer)).toBeNull();
    },
  );
  test('of a block nothing is taken for what it is not', () => {
    expect(toOverrides('{"html":"<p>","blocks":[{"name":1,"attributes":{"a":1}},null]}')).toEqual({
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

describe('sections of a page', () => {
  const block = (html: string) => ({ name: 'acme/a', attributes: {}, html, inner: '' });
  const section = (content: string) => ({
    __typename: 'Page_Flexiblecontent_FlexibleContent_ContentSection' as const,
    content,
  });
  const overrides = {
    html: '',
    blocks: [block('<b>in</b>'), block(`<i>${mark(0)}</i>`), block('<u>next</u>')],
  };
  test('are whole without components, and have the marks beside', () => {
    const { blocks, mappedSections } = toSections(
      { blocks: [section(`<p>a</p>${mark(1)}`), section('<p>b</p>'), section(mark(2))] },
      overrides,
    );
    expect(blocks.map((one) => 'content' in one && one.content)).toEqual([
      '<p>a</p><i><b>in</b></i>',
      '<p>b</p>',
      '<u>next</u>',
    ]);
    expect(mappedSections).toEqual([
      { html: `<p>a</p>${mark(1)}`, blocks: overrides.blocks },
      null,
      { html: mark(2), blocks: overrides.blocks },
    ]);
  });
  test('marks that somebody has written stand for nothing a second time, however often', () => {
    const rows = Array.from({ length: 40 }, (_, at) => block(at === 0 ? 'x' : mark(at - 1).repeat(2)));
    const { blocks } = toSections(
      { blocks: [section(mark(39).repeat(3) + mark(99))] },
      { html: '', blocks: rows },
    );
    expect(blocks).toEqual([section('x')]);
  });
  test('of a page without block overrides nothing is changed', () => {
    const { mappedSections, ...rest } = toSections({ blocks: [section(mark(0))] }, null);
    expect([rest, mappedSections]).toEqual([{ blocks: [section(mark(0))] }, [null]]);
  });
});
