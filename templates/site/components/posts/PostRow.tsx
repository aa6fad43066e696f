import { plainText } from 'headless-site/html';
import { CmsImage } from '@/components/content/CmsImage';
import { Byline, Kicker } from './Byline';
import { CardWords } from './CardWords';
import type { PostCardProps } from './PostCard';

/** A post in a list: what it is about, its words, and a picture at the end. */
export function PostRow({ post, language, headingLevel, isFirst }: PostCardProps) {
  const short = post.image && isShort(post);
  return (
    <article className={`card row ${post.image ? 'pictured' : 'bare'}${short ? ' short' : ''}`}>
      <div className="about">
        <Kicker post={post} />
        <Byline post={post} language={language} />
      </div>
      <CardWords post={post} headingLevel={headingLevel} />
      {post.image && (
        <div className="card-picture">
          <CmsImage
            image={{ ...post.image, alt: '' }}
            sizes={`(width < 40rem) 104px, (width < 64rem) 240px, ${short ? 640 : 400}px`}
            most={828}
            ratio="brand"
            priority={isFirst}
          />
        </div>
      )}
    </article>
  );
}

/** Whether neither title nor excerpt fills its column of six: the picture takes two of them, so that it stands near the words. */
const isShort = ({ title, excerpt }: PostCardProps['post']): boolean =>
  plainText(title).length < 32 && plainText(excerpt).length < 56;
