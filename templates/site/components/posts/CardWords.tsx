import type { PostCardView } from 'headless-site/content';
import { plainText } from 'headless-site/html';
import { untitled } from '@/components/words';

interface CardWordsProps {
  post: PostCardView;
  /** Level of the title; 2 below a page's heading, 3 inside a section. */
  headingLevel: 2 | 3;
  hasExcerpt?: boolean;
}

/** Title and excerpt of a post in a list. The title's link covers the whole card for pointers. */
export function CardWords({ post, headingLevel, hasExcerpt = true }: CardWordsProps) {
  const Heading = `h${headingLevel}` as const;
  // WordPress ends an excerpt that it has cut with `[…]`.
  const excerpt = hasExcerpt && plainText(post.excerpt).replace(/\s*\[…\]$/, '…');
  return (
    <>
      <Heading className="card-title">
        <a href={post.path}>{plainText(post.title) || untitled}</a>
      </Heading>
      {excerpt && <p className="excerpt">{excerpt}</p>}
    </>
  );
}
