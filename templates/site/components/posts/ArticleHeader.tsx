import { formatDate, getReadingTime } from 'headless-site';
import type { PostView } from 'headless-site/content';
import { plainText, prepareTitle } from 'headless-site/html';
import { postWords, untitled } from '@/components/words';
import { PostDate, TermLinks } from './Byline';

/** Categories, title, and who wrote it when. A later change is mentioned when its day is another one. */
export function ArticleHeader({ post, language }: { post: PostView; language: string }) {
  const minutes = getReadingTime(post.content);
  const updated = post.modified.slice(0, 10) > post.date.slice(0, 10) && formatDate(post.modified);
  return (
    <header className="article-column pt-12 pb-10 md:pt-20 md:pb-12">
      {post.categoryLinks.length > 0 && (
        <p className="label mb-3">
          <TermLinks terms={post.categoryLinks} />
        </p>
      )}
      <h1 className="text-4xl">{prepareTitle(post.title) || untitled}</h1>
      <ul className="label mt-6 flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-4">
        {post.author.name && (
          <li>
            {post.authorPath ? (
              <a href={post.authorPath} className="link inline-block py-0.5 hover:text-ink">
                {plainText(post.author.name)}
              </a>
            ) : (
              plainText(post.author.name)
            )}
          </li>
        )}
        {formatDate(post.date) && (
          <li className="py-0.5">
            <PostDate date={post.date} language={language} />
          </li>
        )}
        {minutes > 0 && !post.isProtected && <li className="py-0.5">{postWords.minutes(minutes)}</li>}
        {updated && (
          <li className="py-0.5">
            {postWords.updated} <PostDate date={post.modified} language={language} />
          </li>
        )}
      </ul>
    </header>
  );
}
