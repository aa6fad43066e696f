import { CmsImage } from '@/components/content/CmsImage';
import { Byline, Kicker } from './Byline';
import { CardWords } from './CardWords';
import type { PostCardProps } from './PostCard';

/** A post in a list: what it is about, its words, and a picture at the end. */
export function PostRow({ post, language, headingLevel, isFirst }: PostCardProps) {
  return (
    <article className={`card row ${post.image ? 'pictured' : 'bare'}`}>
      <div className="about">
        <Kicker post={post} />
        <Byline post={post} language={language} />
      </div>
      <CardWords post={post} headingLevel={headingLevel} />
      {post.image && (
        <div className="card-picture">
          <CmsImage
            image={{ ...post.image, alt: '' }}
            sizes="(width < 40rem) 104px, (width < 64rem) 240px, 400px"
            most={828}
            ratio="brand"
            priority={isFirst}
          />
        </div>
      )}
    </article>
  );
}
