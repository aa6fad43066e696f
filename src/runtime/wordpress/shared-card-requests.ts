import { ofProcess } from '../base/of-process.ts';
import { askCms } from './client/ask.ts';
import { AT_ONCE } from './model/paging.ts';
import { lastChange } from './model/site-cache.ts';
import { tags } from './model/tags.ts';
import type { CmsContentCard, Connection } from './model/types.ts';
import type { Operation } from './queries/operation.ts';
import { getContentById, getPostsById } from './queries/posts.ts';

/** An answer of the CMS, by the name of the list. */
type Cards<List extends string, Card = CmsContentCard> = Record<List, Connection<Card> | null>;

/** `asOf` makes the key of the cached answer another one, and the CMS never sees it. */
export type CardsOperation<List extends string, Card = CmsContentCard> = Operation<
  Cards<List, Card>,
  { ids: string[]; asOf?: string }
> & { ask: (variables: { ids: string[] }) => Promise<Cards<List, Card>> };

interface Asked<Answer> {
  ids: string[];
  give: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

/** Milliseconds that a list waits for others, and so long as NEWS after a change: visitors come to all that it has made old. */
const WAIT = { always: 15, afterNews: 150 };
const NEWS = 5_000;

/** The cards of chosen posts, in the order of `ids`. Lists that are made at the same time share a request. */
export const getCards = shared('posts', getPostsById);

/** The same of items of custom types. */
export const getContentCards = shared('contentNodes', getContentById);

function shared<List extends string, Card extends CmsContentCard>(
  list: List,
  operation: Operation<Cards<List, Card>, { ids: string[] }>,
): CardsOperation<List, Card> {
  type Answer = Cards<List, Card>;
  const waiting = ofProcess(`cards-${list}`, () => ({ asked: [] as Asked<Answer>[] }));

  function askAll(): void {
    const asked = waiting.asked.splice(0);
    const ids = [...new Set(asked.flatMap((one) => one.ids))];
    if (asked.length === 1 || ids.length > AT_ONCE) {
      asked.forEach(askAlone);
      return;
    }
    askCms(operation, { ids }).then(
      ({ [list]: all }) => {
        const cards = new Map(all?.nodes.map((node) => [String(node?.databaseId), node]));
        for (const one of asked) {
          const nodes = one.ids.flatMap((id) => cards.get(id) ?? []);
          one.give({ [list]: all && { nodes } } as Answer);
        }
      },
      // One that WordPress cannot make must cost the other lists nothing.
      () => asked.forEach(askAlone),
    );
  }

  function askAlone({ ids, give, fail }: Asked<Answer>): void {
    askCms(operation, { ids }).then(give, fail);
  }

  return {
    name: operation.name,
    document: operation.document,
    ask: ({ ids }) =>
      new Promise<Answer>((give, fail) => {
        if (waiting.asked.length === 0) setTimeout(askAll, isNews() ? WAIT.afterNews : WAIT.always);
        waiting.asked.push({ ids, give, fail });
      }),
  };
}

const isNews = () => Date.now() - lastChange(tags.anyList) < NEWS;
