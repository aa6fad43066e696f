import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const docs = new URL('../../src/runtime/docs/', import.meta.url);
const doc = readFileSync(new URL('brands.md', docs), 'utf8');
const theme = readFileSync(new URL('../../templates/site/app/globals.css', import.meta.url), 'utf8');
const variables = (css: string) => [...css.matchAll(/^ *(--brand-[a-z-]+):/gm)].map(([, name]) => name);
const sections = doc.split(/^## /m).slice(1);

test('the theme has thirteen variables', () => {
  expect(variables(theme)).toHaveLength(13);
});

test.each(sections.map((section) => [section.split('\n', 1)[0], section] as const))('%s', (_, section) => {
  const [, picture = ''] = /!\[[^\]]*\]\(([^)]*)\)/.exec(section) ?? [];
  expect(existsSync(new URL(picture, docs))).toBe(true);
  const [, css] = /```css\n(.*?)```/s.exec(section) ?? [];
  if (css) expect(variables(css)).toEqual(variables(theme));
});
