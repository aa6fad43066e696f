import { describe, expect, test } from 'vitest';
import { defineConfig, prerenderedItems, validateConfig } from '../../src/runtime/config';

const wordpress = {
  graphqlUrl: 'https://cms.example.com/graphql',
  revalidateSecret: '0123456789abcdef',
  previewSecret: '0123456789abcdef',
};
const of = (rendering: object) => defineConfig({ wordpress, rendering } as never);

describe('how many items of a type a build renders', () => {
  test('all by default, none without params, the newest where that is said', () => {
    const config = of({
      posts: { prerender: { newest: 1000 } },
      pages: { generateStaticParams: false },
      custom: { project: {}, note: { prerender: { newest: 5 } } },
    });
    const types = ['posts', 'pages', 'project', 'note'];
    expect(types.map((type) => prerenderedItems(config, type))).toEqual([
      1000,
      0,
      Number.POSITIVE_INFINITY,
      5,
    ]);
    expect(
      prerenderedItems(of({ posts: { generateStaticParams: false, prerender: { newest: 5 } } }), 'posts'),
    ).toBe(0);
  });
  test('none on a route that is rendered for each request', () => {
    const pages = of({ pages: { strategy: 'ssr' }, custom: { project: {} } });
    expect(['posts', 'project'].map((type) => prerenderedItems(pages, type))).toEqual([
      0,
      Number.POSITIVE_INFINITY,
    ]);
    // A custom type's archive stands on its route.
    const archives = of({ archives: { strategy: 'ssr' }, custom: { project: {} } });
    expect(prerenderedItems(archives, 'project')).toBe(0);
  });
  test.each([0, -1, 1.5, '100', null])('%j is no number of items', (newest) => {
    const { errors } = validateConfig({ wordpress, rendering: { posts: { prerender: { newest } } } });
    expect(errors).toEqual([
      expect.stringMatching(/^rendering\.posts\.prerender\.newest: must be a whole number/),
    ]);
  });
  test('archives, pages and the homepage have no newest', () => {
    for (const type of ['pages', 'archives', 'homepage'])
      expect(
        validateConfig({ wordpress, rendering: { [type]: { prerender: { newest: 1 } } } }).errors,
      ).toHaveLength(1);
  });
});
