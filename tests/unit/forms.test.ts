import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { readDefinition } from '../../src/runtime/content/form';
import { partsOf, prepareHtml } from '../../src/runtime/content/html';
import { BUDGETS, newSpending } from '../../src/runtime/content/html/budgets';
import { completeLayout } from '../../src/runtime/pages/FormLayout';

interface Vectors {
  definitions: { name: string; definition: Record<string, unknown> }[];
  refused: { name: string; definition: unknown }[];
  marker: { id: string; html: string };
}
const vectors: Vectors = JSON.parse(readFileSync(path.join(__dirname, '../vectors/forms.json'), 'utf8'));
const cmsOrigin = 'https://cms.example.com';
const prepare = (html: string, spending = newSpending()) =>
  prepareHtml(html, { cmsOrigin, marks: ['form'], spending });
const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
const base = vectors.definitions[1]?.definition ?? {};
const wrapped = (definition: unknown, inside = '<form><input name="a"></form>') =>
  `<div data-companion-form="x:1" data-companion-definition="${attribute(JSON.stringify(definition))}">${inside}</div>`;

describe('definitions', () => {
  test.each(vectors.definitions)('$name is read whole', ({ definition }) => {
    expect(readDefinition(JSON.stringify(definition))).toEqual(definition);
  });
  test.each(vectors.refused)('$name is none', ({ definition }) => {
    expect(readDefinition(JSON.stringify(definition))).toBeNull();
  });
  const field = { name: 'a', kind: 'text', label: '', required: false };
  test.each<[string, object]>([
    ['an id that leaves its folder', { id: 'a:../../contact' }],
    ['an id with a question', { id: 'a:1?x=1' }],
    ['an id of another host', { id: '//evil.example:1' }],
    ['a language that is an attribute', { language: 'de" onclick="x' }],
    ['a field of the site’s own', { fields: [{ ...field, name: '_page' }] }],
    ['a hidden one of the site’s own', { hidden: { _website: 'x' } }],
    ['a name with a line break', { fields: [{ ...field, name: 'a\r\nBcc: x' }] }],
    ['ten thousand fields', { fields: Array.from({ length: 10_000 }, () => field) }],
    [
      'many choices',
      {
        fields: Array(200).fill({
          ...field,
          kind: 'radio',
          options: Array(20).fill({ value: 'a', label: 'a' }),
        }),
      },
    ],
    ['more HTML than a form has', { html: 'x'.repeat(300_001) }],
  ])('%s is refused', (_name, part) => {
    expect(readDefinition(JSON.stringify({ ...base, ...part }))).toBeNull();
  });
  test('what no browser knows costs its attribute, not the form', () => {
    const fields = [{ ...field, autocomplete: 'x" onfocus="y', accept: '"><script>', rows: 1e9 }];
    expect(readDefinition(JSON.stringify({ ...base, fields }))?.fields).toEqual([field]);
  });
  test.each(['', '{', 'null', '[]', '1'])('%j is none', (json) => {
    expect(readDefinition(json)).toBeNull();
  });
});

describe('a form in a content', () => {
  test('becomes a mark, with its definition and what WordPress has', () => {
    const { html, forms, notShown } = prepare(`<p>a</p>${vectors.marker.html}<p>b</p>`);
    expect(html).toBe('<p>a</p><div data-companion-form="0"></div><p>b</p>');
    expect(forms.map(({ definition }) => definition.id)).toEqual([vectors.marker.id]);
    expect(notShown).toEqual([]);
    expect(partsOf(html)[1]).toEqual({ kind: 'mark', of: 'form', index: 0 });
  });
  test('twice is two marks, and deep inside it stays where it is', () => {
    const { html, forms } = prepare(
      `<section>${wrapped(base)}<div>${wrapped(base, '<div><div>x</div></div>')}</div></section>c`,
    );
    expect(html).toBe(
      '<section><div data-companion-form="0"></div><div><div data-companion-form="1"></div></div></section>c',
    );
    expect(forms).toHaveLength(2);
  });
  test.each([
    ['whose definition does not fit', wrapped({ ...base, version: 2 })],
    ['without one', '<div data-companion-form="0"><form><input name="a"></form></div>'],
    [
      'that is not closed',
      `<div data-companion-form="x:1" data-companion-definition="${attribute(JSON.stringify(base))}"><form><input name="a"></form>`,
    ],
  ])('one %s leaves its notice', (_name, source) => {
    const { html, forms, notShown } = prepare(`${source}<p>behind</p>`);
    expect([forms, notShown]).toEqual([[], ['form']]);
    expect(html).toContain('class="not-shown"');
    expect(html).toContain('<p>behind</p>');
    expect(html).not.toContain('data-companion');
  });
  test('a site that shows none has what it had', () => {
    const { html } = prepareHtml(wrapped(base), { cmsOrigin });
    expect(html).toContain('class="not-shown"');
    expect(html).not.toContain('data-companion');
  });
  test('what visitors write is never one', () => {
    const { html, forms } = prepareHtml(wrapped(base), { cmsOrigin, from: 'visitor', marks: [] });
    expect([forms, html]).toEqual([[], '']);
  });
  test('more of them than a page may have leave notices, and the budget of HTML counts what they will take', () => {
    const { forms, html } = prepare(wrapped(base).repeat(60));
    expect(forms).toHaveLength(BUDGETS.forms);
    expect(html).toContain('class="not-shown"');
    const options = Array(3000).fill({ value: '', label: '' });
    const large = { ...base, fields: [{ name: 'a', kind: 'radio', label: '', required: false, options }] };
    const spending = newSpending();
    expect(prepare(wrapped(large).repeat(3), spending).forms.length).toBeLessThan(2);
    expect(spending.over).toContain('html');
  });
});

describe('the layout of a form', () => {
  const layout = (html: string) => prepareHtml(html, { cmsOrigin, marks: ['field'] }).html;
  test.each([
    ['a script', '<script>alert(1)</script><p>a</p>'],
    ['a handler', '<label onclick="alert(1)">a <span data-companion-field="0" onfocus="x"></span></label>'],
    [
      'a form that posts elsewhere',
      '<form action="https://evil.example"><button formaction="https://evil.example">b</button></form>',
    ],
    ['a style', '<p style="position:fixed;inset:0">a</p><style>*{}</style>'],
    ['a button of its own', '<input type="image" src="https://evil.example/x" formaction="//evil.example">'],
    ['a base', '<base href="//evil.example/">'],
    ['an id, which would stand there twice', '<p id="a">b</p>'],
  ])('%s is cleaned as content is', (_name, source) => {
    const tags: string[] = [];
    const attributes: string[] = [];
    const parser = new Parser({
      onopentag: (name, attribs) => {
        tags.push(name);
        attributes.push(...Object.keys(attribs));
      },
    });
    parser.end(layout(source));
    expect(tags.filter((tag) => /^(script|form|input|button|style|base)$/.test(tag))).toEqual([]);
    expect(attributes.filter((name) => /^on|^form|style|^id$/.test(name))).toEqual([]);
  });
  test('each field has one place: the first that it is given, or the end', () => {
    const mark = (index: number) => `<span data-companion-field="${index}"></span>`;
    const parts = completeLayout(partsOf(layout(`<p>${mark(1)}${mark(1)}</p>${mark(1)}`)), 3);
    const found = JSON.stringify(parts).match(/"index":\d/g);
    expect(found).toEqual(['"index":1', '"index":0', '"index":2']);
  });
});
