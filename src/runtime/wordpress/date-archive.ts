import { getStrategy } from '../config/index.ts';
import { siteConfig } from '../config/site.ts';
import type { Address } from './address.ts';
import { readContentIndex } from './index/content-index.ts';
import { frontOf, isWithin, periodOf } from './index/periods.ts';

/**
 * The archive of a year, month or day. WPGraphQL knows no address of these, so it is the content index that says
 * whether there is one.
 * @param path in normal form
 * @returns null for any other path, and for a time without posts
 */
export async function findDateArchive(path: string): Promise<Address | null> {
  const parts = periodOf(path);
  if (!parts) return null;
  const posts = await readContentIndex(getStrategy(siteConfig, 'archives'), ['post']);
  if (parts.front !== frontOf(posts)) return null;
  const sample = posts.find(({ date }) => isWithin(date, parts.period));
  if (!sample) return null;
  return {
    kind: 'date',
    contentType: 'archives',
    type: 'post',
    typename: 'Post',
    databaseId: undefined,
    slug: parts.period,
    path,
    // Date archives end as the posts do.
    uri: sample.path.endsWith('/') ? `${path}/` : path,
  };
}
