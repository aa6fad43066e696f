import { expect, test, vi } from 'vitest';
import type { CmsTermListed } from '../../src/runtime/wordpress/model/types';
import { siteEnvironment } from '../support/site-environment';

vi.mock('next/cache', () => ({ unstable_cache: (load: () => Promise<unknown>) => load }));
vi.mock('next/server', () => ({ connection: async () => {} }));
Object.assign(process.env, siteEnvironment);
const { categoriesOf } = await import('../../src/runtime/wordpress/index/terms');

const term = (databaseId: number, slug: string, taxonomyName = 'category'): CmsTermListed => ({
  __typename: 'Category',
  databaseId,
  slug,
  taxonomyName,
  name: slug.toUpperCase(),
  uri: `/${taxonomyName}/${slug}/`,
  description: '',
});
const posts = (...terms: number[][]) => terms.map((ids) => ({ terms: ids }));
const slugs = (links: { name: string }[]) => links.map(({ name }) => name.toLowerCase());

test('categories: those with the most posts first, and the others in the order of WordPress', () => {
  const terms = [term(1, 'a'), term(2, 'b'), term(3, 'c')];
  const found = categoriesOf(posts([1, 2], [2], [3]), terms);
  expect(found[0]).toEqual({ name: 'B', path: '/category/b/' });
  expect(slugs(found)).toEqual(['b', 'a', 'c']);
});

test('none that shows no post or says nothing, and no other taxonomy', () => {
  const terms = [term(1, 'empty'), term(2, 'uncategorized'), term(3, 'oak', 'post_tag'), term(4, 'making')];
  expect(slugs(categoriesOf(posts([2, 3, 4]), terms))).toEqual(['making']);
});

test('no more than twelve', () => {
  const ids = Array.from({ length: 40 }, (_, i) => i + 1);
  const terms = ids.map((id) => term(id, `c${id}`));
  expect(categoriesOf(posts(ids), terms)).toHaveLength(12);
});
