import type { PostCardView, PostView } from 'headless-site/content';
import { plainText } from 'headless-site/html';
import { SectionBar } from '@/components/content/SectionBar';
import { postWords, untitled } from '@/components/words';
import { layouts } from './layout';
import { PostList } from './PostList';

/** Posts to read next, without excerpts: they do not compete with the text above. */
export function RelatedPosts({ posts, language }: { posts: PostCardView[]; language: string }) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="related-title" className="container posts-section">
      <SectionBar id="related-title" title={postWords.readNext} />
      <PostList
        posts={posts}
        language={language}
        layout={layouts.latest}
        headingLevel={3}
        hasExcerpts={false}
      />
    </section>
  );
}

/** The ways to the post before and the one after; the only one of them takes the whole row. */
export function PostNav({ post: { previous, next } }: { post: PostView }) {
  if (!previous && !next) return null;
  return (
    <nav aria-label={postWords.around} className={previous && next ? 'near pair' : 'near'}>
      {previous && (
        <a href={previous.path} rel="prev" className="near-link">
          <span className="label">{postWords.older}</span>
          <span className="near-title">{plainText(previous.name) || untitled}</span>
        </a>
      )}
      {next && (
        <a href={next.path} rel="next" className="near-link">
          <span className="label">{postWords.newer}</span>
          <span className="near-title">{plainText(next.name) || untitled}</span>
        </a>
      )}
    </nav>
  );
}
