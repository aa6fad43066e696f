import type { RenderingStrategy } from '../../config/index.ts';
import { tags } from '../model/tags.ts';
import { getReading } from '../queries/site.ts';
import { read } from './read.ts';

/** Posts on one page of an archive when the CMS does not say. */
const POSTS_PER_PAGE = 10;
/** WPGraphQL's cap: the posts of one archive page are one request. */
const MOST_PER_PAGE = 100;

export interface Reading {
  postsPerPage: number;
  /** Database id of the page that stands for the blog index, if any. */
  postsPage: number | null;
  /** Database ids of the sticky posts. */
  sticky: ReadonlySet<number>;
}

/** WordPress's reading settings. */
export async function readReading(strategy: RenderingStrategy): Promise<Reading> {
  const { readingSettings, sticky } = await read({
    operation: getReading,
    variables: {},
    tags: [tags.settings],
    strategy,
  });
  const { postsPerPage, pageForPosts } = readingSettings ?? {};
  return {
    postsPerPage: postsPerPage && postsPerPage > 0 ? Math.min(postsPerPage, MOST_PER_PAGE) : POSTS_PER_PAGE,
    postsPage: pageForPosts || null,
    sticky: new Set((sticky?.nodes ?? []).flatMap((node) => node?.databaseId ?? [])),
  };
}
