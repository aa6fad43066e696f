import type { PostCardView } from 'headless-site/content';
import { PostCard } from './PostCard';

interface PostListProps {
  posts: PostCardView[];
  language: string;
  headingLevel?: 2 | 3;
}

/** Posts as rows between hairlines. */
export function PostList({ posts, language, headingLevel = 2 }: PostListProps) {
  return (
    <div className="container pb-10 md:pb-14">
      <ul className="divide-y divide-line border-y border-line">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} language={language} headingLevel={headingLevel} />
          </li>
        ))}
      </ul>
    </div>
  );
}
