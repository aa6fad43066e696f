import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Parser } from 'htmlparser2';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

const vectors: { definitions: { name: string; definition: Record<string, unknown> }[] } = JSON.parse(
  readFileSync(path.join(__dirname, '../vectors/forms.json'), 'utf8'),
);

/** A page's content with these forms, as the theme draws it. */
let draw: (...definitions: object[]) => string;

beforeAll(async () => {
  Object.assign(process.env, siteEnvironment);
  // Where no page is rendered React keeps nothing for one.
  vi.doMock('react', async (original) => ({
    ...(await original<typeof import('react')>()),
    cache: (make: () => unknown) => {
      let made: unknown;
      return () => (made ??= make());
    },
  }));
  const { Html } = await import('../../templates/site/components/content/Html');
  const attribute = (value: object) => JSON.stringify(value).replace(/&/g, '&amp;').replace(/"/g, '&quot;');
  draw = (...definitions) => {
    const html = definitions.map(
      (one) =>
        `<div data-companion-form="x" data-companion-definition="${attribute(one)}"><form></form></div>`,
    );
    return renderToStaticMarkup(createElement(Html, { html: html.join('') }));
  };
});

interface Drawn {
  name: string;
  attributes: Record<string, string>;
}
function elements(html: string): Drawn[] {
  const found: Drawn[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => void found.push({ name, attributes }) });
  parser.end(html);
  return found;
}

describe.each(vectors.definitions)('$name', ({ definition }) => {
  test('each field has its name, a label, and a place for what is wrong', () => {
    const all = elements(draw(definition));
    const fields = definition.fields as { name: string; kind: string; options?: object[] }[];
    for (const { name, kind } of fields) {
      if (kind === 'submit') continue;
      const controls = all.filter(({ attributes }) => attributes.name === name);
      expect(controls.length, name).toBeGreaterThan(0);
      const [place] = all.filter((one) => one.attributes['data-for'] === name);
      expect(place?.attributes.id, name).toBeTruthy();
      const describes = all.some(({ attributes }) =>
        attributes['aria-describedby']?.split(' ').includes(place?.attributes.id ?? ''),
      );
      expect(describes, name).toBe(true);
    }
    const ids = all.flatMap(({ attributes }) => attributes.id ?? []);
    for (const { name, attributes } of all)
      if (name === 'label' && attributes.for) expect(ids).toContain(attributes.for);
    for (const id of all.flatMap(({ attributes }) => attributes['aria-describedby']?.split(' ') ?? []))
      expect(ids).toContain(id);
  });
});

test('the same form twice has each id once', () => {
  const definition = vectors.definitions[0]?.definition ?? {};
  const ids = elements(draw(definition, definition)).flatMap(({ attributes }) => attributes.id ?? []);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
});

test('nothing in a hostile definition runs, leaves its attribute, or sends elsewhere', () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const kinds = [
    'text',
    'email',
    'range',
    'date',
    'textarea',
    'select',
    'checkbox',
    'radio',
    'acceptance',
    'quiz',
    'file',
    'submit',
  ];
  const fields = kinds.map((kind, index) => ({
    ...{ name: `${evil}${index}`, kind, label: evil, required: true, value: evil, values: [evil] },
    ...{
      placeholder: evil,
      options: [{ value: evil, label: evil, group: evil }],
      freeText: `f${index}${evil}`,
    },
    ...{ min: evil.slice(0, 40), max: evil.slice(0, 40), step: evil.slice(0, 40), hint: evil },
    text: `${evil}<a href="javascript:alert(1)">a</a><form action="//evil.example"><button formaction="//evil.example">`,
  }));
  const words = { required: evil, sending: evil, failed: evil };
  const marks = fields.map(
    (_, index) =>
      `<label>${evil}<span data-companion-field="${index}" onclick="alert(1)">${evil}</span></label>`,
  );
  const definition = {
    ...{ version: 1, id: 'x:1', title: evil, language: 'ar', direction: 'rtl', fields, words },
    html: `<form action="//evil.example">${marks.join('')}<button formaction="//evil.example">`,
    hidden: { [evil]: evil },
  };
  const all = elements(draw(definition));
  expect(all.filter(({ name }) => name === 'form')).toHaveLength(1);
  expect(all.find(({ name }) => name === 'form')?.attributes.action).toBe('/api/forms/x:1');
  expect(all.map(({ name }) => name)).not.toContain('script');
  const attributes = all.flatMap((one) => Object.entries(one.attributes));
  expect(attributes.filter(([name]) => /^on|^form|^style$/.test(name))).toEqual([]);
  expect(
    attributes.filter(([name, value]) => /^(href|src)$/.test(name) && /^javascript|evil/.test(value)),
  ).toEqual([]);
  expect(all.filter(({ name }) => name === 'img').every(({ attributes }) => !('onerror' in attributes))).toBe(
    true,
  );
});
