import { currentScope } from '../base/request-scope.ts';
import type { RenderingStrategy } from '../config/index.ts';
import { siteConfig } from '../config/site.ts';
import { againIn, dependOn, read } from './client/read.ts';
import { cardView } from './fields/card-with-fields.ts';
import { isLinkable } from './index/index-beside.ts';
import type { IndexEntry } from './index/index-entry.ts';
import { linkedTag, readBeside } from './index/neighbours.ts';
import { isResolverError } from './model/errors.ts';
import { isNamedCategory } from './model/named-category.ts';
import { normalizePath } from './model/paths.ts';
import { RELATED } from './model/related-count.ts';
import { lastChange } from './model/site-cache.ts';
import { lasting, strategyOf } from './model/strategy.ts';
import { tags } from './model/tags.ts';
import type { CmsContentCard } from './model/types.ts';
import type { PostCardView, PostView } from './model/views.ts';
import { type CardsOperation, getCards, getContentCards } from './shared-card-requests.ts';

/** Seconds after which a page is made again whose related posts the CMS did not give. */
const AGAIN_SECONDS = 60;

/**
 * Items of the same type to read next: the newest three of the first category, filled up with the newest of all. Never the post itself,
 * one with a password or one that is in no list. They are those of the time when the page is made: it depends on none of them but for
 * being hidden, or each publication would make all pages of its category again. The pages of the newest posts follow (`index-beside.ts`).
 * @throws {WordPressError|GraphQLError} when the CMS fails, and one of them may be hidden by now
 */
export async function readRelatedPosts(post: PostView): Promise<PostCardView[]> {
  const { type } = post;
  const path = normalizePath(post.path) ?? post.path;
  const strategy = strategyOf({ path, contentType: type === 'post' ? 'posts' : type }, siteConfig);
  const chosen = relatedTo(await readBeside(type, strategy), post);
  if (strategy.strategy !== 'static') await dependOn(...chosen.map((entry) => linkedTag(entry.path)));
  return (await Promise.all(chosen.map((entry) => readCard(entry, strategy)))).flat();
}

/** @param entries all of its type, newest first */
export function relatedTo(
  entries: readonly IndexEntry[],
  { databaseId, categoryLinks }: Pick<PostView, 'databaseId' | 'categoryLinks'>,
): IndexEntry[] {
  const isOther = (entry: IndexEntry) => entry.databaseId !== databaseId && isLinkable(entry);
  const category = categoryLinks.find(isNamedCategory)?.databaseId;
  const same = category ? firstOf(entries, (entry) => entry.terms.includes(category) && isOther(entry)) : [];
  const others = firstOf(entries, (entry) => !same.includes(entry) && isOther(entry));
  return [...same, ...others].slice(0, RELATED);
}

function firstOf(entries: readonly IndexEntry[], fits: (entry: IndexEntry) => boolean): IndexEntry[] {
  const found: IndexEntry[] = [];
  for (const entry of entries) {
    if (found.length === RELATED) break;
    if (fits(entry)) found.push(entry);
  }
  return found;
}

/**
 * @returns nothing where the CMS does not give it: a post is shown without what comes after it, for a while
 * @throws {WordPressError|GraphQLError} where nobody waits, unless WordPress fails at this card alone: the page that is stored is better than
 *   one without it, in an outage and while a plugin is off
 */
async function readCard(entry: IndexEntry, strategy: RenderingStrategy): Promise<PostCardView[]> {
  try {
    return entry.type === 'post'
      ? await readFrom('posts', getCards, entry, strategy)
      : await readFrom('contentNodes', getContentCards, entry, strategy);
  } catch (error) {
    if (currentScope()?.isBackground && !isResolverError(error)) throw error;
    await againIn(AGAIN_SECONDS);
    return [];
  }
}

/** One card, whose cached answer is one of its version: it needs no tag, which the page would have as well. */
async function readFrom<List extends string, Card extends CmsContentCard>(
  list: List,
  operation: CardsOperation<List, Card>,
  entry: IndexEntry,
  { strategy }: RenderingStrategy,
): Promise<PostCardView[]> {
  const { [list]: cards } = await read({
    operation,
    variables: { ids: [String(entry.databaseId)], asOf: versionOf(entry) },
    tags: [],
    strategy: strategy === 'static' ? { ...lasting, strategy } : lasting,
    keep: (answer) => Boolean(answer[list]?.nodes[0]),
  });
  return (cards?.nodes ?? []).flatMap(cardView);
}

/** Changes with all that a card shows: the post, and the names of its author and categories. */
function versionOf({ modified }: IndexEntry): string {
  const named = [tags.list('term'), tags.list('author'), tags.everyList].map(lastChange);
  return `${modified} ${Math.max(...named)}`;
}
