import { getStrategy } from 'headless-site';
import { siteConfig } from 'headless-site/config';
import { readIdentity, readLatestPosts, readPostsPath } from 'headless-site/content';
import { SectionBar } from '@/components/content/SectionBar';
import { layouts } from '@/components/posts/layout';
import { PostList } from '@/components/posts/PostList';
import { postWords } from '@/components/words';

/** The newest posts below a homepage that is a page of the CMS. Nothing at all when there are none. */
export async function LatestPosts({ count = 3 }: { count?: number }) {
  const strategy = getStrategy(siteConfig, 'homepage');
  const [posts, { language }, path] = await Promise.all([
    readLatestPosts(count, strategy),
    readIdentity(strategy),
    readPostsPath(strategy),
  ]);
  if (posts.length === 0) return null;
  return (
    <section className="container posts-section" aria-labelledby="latest-posts">
      <SectionBar
        id="latest-posts"
        title={postWords.latest}
        more={path ? { href: path, label: postWords.all } : undefined}
      />
      <PostList posts={posts} language={language} layout={layouts.latest} headingLevel={3} />
    </section>
  );
}
