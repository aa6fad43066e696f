import type { PostCardView } from 'headless-site/content';
import { CmsImage } from '@/components/content/CmsImage';
import { Byline, Kicker } from './Byline';
import { CardWords } from './CardWords';

/** Place of a card among others: the lead of a magazine, beside it, a line without picture, a whole row, half of one, a third. */
export type CardPlace = 'first' | 'side' | 'line' | 'wide' | 'half' | 'third';

export interface PostCardProps {
  post: PostCardView;
  /** The page's language, for the date. */
  language: string;
  /** Level of the title; 2 below a page's heading, 3 inside a section. */
  headingLevel: 2 | 3;
  /** It is seen at once: its picture is loaded first. */
  isFirst: boolean;
}

const large = { sizes: '(width < 64rem) 92vw, 780px', most: 1600 };
const small = { sizes: '(width < 40rem) 92vw, (width < 64rem) 46vw, 400px', most: 828 };

/** A post among others: picture, categories, title, excerpt, author and date. */
export function PostCard({
  post,
  language,
  headingLevel,
  isFirst,
  place,
  hasExcerpt = place !== 'side',
}: PostCardProps & { place: CardPlace; hasExcerpt?: boolean }) {
  const image = place === 'line' ? null : post.image;
  const size = place === 'first' || place === 'wide' ? large : small;
  // Words take the room of a picture that is missing.
  const isWordy = place !== 'line' && (hasExcerpt || !image);
  return (
    <article className={`card ${place} ${image ? 'pictured' : 'bare'}`}>
      {image && (
        <div className="card-picture">
          <CmsImage image={{ ...image, alt: '' }} {...size} ratio="brand" priority={isFirst} />
        </div>
      )}
      <Kicker post={post} />
      <CardWords post={post} headingLevel={headingLevel} hasExcerpt={isWordy} />
      <Byline post={post} language={language} />
    </article>
  );
}
