import { createHash } from 'node:crypto';
import type { RenderingStrategy } from '../../config/index.ts';
import { getCapabilities } from '../client/probe.ts';
import { walk } from '../client/walk.ts';
import { pathOf } from '../model/paths.ts';
import { tags } from '../model/tags.ts';
import type { CmsAuthorListed, CmsTermListed } from '../model/types.ts';
import type { LinkView } from '../model/views.ts';
import { listAuthors, listTerms } from '../queries/lists.ts';
import { type IndexEntry, readContentIndex } from './content-index.ts';
import { readTypes } from './site-types.ts';

/** All terms of public taxonomies, also those without items: a parent category shows its children's. */
export async function readTerms(strategy: RenderingStrategy): Promise<CmsTermListed[]> {
  const [{ taxonomies }, terms] = await Promise.all([
    readTypes(strategy),
    walk(listTerms, {}, [tags.list('term')], strategy),
  ]);
  return terms.filter(({ taxonomyName, uri }) => taxonomies.has(taxonomyName ?? '') && !uri?.includes('?'));
}

/** Whether only posts have it: archives of such a term show no other type, in WordPress too. */
export const isOfPosts = ({ taxonomyName }: Pick<CmsTermListed, 'taxonomyName'>): boolean =>
  taxonomyName === 'category' || taxonomyName === 'post_tag';

/**
 * The terms whose archives show something. WordPress's own `count` also counts items that visitors may not see: of types that
 * are not public, and what a plugin hides. Without the companion it is all there is for terms of custom types.
 * @param items of the content index, of all types
 */
export async function termsInUse(
  items: readonly Pick<IndexEntry, 'type' | 'terms'>[],
  terms: readonly CmsTermListed[],
): Promise<CmsTermListed[]> {
  const { index } = await getCapabilities();
  const ofPosts = new Set<number>();
  const ofAny = new Set<number>();
  for (const { type, terms } of items)
    for (const term of terms) {
      ofAny.add(term);
      if (type === 'post') ofPosts.add(term);
    }
  return terms.filter((term) => {
    if (isOfPosts(term)) return ofPosts.has(term.databaseId);
    return ofAny.has(term.databaseId) || (!index && (term.count ?? 0) > 0);
  });
}

/** Links of a row of chips, which visitors take in at a glance. */
const MOST_CATEGORIES = 12;

/** The categories of posts, those with the most posts first, from what archives and search read as well. */
export async function readCategories(strategy: RenderingStrategy): Promise<LinkView[]> {
  const [posts, terms] = await Promise.all([readContentIndex(strategy, ['post']), readTerms(strategy)]);
  return categoriesOf(posts, terms);
}

/**
 * @param posts all of them
 * @returns those that name a subject: WordPress files posts that have no category under one that says nothing
 */
export function categoriesOf(
  posts: readonly Pick<IndexEntry, 'terms'>[],
  terms: readonly CmsTermListed[],
): LinkView[] {
  const counts = new Map<number, number>();
  for (const id of posts.flatMap((post) => post.terms)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const countOf = ({ databaseId }: CmsTermListed) => counts.get(databaseId) ?? 0;
  return terms
    .filter((term) => term.taxonomyName === 'category' && term.slug !== 'uncategorized' && countOf(term) > 0)
    .sort((a, b) => countOf(b) - countOf(a))
    .slice(0, MOST_CATEGORIES)
    .flatMap(({ name, uri }) => {
      const path = pathOf(uri);
      return path ? [{ name: name ?? '', path }] : [];
    });
}

/** The authors of published posts; a first or last post makes or ends one, and no other post asks for them again. */
export async function readAuthors(strategy: RenderingStrategy): Promise<CmsAuthorListed[]> {
  const posts = await readContentIndex(strategy, ['post']);
  const authors = [...new Set(posts.map(({ author }) => author ?? 0))].sort((a, b) => a - b).join();
  const stamp = createHash('sha256').update(authors).digest('hex').slice(0, 16);
  return walk<CmsAuthorListed, { stamp?: string }>(listAuthors, { stamp }, [tags.list('author')], strategy);
}

/** A category and everything below it: WordPress's archive of a category shows its children's posts too. */
export function withDescendants(id: number, terms: readonly CmsTermListed[]): Set<number> {
  const found = new Set([id]);
  // A pass for each level; a term whose ancestors form a circle is simply never reached.
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { databaseId, parentDatabaseId } of terms)
      if (parentDatabaseId && found.has(parentDatabaseId)) found.add(databaseId);
  }
  return found;
}
