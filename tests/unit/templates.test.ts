import { expect, test } from 'vitest';
import { chosenTemplate, offeredTemplates } from '../../src/runtime/base/page-templates';
import { templateKind, templateNames } from '../../src/runtime/pages/templates';

const base = { type: 'post', slug: 'a', databaseId: 7 };

test.each([
  ['a post', { ...base, kind: 'post' }, ['single-post-a', 'single-post', 'single', 'singular', 'index']],
  [
    'an item of a type',
    { ...base, kind: 'content', type: 'project' },
    ['single-project-a', 'single-project', 'single', 'singular', 'index'],
  ],
  ['a page', { ...base, kind: 'page', type: 'page' }, ['page-a', 'page-7', 'page', 'singular', 'index']],
  [
    'a slug in another alphabet',
    { ...base, kind: 'page', type: 'page', slug: '%e6%97%a5' },
    ['page-日', 'page-7', 'page', 'singular', 'index'],
  ],
  [
    'a draft without a slug',
    { ...base, kind: 'content', slug: '' },
    ['single-post', 'single', 'singular', 'index'],
  ],
  ['the list of posts', { ...base, kind: 'posts' }, ['home', 'index']],
  ['a category', { ...base, kind: 'category' }, ['category-a', 'category-7', 'category', 'archive', 'index']],
  [
    'a term',
    { ...base, kind: 'term', taxonomy: 'material' },
    ['taxonomy-material-a', 'taxonomy-material', 'taxonomy', 'archive', 'index'],
  ],
  [
    'items of a type',
    { ...base, kind: 'contentType', type: 'project' },
    ['archive-project', 'archive', 'index'],
  ],
  ['a month', { ...base, kind: 'date', slug: '2026/11' }, ['date', 'archive', 'index']],
  ['an author', { ...base, kind: 'author' }, ['author-a', 'author-7', 'author', 'archive', 'index']],
] as const)('templates of %s', (_what, address, names) => {
  expect(templateNames(address, false)).toEqual(names);
});

test('the home page has a template of its own before those of what it is', () => {
  expect(templateNames({ ...base, kind: 'page', type: 'page' }, true)[0]).toBe('front-page');
  expect(templateNames({ ...base, kind: 'posts' }, true)).toEqual(['front-page', 'home', 'index']);
});

test('what an editor has chosen comes before all but the template of the home page', () => {
  const page = { ...base, kind: 'page', type: 'page' } as const;
  expect(templateNames(page, false, 'landing')).toEqual([
    'template-landing',
    'page-a',
    'page-7',
    'page',
    'singular',
    'index',
  ]);
  expect(templateNames(page, true, 'landing').slice(0, 2)).toEqual(['front-page', 'template-landing']);
});

test.each([
  ['template-landing', 'landing'],
  ['template-landing.php', 'landing'],
  ['templates/landing.php', 'landing'],
  ['page-templates/template-über-uns.php', 'über-uns'],
  ['landing.html', 'landing'],
  ['default', null],
  ['', null],
  [null, null],
  [undefined, null],
])('stored as %j, the template that was chosen is %j', (stored, name) => {
  expect(chosenTemplate(stored)).toBe(name);
});

test('offered is what WordPress and a header take, in order', () => {
  const files = [
    'index.ts',
    'template-wide.tsx',
    'template-landing-2.tsx',
    'template-Über.tsx',
    'template-.tsx',
  ];
  expect(offeredTemplates([...files, 'template-a.test.tsx', 'page.tsx', 'template-x,y.tsx'])).toEqual([
    'landing-2',
    'wide',
  ]);
});

test.each([
  ['single', 'post'],
  ['single-project-oak', 'post'],
  ['page-über-uns', 'page'],
  ['front-page', 'front-page'],
  ['template-landing', 'item'],
  ['singular', 'item'],
  ['taxonomy-material-oak', 'archive'],
  ['404', '404'],
  ['search', 'search'],
  ['index', 'any'],
  ['template', undefined],
  ['home-2', undefined],
  ['singular-x', undefined],
  ['project', undefined],
  ['constructor', undefined],
  ['single-', undefined],
])('a file %s shows: %s', (name, kind) => {
  expect(templateKind(name)).toBe(kind);
});
