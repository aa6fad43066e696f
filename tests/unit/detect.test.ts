import { describe, expect, it } from 'vitest';
import { adviceOn } from '../../src/cms/detect/advice';
import { describe as describeCms } from '../../src/cms/detect/describe';
import type { DetectedCms } from '../../src/cms/detect/detected';
import { formsIn } from '../../src/cms/detect/forms';
import { type PostAddress, permalinksOf } from '../../src/cms/detect/permalinks';

const fine: DetectedCms = {
  title: 'Alder & Finch',
  description: '',
  language: 'en_GB',
  timezone: 'Europe/Lisbon',
  seo: 'none',
  companion: { installed: true, version: '1.2.10' },
  types: [],
  typeNames: [],
  taxonomies: [],
  menus: { PRIMARY: 'filled', FOOTER: 'filled' },
  permalinks: '/%postname%/',
  imageHosts: [],
  contentHosts: [],
  forms: [],
  reserved: [],
  hidden: [],
};

describe('the permalink structure, read off the addresses of posts', () => {
  const post = (uri: string, more: Partial<PostAddress> = {}): PostAddress => ({
    uri,
    slug: 'hello',
    databaseId: 41,
    date: '2026-03-05T22:17:49',
    author: 'anna',
    categories: ['travel', 'asia'],
    ...more,
  });

  it.each([
    ['/hello/', '/%postname%/'],
    ['/hello', '/%postname%'],
    ['/blog/hello/', '/blog/%postname%/'],
    ['/2026/03/hello/', '/%year%/%monthnum%/%postname%/'],
    ['/2026/03/05/hello/', '/%year%/%monthnum%/%day%/%postname%/'],
    ['/asia/hello/', '/%category%/%postname%/'],
    ['/travel/asia/hello/', '/%category%/%postname%/'],
    ['/anna/hello/', '/%author%/%postname%/'],
    ['/archives/41', '/archives/%post_id%'],
    ['/?p=41', 'plain'],
    ['/index.php/hello/', '/index.php/%postname%/'],
  ])('%s: %s', (uri, structure) => {
    expect(permalinksOf([post(uri)])).toBe(structure);
  });

  it('knows an ending behind the slug', () => {
    expect(permalinksOf([post('/hello.html'), post('/2026/03/hello.html')])).toBeNull();
    expect(permalinksOf([post('/hello.html')])).toBe('/%postname%.html');
  });

  it('takes addresses that are written in either way', () => {
    const slug = '日本語';
    expect(permalinksOf([post(`/${encodeURIComponent(slug)}/`, { slug })])).toBe('/%postname%/');
    expect(permalinksOf([post(`/${slug}/`, { slug: encodeURIComponent(slug) })])).toBe('/%postname%/');
  });

  it('goes by most of the posts, and says nothing where they disagree or there are none', () => {
    // The slug of the first is its year, too.
    const odd = post('/2026/03/2026/', { slug: '2026' });
    const others = [post('/2026/03/hello/'), post('/2026/03/hello/')];
    expect(permalinksOf([odd, ...others])).toBe('/%year%/%monthnum%/%postname%/');
    expect(permalinksOf([post('/a/x/'), post('/b/y/'), post('/c/z/')])).toBeNull();
    expect(permalinksOf([])).toBeNull();
  });
});

describe('advice', () => {
  const problems = (change: Partial<DetectedCms>, own = '1.2.10') =>
    adviceOn({ ...fine, ...change }, own).map(({ problem }) => problem);
  const menus = (PRIMARY: DetectedCms['menus']['PRIMARY'], FOOTER = PRIMARY) => ({
    menus: { PRIMARY, FOOTER },
  });

  const hidden = (kind: 'type' | 'taxonomy', name: string) => ({ kind, name, label: 'Books' });

  it('there is none where all is well, and none on what is not known', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ companion: null, permalinks: null, reserved: null, ...menus(null) })).toEqual([]);
  });
  it.each([
    ['permalinks', { permalinks: 'plain' }, ['Permalinks are "Plain"']],
    ['no companion', { companion: { installed: false, version: null } }, ['companion plugin is not active']],
    ['an old companion', { companion: { installed: true, version: '1.2.9' } }, ['is version 1.2.9']],
    ['an ancient companion', { companion: { installed: true, version: null } }, ['an old version']],
    ['an empty menu', menus('empty', 'filled'), ['PRIMARY is empty']],
    ['menus', menus('unregistered', 'empty'), ['no menu location PRIMARY', 'FOOTER is empty']],
    ['what GraphQL lacks', { hidden: [hidden('type', 'book')] }, ['Books (book) are public in WordPress']],
    [
      'forms of a plugin that the site does not know',
      { forms: ['Contact Form 7', 'WPForms'] },
      ['Forms of WPForms'],
    ],
    ['addresses', { reserved: ['/api', '/preview'] }, ['a page at /api', 'a page at /preview']],
  ])('%s', (_what, change, expected) => {
    const found = problems(change as Partial<DetectedCms>);
    expect(found).toHaveLength(expected.length);
    for (const [index, text] of expected.entries()) expect(found[index]).toContain(text);
  });
  it.each([
    ['type', 'case-study', 'register_post_type_args', 'caseStudy', 'caseStudys'],
    ['taxonomy', '3d_news', 'register_taxonomy_args', 'type3dNews', 'allType3dNews'],
  ] as const)('the line of PHP for the %s %s', (kind, name, filter, single, plural) => {
    const [advice] = adviceOn({ ...fine, hidden: [hidden(kind, name)] }, '1.2.10');
    expect(advice?.fix).toContain(
      `add_filter( '${filter}', fn( $args, $name ) => '${name}' === $name ? [ 'show_in_graphql' => true, ` +
        `'graphql_single_name' => '${single}', 'graphql_plural_name' => '${plural}' ] + $args : $args, 10, 2 );`,
    );
  });
  it('a companion that is newer is left alone', () => {
    expect(problems({}, '1.2.9')).toEqual([]);
    expect(problems({}, '1.3')).toHaveLength(1);
  });
});

describe('what is shown', () => {
  it('is what was found; empty texts are left out, and what is not known is named', () => {
    const rows = Object.fromEntries(
      describeCms({
        ...fine,
        title: 'x'.repeat(300),
        language: null,
        menus: { PRIMARY: 'empty', FOOTER: null },
        types: [{ name: 'project', label: 'Projects', archive: null, example: null }],
        imageHosts: ['cdn.example.com'],
        contentHosts: ['pictures.example.org'],
      }),
    );
    expect(rows).toEqual({
      Title: `${'x'.repeat(69)}…`,
      'Time zone': 'Europe/Lisbon',
      Permalinks: '/%postname%/',
      'Content types': 'Projects (project)',
      Menus: 'PRIMARY (empty)',
      'SEO plugin': 'none',
      Companion: '1.2.10',
      Forms: 'none',
      'Image hosts': 'cdn.example.com',
      'Linked pictures': 'pictures.example.org',
      'Not found out': 'Language',
    });
  });
});

describe('forms in the texts of a CMS', () => {
  it.each([
    ['<div class="wpcf7 js" id="x">', ['Contact Form 7']],
    ['<div class="wpforms-container wpforms-full" id="x">', ['WPForms']],
    ["<div class='gf_browser_chrome gform_wrapper gravity-theme'>", ['Gravity Forms']],
    ['<div class="frm_forms with_frm_style">', ['Formidable Forms']],
    ['<p>wpforms-container, gform_wrapper</p>', []],
  ])('%s', (html, names) => {
    expect(formsIn({ newest: { nodes: [{ contentNodes: { nodes: [{ content: html }] } }] } })).toEqual(names);
  });
});
