import { getStrategy } from 'headless-site';
import { siteConfig } from 'headless-site/config';
import { type PostCardView, type PostView, readPostsPath, readRelatedPosts } from 'headless-site/content';
import { plainText } from 'headless-site/html';
import { SectionBar } from '@/components/content/SectionBar';
import { postWords, untitled } from '@/components/words';
import { layouts } from './layout';
import { PostList } from './PostList';

interface RelatedPostsProps {
  post: PostView;
  language: string;
  /** Posts of your own choice, in place of the newest of the same category or custom type. */
  posts?: PostCardView[];
}

/** Posts to read next, without excerpts: they do not compete with the text above. */
export async function RelatedPosts({ post, language, posts }: RelatedPostsProps) {
  const shown = posts ?? (await readRelatedPosts(post));
  if (shown.length === 0) return null;
  // The page's own strategy: reading with another one would make it a page of that one.
  const path = post.type === 'post' ? await readPostsPath(getStrategy(siteConfig, 'posts')) : undefined;
  return (
    <section aria-labelledby="related-title" className="container posts-section">
      <SectionBar
        id="related-title"
        title={postWords.readNext}
        more={path ? { href: path, label: postWords.all } : undefined}
      />
      <PostList
        posts={shown}
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
