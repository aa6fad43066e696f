import { AT_ONCE } from '../model/paging.ts';
import type { SnapshotItem } from '../snapshot/types.ts';
import { ask, isTooMuch, type Source } from './pages.ts';
import { snapshotComments } from './queries.ts';

/** Comments one request asks for at most: inline they cost WordPress more than the posts themselves. */
const COMMENTS = 500;

type Commented = Pick<SnapshotItem, 'databaseId' | 'commentCount'>;

/** The newest hundred comments of the posts that have any, several posts a request. A page asks for the others that it shows. */
export function commentsOf(source: Source) {
  const posts: { databaseId: number; count: number }[] = [];
  return {
    add({ databaseId, commentCount, contentTypeName }: Commented & Partial<SnapshotItem>): void {
      if (source.capabilities.noComments) return;
      if (commentCount && contentTypeName === 'post') posts.push({ databaseId, count: commentCount });
    },
    async read(): Promise<void> {
      await Promise.all(groups(posts).map((group) => readGroup(source, group)));
    },
  };
}

/** Visitors write comments: those of one post, however large, cost a build no others and no post. */
async function readGroup(source: Source, group: readonly { databaseId: number }[]): Promise<void> {
  const ids = group.map(({ databaseId }) => String(databaseId));
  try {
    const answer = await ask(source, snapshotComments, { ids });
    for (const post of answer.posts?.nodes ?? [])
      if (post?.comments) source.file.setComments(post.databaseId, post.comments);
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    if (group.length === 1) {
      console.warn(`[cms] post ${ids[0]} is built without its comments: ${(error as Error).message}`);
      return;
    }
    const half = Math.ceil(group.length / 2);
    await readGroup(source, group.slice(0, half));
    await readGroup(source, group.slice(half));
  }
}

/** At most AT_ONCE posts and COMMENTS comments each. */
function groups<Post extends { count: number }>(posts: readonly Post[]): Post[][] {
  const all: Post[][] = [];
  let room = 0;
  for (const post of posts) {
    const weight = Math.min(post.count, 100);
    const last = all.at(-1);
    if (!last || last.length === AT_ONCE || weight > room) {
      all.push([post]);
      room = COMMENTS - weight;
    } else {
      last.push(post);
      room -= weight;
    }
  }
  return all;
}
