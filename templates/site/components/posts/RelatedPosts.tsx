import type { PostCardView } from 'headless-site/content';
import { SectionBar } from '@/components/content/SectionBar';
import { postWords } from '@/components/words';
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
