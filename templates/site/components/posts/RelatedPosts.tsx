import type { PostCardView } from 'headless-site/content';
import { plainText } from 'headless-site/html';
import { postWords, untitled } from '@/components/words';
import { PostDate } from './PostMeta';

/** What to read next: titles and dates only, so that it does not compete with the text above. */
export function RelatedPosts({ posts, language }: { posts: PostCardView[]; language: string }) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="related-title" className="border-t border-line bg-muted py-14 md:py-20">
      <div className="container grid gap-x-12 gap-y-6 lg:grid-cols-12">
        <h2 id="related-title" className="text-2xl lg:col-span-4">
          {postWords.readNext}
        </h2>
        <ul className="divide-y divide-line border-y border-line lg:col-span-8">
          {posts.map((post) => (
            <li key={post.id} className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 py-4">
              <h3 className="text-lg">
                <a href={post.path} className="link decoration-transparent hover:text-accent">
                  {plainText(post.title) || untitled}
                </a>
              </h3>
              <span className="label">
                <PostDate date={post.date} language={language} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
