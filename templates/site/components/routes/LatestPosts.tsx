import { PostList } from '@/components/posts/PostList';
import { readLatestPosts } from '@/lib/cms/archives';
import { getStrategy } from '@/lib/config';
import { siteConfig } from '@/site.config';

/** The newest posts below a homepage that is a page of the CMS. Nothing at all when there are none. */
export async function LatestPosts({ count = 3 }: { count?: number }) {
  const posts = await readLatestPosts(count, getStrategy(siteConfig, 'homepage'));
  if (posts.length === 0) return null;
  return (
    <section className="container latest-posts" aria-labelledby="latest-posts">
      <h2 id="latest-posts">Latest posts</h2>
      <PostList posts={posts} headingLevel={3} />
    </section>
  );
}
