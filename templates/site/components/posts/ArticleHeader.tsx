import { getReadingTime } from 'headless-site';
import { dayInWords, type PostView } from 'headless-site/content';
import { plainText, prepareTitle } from 'headless-site/html';
import { Icon } from '@/components/content/Icon';
import { postWords, untitled } from '@/components/words';
import { Avatar } from './Avatar';
import { Kicker, PostDate } from './Byline';

/** Letters up to which a title is set in the largest size, and in the next one. */
const TITLE = { normal: 60, long: 120 };

/** Categories, title, and who wrote it when. A later change is mentioned when its day is another one. */
export function ArticleHeader({ post, language }: { post: PostView; language: string }) {
  const title = prepareTitle(post.title) || untitled;
  const { length } = title;
  const size = length <= TITLE.normal ? '' : length <= TITLE.long ? ' long' : ' huge';
  return (
    <header className={`container post-head${size}`}>
      <Kicker post={{ categories: post.categoryLinks }} />
      <h1>{title}</h1>
      <About post={post} language={language} />
    </header>
  );
}

/** Face, name, dates and minutes. A post without a date is one that the CMS keeps back. */
function About({ post, language }: { post: PostView; language: string }) {
  const minutes = post.isProtected ? 0 : getReadingTime(post.content);
  const hasDate = dayInWords(post.date, language) !== '';
  const isUpdated =
    post.modified.slice(0, 10) > post.date.slice(0, 10) && dayInWords(post.modified, language) !== '';
  const name = plainText(post.author.name);
  return (
    <div className="deck">
      {post.lead && <p className="lead">{post.lead}</p>}
      <p className="byline">
        {name && (
          <b>
            {post.author.avatar && <Avatar src={post.author.avatar} size={32} />}
            {post.authorPath ? (
              <a href={post.authorPath} className="link">
                {name}
              </a>
            ) : (
              name
            )}
          </b>
        )}
        {hasDate && <PostDate date={post.date} language={language} />}
        {post.isProtected && (
          <span>
            <Icon name="lock" size={14} /> {postWords.protected}
          </span>
        )}
        {minutes > 0 && (
          <span>
            <bdi>{postWords.minutes(minutes)}</bdi>
          </span>
        )}
        {hasDate && isUpdated && (
          <span>
            {postWords.updated} <PostDate date={post.modified} language={language} />
          </span>
        )}
      </p>
    </div>
  );
}
