import type { CommentView } from 'headless-site/content';
import { plainText, prepareComment } from 'headless-site/html';
import { SafeHtml } from '@/components/content/Html';
import { postWords } from '@/components/words';
import { Avatar } from './Avatar';
import { PostDate } from './PostMeta';

/** Comments and their replies. Reading only: posting is left to the CMS. */
export function Comments({ comments, language }: { comments: CommentView[]; language: string }) {
  if (comments.length === 0) return null;
  return (
    <section aria-labelledby="comments-title" className="article-column pb-section">
      <h2 id="comments-title" className="mb-2 text-2xl">
        {postWords.comments(count(comments))}
      </h2>
      <CommentTree comments={comments} language={language} depth={0} />
    </section>
  );
}

interface CommentTreeProps {
  comments: CommentView[];
  language: string;
  depth: number;
}

/** From the third level on replies are no longer indented: a phone has no room for them. */
function CommentTree({ comments, language, depth }: CommentTreeProps) {
  const look = depth === 0 ? 'divide-y divide-line' : depth < 3 ? 'border-s border-line ps-5' : '';
  return (
    <ol className={look}>
      {comments.map((comment) => (
        <li key={comment.id} className="py-6 last:pb-0">
          <p className="flex flex-wrap items-center gap-x-3 text-sm">
            {comment.avatar && <Avatar src={comment.avatar} size={28} />}
            <span className="font-semibold">{plainText(comment.author) || postWords.anonymous}</span>
            <span className="label">
              <PostDate date={comment.date} language={language} />
            </span>
          </p>
          <SafeHtml html={prepareComment(comment.content)} className="mt-2.5 text-base!" />
          {comment.replies.length > 0 && (
            <CommentTree comments={comment.replies} language={language} depth={depth + 1} />
          )}
        </li>
      ))}
    </ol>
  );
}

function count(comments: CommentView[]): number {
  return comments.reduce((sum, comment) => sum + 1 + count(comment.replies), 0);
}
