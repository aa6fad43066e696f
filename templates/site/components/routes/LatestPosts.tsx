import { getStrategy } from 'headless-site';
import { siteConfig } from 'headless-site/config';
import { readIdentity, readLatestPosts } from 'headless-site/content';
import { PostList } from '@/components/posts/PostList';
import { postWords } from '@/components/words';

/** The newest posts below a homepage that is a page of the CMS. Nothing at all when there are none. */
export async function LatestPosts({ count = 3 }: { count?: number }) {
  const strategy = getStrategy(siteConfig, 'homepage');
  const [posts, { language }] = await Promise.all([readLatestPosts(count, strategy), readIdentity(strategy)]);
  if (posts.length === 0) return null;
  return (
    <section className="container latest-posts" aria-labelledby="latest-posts">
      <h2 id="latest-posts">{postWords.latest}</h2>
      <PostList posts={posts} language={language} headingLevel={3} />
    </section>
  );
}
