import { expect, test } from 'vitest';
import { templateNames } from '../../src/runtime/pages/templates';

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
