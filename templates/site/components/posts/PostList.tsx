import type { PostCardView } from 'headless-site/content';
import { type Layout, layouts } from './layout';
import { type CardPlace, PostCard } from './PostCard';
import { PostRow } from './PostRow';

interface PostListProps {
  posts: PostCardView[];
  language: string;
  layout?: Layout;
  headingLevel?: 2 | 3;
  /** It opens the page: the first picture is loaded at once. */
  isFirst?: boolean;
  hasExcerpts?: boolean;
}

/** Posts in one of the theme's layouts. Each gets its place here and not by styles: a page is painted while it is parsed, and nothing may move then. */
export function PostList({
  posts,
  language,
  layout = layouts.archive,
  headingLevel = 2,
  isFirst = false,
  hasExcerpts,
}: PostListProps) {
  const common = (index: number) => ({ language, headingLevel, isFirst: isFirst && index === 0 });
  if (layout === 'list')
    return (
      <ul className="rows">
        {posts.map((post, index) => (
          <li key={post.id}>
            <PostRow post={post} {...common(index)} />
          </li>
        ))}
      </ul>
    );
  const placeOf = layout === 'magazine' ? placeInMagazine : placeAmongCards;
  const placed = posts.map((_, index) => placeOf(index, posts.length));
  const places = posts[0]?.image ? placed : placed.map((place) => unled[place] ?? place);
  return (
    <ul className={`posts ${layout}`}>
      {posts.map((post, index) => {
        const place = places[index] ?? 'third';
        return (
          <li key={post.id} className={isAlone(index, places) ? `${place} alone` : place}>
            <PostCard post={post} place={place} hasExcerpt={hasExcerpts} {...common(index)} />
          </li>
        );
      })}
    </ul>
  );
}

/** A lead with two beside it, three cards, and lines two by two; fewer than six have no cards, fewer than three no lead. */
function placeInMagazine(index: number, count: number): CardPlace {
  if (count === 1) return 'wide';
  if (count === 2) return 'half';
  if (index === 0) return 'first';
  if (index < 3) return 'side';
  return count >= 6 && index < 6 ? 'third' : 'line';
}

/** A lead without picture is not as high as the two beside it: it has a row of its own, and they the next one. */
const unled: Partial<Record<CardPlace, CardPlace>> = { first: 'wide', side: 'half' };

/** @returns whether nothing stands beside it where there is room for two: cards of a third then, and lines always */
function isAlone(index: number, places: readonly CardPlace[]): boolean {
  const place = places[index];
  if (place !== 'third' && place !== 'line') return false;
  return places.lastIndexOf(place) === index && places.filter((other) => other === place).length % 2 === 1;
}

/** One over the whole row, then threes. The last row is filled by one or two, and so is the only row of two. */
function placeAmongCards(index: number, count: number): CardPlace {
  if (count === 2) return 'half';
  if (count === 3) return 'third';
  if (index === 0) return 'wide';
  const left = (count - 1) % 3;
  if (index < count - left) return 'third';
  return left === 1 ? 'wide' : 'half';
}
