import { ofProcess } from '../base/of-process.ts';
import { askCms } from './ask.ts';
import type { Operation } from './operation.ts';
import { AT_ONCE } from './paging.ts';
import { getPostsById } from './queries/posts.ts';
import { lastChange } from './site-cache.ts';
import { tags } from './tags.ts';
import type { CmsPostCard, Connection } from './types.ts';

type Cards = { posts: Connection<CmsPostCard> | null };

interface Asked {
  ids: string[];
  give: (cards: Cards) => void;
  fail: (error: unknown) => void;
}

/** Milliseconds that a list waits for others, and so long as NEWS after a change: visitors come to all that it has made old. */
const WAIT = { always: 15, afterNews: 150 };
const NEWS = 5_000;

const waiting = ofProcess('cards', () => ({ asked: [] as Asked[] }));

/** The cards of chosen posts, in the order of `ids`. Lists that are made at the same time share a request. */
export const getCards: Operation<Cards, { ids: string[] }> & {
  ask: (variables: { ids: string[] }) => Promise<Cards>;
} = {
  ...getPostsById,
  ask: ({ ids }) =>
    new Promise<Cards>((give, fail) => {
      if (waiting.asked.length === 0) setTimeout(askAll, isNews() ? WAIT.afterNews : WAIT.always);
      waiting.asked.push({ ids, give, fail });
    }),
};

const isNews = () => Date.now() - lastChange(tags.anyList) < NEWS;

function askAll(): void {
  const asked = waiting.asked.splice(0);
  const ids = [...new Set(asked.flatMap((one) => one.ids))];
  if (asked.length === 1 || ids.length > AT_ONCE) {
    asked.forEach(askAlone);
    return;
  }
  askCms(getPostsById, { ids }).then(
    ({ posts }) => {
      const cards = new Map(posts?.nodes.map((node) => [String(node?.databaseId), node]));
      for (const one of asked)
        one.give({ posts: posts && { nodes: one.ids.flatMap((id) => cards.get(id) ?? []) } });
    },
    // One that WordPress cannot make must cost the other lists nothing.
    () => asked.forEach(askAlone),
  );
}

function askAlone({ ids, give, fail }: Asked): void {
  askCms(getPostsById, { ids }).then(give, fail);
}
