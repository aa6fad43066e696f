import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { chosenTemplate, offeredTemplates } from '../../src/runtime/base/page-templates';
import { templateKind, templateNames } from '../../src/runtime/pages/templates';
import { unshownTemplates, whyUnshown } from '../../src/runtime/pages/unshown';

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

/** @returns the folder of a site with these templates */
function siteWith(templates: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'templates-'));
  mkdirSync(path.join(root, 'components/templates'), { recursive: true });
  for (const [name, code] of Object.entries(templates))
    writeFileSync(path.join(root, `components/templates/${name}.tsx`), code);
  return root;
}

describe('templates that nothing is shown by', () => {
  const shown = {
    types: [
      { name: 'post', uri: '/' },
      { name: 'page', uri: null },
      { name: 'attachment', uri: null },
      { name: 'film', uri: '/films/' },
      { name: 'case_study', uri: null, graphql: 'work' },
      { name: 'fair-trade' },
    ],
    taxonomies: ['category', 'post_tag', 'genre'],
  };
  test.each([
    ['single-films', 'single-film'],
    ['single-films-jaws', 'single-film-jaws'],
    ['single_film', 'single-film'],
    ['single_case_study', 'single-case_study'],
    ['front_page', 'front-page'],
    ['single-case-study', 'single-case_study'],
    ['single-work', 'single-case_study'],
    ['single-page', 'page'],
    ['single-page-about', 'page-about'],
    ['single-genre', 'taxonomy-genre'],
    ['archive-post', 'home'],
    ['archive-films', 'archive-film'],
    ['archive-category', 'category'],
    ['archive-genre', 'taxonomy-genre'],
    ['taxonomy-genres', 'taxonomy-genre'],
    ['taxonomy-post_tag-news', 'tag-news'],
    ['taxonomy-categroy', 'category'],
    ['single-pages', 'page'],
    ['taxonomy-film', 'single-film'],
    ['Single-Film', 'single-film'],
    ['singel', 'single'],
  ])('%s: %s was meant', (name, meant) => {
    expect(whyUnshown(name, shown)?.meant).toBe(meant);
    expect(whyUnshown(meant, shown)).toBeUndefined();
  });
  test.each([
    'single-post',
    'single-post-hello',
    'single-film-jaws',
    'single-fair-trade',
    'single-fair-trade-coffee',
    'archive-fair-trade',
    'taxonomy-genre-jazz',
    'page-nowhere',
    'category-nowhere',
    'template-landing',
    '404',
  ])('%s may be shown', (name) => expect(whyUnshown(name, shown)).toBeUndefined());
  test('says which there are where none is near, and why a type has no archive', () => {
    expect(whyUnshown('taxonomy-colour', shown)).toEqual({
      why: 'WordPress shows no taxonomy "colour"; it has genre',
      meant: undefined,
    });
    expect(whyUnshown('archive-case_study', shown)?.why).toContain('has_archive');
  });
  test('judges no types where WordPress says none', () => {
    expect(whyUnshown('single-films')).toBeUndefined();
    expect(whyUnshown('single-films', { types: [], taxonomies: [] })).toBeUndefined();
  });
  test('names files with the right name, and leaves components of the owner alone', () => {
    const files = [
      'index.ts',
      'FilmCard.tsx',
      'Card.tsx',
      'single-film.tsx',
      'single-films.tsx',
      'single_film.tsx',
      'singel.tsx',
    ];
    expect(unshownTemplates(files, shown, siteWith({ 'single-film': 'export default () => null;' }))).toEqual(
      [
        'components/templates/single-films.tsx shows nothing: WordPress shows no type "films". Fix: call it single-film.tsx',
        'components/templates/single_film.tsx shows nothing: it is no name of a template. Fix: call it single-film.tsx',
        'components/templates/singel.tsx shows nothing: it is no name of a template. Fix: call it single.tsx',
      ],
    );
  });
  test.each([
    ['export default function Category() {', true],
    ['function Category() {}\nexport { Category as default };', true],
    ["export { default } from './single';", true],
    ['export function Category() {', false],
    ['const defaults = {}; export { defaults };', false],
    ['', false],
  ])('%j is a template: %s', (code, isOne) => {
    expect(unshownTemplates(['category.tsx'], shown, siteWith({ category: code }))).toEqual(
      isOne
        ? []
        : [
            'components/templates/category.tsx shows nothing: it has no default export. Fix: write "export default" before the component of category.tsx',
          ],
    );
  });
});
